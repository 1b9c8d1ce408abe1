import HTTPCore
import JSON

/// Reads the fields of a JSON object of the control plane. A field that is wrong is noted and read as some harmless
/// value, so that one refusal names all of them; an unknown one is wrong as well.
package struct FaultFields {
  private static let maximumUnknown = 16

  private let object: JSONObject
  private var reader: FieldReader

  /// A reader of an object.
  ///
  /// - Parameters:
  ///   - known: The names that may stand in it.
  package init(_ object: JSONObject, known: [String]) {
    self.object = object
    reader = FieldReader(object)
    let names = KnownNames(known)
    // So many are named at most: each costs a comparison with every name that is known.
    for member in object.members.lazy.filter({ !known.contains($0.key) }).prefix(Self.maximumUnknown) {
      // The name itself is the client's, so it is shown only so far.
      reader.reject(member.key.clipped(to: 60), names.refusal(of: member.key))
    }
  }

  /// The value of a field as it came; nil when it is absent or null.
  package func value(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// A whole number within a range, nil when it is absent.
  package mutating func optionalInteger(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = value(name) else { return nil }
    guard let integer = value.number?.integer, range.contains(integer) else {
      reader.reject(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return integer
  }

  /// A whole number within a range.
  ///
  /// - Parameters:
  ///   - fallback: What counts when it is absent; nil when it must not be.
  package mutating func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int? = nil) -> Int {
    if value(name) == nil, fallback == nil { reader.reject(name, "is required") }
    return optionalInteger(name, in: range) ?? fallback ?? range.lowerBound
  }

  /// A number within a range.
  ///
  /// - Parameters:
  ///   - fallback: What counts when it is absent; nil when it must not be.
  package mutating func number(
    _ name: String, in range: ClosedRange<Double>, default fallback: Double? = nil
  ) -> Double {
    if value(name) == nil, let fallback { return fallback }
    return reader.number(name, in: range) ?? fallback ?? range.lowerBound
  }

  /// A text of so many characters, nil when it is absent.
  package mutating func optionalText(_ name: String, length: ClosedRange<Int>) -> String? {
    reader.optionalText(name, length: length)
  }

  /// One of some words; the first of them when it is absent.
  package mutating func choice(_ name: String, of choices: [String]) -> String {
    reader.optionalChoice(name, of: choices) ?? choices.first ?? ""
  }

  /// A boolean; false when it is absent.
  package mutating func flag(_ name: String) -> Bool {
    reader.optionalBoolean(name) ?? false
  }

  /// An object, nil when it is absent.
  package mutating func optionalObject(_ name: String) -> JSONObject? {
    reader.optionalObject(name)
  }

  /// Notes that a field is wrong.
  package mutating func reject(_ name: String, _ reason: String) {
    reader.reject(name, reason)
  }

  /// Ends the reading.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every field that is wrong.
  package func finish() throws(Problem) {
    try reader.finish()
  }
}
