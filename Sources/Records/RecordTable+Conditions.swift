import JSON
import Store

// Conditions on members of records, and the order by one. A member is named by its column where it has one, else by its
// JSON path.

extension RecordTable {
  /// A member's path as SQLite's JSON functions take it.
  package static func path(_ member: String) -> String { "$.\"\(member.replacing("\"", with: ""))\"" }

  /// The value of a member in SQL.
  private func value(of member: String) -> RowQuery.Part {
    switch form {
    case .columns: RowQuery.Part(member)
    case .document(let column): RowQuery.Part("json_extract(\(column), ?)", [.text(member)])
    }
  }

  /// Puts SQL around the value of a member.
  private func part(
    _ member: String, _ sql: (_ value: String) -> String, _ arguments: [SQLValue] = []
  ) -> RowQuery.Part {
    let value = value(of: member)
    return RowQuery.Part(sql(value.sql), value.arguments + arguments)
  }

  /// Holds for records in whose member one of the values stands, alone or in an array, or names an object in an array: by
  /// its id, its name or its slug.
  package func condition(_ member: String, in values: [String]) -> RowQuery.Part {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    let arguments = values.map(SQLValue.text)
    guard case .document(let column) = form else {
      return part(member, { "CAST(\($0) AS TEXT) IN (\(marks))" }, arguments)
    }
    return RowQuery.Part(
      """
      EXISTS (SELECT 1 FROM json_each(\(column), ?) AS element WHERE
        CASE element.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(element.atom AS TEXT) END IN (\(marks))
        OR element.type = 'object' AND typeof(element.key) = 'integer' AND EXISTS (
          SELECT 1 FROM json_each(element.value) AS property
          WHERE property.key IN ('id', 'name', 'slug', 'value') AND CAST(property.atom AS TEXT) IN (\(marks))))
      """, [.text(member)] + arguments + arguments)
  }

  /// Holds for records one of whose members is a text, whatever its type.
  package func condition(anyOf members: [String], is text: String) -> RowQuery.Part {
    let parts = members.map { part($0, { "CAST(\($0) AS TEXT) = ?" }, [.text(text)]) }
    return RowQuery.Part("(\(parts.map(\.sql).joined(separator: " OR ")))", parts.flatMap(\.arguments))
  }

  /// Holds for records with an object in a list one of whose properties is a text, or a number that is written so.
  ///
  /// - Parameters:
  ///   - list: The path of the list, as SQLite's JSON functions take it.
  package func condition(elementsOf list: String, have property: String, is text: String) -> RowQuery.Part {
    guard case .document(let column) = form else { return RowQuery.Part("0") }
    return RowQuery.Part(
      """
      EXISTS (SELECT 1 FROM json_each(\(column), ?) AS line WHERE
        CASE line.type WHEN 'object' THEN CAST(json_extract(line.value, ?) AS TEXT) END = ?)
      """, [.text(list), .text(Self.path(property)), .text(text)])
  }

  /// The records of some ids.
  func query(ids: [SQLValue]) -> RowQuery {
    var query = RowQuery()
    query.require(RowQuery.Part("id IN (SELECT value FROM json_each(?))", [Self.list(ids)]))
    return query
  }

  /// The records whose member names one of some records, be it as a number or as a text.
  func query(referringBy member: String, to ids: [SQLValue]) -> RowQuery {
    var query = RowQuery()
    query.require(
      part(member, { "CAST(\($0) AS TEXT) IN (SELECT CAST(value AS TEXT) FROM json_each(?))" }, [Self.list(ids)]))
    return query
  }

  /// A JSON array of values.
  private static func list(_ values: [SQLValue]) -> SQLValue {
    let elements = values.map { value -> JSONValue in
      value.integer.map { .number(JSONNumber(Int($0))) } ?? .string(value.text ?? "")
    }
    return .text(String(decoding: JSONWriter.serialize(.array(elements)), as: UTF8.self))
  }

  /// Holds for records for whose member a comparison does. Numbers are compared with numbers as such.
  package func condition(_ member: String, _ comparison: Comparison) -> RowQuery.Part {
    let text = comparison.value
    if let sign = comparison.sign.orderSign {
      let number = Double(text).flatMap { $0.isFinite ? SQLValue.real($0) : nil }
      return part(member, { "\($0) \(sign) ?" }, [number ?? .text(text)])
    }
    switch comparison.sign {
    case .unequal: return part(member, { "CAST(\($0) AS TEXT) IS NOT ?" }, [.text(text)])
    case .among:
      let values = text.trimmingPrefix("(").split(separator: ",").prefix(100).map {
        String($0.hasSuffix(")") ? $0.dropLast() : $0).filter { $0 != "\"" }
      }
      return condition(member, in: values)
    case .like: return part(member, { "\($0) LIKE ?" }, [.text(text.replacing("*", with: "%"))])
    case .ilike: return part(member, { "fold(\($0)) LIKE fold(?)" }, [.text(text.replacing("*", with: "%"))])
    case .is where text == "null": return part(member) { "\($0) IS NULL" }
    default: return condition(member, in: [text])
    }
  }

  /// Holds for records in one of whose texts this one stands, in whatever case.
  ///
  /// - Parameters:
  ///   - members: Where to look, for records with columns. All of a document is looked through.
  package func condition(containing text: String, in members: [String] = []) -> RowQuery.Part {
    guard case .document(let column) = form else {
      let parts = members.map { "instr(fold(\($0)), fold(?)) > 0" }
      return RowQuery.Part("(\(parts.joined(separator: " OR ")))", members.map { _ in .text(text) })
    }
    let pattern = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    return RowQuery.Part(
      """
      EXISTS (SELECT 1 FROM json_tree(\(column)) WHERE type = 'text' AND fold(atom) LIKE fold(?) ESCAPE '\\')
      """, [.text("%\(pattern)%")])
  }

  /// The order of a member's values.
  /// The square of the distance of two numbers from a point, each in its own scale.
  ///
  /// - Parameters:
  ///   - one: The number's place, the point's, and how much one of its units counts.
  ///   - other: The same for the other number.
  package func squaredDistance(
    _ one: (member: String, point: Double, scale: Double), _ other: (member: String, point: Double, scale: Double)
  ) -> RowQuery.Part {
    let parts = [one, other].map { axis -> RowQuery.Part in
      let value = value(of: axis.member)
      return RowQuery.Part(
        "((CAST(\(value.sql) AS REAL) - ?) * (CAST(\(value.sql) AS REAL) - ?) * ?)",
        value.arguments + [.real(axis.point)] + value.arguments + [.real(axis.point), .real(axis.scale * axis.scale)])
    }
    return RowQuery.Part("(\(parts.map(\.sql).joined(separator: " + ")))", parts.flatMap(\.arguments))
  }

  package func sorting(by member: String, isFalling: Bool) -> RowQuery.Part {
    part(member) { "\($0)\(isFalling ? " DESC" : "")" }
  }
}
