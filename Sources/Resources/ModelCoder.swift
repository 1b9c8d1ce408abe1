import JSON
import OpenAPI

/// Reads or writes the members of a value, each named once. Members that say what is said anyway are left out.
struct ModelCoder {
  private var object: JSONObject
  private let isReading: Bool
  /// Whether all that was read so far is of the right kind.
  private var isWhole = true

  /// A value as JSON.
  static func written<Value>(_ value: Value, _ code: (inout Value, inout ModelCoder) -> Void) -> JSONValue {
    var (value, coder) = (value, ModelCoder(object: JSONObject(), isReading: false))
    code(&value, &coder)
    return .object(coder.object)
  }

  /// A value from JSON; nil when that is of another kind.
  ///
  /// - Parameters:
  ///   - blank: What it is when nothing is said.
  static func read<Value>(
    _ json: JSONValue, _ blank: Value, _ code: (inout Value, inout ModelCoder) -> Void
  ) -> Value? {
    guard let object = json.object else { return nil }
    var (value, coder) = (blank, ModelCoder(object: object, isReading: true))
    code(&value, &coder)
    return coder.isWhole ? value : nil
  }

  /// A member of any kind.
  mutating func member<Value: Equatable>(
    _ name: String, _ value: inout Value, or usual: Value, _ json: (Value) -> JSONValue,
    _ read: (JSONValue) -> Value?
  ) {
    guard isReading else {
      if value != usual { object[name] = json(value) }
      return
    }
    guard let coded = object[name] else {
      value = usual
      return
    }
    if let known = read(coded) { value = known } else { isWhole = false }
  }

  mutating func text(_ name: String, _ value: inout String) {
    member(name, &value, or: "", JSONValue.string, \.string)
  }

  mutating func text(_ name: String, _ value: inout String?) {
    member(name, &value, or: nil, { $0.map(JSONValue.string) ?? .null }, \.string)
  }

  mutating func texts(_ name: String, _ value: inout [String]) {
    member(name, &value, or: [], { .array($0.map(JSONValue.string)) }, { $0.array?.compactMap(\.string) })
  }

  mutating func flag(_ name: String, _ value: inout Bool) { member(name, &value, or: false, JSONValue.bool, \.bool) }

  mutating func number(_ name: String, _ value: inout Int) {
    member(name, &value, or: 0, { .number(JSONNumber($0)) }, \.number?.integer)
  }

  mutating func pointer(_ name: String, _ value: inout JSONPointer?) {
    member(
      name, &value, or: nil, { .array(($0?.tokens ?? []).map(JSONValue.string)) },
      { $0.array.map { JSONPointer($0.compactMap(\.string)) } })
  }

  mutating func map(_ name: String, _ value: inout [String: String]) {
    member(
      name, &value, or: [:], { .object(JSONObject($0.sorted { $0.key < $1.key }.map { ($0, .string($1)) })) },
      { json in
        json.object.map { object in
          Dictionary(object.members.compactMap { one in one.value.string.map { (one.key, $0) } }) { $1 }
        }
      })
  }

  /// A value with members of its own, or nil.
  mutating func inner<Value: Equatable>(
    _ name: String, _ value: inout Value?, _ blank: Value, _ code: (inout Value, inout ModelCoder) -> Void
  ) {
    member(
      name, &value, or: nil, { $0.map { Self.written($0, code) } ?? .null }, { Self.read($0, blank, code) })
  }

  /// Several of them.
  mutating func list<Value: Equatable>(
    _ name: String, _ value: inout [Value], _ blank: Value, _ code: (inout Value, inout ModelCoder) -> Void
  ) {
    member(
      name, &value, or: [], { .array($0.map { Self.written($0, code) }) },
      { $0.array?.compactMap { Self.read($0, blank, code) } })
  }
}
