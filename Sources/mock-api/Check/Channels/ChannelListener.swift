import Client
import Contract
import Foundation
import HTTPCore
import JSON
import LiveAPIs
import OpenAPI
import Reporting
import Resources
import Synchronization
import World

/// How long the connections of a backend are listened to: for some time after the requests that may make it send are over.
final class ListeningPeriod: Sendable {
  private let end = Atomic<Int64>(.max)
  private let nanoseconds: Int64

  /// - Parameters:
  ///   - seconds: The time after the requests, and the least time of each connection.
  init(seconds: Int) { nanoseconds = Int64(seconds) * 1_000_000_000 }

  /// Begins the time after the requests.
  func requestsAreOver() { end.store(SystemTime.monotonicNanoseconds() + nanoseconds, ordering: .relaxed) }

  /// The milliseconds that a connection has left which was opened at a time; 0 at the end.
  func millisecondsLeft(since opened: Int64) -> Int {
    let last = end.load(ordering: .relaxed)
    // The end is not known yet; those who wait look again soon.
    guard last != .max else { return Self.stepMilliseconds }
    let left = max(last, opened + nanoseconds) - SystemTime.monotonicNanoseconds()
    return max(0, min(Self.stepMilliseconds, Int((left + 999_999) / 1_000_000)))
  }

  private static let stepMilliseconds = 100
}

/// Listens to one connection and compares what comes with the document.
struct ChannelListener {
  private let client: HTTPClient
  private let connection: ChannelConnection
  private let limits: ListenOptions.Given
  private let period: ListeningPeriod
  private var outcome: ChannelOutcome
  private var sender: ChannelSender

  /// A listener on a connection that is not open yet.
  init(
    _ client: HTTPClient, _ connection: ChannelConnection, _ limits: ListenOptions.Given, _ period: ListeningPeriod
  ) {
    (self.client, self.connection, self.limits, self.period) = (client, connection, limits, period)
    outcome = ChannelOutcome(connection)
    sender = ChannelSender(limits.sends && connection.transport != .events ? connection : nil)
  }

  /// Opens the connection and listens until the end of the period, or of the connection.
  ///
  /// - Parameters:
  ///   - ready: Called once the connection hears its channels; never when it is refused.
  mutating func run(ready: () -> Void) -> ChannelOutcome {
    let stopwatch = Stopwatch()
    var isReady = false
    do throws(ConversationEnd) {
      var conversation = try open()
      (outcome.status, outcome.microseconds) = (conversation.status, stopwatch.microseconds)
      for remark in conversation.remarks { add(remark) }
      defer { conversation.close() }
      let opened = SystemTime.monotonicNanoseconds()
      while outcome.counts.reduce(0, +) < limits.messages {
        try sender.proceed(&conversation)
        if sender.isIdle, !isReady {
          isReady = true
          ready()
        }
        let left = period.millisecondsLeft(since: opened)
        if left == 0, sender.isIdle { break }
        for news in try conversation.receive(timeoutMilliseconds: max(1, left)) { take(news) }
      }
    } catch {
      if outcome.status == 0 { outcome.microseconds = stopwatch.microseconds }
      note(error)
    }
    outcome.sent = sender.results
    noteSilence()
    return outcome
  }

  private func open() throws(ConversationEnd) -> any ChannelConversation {
    switch connection.transport {
    case .webSocket: try WebSocketConversation(client, connection)
    case .events: try EventStreamConversation(client, connection)
    case .socketIO: try SocketIOConversation(client, connection)
    case .stomp: try STOMPConversation(client, connection)
    }
  }

  // MARK: Messages

  private mutating func take(_ news: ChannelNews) {
    switch news {
    case .remark(let remark): add(remark)
    case .frame(let frame): compare(frame)
    }
  }

  private mutating func add(_ remark: ChannelRemark) {
    outcome.add(remark.kind, channel: remark.channel, location: remark.location, remark.message)
  }

  /// Compares a message with those of its channels.
  private mutating func compare(_ frame: HeardFrame) {
    let match = FrameMatch(frame, connection.channels)
    outcome.counts[match.channel] += 1
    guard let message = match.message else {
      outcome.add(.contractViolation, channel: match.channel, location: match.location, match.reason)
      return
    }
    sender.note(message, match.value, isAnswer: frame.isAnswer)
    if match.deviations.isEmpty { outcome.valid[match.channel][message.name, default: 0] += 1 }
    for deviation in match.deviations {
      outcome.add(
        .contractViolation, channel: match.channel, message: message.name, location: deviation.location,
        deviation.message)
    }
  }

  // MARK: Ends

  private mutating func note(_ end: ConversationEnd) {
    switch end {
    case .unreachable(let reason):
      outcome.unreachable = reason
      outcome.reason = "no answer: \(reason)"
    case .lost(let reason):
      outcome.reason = "no answer: \(reason)"
      outcome.add(.serverError, "no answer: \(reason)")
    case .refused(let status, let reason): refuse(status, reason)
    case .rejected(let reason):
      outcome.reason = "answered \(reason)"
      // Without credentials, a refusal is what the document says.
      if !connection.isSecured { outcome.add(.contractViolation, "answered \(reason)") }
    case .malformed(let reason):
      outcome.reason = reason
      outcome.add(.contractViolation, location: connection.transport == .events ? "" : "frame", reason)
    case .closed(let code, let reason): close(code, reason)
    case .finished: if outcome.reason == nil { outcome.reason = "the backend ended the stream" }
    }
  }

  private mutating func refuse(_ status: Int, _ reason: String) {
    outcome.status = status
    outcome.reason = "answered \(status)\(reason)"
    let wanted = connection.transport == .events ? "200 with text/event-stream" : "101"
    if status >= 500 {
      outcome.add(.serverError, location: "status", "is \(status)")
    } else if ![401, 403].contains(status) || !connection.isSecured {
      outcome.add(.contractViolation, location: "status", "is \(status) instead of \(wanted)")
    }
  }

  private mutating func close(_ code: UInt16, _ reason: String) {
    let text = reason.isEmpty ? "closed with \(code)" : "closed with \(code): \(reason.clipped(to: 160))"
    outcome.reason = text
    switch code {
    case 1000, 1001, 1005: break
    case 1011: outcome.add(.serverError, text)
    default: outcome.add(.note, text)
    }
  }

  /// Notes the documented messages that did not come although their channel was open.
  private mutating func noteSilence() {
    guard outcome.isOpen else { return }
    let sent = Set(outcome.sent.map(\.name))
    for (number, channel) in connection.channels.enumerated() {
      for message in channel.heard
      where outcome.valid[number][message.name] == nil && message.isExpected(after: sent) {
        outcome.add(.note, channel: number, message: message.name, "did not come")
      }
    }
  }
}
