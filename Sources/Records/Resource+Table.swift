import HTTPCore
import Store
import World

/// The SQL of a resource, written once.
struct Statements: Sendable {
  let seeding: String
  let insertion: NumberedInsertion
  let update: String

  init(_ table: RecordTable, sequence: String, idPrefix: String, _ stored: [Resource.Member]) {
    let columns = stored.map(\.column)
    insertion = NumberedInsertion(into: table, sequence: sequence, idPrefix: idPrefix, columns)
    let changes = stored.compactMap(\.assignment).joined(separator: ", ")
    update = "UPDATE \(table.name) SET \(changes) WHERE id = ? RETURNING \(table.json)"
    let values = ["record.key + 1", "record.value ->> 'id'"] + stored.map(\.seedValue)
    seeding = """
      INSERT INTO \(table.name) (\((["number", "id"] + columns).joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) FROM json_each(?) AS record
      """
  }
}

extension Resource.Member {
  /// How the column stands in its table; nil for a member that has none.
  var tableColumn: Table.Column? {
    let uniqueness = traits.isUnique ? "UNIQUE COLLATE NOCASE" : nil
    // What is added to rows that are there needs a value for them.
    switch content {
    case .text: return Table.Column(column, .text, isOptional: traits.isOptional, uniqueness ?? added("''"))
    case .choice(_, let initial):
      return Table.Column(column, .text, isOptional: traits.isOptional, added("'\(initial)'"))
    case .number(let range):
      return Table.Column(
        column, .real, isOptional: traits.isOptional, added("\(range.lowerBound)"), rule: ColumnRule.finite)
    case .reference(let resource):
      return Table.Column(
        column, .text, isOptional: true, "REFERENCES \(resource.table.name) (id) ON DELETE SET NULL")
    case .moment: return Table.Column(column, .integer, isOptional: traits.isOptional, added("0"))
    case .plainObject: return Table.Column(column, .text, isOptional: true, rule: ColumnRule.json)
    case .object, .computed: return nil
    }
  }

  private func added(_ value: String) -> String? { traits.isAdded && !traits.isOptional ? "DEFAULT \(value)" : nil }

  /// How the record shows it.
  var jsonMember: JSONExpression.Member {
    traits.isOptional ? requiredJSONMember.unlessNull(column) : requiredJSONMember
  }

  private var requiredJSONMember: JSONExpression.Member {
    switch content {
    case .text, .choice, .reference: JSONExpression.text(name, column)
    case .number: JSONExpression.number(name, column)
    case .moment: JSONExpression.date(name, column)
    case .plainObject: JSONExpression.json(name, column)
    case .object(let members): JSONExpression.json(name, JSONExpression.object(members.map(\.jsonMember)))
    case .computed(let sql): JSONExpression.integer(name, sql)
    }
  }

  /// Its value in a record of a seed file. SQLite reads the JSON itself, which takes a tenth of the time of decoding it
  /// first.
  fileprivate var seedValue: String {
    let path = traits.parent.map { "$.\($0).\(name)" } ?? "$.\(name)"
    return switch content {
    case .moment: "CAST(strftime('%s', record.value ->> '\(path)') AS INTEGER)"
    case .plainObject:
      """
      CASE WHEN record.value -> '\(path)' IS NOT NULL THEN
        (SELECT json_group_object(name, text) FROM
          (SELECT key AS name, value AS text FROM json_each(record.value, '\(path)') ORDER BY key))
      END
      """
    case .choice(_, let initial): "coalesce(record.value ->> '\(path)', '\(initial)')"
    default: "record.value ->> '\(path)'"
    }
  }

  /// What a replacement does with the column; nil for nothing.
  fileprivate var assignment: String? {
    switch content {
    case .text, .number: "\(column) = ?"
    case .choice: "\(column) = coalesce(?, \(column))"
    case .reference: "\(column) = CASE WHEN ? THEN ? ELSE \(column) END"
    case .moment(.changed): "\(column) = ?"
    default: nil
    }
  }
}

extension Resource {
  /// The statements that make the table as it was first released.
  package var creation: String {
    let indexes = stored.filter { !$0.traits.isAdded }.compactMap(index)
    return ([table.creation] + indexes).joined(separator: "\n")
  }

  /// A step for each member that was added since.
  package var additions: [SchemaStep] {
    stored.filter(\.traits.isAdded).compactMap { member -> SchemaStep? in
      guard let column = member.tableColumn else { return nil }
      let statements = [column.addition(to: table.name), index(member)].compactMap(\.self)
      return SchemaStep("\(table.name).\(column.name)", sql: statements.joined(separator: "\n"))
    }
  }

  /// The index by which records that refer to another one are found.
  private func index(_ member: Member) -> String? {
    guard case .reference = member.content else { return nil }
    let name = "\(table.name)_\(member.column.replacing("_id", with: ""))"
    return "CREATE INDEX \(name) ON \(table.name) (\(member.column)) WHERE \(member.column) IS NOT NULL;"
  }

  /// Loads a seed file, a JSON array of records, into the empty table.
  package func seed(_ connection: Connection, _ json: String) throws {
    try connection.execute(statements.seeding, [.text(json)])
  }

  /// Has new records get the numbers after those that are there.
  package func continueNumbers(_ connection: Connection) throws {
    try WorldSQL.set(connection, sequence, toLastOf: table.name)
  }

  // MARK: Records

  /// Makes a record. Call it inside a transaction.
  ///
  /// - Returns: Its id and its JSON.
  /// - Throws: ``Problem`` of kind `validation` when it refers to a record that is not there, `conflict` when another one
  ///   has what is unique.
  package func insert(
    _ connection: Connection, _ input: ResourceInput, at time: Timestamp
  ) throws -> (id: String, json: [UInt8]?) {
    try check(connection, input, id: nil)
    return try statements.insertion.insert(
      connection,
      input.values.enumerated().map { index, value in
        switch stored[index].content {
        case .moment(.created): .integer(time.seconds)
        case .choice(_, let initial): value ?? .text(initial)
        default: value ?? .null
        }
      })
  }

  /// Puts a record in the place of one that is there. Call it inside a transaction.
  ///
  /// - Returns: Its JSON; nil when there is none of that id.
  /// - Throws: As ``insert(_:_:at:)``.
  package func replace(
    _ connection: Connection, id: String, _ input: ResourceInput, at time: Timestamp
  ) throws -> [UInt8]? {
    try check(connection, input, id: id)
    var arguments: [SQLValue] = []
    for (index, value) in input.values.enumerated() {
      switch stored[index].content {
      case .text, .number, .choice: arguments.append(value ?? .null)
      case .reference: arguments += [.boolean(value != nil), value ?? .null]
      case .moment(.changed): arguments.append(.integer(time.seconds))
      default: break
      }
    }
    return try connection.bytes(statements.update, arguments + [.text(id)])
  }

  private func check(_ connection: Connection, _ input: ResourceInput, id: String?) throws {
    for (index, value) in input.values.enumerated() {
      guard let value, value != .null else { continue }
      let member = stored[index]
      if case .reference(let target) = member.content, let other = value.text,
        try !target.records.contains(connection, id: other)
      {
        throw Problem(.validation, "\(member.name) names no \(target.noun)", field: member.name, value: other)
      }
      if member.traits.isUnique, try records.isTaken(connection, member.column, value, except: id) {
        throw Problem(.conflict, "another \(noun) has this \(member.name)", field: member.name)
      }
    }
  }
}
