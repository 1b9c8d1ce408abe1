import Foundation
import HTTPCore
import JSON
import Platform

/// Rows of text in columns.
enum TextTable {
  /// The lines of a table, with columns as wide as needed. Empty columns are omitted.
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
  ///   - columns: The paths of the values in each object, such as `clock.now`; the last name is the column's heading
  ///     unless another one follows, as in `faults.id=FAULTS`.
  static func lines(_ objects: [JSONValue], columns: [String]) -> [String] {
    let places = columns.map { column in
      column.prefix { $0 != "=" }.split(separator: ".").map(String.init)
    }
    return lines(columns.map(head), objects.map { object in places.map { cell(object, $0[...]) } })
  }

  /// The heading of a column: `clock.randomSeed` is `RANDOM SEED`.
  static func head(_ place: String) -> String {
    if let sign = place.firstIndex(of: "=") { return String(place[place.index(after: sign)...]) }
    let name = place.split(separator: ".").last ?? ""
    return name.reduce(into: "") { $0 += ($1.isUppercase ? " " : "") + $1.uppercased() }
  }

  /// The text of a value at a path; for an array, those of all its elements.
  private static func cell(_ value: JSONValue, _ place: ArraySlice<String>) -> String {
    if let array = value.array { return array.map { cell($0, place) }.joined(separator: ", ") }
    guard let name = place.first else { return JSONText.short(value) }
    return value[name].map { cell($0, place.dropFirst()) } ?? ""
  }
}

extension String {
  func trimmingTrailingSpaces() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// JSON as readable lines of names and values.
enum JSONText {
  /// A value in one line: texts without quotes, nothing for null.
  static func short(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): oneLine(text)
    case .object, .array: String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
    case .number(let number): number.literal
    case .bool(let bool): bool ? "true" : "false"
    }
  }

  /// An object as `name: value`, with the properties of nested objects as `outer.inner: value`, and an array of objects
  /// as a table below its name; anything else in one line.
  static func lines(_ value: JSONValue) -> [String] {
    switch value {
    case .object(let object): object.members.flatMap { lines($0.key, $0.value) }
    case .array(let array) where array.contains { $0.object != nil }: table(array)
    default: [short(value)]
    }
  }

  private static func lines(_ name: String, _ value: JSONValue) -> [String] {
    switch value {
    case .object(let object) where !object.isEmpty:
      return object.members.flatMap { lines("\(name).\($0.key)", $0.value) }
    case .array(let array) where array.contains { $0.object != nil }:
      return ["\(name):"] + table(array).map { "  \($0)" }
    case .array(let array):
      return ["\(name): \(array.isEmpty ? "none" : array.map(short).joined(separator: ", "))"]
    default:
      return ["\(name): \(value.isNull ? "none" : short(value))"]
    }
  }

  /// Objects with all properties that any of them has.
  static func table(_ array: [JSONValue]) -> [String] {
    var columns: [String] = []
    for key in array.flatMap({ $0.object?.keys ?? [] }) where !columns.contains(key) { columns.append(key) }
    return TextTable.lines(columns.map(TextTable.head), array.map { row in columns.map { short(row[$0] ?? .null) } })
  }

  /// Control characters would move the terminal's cursor.
  private static func oneLine(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }
}
