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
    let isMilliseconds =
      member.isInMilliseconds || member.name.lowercased().hasSuffix("ms")
      || member.name.lowercased().contains("millis")
    return .number(JSONNumber(Int(clamping: isMilliseconds ? time.nanoseconds / 1_000_000 : time.seconds)))
  }

  /// The moment that a member holds; nil for what is none.
  static func moment(_ value: JSONValue?, of member: ValueGenerator.Member) -> Timestamp? {
    if let text = value?.string { return ISO8601Moment.parse(text) }
    guard let number = value?.number?.integer else { return nil }
    return Timestamp(seconds: Int64(clamping: member.isInMilliseconds ? number / 1000 : number))
  }
}
