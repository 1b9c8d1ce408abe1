import HTTPCore
import World

/// The seconds of `Retry-After` (RFC 9110 §10.2.3).
enum RetryAfter {
  static let field = FaultField("retryAfter", "the seconds of Retry-After, 0…86400; 30 without it")

  static func read(_ fields: inout FaultFields) -> Int {
    fields.integer(field.name, in: 0...86_400, default: 30)
  }
}
