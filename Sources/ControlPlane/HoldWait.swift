import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// A call that waits for held exchanges.
///
/// The observation and the timer retain it weakly, the stream until it ends.
final class HoldWait: Sendable {
  private struct State {
    var observation: HeldExchanges.Observation?
    var timer: RealTimer?
    var hasEnded = false
  }

  let stream = BodyStream(isOneDocument: true)
  private let exchanges: HeldExchanges
  private let fault: String?
  private let wanted: Int
  private let state = Mutex(State())

  /// A call that has not begun.
  ///
  /// - Parameters:
  ///   - fault: The id of the fault that holds the exchanges; nil for any.
  ///   - wanted: How many exchanges are waited for.
  init(_ exchanges: HeldExchanges, fault: String?, wanted: Int) {
    (self.exchanges, self.fault, self.wanted) = (exchanges, fault, wanted)
  }

  /// Begins to wait; the stream gets the result at once, at the next change, or at the end of the timeout.
  ///
  /// - Throws: ``Problem`` of kind `rateLimited` when too many calls wait.
  func begin(timeoutMilliseconds: Int) throws(Problem) {
    guard let observation = exchanges.observe({ [weak self] in self?.look() }) else {
      throw Problem(
        .rateLimited, "at most \(HeldExchanges.maximumObservers) calls may wait for a world's holds at a time",
        headers: ["Retry-After": "1"])
    }
    stream.onAbandoned { self.end() }
    let timer = RealTimer(afterMilliseconds: timeoutMilliseconds) { [weak self] in self?.finish() }
    let isOver = state.withLock { state in
      if !state.hasEnded { (state.observation, state.timer) = (observation, timer) }
      return state.hasEnded
    }
    if isOver { observation.cancel() }
    if timeoutMilliseconds == 0 { finish() } else { look() }
  }

  private var present: [HeldExchange] { exchanges.all.filter { fault == nil || $0.fault == fault } }

  private func look() {
    if exchanges.hasEnded || present.count >= wanted { finish() }
  }

  private func finish() {
    guard end() else { return }
    let present = present
    let result: JSONObject = [
      "satisfied": .bool(present.count >= wanted), "holds": HoldEndpoints.list(present),
    ]
    stream.push(JSONWriter.serialize(.object(result)))
    stream.finish()
  }

  /// - Returns: false when it had ended before.
  @discardableResult
  private func end() -> Bool {
    let (observation, timer, isFirst) = state.withLock { state in
      defer { (state.observation, state.timer, state.hasEnded) = (nil, nil, true) }
      return (state.observation, state.timer, !state.hasEnded)
    }
    guard isFirst else { return false }
    // The stream and the wait retain each other; this ends it.
    stream.onAbandoned {}
    observation?.cancel()
    timer?.stop()
    return true
  }
}
