import HTTPCore
import JSON

/// A fault of a world at one moment: what was said about it, and how often it happened.
package struct FaultRecord: Sendable {
  package let id: String
  /// The name of the ready-made set that it came with; nil when it came by itself.
  package let set: String?
  package let definition: FaultDefinition
  /// Its place in the order in which the world's faults were added, from 1; determines its chance.
  package let ordinal: Int
  /// How many requests and messages it matched.
  package let matches: Int
  /// How many of them it happened to.
  package let applications: Int
  /// Nanoseconds of the world's time since it was added.
  package let ageNanoseconds: Int64
  /// Whether it will never happen again.
  package let isSpent: Bool

  /// A record from its parts.
  package init(
    id: String, set: String?, definition: FaultDefinition, ordinal: Int, matches: Int, applications: Int,
    ageNanoseconds: Int64, isSpent: Bool
  ) {
    self.id = id
    self.set = set
    self.definition = definition
    self.ordinal = ordinal
    self.matches = matches
    self.applications = applications
    self.ageNanoseconds = ageNanoseconds
    self.isSpent = isSpent
  }

  /// The JSON that it was made from, with its id, its set and what was counted.
  package var json: JSONValue {
    var object = definition.json
    object["id"] = .string(id)
    if let set { object["set"] = .string(set) }
    object["matches"] = .number(JSONNumber(matches))
    object["applications"] = .number(JSONNumber(applications))
    object["spent"] = .bool(isSpent)
    return .object(object)
  }

  /// The JSON by which a world's faults are exported: ``json`` apart from the definition, so that it can be read again.
  package var exported: JSONValue {
    var object = JSONObject()
    object["id"] = .string(id)
    if let set { object["set"] = .string(set) }
    object["definition"] = .object(definition.json)
    object["ordinal"] = .number(JSONNumber(ordinal))
    object["matches"] = .number(JSONNumber(matches))
    object["applications"] = .number(JSONNumber(applications))
    object["ageNanoseconds"] = .number(JSONNumber(Int(ageNanoseconds)))
    object["spent"] = .bool(isSpent)
    return .object(object)
  }
}
