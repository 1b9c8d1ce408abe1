import HTTPCore
import Platform
import Synchronization
import World

/// Sends a journal's new entries into a stream: each entry once and in order, whichever threads record them.
///
/// The stream, the journal and the timer hold a reference to it, and it holds one to the stream. All are released when it
/// ends.
final class JournalWatch: Sendable {
  /// What to do after new entries were looked at.
  enum Verdict {
    case goOn
    /// The watch is over.
    case end
  }

  /// What is new.
  struct News {
    let entries: [JournalEntry]
    /// How many numbers before the last of them are gone, and were not cleared.
    let missed: Int
    /// The number of the newest entry when the journal was last cleared.
    let clearedThrough: Int
    /// All exchanges whose answer is on its way.
    let underWay: [JournalEntry]
  }

  private struct State {
    var position: Int
    var isLooking = false
    var mustLookAgain = false
    var hasEnded = false
    var observation: JournalObservation?
    var timer: RealTimer?
  }

  let stream: BodyStream
  private let journal: Journal
  private let look: @Sendable (_ news: News, BodyStream) -> Verdict
  private let closing: @Sendable () -> [UInt8]
  private let state: Mutex<State>

  /// A watch that has not begun.
  ///
  /// - Parameters:
  ///   - position: The number of the last entry that is known already.
  ///   - closing: Makes the last piece when the journal is closed: its world was deleted, or the server stops.
  ///   - look: Given what is new; never called twice at a time.
  init(
    _ journal: Journal, after position: Int, stream: BodyStream,
    closing: @escaping @Sendable () -> [UInt8] = { [] },
    look: @escaping @Sendable (News, BodyStream) -> Verdict
  ) {
    self.journal = journal
    self.stream = stream
    self.closing = closing
    self.look = look
    state = Mutex(State(position: position))
  }

  /// Begins: looks at what is there, then at what comes.
  ///
  /// - Parameters:
  ///   - timer: What runs as long as the watch does.
  /// - Throws: ``Problem`` of kind `rateLimited` when too many watch already.
  func begin(timer: (JournalWatch) -> RealTimer) throws(Problem) {
    let observation = journal.observe(
      JournalObserver(changed: { [weak self] in self?.lookAgain() }, ended: { [weak self] in self?.close() }))
    guard let observation else {
      if journal.isClosed { return close() }
      throw Problem(
        .rateLimited, "at most \(Journal.maximumObservers) calls may wait for a world's journal at a time",
        headers: ["Retry-After": "1"])
    }
    // The stream holds the watch in memory while nothing happens, until the client leaves.
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
    lookAgain()
  }

  /// Looks at new entries. When another thread is doing so already, that one looks again.
  private func lookAgain() {
    let isMine = state.withLock { state in
      state.mustLookAgain = true
      guard !state.isLooking, !state.hasEnded else { return false }
      state.isLooking = true
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
        clearedThrough: contents.clearedThrough, underWay: contents.underWay)
      if look(news, stream) == .end { end() }
    }
  }

  /// Where to look on from; nil when there is nothing new.
  private func nextPosition() -> Int? {
    state.withLock { state in
      guard state.mustLookAgain, !state.hasEnded else {
        state.isLooking = false
        return nil
      }
      state.mustLookAgain = false
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
    // The stream and the watch hold each other; this ends it.
    stream.onAbandoned {}
    observation?.cancel()
    timer?.stop()
    if !last.isEmpty { stream.push(last) }
    stream.finish()
  }
}
