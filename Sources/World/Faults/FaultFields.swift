import HTTPCore
import JSON

/// One field of a fault's JSON object, as lists of fault types describe it.
package struct FaultField: Sendable, Equatable {
  /// The values that a field accepts.
  package enum Content: Sendable, Equatable {
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A text with this many characters.
    case text(ClosedRange<Int>)
    case choice([String])
    case flag
    case object
    case anything
  }

  package let name: String
  /// What it means, its range and its default, in one sentence.
  package let about: String
  package let content: Content
  package let isRequired: Bool
  /// The value when it is absent; nil when that is not a value.
  package let fallback: JSONValue?
}

/// Reads the fields of a fault as ``FieldReader`` does, each with its description, so that the code that reads a field
/// is also its only description. Without an object, it lists the fields instead.
package struct FaultFields {
  private var reader: FieldReader
  /// The fields that were read so far, while a fault describes itself.
  private var described: [FaultField]?

  /// Creates a reader of a fault's object that refuses fields of other kinds.
  package init(_ object: JSONObject, of type: any Fault.Type) {
    reader = FieldReader(object, known: ["type"] + type.fields.map(\.name))
  }

  // MARK: Describing

  /// The fields that a kind of fault reads, with their descriptions.
  static func described(by type: any Fault.Type) -> [FaultField] {
    var fields = FaultFields()
    _ = type.init(&fields)
    return fields.described ?? []
  }

  private init() {
    reader = FieldReader(JSONObject())
    described = []
  }

  /// Whether the fields are read to list them; nothing is refused then.
  package var isDescribing: Bool { described != nil }

  /// - Parameters:
  ///   - range: The range in words.
  ///   - absent: The behaviour when the field is absent, in words.
  private mutating func describe(
    _ name: String, _ about: String, _ content: FaultField.Content, range: String? = nil, absent: String? = nil,
    isRequired: Bool = false, fallback: JSONValue? = nil
  ) {
    guard isDescribing else { return }
    let parts = [about, range].compactMap(\.self).joined(separator: ", ")
    described?.append(
      FaultField(
        name: name, about: absent.map { "\(parts); \($0) without it" } ?? parts, content: content,
        isRequired: isRequired, fallback: fallback))
  }

  /// A number, without the fraction if that is zero.
  private static func words(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

  private static func words(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound)…\(range.upperBound)" }

  // MARK: Reading

  /// The value of a field as it was sent; nil when it is absent or null. Another call reads and describes it.
  package func value(_ name: String) -> JSONValue? { reader.value(name) }

  /// Any value; nil when it is absent or null.
  ///
  /// - Parameters:
  ///   - about: The meaning of the field.
  package mutating func anything(_ name: String, _ about: String) -> JSONValue? {
    describe(name, about, .anything)
    return reader.value(name)
  }

  /// An integer within a range; nil when it is absent or invalid.
  ///
  /// - Parameters:
  ///   - about: The meaning of the field; its range is added.
  ///   - absent: The behaviour when it is absent, in words.
  package mutating func optionalInteger(
    _ name: String, in range: ClosedRange<Int>, _ about: String, absent: String? = nil
  ) -> Int? {
    describe(name, about, .integer(range), range: Self.words(range), absent: absent)
    return reader.optionalInteger(name, in: range)
  }

  /// An integer within a range; the lower bound when it is invalid.
  ///
  /// - Parameters:
  ///   - fallback: The value when it is absent; nil when it is required.
  ///   - about: The meaning of the field; its range and its default are added.
  ///   - absent: The default in words, if its number is not clear.
  ///   - isOneOfSeveral: Whether other fields decide if it is required, so that it is not described as required.
  package mutating func integer(
    _ name: String, in range: ClosedRange<Int>, default fallback: Int? = nil, _ about: String,
    absent: String? = nil, isOneOfSeveral: Bool = false
  ) -> Int {
    describe(
      name, about, .integer(range), range: Self.words(range), absent: absent ?? fallback.map { "\($0)" },
      isRequired: fallback == nil && !isOneOfSeveral, fallback: fallback.map { .number(JSONNumber($0)) })
    return reader.integer(name, in: range, default: fallback)
  }

  /// A number within a range; the lower bound when it is invalid.
  ///
  /// - Parameters:
  ///   - fallback: The value when it is absent; nil when it is required.
  ///   - about: The meaning of the field; its range and its default are added.
  ///   - isOneOfSeveral: Whether other fields decide if it is required, so that it is not described as required.
  package mutating func number(
    _ name: String, in range: ClosedRange<Double>, default fallback: Double? = nil, _ about: String,
    isOneOfSeveral: Bool = false
  ) -> Double {
    describe(
      name, about, .number(range), range: "\(Self.words(range.lowerBound))…\(Self.words(range.upperBound))",
      absent: fallback.map(Self.words), isRequired: fallback == nil && !isOneOfSeveral,
      fallback: fallback.flatMap { JSONNumber($0) }.map(JSONValue.number))
    return reader.number(name, in: range, default: fallback)
  }

  /// A text with a number of characters in a range; nil when it is absent or invalid.
  ///
  /// - Parameters:
  ///   - about: The meaning of the field; its length is added.
  ///   - absent: The behaviour when it is absent, in words.
  package mutating func optionalText(
    _ name: String, length: ClosedRange<Int>, _ about: String, absent: String? = nil
  ) -> String? {
    describe(name, about, .text(length), range: "at most \(length.upperBound) characters", absent: absent)
    return reader.optionalText(name, length: length)
  }

  /// A part of messages, of any characters, with a length in a range; nil when it is absent or invalid.
  ///
  /// - Parameters:
  ///   - about: The meaning of the field; its length is added.
  ///   - absent: The behaviour when it is absent, in words.
  package mutating func optionalContent(
    _ name: String, length: ClosedRange<Int>, _ about: String, absent: String
  ) -> String? {
    describe(name, about, .text(length), range: "at most \(length.upperBound) characters", absent: absent)
    return reader.optionalContent(name, length: length)
  }

  /// One of a fixed set of words; the first of them when it is absent or invalid.
  ///
  /// - Parameters:
  ///   - about: The meaning of the field; the words are added.
  ///   - hasDefault: Whether the first word is described as the default.
  package mutating func choice(
    _ name: String, of choices: [String], _ about: String, hasDefault: Bool = true
  ) -> String {
    let words = choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
    describe(
      name, "\(about): \(words)", .choice(choices), absent: hasDefault ? choices.first : nil,
      fallback: hasDefault ? choices.first.map(JSONValue.string) : nil)
    return reader.choice(name, of: choices)
  }

  /// A boolean; false when it is absent or invalid.
  ///
  /// - Parameters:
  ///   - about: The effect of `true`.
  package mutating func flag(_ name: String, _ about: String) -> Bool {
    describe(name, about, .flag, fallback: false)
    return reader.flag(name)
  }

  /// An object; nil when it is absent or invalid.
  ///
  /// - Parameters:
  ///   - about: The meaning of the field.
  package mutating func optionalObject(_ name: String, _ about: String) -> JSONObject? {
    describe(name, about, .object)
    return reader.optionalObject(name)
  }

  /// Reports an invalid field.
  package mutating func reject(_ name: String, _ reason: String) { reader.reject(name, reason) }

  /// Checks the result.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every invalid field.
  package func finish() throws(Problem) { try reader.finish() }
}
