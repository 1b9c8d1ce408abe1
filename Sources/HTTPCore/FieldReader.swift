import JSON

/// Reads the fields of a JSON object. An invalid field is noted and read as a harmless value, so that one error reports
/// all invalid fields; ``finish()`` throws it. `null` counts as absent.
package struct FieldReader {
  private static let maximumUnknown = 16

  private let object: JSONObject
  private var failures: [Failure] = []

  private struct Failure {
    let field: String
    let reason: String
    /// The value that was sent; nil when it was absent.
    let value: String?
  }

  /// Creates a reader that ignores unknown fields (CONTRACT G5).
  package init(_ object: JSONObject) {
    self.object = object
  }

  /// Creates a reader that refuses unknown fields.
  ///
  /// - Parameters:
  ///   - known: The allowed names.
  package init(_ object: JSONObject, known: [String]) {
    self.init(object)
    let names = KnownNames(known)
    // Bounded, because each name is compared with all known names.
    for member in object.members.lazy.filter({ !known.contains($0.key) }).prefix(Self.maximumUnknown) {
      // The name is the client's, so it is shown in part only.
      reject(member.key.clipped(to: 60), names.refusal(of: member.key))
    }
  }

  /// The value of a field as it was sent; nil when it is absent or null.
  package func value(_ field: String) -> JSONValue? {
    guard let value = object[field], value != .null else { return nil }
    return value
  }

  /// A required text; empty when it is invalid.
  ///
  /// - Parameters:
  ///   - length: The allowed number of characters, counted in Unicode scalars as JSON Schema's `maxLength` does,
  ///     because a letter may have any number of combining marks. Blank text counts as empty.
  package mutating func text(_ field: String, length: ClosedRange<Int>) -> String {
    guard isPresent(field), let value = value(field) else { return "" }
    return checkedText(field, value, length: length) ?? ""
  }

  /// A text; nil when it is absent or invalid.
  package mutating func optionalText(_ field: String, length: ClosedRange<Int>) -> String? {
    guard let value = value(field) else { return nil }
    return checkedText(field, value, length: length)
  }

  /// A text that is passed on unchanged, such as a message: it may contain U+0000 and be blank. nil when it is absent
  /// or invalid.
  package mutating func optionalContent(_ field: String, length: ClosedRange<Int>) -> String? {
    guard let value = value(field) else { return nil }
    return checkedText(field, value, length: length, isContent: true)
  }

  /// A number, with or without a fraction (CONTRACT G6); the range's lower bound when it is invalid.
  ///
  /// - Parameters:
  ///   - fallback: The value when it is absent; nil when it is required.
  package mutating func number(
    _ field: String, in range: ClosedRange<Double>, default fallback: Double? = nil
  ) -> Double {
    let harmless = fallback ?? range.lowerBound
    guard fallback != nil || isPresent(field), let value = value(field) else { return harmless }
    guard case .number(let number) = value else {
      fail(field, "must be a number, not \(value.typeName)", value: value)
      return harmless
    }
    guard let double = number.double, range.contains(double) else {
      fail(field, "must be a number from \(range.lowerBound.plain) to \(range.upperBound.plain)", value: value)
      return harmless
    }
    return double
  }

  /// An integer; nil when it is absent or invalid.
  package mutating func optionalInteger(_ field: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = value(field) else { return nil }
    guard let integer = value.number?.integer, range.contains(integer) else {
      fail(field, "must be a whole number from \(range.lowerBound) to \(range.upperBound)", value: value)
      return nil
    }
    return integer
  }

  /// An integer; the range's lower bound when it is invalid.
  ///
  /// - Parameters:
  ///   - fallback: The value when it is absent; nil when it is required.
  package mutating func integer(_ field: String, in range: ClosedRange<Int>, default fallback: Int? = nil) -> Int {
    if fallback == nil { _ = isPresent(field) }
    return optionalInteger(field, in: range) ?? fallback ?? range.lowerBound
  }

  /// One of a fixed set of texts; the first of them when it is absent, null or invalid.
  package mutating func choice(_ field: String, of choices: [String]) -> String {
    optionalChoice(field, of: choices) ?? choices.first ?? ""
  }

  /// One of a fixed set of texts; nil when it is absent, null or invalid.
  package mutating func optionalChoice(_ field: String, of choices: [String]) -> String? {
    guard let value = value(field) else { return nil }
    guard case .string(let text) = value, choices.contains(text) else {
      fail(field, "must be one of \(choices.joined(separator: ", "))", value: value)
      return nil
    }
    return text
  }

  /// A boolean; nil when it is absent, null or invalid.
  package mutating func optionalBoolean(_ field: String) -> Bool? {
    guard let value = value(field) else { return nil }
    guard let boolean = value.bool else {
      fail(field, "must be true or false, not \(value.typeName)", value: value)
      return nil
    }
    return boolean
  }

  /// A boolean; false when it is absent, null or invalid.
  package mutating func flag(_ field: String) -> Bool {
    optionalBoolean(field) ?? false
  }

  /// An object; nil when it is absent, null or invalid.
  package mutating func optionalObject(_ field: String) -> JSONObject? {
    guard let value = value(field) else { return nil }
    guard let object = value.object else {
      fail(field, "must be an object, not \(value.typeName)", value: value)
      return nil
    }
    return object
  }

  /// The change of an optional text (RFC 7396): unchanged, removed, or a new value.
  package mutating func change(_ field: String, length: ClosedRange<Int>) -> FieldChange<String> {
    guard let value = object[field] else { return .keep }
    guard value != .null else { return .remove }
    return checkedText(field, value, length: length).map(FieldChange.set) ?? .keep
  }

  /// Adds a failure that the caller found.
  package mutating func reject(_ field: String, _ reason: String) {
    fail(field, reason, value: object[field])
  }

  /// Checks the result.
  ///
  /// - Throws: ``Problem`` of kind `validation` when any field is invalid: `field` and, if present, `value` of the
  ///   first one, then every invalid field by its name.
  package func finish() throws(Problem) {
    guard let first = failures.first else { return }
    var details = [Problem.Detail("field", first.field)]
    if let value = first.value { details.append(Problem.Detail("value", value)) }
    for failure in failures where failure.field != "field" && failure.field != "value" {
      details.append(Problem.Detail(failure.field, failure.reason))
    }
    throw Problem(.validation, "\(first.field) \(first.reason)", details: details)
  }

  /// Whether a required field is present; notes a failure when it is not.
  private mutating func isPresent(_ field: String) -> Bool {
    guard value(field) == nil else { return true }
    fail(field, "is required", value: object[field])
    return false
  }

  private mutating func checkedText(
    _ field: String, _ value: JSONValue, length: ClosedRange<Int>, isContent: Bool = false
  ) -> String? {
    guard case .string(let text) = value else {
      fail(field, "must be a string, not \(value.typeName)", value: value)
      return nil
    }
    guard isContent || !text.utf8.contains(0) else {
      fail(field, "must not contain the character U+0000", value: value)
      return nil
    }
    let isBlank = !isContent && text.allSatisfy(\.isWhitespace)
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
    failures.append(Failure(field: field, reason: reason, value: value.map { Self.shown($0).clipped(to: 100) }))
  }

  private static func shown(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case let value: String(decoding: JSONWriter.serialize(value), as: UTF8.self)
    }
  }
}

/// The change of one optional field of a record (RFC 7396).
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
