import HTTPCore
import JSON

/// Rows of text in columns, for people.
enum TextTable {
  /// The lines of a table, its columns as wide as they need to be. Columns with nothing in any row are left out.
  static func lines(_ header: [String], _ rows: [[String]]) -> [String] {
    let columns = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let table = [header] + rows
    let widths = columns.map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      let cells = zip(columns, widths).map { row[$0] + String(repeating: " ", count: $1 - row[$0].count) }
      return cells.joined(separator: "  ").trimmingTrailingSpaces()
    }
  }

  /// The lines of a table of JSON objects.
  ///
  /// - Parameters:
  ///   - columns: The places of the values in each object, such as `clock.now`; the last name is the column's head
  ///     unless another one follows, as in `faults.id=FAULTS`.
  static func lines(_ objects: [JSONValue], columns: [String]) -> [String] {
    let places = columns.map { column in
      column.prefix { $0 != "=" }.split(separator: ".").map(String.init)
    }
    return lines(columns.map(head), objects.map { object in places.map { cell(object, $0[...]) } })
  }

  /// The head of a column for a member: `clock.randomSeed` is `RANDOM SEED`.
  static func head(_ place: String) -> String {
    if let sign = place.firstIndex(of: "=") { return String(place[place.index(after: sign)...]) }
    let name = place.split(separator: ".").last ?? ""
    return name.reduce(into: "") { $0 += ($1.isUppercase ? " " : "") + $1.uppercased() }
  }

  /// The text of a value at a place; of an array there, those of all its elements.
  private static func cell(_ value: JSONValue, _ place: ArraySlice<String>) -> String {
    if let array = value.array { return array.map { cell($0, place) }.joined(separator: ", ") }
    guard let name = place.first else { return JSONText.short(value) }
    return value[name].map { cell($0, place.dropFirst()) } ?? ""
  }
}

extension String {
  fileprivate func trimmingTrailingSpaces() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
