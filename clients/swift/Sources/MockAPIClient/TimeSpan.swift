import Foundation

/// A length of time, written as text: `"30s"`, `"1h 30m"`, `"250ms"`, `"-1s"`. Where time passes, ISO 8601 such as
/// `"PT15M"` does as well.
public struct TimeSpan: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The text.
  public let text: String

  /// A length as text. One that cannot be read is refused when a call is made with it.
  public init(stringLiteral value: String) { text = value }

  /// The length of Swift's own type, to the millisecond.
  @available(macOS 13, iOS 16, *)
  public init(_ duration: Duration) {
    text = "\(duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000)ms"
  }

  /// The text.
  public var description: String { text }

  /// Milliseconds for each unit.
  private static let units: [Substring: Double] = ["d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1]

  /// The length in milliseconds.
  ///
  /// - Throws: `MockAPIError.failed` for text that is no length.
  func milliseconds() throws -> Double {
    var rest = text.filter { $0 != " " }[...]
    let sign: Double = rest.first == "-" ? -1 : 1
    if sign < 0 { rest.removeFirst() }
    var sum: Double?
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let count = Double(digits), let length = Self.units[unit] else { throw unreadable }
      sum = (sum ?? 0) + count * length
      rest = rest.dropFirst(digits.count + unit.count)
    }
    guard let sum, sum.isFinite, sum < 1e15 else { throw unreadable }
    return sign * sum
  }

  /// The length in seconds.
  func seconds() throws -> Double { try milliseconds() / 1000 }

  /// The length in ISO 8601.
  func iso() throws -> String {
    guard !text.hasPrefix("P") else { return text }
    let length = try milliseconds()
    guard length >= 0 else {
      throw MockAPIError.failed(
        operation: "setClock", reason: "time goes forward only; \(text) is negative. Use clock.set(now:) to go back")
    }
    // Days and seconds, since the server takes nine digits of seconds.
    let days = (length / 86_400_000).rounded(.down)
    let rest = (length - days * 86_400_000) / 1000
    return "P\(Int(days))DT\(rest == rest.rounded() ? String(Int(rest)) : String(format: "%.6f", rest))S"
  }

  private var unreadable: MockAPIError {
    .failed(operation: "a duration", reason: "\"\(text)\" is no duration; write text such as \"30s\" or \"1h 30m\"")
  }
}
