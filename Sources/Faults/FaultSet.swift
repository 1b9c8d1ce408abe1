import HTTPCore
import JSON
import World

/// A predefined set of related faults.
package struct FaultSet: Sendable {
  /// Its name in `/_mock/fault-sets/{name}`.
  package let name: String
  /// A description in one sentence.
  package let about: String
  /// Its faults, as a test would send them.
  package let faults: [JSONObject]

  /// Every set.
  package static let all = [flakyNetwork, tunnel, deploy, hostile]

  /// The faults, ready to be added.
  ///
  /// - Parameters:
  ///   - match: The conditions that they get; nil for none.
  /// - Throws: ``Problem`` when the conditions are invalid.
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
    about: "offline for 20 s of every 90 s of the world's time, beginning immediately",
    faults: [
      ["fault": ["type": "offline", "seconds": 20, "everySeconds": 90]]
    ])
}

extension FaultSet {
  /// Round trips and rates of the browsers' preset for slow 3G, with losses.
  static let flakyNetwork = FaultSet(
    name: "flaky-3g",
    about: "a slow mobile network: late responses at 50 kB a second, some lost, sockets late and sometimes cut",
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
  /// A mix of faults that an app should survive.
  static let hostile = FaultSet(
    name: "hostile",
    about: "one response in three is wrong in one of ten ways, and so are some messages of sockets",
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
