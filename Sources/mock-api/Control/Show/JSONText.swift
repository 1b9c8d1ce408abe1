import HTTPCore
import JSON

/// JSON as people read it: lines of names and values.
enum JSONText {
  /// A value in one line: texts without their quotes, nothing for null.
  static func short(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): oneLine(text)
    case .object, .array: String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
    case .number(let number): number.literal
    case .bool(let bool): bool ? "true" : "false"
    }
  }

  /// An object as `name: value`, the members of inner objects as `outer.inner: value`, an array of objects as a table
  /// below its name; anything else in one line.
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

  /// Objects with all the members that any of them has.
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
