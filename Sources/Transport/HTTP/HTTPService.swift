import CMicroHTTPD
import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// What libmicrohttpd's callbacks need: it leads each request through its stages on the worker's thread.
final class HTTPService: Sendable {
  let handler: any RequestHandler
  let limits: HTTPLimits
  let watch: ConnectionWatch
  let logger: Logger
  /// Set once no connection shall be accepted any more. libmicrohttpd has a call for that, MHD_quiesce_daemon, but
  /// up to 0.9.75 at least it races with the workers, and the loser ends the process.
  let isStopping = Atomic(false)
  let sockets: WebSocketLoop
  /// What connections with TLS share; nil while there is no TLS port.
  let tls = Mutex<TLSDesk?>(nil)
  /// What carries WebSockets over TLS; set before there is a TLS port.
  var pump: TLSPump? { pumpSlot.withLock { $0 } }
  let pumpSlot = Mutex<TLSPump?>(nil)
  /// Where connections wait whose answer does not go out at once.
  let room = WaitingRoom()
  /// Where requests are worked on that may take long.
  let lane = SlowLane()

  init(handler: any RequestHandler, limits: HTTPLimits, sockets: WebSocketLoop, logger: Logger) {
    self.handler = handler
    self.limits = limits
    self.sockets = sockets
    self.logger = logger
    watch = ConnectionWatch(limits, logger: logger)
  }

  /// One call of the access handler: first with the header section, then for each piece of content, then with
  /// nothing left; and once more whenever it was suspended.
  func advance(
    _ exchange: Exchange, _ connection: OpaquePointer, _ line: HeadReader.Line, content: UnsafeRawBufferPointer
  ) -> MHD_Result {
    // The pump is through with it.
    if exchange.lentPass != nil { return mock_no() }
    if let (task, pass) = exchange.task { return goOn(with: task, pass, exchange, connection) }
    if let delivery = exchange.delivery { return goOn(with: delivery, exchange, connection) }
    if !exchange.isHeadRead { return readHead(exchange, connection, line) }
    if !content.isEmpty { return readContent(exchange, content) }
    return answer(exchange, connection)
  }

  private func readHead(
    _ exchange: Exchange, _ connection: OpaquePointer, _ line: HeadReader.Line
  ) -> MHD_Result {
    exchange.isHeadRead = true
    exchange.method = HTTPMethod(rawValue: String(cString: line.method))
    let version = String(cString: line.version)
    let head = HeadReader(connection, line, omitting: exchange.hidesCookies ? 1 : 0)
    exchange.headers = head.headers
    // RFC 9110 §7.8: HTTP/1.0 cannot switch protocols.
    exchange.isOld = version == "HTTP/1.0"
    if exchange.isOld { exchange.headers["Upgrade"] = nil }
    if exchange.isSurplus { return refuse(exchange, connection, watch.refusal, isLast: true) }
    let limits = limits(for: exchange)
    exchange.maximumBodyBytes = limits.maximumBodyBytes
    switch RequestHead.check(version: version, head, limits: limits) {
    case .proceed:
      return mock_yes()
    case .refuseAfterContent(let problem):
      exchange.refusal = problem
      return mock_yes()
    case .refuseNow(let problem):
      return refuse(exchange, connection, problem, isLast: true)
    }
  }

  /// The limits of a request; some operations take more content than others, which only one that may have it asks for.
  private func limits(for exchange: Exchange) -> HTTPLimits {
    let headers = exchange.headers
    guard RequestHead.mayExceed(limits.maximumBodyBytes, headers),
      let count = handler.maximumBodyBytes(of: exchange.method, target: exchange.target, headers: headers)
    else { return limits }
    return limits.allowing(bodyBytes: count)
  }

