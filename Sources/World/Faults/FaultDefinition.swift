import HTTPCore
import JSON

/// A test's definition of a fault: what happens, to what, when and how often. It is immutable; the table that contains
/// it counts how often the fault is triggered.
package struct FaultDefinition: Sendable {
  private static let names = [
    "id", "match", "fault", "after", "times", "probability", "afterSeconds", "forSeconds",
  ]
  /// About thirty years; a longer time counts as for ever.
  private static let maximumSeconds = 1_000_000_000
  private static let maximumCount = 1_000_000_000

  /// The id that the client chose.
  package let id: String?
  /// The JSON that it was created from.
  package let json: JSONObject
  package let match: FaultMatch
  package let fault: any Fault
  /// The number of matches that pass before the first that triggers it.
  package let after: Int
  /// How often it is triggered at most; nil for no limit.
  package let times: Int?
  /// The fraction of matches that trigger it, 0…1.
  package let probability: Double
  /// When it is active by the world's clock; nil for always.
  package let window: FaultWindow?

  /// Parses `{"id"?,"match"?,"fault","after"?,"times"?,"probability"?,"afterSeconds"?,"forSeconds"?}`.
  ///
  /// - Parameters:
  ///   - make: Creates the fault from its object.
  /// - Throws: ``Problem`` of kind `validation` that names every invalid field, or what `make` throws.
  package init(_ object: JSONObject, make: (JSONObject) throws(Problem) -> any Fault) throws(Problem) {
    var fields = FieldReader(object, known: Self.names)
    id = fields.optionalText("id", length: 1...64)
    if let id, !Self.isID(id) { fields.reject("id", "may have letters, digits, \".\", \"_\" and \"-\" only") }
    after = fields.integer("after", in: 0...Self.maximumCount, default: 0)
    times = fields.optionalInteger("times", in: 1...Self.maximumCount)
    probability = fields.number("probability", in: 0...1, default: 1)
    let start = fields.integer("afterSeconds", in: 0...Self.maximumSeconds, default: 0)
    let length = fields.optionalInteger("forSeconds", in: 1...Self.maximumSeconds)
    let match = fields.optionalObject("match")
    let body = fields.optionalObject("fault")
    if fields.value("fault") == nil {
      fields.reject("fault", "is required, such as {\"type\":\"status\",\"status\":503}")
    }
    try fields.finish()
    self.match = if let match { try FaultMatch(match) } else { FaultMatch() }
    fault = try make(body ?? JSONObject())
    let isTimed = start > 0 || length != nil
    window = fault.window ?? (isTimed ? FaultWindow(startSeconds: start, lengthSeconds: length) : nil)
    json = object
  }

  /// Ids occur in paths, so they contain no characters that need escaping there.
  private static func isID(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
      default: false
      }
    }
  }
}
