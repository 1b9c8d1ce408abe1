import HTTPCore
import JSON

/// One field of a fault's JSON object, as it is told to who asks which faults there are.
package struct FaultField: Sendable, Equatable {
  /// What may stand in a field.
  package enum Content: Sendable, Equatable {
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A text of so many characters.
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
  /// What counts when it is absent; nil when that is no value.
  package let fallback: JSONValue?
}

/// Reads the fields of a fault as ``FieldReader`` does, each with what it is about; so the code that reads a field is all
/// that is ever said about it. Run on no object, it describes the fields instead.
package struct FaultFields {
  private var reader: FieldReader
  /// What was read so far, while a fault describes itself.
  private var described: [FaultField]?

  /// A reader of a fault's object, in which other fields than those of its kind are wrong.
  package init(_ object: JSONObject, of type: any Fault.Type) {
    reader = FieldReader(object, known: ["type"] + type.fields.map(\.name))
  }

  // MARK: Describing

  /// The fields that a kind of fault reads, each with what it says about it.
  static func described(by type: any Fault.Type) -> [FaultField] {
    var fields = FaultFields()
    _ = type.init(&fields)
    return fields.described ?? []
  }

  private init() {
    reader = FieldReader(JSONObject())
    described = []
  }

  /// Whether the fields are read to tell which there are; nothing is refused then.
  package var isDescribing: Bool { described != nil }

  /// - Parameters:
  ///   - range: The range in words.
  ///   - absent: What counts when the field is absent, in words.
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

  /// A number without a fraction that says nothing.
  private static func words(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

  private static func words(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound)…\(range.upperBound)" }

  // MARK: Reading

  /// The value of a field as it came; nil when it is absent or null. Another call reads and describes it.
  package func value(_ name: String) -> JSONValue? { reader.value(name) }

  /// Any value; nil when it is absent or null.
  ///
  /// - Parameters:
  ///   - about: What the field means.
  package mutating func anything(_ name: String, _ about: String) -> JSONValue? {
    describe(name, about, .anything)
    return reader.value(name)
  }

  /// A whole number within a range; nil when it is absent or wrong.
  ///
  /// - Parameters:
  ///   - about: What the field means; its range is added.
  ///   - absent: What is done when it is absent, in words.
  package mutating func optionalInteger(
    _ name: String, in range: ClosedRange<Int>, _ about: String, absent: String? = nil
  ) -> Int? {
    describe(name, about, .integer(range), range: Self.words(range), absent: absent)
    return reader.optionalInteger(name, in: range)
  }

  /// A whole number within a range, whose lower end it is when it is wrong.
  ///
  /// - Parameters:
  ///   - fallback: What counts when it is absent; nil when it must not be.
  ///   - about: What the field means; its range and its default are added.
  ///   - absent: The default in words, where its number says too little.
  ///   - isOneOfSeveral: Whether other fields decide if it must be there, so that it is not told of as required.
  package mutating func integer(
    _ name: String, in range: ClosedRange<Int>, default fallback: Int? = nil, _ about: String,
    absent: String? = nil, isOneOfSeveral: Bool = false
  ) -> Int {
    describe(
      name, about, .integer(range), range: Self.words(range), absent: absent ?? fallback.map { "\($0)" },
      isRequired: fallback == nil && !isOneOfSeveral, fallback: fallback.map { .number(JSONNumber($0)) })
    return reader.integer(name, in: range, default: fallback)
  }

  /// A number within a range, whose lower end it is when it is wrong.
  ///
  /// - Parameters:
  ///   - fallback: What counts when it is absent; nil when it must not be.
  ///   - about: What the field means; its range and its default are added.
  ///   - isOneOfSeveral: Whether other fields decide if it must be there, so that it is not told of as required.
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

  /// A text of so many characters; nil when it is absent or wrong.
  ///
  /// - Parameters:
  ///   - about: What the field means; its length is added.
  ///   - absent: What counts when it is absent, in words.
  package mutating func optionalText(
    _ name: String, length: ClosedRange<Int>, _ about: String, absent: String? = nil
  ) -> String? {
    describe(name, about, .text(length), range: "at most \(length.upperBound) characters", absent: absent)
    return reader.optionalText(name, length: length)
  }

  /// A part of messages of so many characters, which may be any; nil when it is absent or wrong.
  ///
  /// - Parameters:
  ///   - about: What the field means; its length is added.
  ///   - absent: What counts when it is absent, in words.
  package mutating func optionalContent(
    _ name: String, length: ClosedRange<Int>, _ about: String, absent: String
  ) -> String? {
    describe(name, about, .text(length), range: "at most \(length.upperBound) characters", absent: absent)
    return reader.optionalContent(name, length: length)
  }

  /// One of some words; the first of them when it is absent or wrong.
  ///
  /// - Parameters:
  ///   - about: What the field means; the words are added.
  ///   - hasDefault: Whether the first word is told of as the default.
  package mutating func choice(
    _ name: String, of choices: [String], _ about: String, hasDefault: Bool = true
  ) -> String {
    let words = choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
    describe(
      name, "\(about): \(words)", .choice(choices), absent: hasDefault ? choices.first : nil,
      fallback: hasDefault ? choices.first.map(JSONValue.string) : nil)
    return reader.choice(name, of: choices)
  }

  /// A boolean; false when it is absent or wrong.
  ///
  /// - Parameters:
  ///   - about: What `true` does.
  package mutating func flag(_ name: String, _ about: String) -> Bool {
    describe(name, about, .flag, fallback: false)
    return reader.flag(name)
  }

  /// An object; nil when it is absent or wrong.
  ///
  /// - Parameters:
  ///   - about: What the field means.
  package mutating func optionalObject(_ name: String, _ about: String) -> JSONObject? {
    describe(name, about, .object)
    return reader.optionalObject(name)
  }

  /// Notes that a field is wrong.
  package mutating func reject(_ name: String, _ reason: String) { reader.reject(name, reason) }

  /// Ends the reading.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every field that is wrong.
  package func finish() throws(Problem) { try reader.finish() }
}