  private func readContent(_ exchange: Exchange, _ content: UnsafeRawBufferPointer) -> MHD_Result {
    exchange.receivedBytes += content.count
    if exchange.receivedBytes > exchange.maximumBodyBytes {
      exchange.refusal = exchange.refusal ?? RequestHead.contentTooLarge(maximum: exchange.maximumBodyBytes)
      exchange.body = []
    }
    // A client that goes on sending content without end is cut off.
    let bound = max(limits.maximumDiscardedBytes, exchange.maximumBodyBytes)
    guard exchange.receivedBytes <= bound else { return mock_no() }
    if exchange.refusal == nil { exchange.body.append(contentsOf: content) }
    return mock_yes()
  }

  private func answer(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    exchange.isAnswered = true
    let ticket = ticket(of: connection)
    ticket?.waitingSince.withLock { $0 = nil }
    if let problem = exchange.refusal { return refuse(exchange, connection, problem, isLast: false) }
    let target: RequestTarget
    do {
      target = try RequestTarget(exchange.target)
    } catch {
      return refuse(exchange, connection, error, isLast: false)
    }
    let request = Request(
      method: exchange.method, target: target, headers: exchange.headers, body: exchange.body,
      remoteAddress: ticket?.address ?? "", isSecure: ticket?.handshake != nil)
    switch handler.begin(request) {
    case .done(let outcome): return carryOut(outcome, exchange, connection, isLast: false)
    case .later(let undertaking): return wait(for: undertaking, exchange, connection)
    }
  }

  private func refuse(
    _ exchange: Exchange, _ connection: OpaquePointer, _ problem: Problem, isLast: Bool
  ) -> MHD_Result {
    exchange.isAnswered = true
    let response = handler.refuse(
      problem, method: exchange.method, target: exchange.target, headers: exchange.headers)
    return carryOut(.respond(response), exchange, connection, isLast: isLast)
  }

  /// Notes that a request has begun, and begins the time anew that it may take, so that the time the connection was idle
  /// does not count.
  func began(_ exchange: Unmanaged<Exchange>, on connection: OpaquePointer) {
    guard let ticket = ticket(of: connection) else { return }
    exchange.takeUnretainedValue().isSurplus = ticket.isSurplus
    ticket.note(exchange)
    restartTime(of: ticket)
  }

  /// Notes that a request is over and the connection waits for the next one.
  func finished(_ connection: OpaquePointer) {
    guard let ticket = ticket(of: connection) else { return }
    ticket.note(nil)
    restartTime(of: ticket)
  }

  private func restartTime(of ticket: ConnectionWatch.Ticket) {
    ticket.waitingSince.withLock { $0 = SystemTime.monotonicNanoseconds() }
    // Only a request, or what was one, leads here.
    ticket.handshake?.succeeded()
  }

  func ticket(of connection: OpaquePointer) -> ConnectionWatch.Ticket? {
    guard let context = mock_connection_context(connection) else { return nil }
    return Unmanaged<ConnectionWatch.Ticket>.fromOpaque(context).takeUnretainedValue()
  }
}

/// One request while it comes in. Touched only by the worker thread that serves its connection.
final class Exchange {
  /// Who is told what became of the answer, and what is known about it.
  struct Report {
    let target: DeliveryReport
    /// The bytes of content that the client gets when nothing goes wrong.
    let contentBytes: Int
    /// Whether the client had ended its half, at least, before anything was sent.
    var clientMayBeGone = false

    init(_ target: DeliveryReport, contentBytes: Int) {
      (self.target, self.contentBytes) = (target, contentBytes)
    }

    /// What went over the wire, as far as that is known in the end.
    func transmission(_ hasArrived: Bool, reader: ContentReader?) -> Transmission {
      if hasArrived {
        let count = contentBytes > 0 ? contentBytes : reader?.sentBytes ?? 0
        return Transmission(.whole, hasHead: true, contentBytes: count)
      }
      guard let reader else {
        // To a client that was gone nothing went; how much of a long answer did, the library does not say.
        return clientMayBeGone ? .nothing(.aborted) : Transmission(.aborted, hasHead: true, contentBytes: nil)
      }
      return Transmission(.aborted, hasHead: reader.sentBytes != nil, contentBytes: reader.sentBytes ?? 0)
    }
  }

