import HTTPCore
import JSON
import Synthesis
import World

/// Moments as the members of records hold them.
enum MomentText {
  /// A moment in the way of a member: seconds or milliseconds since 1970 where it is a number, else ISO 8601.
  static func value(_ time: Timestamp, like member: ValueGenerator.Member) -> JSONValue {
    guard !member.types.contains("string"), member.types.contains("integer") || member.types.contains("number") else {
      return .string(member.format == "date" ? String(time.iso8601.prefix(10)) : time.iso8601)
    }
    let isMilliseconds = member.name.lowercased().hasSuffix("ms") || member.name.lowercased().contains("millis")
    return .number(JSONNumber(Int(clamping: isMilliseconds ? time.nanoseconds / 1_000_000 : time.seconds)))
  }
}
