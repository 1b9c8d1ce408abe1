import HTTPCore
import JSON

/// What a test said about a fault: what happens, to what, when and how often. It never changes; how often it happened is
/// counted by the table that it is in.
package struct FaultDefinition: Sendable {
  private static let names = [
    "id", "match", "fault", "after", "times", "probability", "afterSeconds", "forSeconds",
  ]
  /// A bit more than thirty years; what is to hold longer holds for ever.
  private static let maximumSeconds = 1_000_000_000
  private static let maximumCount = 1_000_000_000

  /// The id that the client gave it.
  package let id: String?
  /// The JSON that it was made from.
  package let json: JSONObject
  package let match: FaultMatch
  package let fault: any Fault
  /// How many matches pass before the first that it happens to.
  package let after: Int
  /// How often it happens at most; nil for no end.
  package let times: Int?
  /// The part of the matches that it happens to, 0…1.
  package let probability: Double
  /// When it holds by the world's clock; nil for always.
  package let window: FaultWindow?

  /// Reads `{"id"?,"match"?,"fault","after"?,"times"?,"probability"?,"afterSeconds"?,"forSeconds"?}`.
  ///
  /// - Parameters:
  ///   - make: Makes the fault itself from its object.
  /// - Throws: ``Problem`` of kind `validation` that names every field that is wrong, or what `make` throws.
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

  /// Ids stand in paths, so they have nothing that is escaped there.
  private static func isID(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
      default: false
      }
    }
  }
}