  /// The target's bytes, as they came.
  let target: [UInt8]
  var method = HTTPMethod.get
  var headers = HeaderFields()
  var body: [UInt8] = []
  /// Content bytes seen so far, kept or not.
  var receivedBytes = 0
  /// The most of them that are kept.
  var maximumBodyBytes = 0
  var isHeadRead = false
  /// Whether libmicrohttpd was given an empty `Cookie` before the fields of the request.
  let hidesCookies: Bool
  /// Whether there are more connections than there may be, so that the request is refused.
  var isSurplus = false
  /// Whether only the end of the connection tells where the answer ends.
  var endsWithConnection: Bool { isOld && delivery?.streams == true }
  /// Whether it is in HTTP/1.0.
  var isOld = false
  /// Whether an answer was decided on.
  var isAnswered = false
  /// Set when the request shall be refused once its content has come in.
  var refusal: Problem?
  /// What is worked on beside the threads that read, and its connection's pass in the waiting room meanwhile.
  var task: (task: SlowTask, pass: UInt64)?
  /// Its outcome, when that does not go out at once.
  var delivery: Delivery?
  /// Who is told what becomes of the answer; nil when nobody wants to know.
  var report: Report?
  /// The pass of its connection in the waiting room, once that is a WebSocket over TLS.
  var lentPass: UInt64?

  init(target: [UInt8], hidesCookies: Bool) {
    (self.target, self.hidesCookies) = (target, hidesCookies)
  }
}

/// How outcomes go out that are delayed, slowed down, broken or come into being while they are sent.
extension HTTPService {
  /// Sends an outcome, now or later.
  func carryOut(
    _ outcome: Outcome, _ exchange: Exchange, _ connection: OpaquePointer, isLast: Bool
  ) -> MHD_Result {
    if let report = outcome.delivery?.report {
      exchange.report = Exchange.Report(report, contentBytes: outcome.contentBytes(for: exchange.method))
    }
    if outcome.isPlain { return send(outcome, exchange, on: connection, isLast: isLast) }
    let socket = mock_connection_socket(connection)
    let pass = room.enter(connection, socket: socket, isOwedAnswer: outcome.endsInAnswer)
    let delivery = Delivery(
      outcome, to: exchange.method, isLast: isLast, room: room, pass: pass, socket: socket)
    exchange.delivery = delivery
    // The library calls again at once, and knows by then that there is nothing to read for this request. It would read
    // when it resumes else, and take the end of a client's half for a reason to close.
    if !isLast { return mock_yes() }
    return goOn(with: delivery, exchange, connection)
  }

  /// Has a request worked on beside this thread, which goes on with others meanwhile.
  func wait(for undertaking: Undertaking, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    let pass = room.enter(connection, socket: mock_connection_socket(connection))
    let room = self.room
    guard let task = lane.take(undertaking, done: { room.wake(pass) }) else {
      room.leave(pass)
      return carryOut(undertaking.refuse(SlowLane.refusal), exchange, connection, isLast: false)
    }
    exchange.task = (task, pass)
    return goOn(with: task, pass, exchange, connection)
  }

  /// Sends what came of a request that is worked on beside: called when that is begun, and again whenever the connection
  /// was resumed.
  func goOn(
    with task: SlowTask, _ pass: UInt64, _ exchange: Exchange, _ connection: OpaquePointer
  ) -> MHD_Result {
    while true {
      // Asked first: the room forgets that it woke somebody who was suspended.
      if let outcome = task.outcome {
        room.leave(pass)
        exchange.task = nil
        return carryOut(outcome, exchange, connection, isLast: false)
      }
      switch room.wait(pass, until: nil) {
      case .suspended: return mock_yes()
      case .goOn: continue
      // A server that stops does not wait for ever for what is slow.
      case .clientLeft, .stopping: return mock_no()
      }
    }
  }

