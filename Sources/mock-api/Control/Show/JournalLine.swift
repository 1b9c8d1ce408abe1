import HTTPCore
import JSON

/// An entry of the journal as one line.
enum JournalLine {
  /// The entry with what its client saw in place of the status: of an answer that did not arrive, how it ended.
  static func shown(_ entry: JSONValue) -> JSONValue {
    guard var object = entry.object, let ending = object["ending"]?.string, ending != "whole" else { return entry }
    object["status"] = .string(ending == "truncated" ? "\(JSONText.short(object["status"] ?? .null)) cut" : ending)
    return .object(object)
  }

  /// The line of an event.
  static func text(_ entry: JSONValue) -> String {
    let entry = shown(entry)
    let names = ["time", "method", "direction", "path", "status", "summary"]
    var parts = names.compactMap { name in entry[name].map(JSONText.short) }
    let faults = (entry["faults"]?.array ?? []).map { JSONText.short($0["type"] ?? .null) }
    if !faults.isEmpty { parts.append("(\(faults.joined(separator: ", ")))") }
    return parts.joined(separator: "  ")
  }
}
