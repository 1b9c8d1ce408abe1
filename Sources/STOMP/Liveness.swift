/// The heartbeats of both sides (STOMP 1.2 §Heart-beating; checklist rows 29 to 32). Times are nanoseconds of one
/// clock.
package struct Liveness: Sendable {
  /// The number of intervals of silence that are tolerated (checklist row 32).
  static let tolerance: Int64 = 3

  /// The largest number of milliseconds that is accepted in a header, about 24 days.
  private static let maximumMilliseconds: Int64 = 1 << 31
  private static let nanosecondsPerMillisecond: Int64 = 1_000_000

  /// The client's interval; 0 is never.
  private var incoming: Int64 = 0
  /// The server's interval; 0 is never.
  private var outgoing: Int64 = 0
  private var lastReceived: Int64
  /// The end of the half interval in which no heartbeat is needed if anything is sent.
  private var windowEnd: Int64 = 0
  private var hasSent = false

  package init(now: Int64) {
    lastReceived = now
  }

  /// The two numbers of a `heart-beat` header in milliseconds; nil when it is malformed.
  package static func milliseconds(_ header: String) -> (sends: Int64, wants: Int64)? {
    let parts = header.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, let sends = number(parts[0]), let wants = number(parts[1]) else { return nil }
    return (sends, wants)
  }

  private static func number(_ digits: Substring.UTF8View) -> Int64? {
    let digits = String(Substring(digits)).trimmingBlanks
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return min(Int64(digits) ?? maximumMilliseconds, maximumMilliseconds)
  }

  /// Agrees on intervals (checklist row 30).
  ///
  /// - Parameters:
  ///   - client: The intervals that the client offers and requests, in milliseconds.
  ///   - server: The intervals that the server offers and requests, in milliseconds.
  package mutating func agree(client: (sends: Int64, wants: Int64), server: (sends: Int64, wants: Int64), now: Int64) {
    incoming = Self.interval(client.sends, server.wants)
    // A little earlier than agreed, because a message takes time to arrive, and threads take turns.
    outgoing = Self.interval(server.sends, client.wants) / 10 * 9
    windowEnd = now.adding(outgoing / 2)
    hasSent = true
  }

  /// The agreed intervals of each side, in milliseconds; 0 for never.
  var intervals: (client: Int64, server: Int64) {
    (incoming / Self.nanosecondsPerMillisecond, outgoing / 9 * 10 / Self.nanosecondsPerMillisecond)
  }

  private static func interval(_ sends: Int64, _ wants: Int64) -> Int64 {
    sends == 0 || wants == 0 ? 0 : min(max(sends, wants), maximumMilliseconds) * nanosecondsPerMillisecond
  }

  /// Data from the client arrived.
  package mutating func received(now: Int64) {
    lastReceived = max(lastReceived, now)
  }

  /// Data is sent to the client.
  package mutating func sent() {
    hasSent = true
  }

  /// Whether a heartbeat must be sent now. Called at the end of each half interval: one in which something was sent
  /// needs none, so that there is at most a whole interval between two sendings. When the clock jumps over the next
  /// half as well, one is due in any case.
  package mutating func beat(now: Int64) -> Bool {
    guard outgoing > 0, now >= windowEnd else { return false }
    let isLate = now >= windowEnd.adding(outgoing / 2)
    windowEnd = now.adding(outgoing / 2)
    hasSent = !hasSent || isLate
    return hasSent
  }

  /// Whether the client was silent for too long.
  package func isSilent(now: Int64) -> Bool { silenceDeadline.map { now >= $0 } ?? false }

  /// How long silence is tolerated, in milliseconds.
  package var toleratedMilliseconds: Int64 { incoming / Self.nanosecondsPerMillisecond * Self.tolerance }

  private var silenceDeadline: Int64? { incoming > 0 ? lastReceived.adding(incoming * Self.tolerance) : nil }

  /// When ``beat(now:)`` or ``isSilent(now:)`` may next be true.
  package var deadline: Int64? {
    let beat = outgoing > 0 ? windowEnd : nil
    return [beat, silenceDeadline].compactMap(\.self).min()
  }
}

extension Int64 {
  /// The sum, clamped to the range.
  func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
