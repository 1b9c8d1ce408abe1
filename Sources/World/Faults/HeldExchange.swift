import HTTPCore
import Locking

/// How a fault holds exchanges.
package struct ExchangeHold: Sendable, Equatable {
  /// What waits.
  package enum Phase: String, Sendable {
    /// Before the request is handled: the state has not changed yet.
    case request
    /// Before the response is sent: the state has changed already.
    case response
  }

  package let phase: Phase
  /// The longest time that it holds an exchange, in milliseconds of real time.
  package let milliseconds: Int

  /// A hold of requests or of responses.
  package init(_ phase: Phase, milliseconds: Int) { (self.phase, self.milliseconds) = (phase, milliseconds) }
}

/// One exchange that a fault holds, until it is released, its time is over or its client leaves. It uses no thread.
package final class HeldExchange: Sendable {
  private struct State {
    var isReleased = false
    /// The fault of the release; nil for none.
    var fault: FaultDefinition?
    /// Whether the exchange goes on, or its client has left.
    var isTaken = false
    var resume: (@Sendable () -> Void)?
  }

  /// What a release does with the exchange.
  package struct Release: Sendable {
    /// The fault that happens to the exchange; nil for none.
    package let fault: FaultDefinition?
    /// How long it was held, in microseconds of real time.
    package let heldMicroseconds: Int64
  }

  /// Its id, such as `hold-1`.
  package let id: String
  /// The id of the fault that holds it.
  package let fault: String
  package let hold: ExchangeHold
  package let subject: FaultSubject
  /// The response that waits; nil for a request.
  package let response: Response?
  /// When it began, by real time.
  package let since: Timestamp
  private let startedAt = SystemTime.monotonicNanoseconds()
  private let exchanges: HeldExchanges
  private let state = OrderedMutex(.leaf, State())

  /// An exchange that is not held yet, see ``HeldExchanges/add(_:)``.
  ///
  /// - Parameters:
  ///   - id: From ``HeldExchanges/reserve()``.
  ///   - response: The response that waits; nil for a request.
  package init(
    id: String, fault: String, _ hold: ExchangeHold, _ subject: FaultSubject, response: Response?,
    in exchanges: HeldExchanges
  ) {
    (self.id, self.fault, self.hold, self.subject, self.response) = (id, fault, hold, subject, response)
    self.exchanges = exchanges
    since = SystemTime.wall()
  }

  /// When it goes on by itself, by real time.
  package var until: Timestamp { since.advanced(byNanoseconds: Int64(hold.milliseconds) * 1_000_000) }

  /// The same, in nanoseconds of ``SystemTime/monotonicNanoseconds()``.
  var dueNanoseconds: Int64 { startedAt.saturatingAdd(Int64(hold.milliseconds) * 1_000_000) }

  /// How long it is held by now, in microseconds of real time.
  package var heldMicroseconds: Int64 { (SystemTime.monotonicNanoseconds() - startedAt) / 1000 }

  /// The exchange so far, as the journal shows others, with bodies of at most so many bytes.
  package func exchange(bodyBytes: Int) -> JournalExchange {
    var (request, response) = (subject.request, response)
    let requestBytes = request.body.count
    if requestBytes > bodyBytes { request.body = Array(request.body.prefix(bodyBytes)) }
    let responseBytes = response?.content.count ?? 0
    if let content = response?.content { response?.content = content.beginning(bodyBytes) }
    return JournalExchange(
      request: request, requestBytes: requestBytes, path: request.target.rawPath,
      details: JournalExchange.Details(
        api: subject.api, operationID: subject.operationID, account: subject.account), transmission: nil,
      delivery: response?.delivery?.unreported, response: response, responseBytes: responseBytes, deviations: [],
      hold: id, heldMicroseconds: heldMicroseconds)
  }

  /// Calls a closure once it is released; at once if it is.
  package func whenReleased(_ begin: @escaping @Sendable () -> Void) {
    let isReleased = state.withLock { state in
      if !state.isReleased { state.resume = begin }
      return state.isReleased
    }
    if isReleased { begin() }
  }

  /// Releases the exchange. Only the first release counts.
  ///
  /// - Parameters:
  ///   - fault: Happens to the exchange; nil for none.
  /// - Returns: false when it was released before, or its client has left.
  @discardableResult
  package func release(with fault: FaultDefinition? = nil) -> Bool {
    let (isFirst, resume) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard !state.isReleased, !state.isTaken else { return (false, nil) }
      (state.isReleased, state.fault) = (true, fault)
      return (true, state.resume.take())
    }
    guard isFirst else { return false }
    exchanges.remove(self)
    resume?()
    return true
  }

  /// Lets the released exchange go on.
  ///
  /// - Returns: nil when its client has left.
  package func goOn() -> Release? {
    let heldMicroseconds = heldMicroseconds
    return state.withLock { state in
      guard !state.isTaken else { return nil }
      state.isTaken = true
      return Release(fault: state.fault, heldMicroseconds: heldMicroseconds)
    }
  }

  /// Ends the hold of an exchange whose client has left.
  ///
  /// - Returns: How long it was held, in microseconds of real time; nil for an exchange that goes on.
  package func abandon() -> Int64? {
    let (isMine, resume) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      defer { state.isTaken = true }
      return (!state.isTaken, state.resume.take())
    }
    guard isMine else { return nil }
    exchanges.remove(self)
    withExtendedLifetime(resume) {}
    return heldMicroseconds
  }
}
