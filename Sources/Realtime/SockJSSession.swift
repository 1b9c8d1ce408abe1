import HTTPCore
import Synchronization

/// A SockJS session whose client has no WebSocket: frames for it wait until a request asks for them.
///
/// It is the socket that the intercepted session writes to, so that journal and faults see the same frames as on a
/// WebSocket. Frames are handed to requests outside of the lock, one at a time, so that they keep their order.
final class SockJSSession: WebSocketHandle {
  private struct Reader {
    let number: Int
    let stream: BodyStream
    let framing: SockJSFraming
    var sentBytes = 0
  }

  private struct Frame {
    let bytes: [UInt8]
    let policy: OverflowPolicy
    let report: (any MessageReport)?
  }

  private struct Piece {
    let stream: BodyStream
    let bytes: [UInt8]
    let reports: [any MessageReport]
    let isLast: Bool
    /// Whether the connection is dropped behind it.
    var isBroken = false
  }

  private struct State {
    var waiting: [Frame] = []
    var waitingBytes = 0
    /// Messages that were dropped since the session was told.
    var dropped = 0
    /// Whether somebody holds messages back until less waits.
    var isHeldBack = false
    /// The frame that ends the session, once it is decided.
    var end: [UInt8]?
    /// Whether the request that reads next, or now, is broken off behind what waits.
    var isAborting = false
    /// The report of that frame where a session sent it.
    var endReport: (any MessageReport)?
    var isClosed = false
    var reader: Reader?
    /// How many there were, so that the wait for another one ends when it comes.
    var readers = 0
    var pieces: [Piece] = []
    var isGiving = false
    /// What the client sent while nobody reads from it; nil while somebody does.
    var unread: [[UInt8]]?
    var unreadBytes = 0
  }

  private static let maximumFrames = 4096
  /// Bytes that wait for the client at most, and bytes from it that wait to be read.
  private static let maximumBytes = 1 << 20
  /// The part of these bytes beyond which considerate senders stop.
  private static let congestedBytes = maximumBytes / 8
  /// Milliseconds without a request that reads after which a session is over (SockJS protocol 0.3.3).
  private static let patience = 5000

  private let state = Mutex(State())
  private let session: any WebSocketSession & Sendable
  private let schedule: DelayScheduler
  private let forget: @Sendable (SockJSSession) -> Void

  /// A session that nobody has opened yet.
  ///
  /// - Parameters:
  ///   - session: What takes the client's frames, and writes those for it.
  ///   - schedule: Does something later, by real time.
  ///   - forget: Called when nobody asks for the session any more.
  init(
    _ session: any WebSocketSession & Sendable, schedule: @escaping DelayScheduler,
    forget: @escaping @Sendable (SockJSSession) -> Void
  ) {
    (self.session, self.schedule, self.forget) = (session, schedule, forget)
  }

  /// Begins; what comes of it waits for the first request that reads.
  func open() { tell(.opened(self)) }

  /// Whether the session was ended, by either side.
  var isOver: Bool { state.withLock { $0.end != nil } }

  /// Takes a frame of the client's.
  func receive(_ frame: [UInt8]) {
    let isRead = state.withLock { state -> Bool? in
      guard state.end == nil else { return nil }
      guard state.unread != nil else { return true }
      guard state.unreadBytes + frame.count <= Self.maximumBytes else { return nil }
      state.unread?.append(frame)
      state.unreadBytes += frame.count
      return false
    }
    if isRead == true { tell(.message(.text(frame))) }
  }

  private func tell(_ event: WebSocketEvent) {
    for action in session.receive(event) {
      switch action {
      case .send(let message): send(message)
      case .close(let code, let reason): close(code: code, reason: reason)
      }
    }
  }

  // MARK: Requests that read

  /// The content of the answer to a request that asks for frames. A second one beside it is refused.
  func read(_ framing: SockJSFraming) -> BodyStream {
    // Frames end the answer long before this is too much.
    let stream = BodyStream(capacity: .max)
    stream.push(framing.prelude)
    let news = state.withLock { state -> (number: Int, dropped: Int, isFree: Bool)? in
      guard state.reader == nil else { return nil }
      state.readers += 1
      state.reader = Reader(number: state.readers, stream: stream, framing: framing)
      Self.fill(&state)
      let isFree = state.isHeldBack && state.waitingBytes <= Self.congestedBytes
      defer { state.dropped = 0 }
      if isFree { state.isHeldBack = false }
      return (state.readers, state.dropped, isFree)
    }
    guard let news else {
      stream.push(framing.wrap(SockJSFrame.close(code: 2010, reason: "Another connection still open")))
      stream.finish()
      return stream
    }
    stream.onAbandoned { [weak self] in self?.left(news.number) }
    give()
    if news.dropped > 0 { tell(.dropped(messages: news.dropped)) }
    if news.isFree { tell(.caughtUp) }
    return stream
  }

