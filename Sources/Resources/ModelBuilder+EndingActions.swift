import JSON
import JSONSchema

// Operations whose actions their methods do not say: a DELETE that cancels, a checkout that makes an order.

extension ModelBuilder {
  /// `POST /carts/checkout` makes an order, where the document says nothing of its response; nil for another operation.
  func checkout(_ facts: OperationFacts, _ target: OperationTarget) -> OperationDescription? {
    guard facts.method == "POST", target.forced == nil, facts.shape.segments.last?.parameter == nil,
      let last = facts.shape.segments.last?.literal, ["checkout", "placeorder"].contains(Words.key(last)),
      let order = ["order", "purchase", "pedido"].lazy.compactMap({ named[$0] }).first, hasRecords(order),
      facts.isAnswerOpen(index) || facts.answer.map({ Acknowledgement.isOne(index.shape($0), index) }) == true
    else { return nil }
    let name = resources[order].name
    var made = make(facts, .create, order, 0.85, "a checkout makes one of the \(name)")
    readBodies(facts, resource: order, names: [name], into: &made)
    made.status = facts.status
    return made
  }

  /// A DELETE that ends something rather than removes it, as its summary says: "Cancel an order" sets its state. nil for
  /// one that deletes.
  func ending(_ facts: OperationFacts, resource: Int) -> OperationDescription? {
    guard facts.method == "DELETE" else { return nil }
    let said =
      Words.split(facts.object["summary"]?.string ?? "").prefix(4) + Words.split(facts.id).prefix(6)
      + facts.shape.segments.compactMap(\.literal).suffix(1).flatMap(Words.split)
    guard !said.contains(where: { Vocabulary.delete.contains($0) || Vocabulary.delete.contains(Words.singular($0)) }),
      let verb = said.lazy.map({ Self.endings.contains($0) ? $0 : Words.singular($0) }).first(
        where: Self.endings.contains)
    else { return nil }
    let reader = StateChangeReader(index: index)
    guard
      let change = reader.change(verbWords: [verb], record: shapes[resource], isUndone: false, facts: facts)
    else { return nil }
    var made = make(
      facts, .action, resource, 0.9, "DELETE that its summary calls \(verb), and sets its \(change.member)")
    made.change = change
    made.moments = reader.moments(verbWords: [verb], record: shapes[resource], isUndone: false)
    return made
  }

  /// A DELETE of a record that the query names, which may end it.
  func deletion(_ facts: OperationFacts, queryID: String, resource: Int) -> OperationDescription {
    guard var made = ending(facts, resource: resource) else {
      return byQuery(facts, .delete, queryID, resource: resource)
    }
    (made.idParameter, made.isIDInQuery) = (queryID, true)
    readBodies(facts, resource: resource, names: [resources[resource].name], into: &made)
    return made
  }

  private static let endings: Set<String> = ["cancel", "archive", "deactivate", "revoke", "void", "terminate"]
}
