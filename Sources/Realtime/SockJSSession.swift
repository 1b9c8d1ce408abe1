import HTTPCore
import Synchronization

/// A SockJS session of a client without WebSocket: frames for it wait until a request reads them.
///
/// It is the socket of the intercepted session, so that journal and faults see the same frames as on a WebSocket.
/// Frames are passed to requests outside the lock, one at a time, so that they keep their order.
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
    /// Whether the connection is dropped after it.
    var isBroken = false
  }

  private struct State {
    var waiting: [Frame] = []
    var waitingBytes = 0
    /// Messages dropped since the session was notified.
    var dropped = 0
    /// Whether a sender holds messages back until fewer wait.
    var isHeldBack = false
    /// The frame that ends the session, once it is known.
    var end: [UInt8]?
    /// Whether the current or next reading request is aborted after the waiting frames.
    var isAborting = false
    /// The report of that frame if a session sent it.
    var endReport: (any MessageReport)?
    var isClosed = false
    var reader: Reader?
    /// The number of reading requests so far, so that the wait for another one ends when it arrives.
    var readers = 0
    var pieces: [Piece] = []
    var isGiving = false
    /// Frames of the client that the session has not read yet; nil while a caller reads.
    var unread: [[UInt8]]?
    var unreadBytes = 0
  }

  private static let maximumFrames = 4096
  /// The most bytes that wait for the client, and the most unread bytes from it.
  private static let maximumBytes = 1 << 20
  /// The number of these bytes at which considerate senders pause.
  private static let congestedBytes = maximumBytes / 8
  /// Milliseconds without a reading request after which a session ends (SockJS protocol 0.3.3).
  private static let patience = 5000

  private let state = Mutex(State())
  private let session: any WebSocketSession & Sendable
  private let schedule: DelayScheduler
  private let forget: @Sendable (SockJSSession) -> Void

  /// Creates a session that is not open yet.
  ///
  /// - Parameters:
  ///   - session: Receives the client's frames, and sends frames to it.
  ///   - schedule: Runs a closure later, by real time.
  ///   - forget: Called when the session has expired.
  init(
    _ session: any WebSocketSession & Sendable, schedule: @escaping DelayScheduler,
    forget: @escaping @Sendable (SockJSSession) -> Void
  ) {
    (self.session, self.schedule, self.forget) = (session, schedule, forget)
  }

  /// Opens the session; its frames wait for the first reading request.
  func open() { notify(.opened(self)) }

  /// Whether either side has ended the session.
  var isOver: Bool { state.withLock { $0.end != nil } }

  /// Handles a frame of the client.
  func receive(_ frame: [UInt8]) {
    let isRead = state.withLock { state -> Bool? in
      guard state.end == nil else { return nil }
      guard state.unread != nil else { return true }
      guard state.unreadBytes + frame.count <= Self.maximumBytes else { return nil }
      state.unread?.append(frame)
      state.unreadBytes += frame.count
      return false
    }
    if isRead == true { notify(.message(.text(frame))) }
  }

  private func notify(_ event: WebSocketEvent) {
    for action in session.receive(event) {
      switch action {
      case .send(let message): send(message)
      case .close(let code, let reason): close(code: code, reason: reason)
      }
    }
  }

  // MARK: Reading requests

  /// The body of the response to a reading request. A second concurrent one is refused.
  func read(_ framing: SockJSFraming) -> BodyStream {
    // The limit of frames ends the response long before this is too much.
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
    if news.dropped > 0 { notify(.dropped(messages: news.dropped)) }
    if news.isFree { notify(.caughtUp) }
    return stream
  }

  /// A reading request has ended. If its response was not complete, the client has aborted it.
  private func left(_ number: Int) {
    let (isBroken, lost) = state.withLock { state -> (Bool, [Frame]) in
      guard state.reader?.number == number else { return (false, []) }
      defer { (state.reader, state.waiting, state.waitingBytes) = (nil, [], 0) }
      return (true, state.waiting)
    }
    for frame in lost { frame.report?.settle(.aborted) }
    // Otherwise it waits for another request: for the next frames, or for the frame with the reason of its end.
    if isBroken { close(code: 1002, reason: "Connection interrupted") } else { expire() }
  }

  /// Ends the session unless another reading request arrives in time.
  private func expire() {
    let readers = state.withLock { $0.readers }
    schedule(Self.patience) { [weak self] in
      guard let self, state.withLock({ $0.readers == readers && $0.reader == nil }) else { return }
      finish()
    }
  }

  /// Ends immediately: later requests get the close frame of an ended session.
  private func finish() {
    markClosed(SockJSFrame.close(code: 1002, reason: "Connection interrupted"))
    forget(self)
  }

  /// Stores how the session ends, and reports the close, the first time.
  private func markClosed(_ end: [UInt8]) {
    let isNews = state.withLock { state in
      defer { state.isClosed = true }
      state.end = state.end ?? end
      Self.fill(&state)
      return !state.isClosed
    }
    give()
    // The caller may be in the middle of the session's turn.
    guard isNews else { return }
    schedule(0) { [session] in _ = session.receive(.closed) }
  }

  // MARK: The socket of the session

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

  /// Queues a frame for the client.
  ///
  /// - Returns: Whether there is no room for it, and the lost frames.
  private static func add(_ frame: Frame, _ state: inout State) -> (isTooMuch: Bool, lost: [Frame]) {
    guard state.end == nil else { return (false, [frame]) }
    var lost: [Frame] = []
    if SockJSFrame.isClosing(frame.bytes) {
      state.end = frame.bytes
      state.endReport = frame.report
    } else {
      // A later reader does not need old heartbeats.
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
      notify(.message(.text(frame)))
    }
  }

  // MARK: Under the lock

  /// Writes the waiting frames to the reader, if there is one.
  private static func fill(_ state: inout State) {
    while state.reader != nil, let first = state.waiting.first?.bytes {
      // Consecutive messages are merged into one frame, because some transports send one frame per response.
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

  /// Passes pieces on, unless another thread is doing so.
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

/// The SockJS sessions of a world's clients without WebSocket, by the names that the clients chose.
final class SockJSSessions: Sendable {
  /// The most sessions at a time; a session has no connection between two requests, so connections do not limit them.
  private static let maximumCount = 1000

  private let sessions = Mutex<[String: SockJSSession]>([:])

  /// The session of a name; nil when there is none.
  subscript(name: String) -> SockJSSession? { sessions.withLock { $0[name] } }

  /// The session of a name, which is opened if there is none yet.
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