  /// A request that read is over. If its answer was not, the client has broken it off.
  private func left(_ number: Int) {
    let (isBroken, lost) = state.withLock { state -> (Bool, [Frame]) in
      guard state.reader?.number == number else { return (false, []) }
      defer { (state.reader, state.waiting, state.waitingBytes) = (nil, [], 0) }
      return (true, state.waiting)
    }
    for frame in lost { frame.report?.settle(.aborted) }
    // Either waits for another request: for the next frames, or for the frame that says how it ended.
    if isBroken { close(code: 1002, reason: "Connection interrupted") } else { expire() }
  }

  /// Ends the session unless another request that reads comes in time.
  private func expire() {
    let readers = state.withLock { $0.readers }
    schedule(Self.patience) { [weak self] in
      guard let self, state.withLock({ $0.readers == readers && $0.reader == nil }) else { return }
      finish()
    }
  }

  /// Ends at once: whoever asks now is told of another session.
  private func finish() {
    markClosed(SockJSFrame.close(code: 1002, reason: "Connection interrupted"))
    forget(self)
  }

  /// Notes how the session ends, and tells that it is closed, the first time.
  private func markClosed(_ end: [UInt8]) {
    let isNews = state.withLock { state in
      defer { state.isClosed = true }
      state.end = state.end ?? end
      Self.fill(&state)
      return !state.isClosed
    }
    give()
    // Whoever closes may be in the middle of the session's turn.
    guard isNews else { return }
    schedule(0) { [session] in _ = session.receive(.closed) }
  }

  // MARK: The socket that the session writes to

