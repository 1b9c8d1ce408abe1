/// The server's half of one STOMP connection: a value that takes what the socket received and returns what to do.
///
/// It has no socket and no clock. Times are nanoseconds of one clock that never goes back; after each call
/// ``nextDeadline`` says when ``tick(now:)`` must come. After an ERROR or DISCONNECT it ignores everything but
/// ``closed()``.
package struct Session: Sendable {
  enum Phase: Sendable {
    case opening
    case connected
    case over
  }

  /// The session's name in CONNECTED and at the beginning of each message-id: letters, digits and `-._`.
  package let id: String
  /// The server's name in CONNECTED.
  package let server: String
  package let limits: Limits
  /// How often the server can send and wants to get heart-beats, in milliseconds.
  package let offeredHeartBeat: (sends: Int64, wants: Int64)
  /// Who the client is; nil for the anonymous.
  package internal(set) var user: String?
  /// The version that was agreed; nil before CONNECT.
  package internal(set) var version: ProtocolVersion?

  var phase = Phase.opening
  var parser: FrameParser
  var liveness: Liveness
  var subscriptions = SubscriptionTable()
  var transactions = TransactionTable()
  var lastMessage: UInt64 = 0
  private var warned: Set<Diagnosis.Code> = []
  var isStarved = false
  /// The unfinished frame, by its number, and since when it is waited for.
  private var unfinished: (frame: Int, since: Int64)?

  /// A session that waits for CONNECT.
  ///
  /// - Parameters:
  ///   - id: What cannot stand in a message-id of every client becomes `_`.
  ///   - server: Such as `mock-api/1.0`; likewise.
  ///   - now: Nanoseconds.
  package init(
    id: String, server: String, limits: Limits = Limits(), heartBeat: (sends: Int64, wants: Int64) = (10_000, 10_000),
    now: Int64
  ) {
    self.id = Self.token(id)
    self.server = Self.token(server)
    self.limits = limits
    offeredHeartBeat = heartBeat
    parser = FrameParser(limits: limits)
    liveness = Liveness(now: now)
  }

  package var isConnected: Bool { phase == .connected }
  package var isOver: Bool { phase == .over }
  package var subscriptionCount: Int { subscriptions.count }
  /// Messages that were delivered and not acknowledged.
  package var unacknowledgedCount: Int { subscriptions.pendingCount }
  /// Whether nothing more is delivered to subscriptions that acknowledge.
  package var isUnacknowledgedFull: Bool { subscriptions.pendingCount >= limits.maximumUnacknowledged }
  /// Transactions that are open.
  package var transactionCount: Int { transactions.count }
  /// Bytes of an unfinished frame that are kept.
  package var bufferedBytes: Int { parser.bufferedBytes }

  /// When ``tick(now:)`` must be called; nil when nothing is due.
  package var nextDeadline: Int64? {
    guard phase != .over else { return nil }
    let patience = unfinished?.since.adding(limits.patienceNanoseconds)
    return [patience, liveness.deadline, isStarved ? .min : nil].compactMap(\.self).min()
  }

  /// Takes one whole WebSocket message.
  ///
  /// - Parameters:
  ///   - isText: Whether it came as text.
  ///   - authenticate: Judges the headers of CONNECT.
  package mutating func receive(
    _ bytes: [UInt8], isText: Bool, now: Int64, authenticate: (Headers) -> Authentication
  ) -> [Action] {
    guard phase != .over else { return [] }
    var actions: [Action] = []
    liveness.received(now: now)
    parser.append(bytes, isText: isText)
    take(now: now, authenticate, &actions)
    parser.endOfMessage()
    take(now: now, authenticate, &actions)
    noteUnfinished(now: now)
    warnIfStarved(&actions)
    return actions
  }

  private mutating func take(now: Int64, _ authenticate: (Headers) -> Authentication, _ actions: inout [Action]) {
    while phase != .over, let event = parser.next() {
      switch event {
      case .failure(let diagnosis):
        end(diagnosis, receipt: parser.receipt, &actions)
      case .frame(let received):
        do throws(Diagnosis) {
          try handle(received, now: now, authenticate, &actions)
        } catch {
          end(error, receipt: received.frame.headers["receipt"], &actions)
        }
      }
    }
  }

  /// The transport dropped a WebSocket message that was larger than `limit` bytes.
  package mutating func oversized(limit: Int, now: Int64) -> [Action] {
    fail(.messageTooLarge(limit: limit), receipt: nil, now: now)
  }

  /// Does what time asks for: a heart-beat, or the end of a client that keeps silent or leaves a frame unfinished.
  package mutating func tick(now: Int64) -> [Action] {
    guard phase != .over else { return [] }
    var actions: [Action] = []
    warnIfStarved(&actions)
    if liveness.isSilent(now: now) {
      end(.silence(milliseconds: liveness.toleratedMilliseconds), receipt: nil, &actions)
    } else if let since = unfinished?.since, now >= since.adding(limits.patienceNanoseconds),
      let diagnosis = parser.diagnoseUnfinished()
    {
      end(diagnosis, receipt: parser.receipt, &actions)
    } else if liveness.beat(now: now) {
      actions.append(.send(.heartBeat))
    }
    return actions
  }

  /// A frame may take its time while it says how long it is; else its age counts from its first byte, so that the
  /// heart-beats of a client that forgot the NUL, which then belong to the body, don't put the diagnosis off.
  private mutating func noteUnfinished(now: Int64) {
    guard parser.isUnfinished else {
      unfinished = nil
      return
    }
    if unfinished?.frame == parser.frameCount, !parser.announcesLength { return }
    unfinished = (parser.frameCount, now)
  }

  // MARK: Telling

  /// Warns of a mistake once.
  mutating func warn(_ diagnosis: Diagnosis, _ actions: inout [Action]) {
    if warned.insert(diagnosis.code).inserted { actions.append(.warn(diagnosis)) }
  }

  /// Whether the session has warned of a mistake.
  func hasWarned(_ code: Diagnosis.Code) -> Bool { warned.contains(code) }

  private mutating func warnIfStarved(_ actions: inout [Action]) {
    guard isStarved else { return }
    isStarved = false
    warn(.tooManyUnacknowledged(maximum: limits.maximumUnacknowledged), &actions)
  }

  /// A text as it may stand in CONNECTED and in message-ids: some clients want no blanks and no colons there, and
  /// CONNECTED knows no escapes.
  static func token(_ text: String) -> String {
    let bytes = text.utf8.map { byte in
      byte > ASCII.space && byte < 0x7F && byte != ASCII.colon && byte != ASCII.backslash
        ? byte : UInt8(ascii: "_")
    }
    return bytes.isEmpty ? "_" : String(decoding: bytes, as: UTF8.self)
  }
}
