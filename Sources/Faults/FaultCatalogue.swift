import HTTPCore
import JSON
import World

/// Every kind of fault: the one place to register a new one.
package enum FaultCatalogue {
  /// The kinds, those of responses first.
  package static let types: [any Fault.Type] = [
    StatusFault.self, PatchFault.self, HoldFault.self, DelayFault.self, DribbleFault.self, EmptyFault.self,
    TruncateFault.self,
    MalformedFault.self,
    ContentTypeFault.self, ResetFault.self, TimeoutFault.self, RateLimitedFault.self, UnavailableFault.self,
    ExpiredTokenFault.self, InvalidTokenFault.self, StaleFault.self, OfflineFault.self,
    DropMessageFault.self, DuplicateFault.self, ReorderFault.self, CorruptFault.self, EditMessageFault.self,
    DelayMessagesFault.self,
    MuteHeartbeatsFault.self, HalfOpenFault.self, CloseFault.self, RefuseConnectFault.self, SlowReaderFault.self,
  ]

  /// Creates a fault from its object, such as `{"type":"status","status":503}`.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` for an unknown type, with all known ones, or `validation` for
  ///   invalid fields.
  package static func fault(_ object: JSONObject) throws(Problem) -> any Fault {
    let names = types.map { $0.name }
    guard let name = object["type"]?.string else {
      let came = object["type"].map { "a JSON value of type \($0.typeName)" } ?? "nothing"
      throw Problem(
        .malformedBody, "type must be one of \(names.joined(separator: ", ")); \(came) came", field: "type")
    }
    guard let type = types.first(where: { $0.name == name }) else {
      throw Problem(
        .malformedBody, "type \"\(name.clipped(to: 60))\" \(KnownNames(names).refusal(of: name))", field: "type",
        value: name)
    }
    var fields = FaultFields(object, of: type)
    let fault = type.init(&fields)
    try fields.finish()
    return fault
  }

  /// Parses a fault with its conditions, as a test sends it; see ``FaultDefinition``.
  ///
  /// - Throws: ``Problem``, as ``fault(_:)`` does.
  package static func definition(_ object: JSONObject) throws(Problem) -> FaultDefinition {
    try FaultDefinition(object, make: fault)
  }

  /// Parses the output of ``FaultRecord/exported``.
  ///
  /// - Throws: ``Problem``, as ``fault(_:)`` does.
  package static func record(_ object: JSONObject) throws(Problem) -> FaultRecord {
    var fields = FieldReader(
      object,
      known: ["id", "set", "definition", "ordinal", "matches", "applications", "ageNanoseconds", "exhausted"])
    let counts = 0...(1 << 53)
    let id = fields.optionalText("id", length: 1...100)
    if id == nil { fields.reject("id", "is required") }
    let set = fields.optionalText("set", length: 1...64)
    let definition = fields.optionalObject("definition")
    if definition == nil { fields.reject("definition", "is required") }
    let (ordinal, matches) = (fields.integer("ordinal", in: counts), fields.integer("matches", in: counts, default: 0))
    let applications = fields.integer("applications", in: counts, default: 0)
    let age = fields.integer("ageNanoseconds", in: 0...Int.max, default: 0)
    let isExhausted = fields.flag("exhausted")
    try fields.finish()
    return FaultRecord(
      id: id ?? "", set: set, definition: try self.definition(definition ?? JSONObject()), ordinal: ordinal,
      matches: matches, applications: applications, ageNanoseconds: Int64(age), isExhausted: isExhausted)
  }
}
