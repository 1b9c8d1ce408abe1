import HTTPCore
import Platform
import Synchronization
import World

/// Sends a journal's new entries into a stream: each entry once and in order, whichever threads record them.
///
/// The stream, the journal and the timer retain it, and it retains the stream. All are released when it ends.
final class JournalWatch: Sendable {
  /// What to do after new entries were handled.
  enum Verdict {
    case goOn
    /// End the watch.
    case end
  }

  /// The new entries.
  struct News {
    let entries: [JournalEntry]
    /// The number of missing earlier entries that were not cleared.
    let missed: Int
    /// The number of the newest entry when the journal was last cleared.
    let clearedThrough: Int
    /// All pending exchanges.
    let pending: [JournalEntry]
  }

  private struct State {
    var position: Int
    var isReading = false
    var mustReadAgain = false
    var hasEnded = false
    var observation: JournalObservation?
    var timer: RealTimer?
  }

  let stream: BodyStream
  private let journal: Journal
  private let receive: @Sendable (_ news: News, BodyStream) -> Verdict
  private let closing: @Sendable () -> [UInt8]
  private let state: Mutex<State>

  /// Creates a watch that has not begun.
  ///
  /// - Parameters:
  ///   - position: The number of the last known entry.
  ///   - closing: Returns the last piece when the journal is closed: its world was deleted, or the server stops.
  ///   - receive: Receives new entries; never called concurrently.
  init(
    _ journal: Journal, after position: Int, stream: BodyStream,
    closing: @escaping @Sendable () -> [UInt8] = { [] },
    receive: @escaping @Sendable (News, BodyStream) -> Verdict
  ) {
    self.journal = journal
    self.stream = stream
    self.closing = closing
    self.receive = receive
    state = Mutex(State(position: position))
  }

  /// Begins with the existing entries, and continues with new ones.
  ///
  /// - Parameters:
  ///   - timer: Creates the timer that runs as long as the watch does.
  /// - Throws: ``Problem`` of kind `rateLimited` when there are too many watches.
  func begin(timer: (JournalWatch) -> RealTimer) throws(Problem) {
    let observation = journal.observe(
      JournalObserver(changed: { [weak self] in self?.readAgain() }, ended: { [weak self] in self?.close() }))
    guard let observation else {
      if journal.isClosed { return close() }
      throw Problem(
        .rateLimited, "at most \(Journal.maximumObservers) calls may wait for a world's journal at a time",
        headers: ["Retry-After": "1"])
    }
    // The stream retains the watch between events, until the client disconnects.
    stream.onAbandoned { self.end() }
    let timer = timer(self)
    let isOver = state.withLock { state in
      if !state.hasEnded { (state.observation, state.timer) = (observation, timer) }
      return state.hasEnded
    }
    if isOver {
      observation.cancel()
      timer.stop()
    }
    readAgain()
  }

  /// Handles new entries. If another thread is doing so, that one repeats it.
  private func readAgain() {
    let isMine = state.withLock { state in
      state.mustReadAgain = true
      guard !state.isReading, !state.hasEnded else { return false }
      state.isReading = true
      return true
    }
    guard isMine else { return }
    while let position = nextPosition() {
      let contents = journal.contents(after: position)
      let start = max(position, contents.clearedThrough)
      let last = contents.entries.last?.sequence ?? start
      state.withLock { $0.position = last }
      let news = News(
        entries: contents.entries, missed: last - start - contents.entries.count,
        clearedThrough: contents.clearedThrough, pending: contents.pending)
      if receive(news, stream) == .end { end() }
    }
  }

  /// The position to continue from; nil without new entries.
  private func nextPosition() -> Int? {
    state.withLock { state in
      guard state.mustReadAgain, !state.hasEnded else {
        state.isReading = false
        return nil
      }
      state.mustReadAgain = false
      return state.position
    }
  }

  private func close() { end(with: closing()) }

  /// Ends the watch and the stream, with a last piece if it had not ended yet.
  func end(with last: [UInt8] = []) {
    let (observation, timer, isFirst) = state.withLock { state in
      defer { (state.observation, state.timer, state.hasEnded) = (nil, nil, true) }
      return (state.observation, state.timer, !state.hasEnded)
    }
    guard isFirst else { return }
    // The stream and the watch retain each other; this ends it.
    stream.onAbandoned {}
    observation?.cancel()
    timer?.stop()
    if !last.isEmpty { stream.push(last) }
    stream.finish()
  }
}
