import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// The lists of one name that records of one resource have, with records of another one as members: the labels of tasks.
struct MemberList: Sendable {
  let membership: Membership
  let owner: RecordCollection
  let members: RecordCollection
  /// The table of who is in which list, in the order in which they were put there.
  let table: String
  private static let maximumShown = 100

  /// Those of a model, by ``Membership/key``.
  static func all(of model: APIModel, _ collections: [String: RecordCollection]) -> [String: MemberList] {
    var found: [String: MemberList] = [:]
    for operation in model.operations {
      guard let membership = operation.membership, found[membership.key] == nil,
        let owner = collections[membership.owner], let members = operation.resource.flatMap({ collections[$0] })
      else { continue }
      let name = membership.name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
      let table = "\(members.documents.name)_of_\(owner.documents.name)_\(String(name))"
      found[membership.key] = MemberList(membership: membership, owner: owner, members: members, table: table)
    }
    return found
  }

  /// The statements that make the table, and those of the records before it.
  var creation: String {
    """
    \(owner.documents.creation)
    \(members.documents.creation)
    CREATE TABLE IF NOT EXISTS "\(table)" (
      place INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES \(owner.documents.records.name) (number) ON DELETE CASCADE,
      member INTEGER NOT NULL REFERENCES \(members.documents.records.name) (number) ON DELETE CASCADE,
      UNIQUE (owner, member)
    ) STRICT;
    """
  }

  /// Has the query choose the members of a list alone.
  func require(of number: Int64, _ query: inout RowQuery) {
    query.require(
      RowQuery.Part("number IN (SELECT member FROM \"\(table)\" WHERE owner = ?)", [.integer(number)]))
  }

  /// Holds for the owners in whose list a member is.
  func holds(_ member: Int64) -> RowQuery.Part {
    RowQuery.Part("number IN (SELECT owner FROM \"\(table)\" WHERE member = ?)", [.integer(member)])
  }

  /// Has the list of a record that is there from the beginning have some members.
  func requireSeeds(_ record: StoredRecord, _ seeds: RecordSeeds) throws {
    try seeds.world.store.require(table: table)
    guard record.isSeed, members.isReachableWithoutParents else { return }
    try seeds.require(members, below: [])
    try seeds.world.deferredSeeds.require("\(table)?\(record.number)") { connection, source in
      guard source.dataset == .demo else { return }
      var query = RowQuery()
      query.limit = 2
      query.offset = Int(clamping: record.number % 5)
      let some = try members.documents.records.rows(connection, "number", query).compactMap(\.first?.integer)
      for member in some { try add(member, to: record.number, connection) }
    }
  }

  /// Puts a member into a list; whether it was not there before.
  @discardableResult
  func add(_ member: Int64, to owner: Int64, _ connection: Connection) throws -> Bool {
    try connection.execute(
      "INSERT OR IGNORE INTO \"\(table)\" (owner, member) VALUES (?, ?)", [.integer(owner), .integer(member)]) > 0
  }

  /// Takes a member off a list, or all of them; whether there was one.
  @discardableResult
  func remove(_ member: Int64? = nil, from owner: Int64, _ connection: Connection) throws -> Bool {
    let rest = member == nil ? "" : " AND member = ?"
    let arguments = [SQLValue.integer(owner)] + (member.map { [SQLValue.integer($0)] } ?? [])
    return try connection.execute("DELETE FROM \"\(table)\" WHERE owner = ?\(rest)", arguments) > 0
  }

  /// Has an owner show the members of its list, as its property has them: as records, or as ids; and how many there are.
  func show(in content: inout JSONObject, of number: Int64, _ connection: Connection, _ maker: ValueGenerator) throws {
    if let name = membership.shownIn, let member = owner.members[name] {
      var query = RowQuery()
      require(of: number, &query)
      query.limit = Self.maximumShown
      let records = try members.documents.records(connection, query)
      let element = maker.shape(of: member.place).items
      let isObject = element.map { !maker.members(of: $0).isEmpty } ?? true
      content[name] = .array(
        records.map { isObject ? .object($0.content) : members.idValue($0.id, below: $0.scope) })
    }
    let counts = countMembers
    if counts.isEmpty { return }
    let count = try connection.row(
      "SELECT COUNT(*) FROM \"\(table)\" WHERE owner = ?", [.integer(number)])?.first?.integer
    for name in counts { content[name] = .number(JSONNumber(Int(clamping: count ?? 0))) }
  }

  /// Whether an owner shows anything of its list.
  var isShown: Bool { membership.shownIn != nil || !countMembers.isEmpty }

  /// The properties of an owner that count the members of its list: `assetCount`.
  private var countMembers: [String] {
    let names = [membership.shownIn, membership.name].compactMap(\.self).flatMap { name -> [String] in
      let plain = Words.key(name)
      return [plain + "count", Words.singularKey(name) + "count", "total" + plain, "num" + plain, "numberof" + plain]
    }
    return owner.orderedMembers.filter {
      ($0.types.contains("integer") || $0.types.contains("number")) && names.contains(Words.key($0.name))
    }.map(
      \.name)
  }
}
