import HTTPCore
import JSON
import World

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