  /// Does what is due: called when the outcome is there, and again whenever the connection was resumed.
  func goOn(with delivery: Delivery, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    switch room.wait(delivery.pass, until: delivery.due) {
    case .suspended: return mock_yes()
    case .clientLeft:
      delivery.report?.settle(.nothing(delivery.ending == .never ? .never : .aborted))
      return mock_no()
    case .goOn, .stopping: break
    }
    // What becomes of the answer is told before its client can see it.
    switch delivery.ending {
    case .empty, .never:
      delivery.report?.settle(.nothing(delivery.ending == .never ? .never : .empty))
      return mock_no()
    case .reset:
      delivery.report?.settle(.nothing(.reset))
      Socket.reset([mock_connection_socket(connection)])
      return mock_no()
    case .whole, .truncated:
      foresee(delivery, exchange, connection)
      // Only a reader waits any more; and the request of a socket is over when the socket is.
      if delivery.reader == nil { room.leave(delivery.pass) }
      return send(
        delivery.outcome, exchange, on: connection, isLast: delivery.isLast, reader: delivery.reader)
    }
  }

  /// Tells that an answer goes out whole, when that can be known already. A client that has ended its half may be gone:
  /// then it shows when the answer is sent.
  private func foresee(_ delivery: Delivery, _ exchange: Exchange, _ connection: OpaquePointer) {
    guard let report = exchange.report, delivery.reader?.isEmpty ?? true else { return }
    exchange.report?.clientMayBeGone = Socket.clientHasLeft(mock_connection_socket(connection))
    guard exchange.report?.clientMayBeGone == false else { return }
    report.target.settle(Transmission(.whole, hasHead: true, contentBytes: report.contentBytes))
  }

  /// Ends what ``carryOut(_:_:_:isLast:)`` began; before the connection's socket is closed.
  ///
  /// - Parameters:
  ///   - isComplete: Whether the library sent all that it was given.
  func finished(_ exchange: Exchange, isComplete: Bool, _ connection: OpaquePointer?) {
    if let report = exchange.report {
      // A client that had not gone before took what it was sent, though it may have gone since.
      let mayBeGone = report.clientMayBeGone || exchange.delivery?.reader?.clientMayBeGone == true
      let isGone = mayBeGone && (connection.map { Socket.hasFailed(mock_connection_socket($0)) } ?? true)
      let hasArrived = isComplete && !isGone
      report.target.settle(report.transmission(hasArrived, reader: exchange.delivery?.reader))
      exchange.report = nil
    }
    if let pass = exchange.lentPass {
      room.leave(pass)
      exchange.lentPass = nil
    }
    if let (task, pass) = exchange.task {
      task.giveUp()
      room.leave(pass)
      exchange.task = nil
    }
    guard let delivery = exchange.delivery else { return }
    room.leave(delivery.pass)
    exchange.delivery = nil
  }

  private func send(
    _ outcome: Outcome, _ exchange: Exchange, on connection: OpaquePointer, isLast: Bool, reader: ContentReader? = nil
  ) -> MHD_Result {
    switch outcome {
    case .respond(let response):
      let date = response.date ?? handler.dateHeader()
      return ResponseSender.send(response, on: connection, date: date, isLast: isLast, reader: reader)
    case .upgrade(let upgrade):
      let sockets = self.sockets
      let date = upgrade.date ?? handler.dateHeader()
      if let handshake = ticket(of: connection)?.handshake {
        return takeOver(upgrade, exchange, connection, handshake, date: date)
      }
      return ResponseSender.upgrade(upgrade, on: connection, date: date) { socket in
        sockets.adopt(socket, makeSession: upgrade.makeSession)
      }
    }
  }
}
