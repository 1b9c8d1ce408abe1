import JSON

/// Reads the fields of a JSON object and collects every failure, so that one answer names them all.
///
/// Unknown keys are ignored (CONTRACT G5); `null` counts as absent.
package struct FieldReader {
  private let object: JSONObject
  private var failures: [Failure] = []

  private struct Failure {
    let field: String
    let reason: String
    let value: String
  }

  /// A reader of the object's fields.
  package init(_ object: JSONObject) {
    self.object = object
  }

  /// A required text.
  ///
  /// - Parameters:
  ///   - length: The allowed number of characters, counted in Unicode scalars as JSON Schema's `maxLength` does: a
  ///     letter may have any number of marks on it. Blank text counts as empty.
  package mutating func text(_ field: String, length: ClosedRange<Int>) -> String? {
    guard let value = present(field) else {
      fail(field, "is required", value: nil)
      return nil
    }
    return checkedText(field, value, length: length)
  }

  /// A text that may be absent or null.
  package mutating func optionalText(_ field: String, length: ClosedRange<Int>) -> String? {
    guard let value = present(field) else { return nil }
    return checkedText(field, value, length: length)
  }

  /// A required number; integers and fractions alike (CONTRACT G6).
  package mutating func number(_ field: String, in range: ClosedRange<Double>) -> Double? {
    guard let value = present(field) else {
      fail(field, "is required", value: nil)
      return nil
    }
    guard case .number(let number) = value else {
      fail(field, "must be a number, not \(value.typeName)", value: value)
      return nil
    }
    guard let double = number.double, range.contains(double) else {
      fail(field, "must be a number from \(range.lowerBound.plain) to \(range.upperBound.plain)", value: value)
      return nil
    }
    return double
  }

  /// A text of a fixed set that may be absent or null.
  package mutating func optionalChoice(_ field: String, of choices: [String]) -> String? {
    guard let value = present(field) else { return nil }
    guard case .string(let text) = value, choices.contains(text) else {
      fail(field, "must be one of \(choices.joined(separator: ", "))", value: value)
      return nil
    }
    return text
  }

  /// A boolean that may be absent or null.
  package mutating func optionalBoolean(_ field: String) -> Bool? {
    guard let value = present(field) else { return nil }
    guard let boolean = value.bool else {
      fail(field, "must be true or false, not \(value.typeName)", value: value)
      return nil
    }
    return boolean
  }

  /// An object that may be absent or null.
  package mutating func optionalObject(_ field: String) -> JSONObject? {
    guard let value = present(field) else { return nil }
    guard let object = value.object else {
      fail(field, "must be an object, not \(value.typeName)", value: value)
      return nil
    }
    return object
  }

  /// What a change of an optional text says (RFC 7396): nothing, to remove it, or its new value.
  package mutating func change(_ field: String, length: ClosedRange<Int>) -> FieldChange<String> {
    guard let value = object[field] else { return .keep }
    guard value != .null else { return .remove }
    return checkedText(field, value, length: length).map(FieldChange.set) ?? .keep
  }

  /// Adds a failure found by a rule of the caller's own.
  package mutating func reject(_ field: String, _ reason: String) {
    fail(field, reason, value: present(field))
  }

  /// Ends the reading.
  ///
  /// - Throws: ``Problem`` of kind `validation` when any field failed: `field` and `value` of the first one,
  ///   then every failing field by its name.
  package func finish() throws(Problem) {
    guard let first = failures.first else { return }
    var details = [Problem.Detail("field", first.field), Problem.Detail("value", first.value)]
    for failure in failures where failure.field != "field" && failure.field != "value" {
      details.append(Problem.Detail(failure.field, failure.reason))
    }
    throw Problem(.validation, "\(first.field) \(first.reason)", details: details)
  }

  private func present(_ field: String) -> JSONValue? {
    guard let value = object[field], value != .null else { return nil }
    return value
  }

  private mutating func checkedText(_ field: String, _ value: JSONValue, length: ClosedRange<Int>) -> String? {
    guard case .string(let text) = value else {
      fail(field, "must be a string, not \(value.typeName)", value: value)
      return nil
    }
    guard !text.utf8.contains(0) else {
      fail(field, "must not contain the character U+0000", value: value)
      return nil
    }
    let isBlank = text.allSatisfy(\.isWhitespace)
    let count = text.unicodeScalars.count
    guard length.contains(count), !isBlank || length.lowerBound == 0 else {
      let rule =
        isBlank
        ? "must not be blank"
        : "must have from \(length.lowerBound) to \(length.upperBound) characters, not \(count)"
      fail(field, rule, value: value)
      return nil
    }
    return text
  }

  private mutating func fail(_ field: String, _ reason: String, value: JSONValue?) {
    guard !failures.contains(where: { $0.field == field }) else { return }
    failures.append(Failure(field: field, reason: reason, value: Self.shown(value).clipped(to: 100)))
  }

  private static func shown(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: "null"
    case .string(let text)?: text
    case let value?: String(decoding: JSONWriter.serialize(value), as: UTF8.self)
    }
  }
}

/// What a change of a record says about one of its optional fields (RFC 7396).
package enum FieldChange<Value: Sendable>: Sendable {
  /// The field was not in the request.
  case keep
  /// The field was null.
  case remove
  case set(Value)
}

extension Double {
  /// The number without a fraction when it is integral: `100000`, `0.01`.
  fileprivate var plain: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
