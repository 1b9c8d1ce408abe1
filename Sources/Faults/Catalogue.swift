import HTTPCore
import JSON
import World

/// Every kind of fault that there is: the one place where a new one is named.
package enum FaultCatalogue {
  /// The kinds, those of answers first.
  package static let types: [any Fault.Type] = [
    StatusFault.self, DelayFault.self, DribbleFault.self, EmptyFault.self, TruncateFault.self, MalformedFault.self,
    ContentTypeFault.self, ResetFault.self, TimeoutFault.self, RateLimitedFault.self, UnavailableFault.self,
    ExpiredTokenFault.self, InvalidTokenFault.self, StaleFault.self, OfflineFault.self,
    DropMessageFault.self, DuplicateFault.self, ReorderFault.self, CorruptFault.self, EditMessageFault.self,
    DelayMessagesFault.self,
    MuteHeartBeatsFault.self, HalfOpenFault.self, CloseFault.self, RefuseConnectFault.self, SlowReaderFault.self,
  ]

  /// Makes a fault from its object, such as `{"type":"status","status":503}`.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` for a type that there is not, with those that there are, or
  ///   `validation` for fields that are wrong.
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

  /// Reads a fault with its conditions, as a test sends it; see ``FaultDefinition``.
  ///
  /// - Throws: ``Problem``, as ``fault(_:)`` does.
  package static func definition(_ object: JSONObject) throws(Problem) -> FaultDefinition {
    try FaultDefinition(object, make: fault)
  }

  /// Reads what ``FaultRecord/exported`` wrote.
  ///
  /// - Throws: ``Problem``, as ``fault(_:)`` does.
  package static func record(_ object: JSONObject) throws(Problem) -> FaultRecord {
    var fields = FieldReader(
      object,
      known: ["id", "set", "definition", "ordinal", "matches", "applications", "ageNanoseconds", "spent"])
    let counts = 0...(1 << 53)
    let id = fields.optionalText("id", length: 1...100)
    if id == nil { fields.reject("id", "is required") }
    let set = fields.optionalText("set", length: 1...64)
    let definition = fields.optionalObject("definition")
    if definition == nil { fields.reject("definition", "is required") }
    let (ordinal, matches) = (fields.integer("ordinal", in: counts), fields.integer("matches", in: counts, default: 0))
    let applications = fields.integer("applications", in: counts, default: 0)
    let age = fields.integer("ageNanoseconds", in: 0...Int.max, default: 0)
    let isSpent = fields.flag("spent")
    try fields.finish()
    return FaultRecord(
      id: id ?? "", set: set, definition: try self.definition(definition ?? JSONObject()), ordinal: ordinal,
      matches: matches, applications: applications, ageNanoseconds: Int64(age), isSpent: isSpent)
  }
}

/// A ready-made set of faults that belong together.
package struct FaultSet: Sendable {
  /// Its name in `/_mock/fault-sets/{name}`.
  package let name: String
  /// What it is like, in one sentence.
  package let about: String
  /// Its faults, as a test would send them.
  package let faults: [JSONObject]

  /// Every set.
  package static let all = [flakyNetwork, tunnel, deploy, hostile]

  /// The faults, ready to be added.
  ///
  /// - Parameters:
  ///   - match: The conditions that they get; nil for none.
  /// - Throws: ``Problem`` when the conditions are wrong.
  package func definitions(match: JSONObject?) throws(Problem) -> [FaultDefinition] {
    var definitions: [FaultDefinition] = []
    for fault in faults {
      var object = fault
      if let match { object["match"] = .object(match) }
      definitions.append(try FaultCatalogue.definition(object))
    }
    return definitions
  }
}

extension FaultSet {
  /// A train in tunnels.
  static let tunnel = FaultSet(
    name: "tunnel",
    about: "offline for 20 s of every 90 s of the world's time, beginning at once",
    faults: [
      ["fault": ["type": "offline", "seconds": 20, "everySeconds": 90]]
    ])
}

extension FaultSet {
  /// Round trips and rates as the network panels of browsers give them for slow 3G, and losses on top.
  static let flakyNetwork = FaultSet(
    name: "flaky-3g",
    about: "a slow and shaky mobile network: late answers at 50 kB a second, some lost, sockets late and sometimes cut",
    faults: [
      ["fault": ["type": "delay", "distribution": "lognormal", "median": 400, "sigma": 0.6]],
      ["fault": ["type": "dribble", "bytesPerSecond": 50_000]],
      ["fault": ["type": "reset"], "probability": 0.03],
      [
        "fault": [
          "type": "delayMessages", "distribution": "lognormal", "median": 200, "sigma": 0.6, "direction": "both",
        ]
      ],
      ["fault": ["type": "close", "abort": true, "afterMessages": 20], "probability": 0.05],
    ])
}

extension FaultSet {
  /// A backend that is replaced by its next version, with another signing key.
  static let deploy = FaultSet(
    name: "backend-deploy",
    about:
      "sockets closed and 503 for 20 s of the world's time, then every token from before is invalid, refresh tokens too",
    faults: [
      ["fault": ["type": "close", "code": 1012, "reason": "the service restarts"], "forSeconds": 20],
      ["fault": ["type": "unavailable", "retryAfter": 20], "forSeconds": 20],
      [
        "fault": ["type": "invalidToken", "issuedWithinSeconds": 20, "refreshTokens": true], "afterSeconds": 20,
      ],
    ])
}

extension FaultSet {
  /// A little of everything that an app should live through.
  static let hostile = FaultSet(
    name: "hostile",
    about: "one answer in three is wrong in one of ten ways, and so are some messages of sockets",
    faults: [
      ["fault": ["type": "status", "status": 500], "probability": 0.04],
      ["fault": ["type": "unavailable", "retryAfter": 1], "probability": 0.04],
      ["fault": ["type": "rateLimited", "retryAfter": 1], "probability": 0.04],
      ["fault": ["type": "malformed"], "probability": 0.04],
      ["fault": ["type": "truncate"], "probability": 0.04],
      ["fault": ["type": "empty"], "probability": 0.03],
      ["fault": ["type": "contentType"], "probability": 0.04],
      ["fault": ["type": "reset"], "probability": 0.03],
      ["fault": ["type": "timeout"], "probability": 0.02],
      ["fault": ["type": "delay", "distribution": "uniform", "maximum": 2000], "probability": 0.05],
      ["fault": ["type": "duplicate"], "probability": 0.03],
      ["fault": ["type": "reorder"], "probability": 0.03],
      ["fault": ["type": "corrupt"], "probability": 0.02],
      ["fault": ["type": "dropMessage"], "probability": 0.02],
    ])
}
