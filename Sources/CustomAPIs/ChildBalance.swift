import JSON
import Records
import Resources
import Store
import Synthesis

/// How the amounts of records change the balance of what they belong to: payments and deposits of an account.
struct ChildBalance: Sendable {
  /// The names of properties that hold a balance, as ``Words/key(_:)`` has them.
  static let names: Set<String> = ["balance", "currentbalance", "accountbalance", "availablebalance"]

  private let collection: RecordCollection
  private let amount: String
  /// The property that says whether an amount comes in or goes out.
  private let direction: DocumentCollection.Direction?

  private static let directions: Set<String> = ["type", "kind", "direction", "transactiontype", "entrytype", "flow"]
  private static let comingIn: Set<String> = [
    "income", "credit", "deposit", "in", "earning", "refund", "topup", "salary", "inflow", "received", "incoming",
  ]
  private static let goingOut: Set<String> = [
    "expense", "debit", "withdrawal", "withdraw", "out", "spending", "payment", "purchase", "outflow", "outgoing",
    "fee",
  ]

  /// nil for records without amounts, or that clients do not make.
  init?(of collection: RecordCollection, _ api: CustomAPI) {
    guard collection.isMadeByClients,
      let amount = collection.orderedMembers.first(where: { member in
        Words.key(member.name) == "amount" && (member.types.contains("integer") || member.types.contains("number"))
      })
    else { return nil }
    (self.collection, self.amount) = (collection, amount.name)
    var found: DocumentCollection.Direction?
    for member in collection.orderedMembers where Self.directions.contains(Words.key(member.name)) && found == nil {
      let values = api.enumeration(of: member) ?? []
      let comesIn = values.filter { Self.comingIn.contains(Words.key($0)) }
      let goesOut = values.filter { Self.goingOut.contains(Words.key($0)) }
      if !comesIn.isEmpty || !goesOut.isEmpty {
        found = .init(by: collection.path(to: member.name), added: Set(comesIn), subtracted: Set(goesOut))
      }
    }
    direction = found
  }

  /// What a record has without the amounts; nil where it has no number there.
  func left(in content: JSONObject, _ member: String) -> Double? { content[member]?.number?.double }

  /// The sum of the amounts of the records that a query chooses; those that go out count against it.
  func sum(_ query: RowQuery, _ connection: Connection) throws -> Double {
    try collection.documents.sum(connection, of: collection.path(to: amount), signedBy: direction, query)
  }
}