  var isCongested: Bool {
    state.withLock { state in
      guard state.waitingBytes > Self.congestedBytes else { return false }
      state.isHeldBack = true
      return true
    }
  }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    send(message, whenFull: policy, report: nil)
  }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy, report: (any MessageReport)?) {
    let frame = Frame(bytes: message.bytes, policy: policy, report: report)
    let (isTooMuch, lost) = state.withLock { state in Self.add(frame, &state) }
    for frame in lost { frame.report?.settle(.aborted) }
    if isTooMuch { return close(code: 1013, reason: "the client reads too slowly") }
    give()
  }

  /// Has a frame wait for the client.
  ///
  /// - Returns: Whether there is no room for it, and the frames that are lost.
  private static func add(_ frame: Frame, _ state: inout State) -> (isTooMuch: Bool, lost: [Frame]) {
    guard state.end == nil else { return (false, [frame]) }
    var lost: [Frame] = []
    if SockJSFrame.isClosing(frame.bytes) {
      state.end = frame.bytes
      state.endReport = frame.report
    } else {
      // Nobody needs to hear later that the server was there.
      if SockJSFrame.isHeartbeat(frame.bytes), state.reader == nil { return (false, [frame]) }
      while state.waiting.count >= maximumFrames || state.waitingBytes + frame.bytes.count > maximumBytes {
        guard let index = state.waiting.firstIndex(where: { $0.policy == .dropOldest }) else {
          guard frame.policy == .dropOldest else { return (true, lost + [frame]) }
          state.dropped += 1
          return (false, lost + [frame])
        }
        lost.append(state.waiting.remove(at: index))
        state.waitingBytes -= lost.last?.bytes.count ?? 0
        state.dropped += 1
      }
      state.waiting.append(frame)
      state.waitingBytes += frame.bytes.count
    }
    fill(&state)
    return (false, lost)
  }

  func close(code: UInt16, reason: String) {
    markClosed(SockJSFrame.close(code: code, reason: reason))
    expire()
  }

  func abort() {
    let (stream, lost) = state.withLock { state in
      defer { (state.reader, state.waiting, state.waitingBytes, state.pieces) = (nil, [], 0, []) }
      return (state.reader?.stream, state.waiting.compactMap(\.report) + state.pieces.flatMap(\.reports))
    }
    for report in lost { report.settle(.reset) }
    stream?.fail()
    finish()
  }

  func abortInTurn() {
    state.withLock { $0.isAborting = true }
    close(code: 1002, reason: "Connection interrupted")
  }

  func pauseReading(_ isPaused: Bool) {
    if isPaused {
      state.withLock { $0.unread = $0.unread ?? [] }
    } else {
      // This may be called in the middle of the session's turn.
      schedule(0) { [weak self] in self?.readOn() }
    }
  }

  private func readOn() {
    while true {
      let frame = state.withLock { state -> [UInt8]? in
        guard let first = state.unread?.first else {
          (state.unread, state.unreadBytes) = (nil, 0)
          return nil
        }
        state.unread?.removeFirst()
        return first
      }
      guard let frame else { return }
      tell(.message(.text(frame)))
    }
  }

  // MARK: Under the lock

  /// Writes what waits for the reader, if there is one.
  private static func fill(_ state: inout State) {
    while state.reader != nil, let first = state.waiting.first?.bytes {
      // Messages that follow each other go into one frame, since some transports carry one frame an answer.
      let run = SockJSFrame.isOfMessages(first) ? state.waiting.prefix { SockJSFrame.isOfMessages($0.bytes) }.count : 1
      let frames = state.waiting.prefix(run).map(\.bytes)
      let reports = state.waiting.prefix(run).compactMap(\.report)
      state.waiting.removeFirst(run)
      state.waitingBytes -= frames.reduce(0) { $0 + $1.count }
      write(run > 1 ? SockJSFrame.merged(frames) : first, reports, &state)
    }
    guard let end = state.end, state.waiting.isEmpty else { return }
    if state.isAborting, let stream = state.reader?.stream {
      state.pieces.append(Piece(stream: stream, bytes: [], reports: [], isLast: true, isBroken: true))
      state.reader = nil
    } else if state.reader != nil {
      write(end, state.endReport.map { [$0] } ?? [], &state, isLast: true)
      state.endReport = nil
    }
  }

  private static func write(
    _ frame: [UInt8], _ reports: [any MessageReport], _ state: inout State, isLast: Bool = false
  ) {
    guard var reader = state.reader else { return }
    let bytes = reader.framing.wrap(frame)
    reader.sentBytes += bytes.count
    let isFull = isLast || reader.sentBytes >= reader.framing.limit
    state.pieces.append(Piece(stream: reader.stream, bytes: bytes, reports: reports, isLast: isFull))
    state.reader = isFull ? nil : reader
  }

  /// Hands out pieces, unless another thread is at it.
  private func give() {
    while true {
      let piece = state.withLock { state -> Piece? in
        guard !state.isGiving, !state.pieces.isEmpty else { return nil }
        state.isGiving = true
        return state.pieces.removeFirst()
      }
      guard let piece else { return }
      for report in piece.reports { report.beginWriting() }
      let isTaken = piece.stream.push(piece.bytes)
      for report in piece.reports {
        report.settle(isTaken ? .whole : .aborted)
        report.endWriting()
      }
      if piece.isLast, !piece.isBroken { piece.stream.finish() }
      if piece.isBroken { piece.stream.breakOff() }
      state.withLock { $0.isGiving = false }
    }
  }
}

/// The SockJS sessions of a world whose clients have no WebSocket, by the names that the clients chose.
final class SockJSSessions: Sendable {
  /// The most at once; a session takes no connection between two requests, so connections do not bound them.
  private static let maximumCount = 1000

  private let sessions = Mutex<[String: SockJSSession]>([:])

  /// The session of a name; nil when there is none.
  subscript(name: String) -> SockJSSession? { sessions.withLock { $0[name] } }

  /// The session of a name, opened now if there is none yet.
  ///
  /// - Throws: ``Problem`` of kind `unavailable` when there are too many.
  func session(
    _ name: String, make: (_ forget: @escaping @Sendable (SockJSSession) -> Void) -> SockJSSession
  ) throws(Problem) -> SockJSSession {
    if let known = self[name] { return known }
    let made = make { [weak self] in self?.remove(name, $0) }
    let found = sessions.withLock { sessions -> SockJSSession? in
      if let known = sessions[name] { return known }
      guard sessions.count < Self.maximumCount else { return nil }
      sessions[name] = made
      return made
    }
    guard let found else {
      throw Problem(
        .unavailable,
        "there are \(Self.maximumCount) SockJS sessions without WebSocket in this world, the most there may be",
        headers: ["Retry-After": "5"])
    }
    if found === made { made.open() }
    return found
  }

  private func remove(_ name: String, _ session: SockJSSession) {
    sessions.withLock { sessions in
      if sessions[name] === session { sessions[name] = nil }
    }
  }
}
