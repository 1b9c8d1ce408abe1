import CMicroHTTPD
import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// Leads each request through its stages, called by libmicrohttpd on the thread that serves the connection.
final class HTTPService: Sendable {
  let handler: any RequestHandler
  let limits: HTTPLimits
  let watch: ConnectionWatch
  let logger: Logger
  /// Set once no connection shall be accepted any more. libmicrohttpd has a call for that, MHD_quiesce_daemon, but it has
  /// a race with the library's threads (seen with 0.9.75) that can end the process.
  let isStopping = Atomic(false)
  /// How many connections libmicrohttpd was allowed to accept and has not begun with.
  let arriving = Atomic(0)
  let sockets: WebSocketLoop
  /// Tells of clients that do not come through.
  let handshakes: HandshakeLog
  /// Accepts the connections of a server with a TLS port; nil without one.
  let front = Mutex<TLSFront?>(nil)
  /// The connections whose answer does not go out at once.
  let suspended = SuspendedConnections()
  /// Works on requests that may take long.
  let slowRequests = SlowRequestPool()
  /// Answers that are kept to be sent again.
  let prepared = PreparedResponses()

  /// How a front waits for its sockets.
  let readinessMethod: ReadinessMethod

  init(
    handler: any RequestHandler, limits: HTTPLimits, sockets: WebSocketLoop, readinessMethod: ReadinessMethod,
    logger: Logger
  ) {
    self.handler = handler
    self.readinessMethod = readinessMethod
    self.limits = limits
    self.sockets = sockets
    self.logger = logger
    watch = ConnectionWatch(limits, logger: logger)
    handshakes = HandshakeLog(logger: logger)
  }

  /// One call of the access handler: first with the header section, then for each piece of content, then with
  /// nothing left; and once more whenever it was suspended.
  func advance(
    _ exchange: Exchange, _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    content: UnsafeRawBufferPointer
  ) -> MHD_Result {
    switch exchange.state {
    case .arriving:
      let target = exchange.targetStart.map { ($0, exchange.target.count) }
      return readHead(exchange, connection, HeadReader.Line(method: method, target: target, version: version))
    case .receiving(let refusal):
      return content.isEmpty
        ? answer(exchange, connection, refusal) : readContent(exchange, content, refusal)
    case .working(let task, let waitID): return goOn(with: task, waitID, exchange, connection)
    case .delivering(let delivery): return goOn(with: delivery, exchange, connection)
    case .answered: return mock_yes()
    }
  }

  private func readHead(
    _ exchange: Exchange, _ connection: OpaquePointer, _ line: HeadReader.Line
  ) -> MHD_Result {
    exchange.state = .receiving(refusal: nil)
    exchange.method = HTTPMethod(rawValue: String(cString: line.method))
    let version = String(cString: line.version)
    let head = HeadReader(connection, line, omitting: exchange.hidesCookies ? 1 : 0)
    exchange.headers = head.headers
    // RFC 9110 §7.8: HTTP/1.0 cannot switch protocols.
    exchange.isOld = version == "HTTP/1.0"
    if exchange.isOld { exchange.headers["Upgrade"] = nil }
    if exchange.isSurplus { return refuse(exchange, connection, watch.refusal, isLast: true) }
    let framing = FramingFields(head.headers)
    let limits = limits(for: exchange, framing)
    exchange.maximumBodyBytes = limits.maximumBodyBytes
    if !framing.announcesContent { mock_hide_expectation(connection) }
    switch RequestHead.check(exchange.method.rawValue, version: version, head, framing, limits: limits) {
    case .proceed:
      return mock_yes()
    case .refuseAfterContent(let problem):
      exchange.state = .receiving(refusal: problem)
      return mock_yes()
    case .refuseNow(let problem):
      return refuse(exchange, connection, problem, isLast: true)
    }
  }

  /// The limits of a request. Some operations take more content than others; only for a request that may need that is the
  /// handler asked.
  private func limits(for exchange: Exchange, _ framing: FramingFields) -> HTTPLimits {
    guard framing.mayExceed(limits.maximumBodyBytes),
      let count = handler.maximumBodyBytes(of: exchange.method, target: exchange.target, headers: exchange.headers)
    else { return limits }
    return limits.allowing(bodyBytes: count)
  }

  private func readContent(
    _ exchange: Exchange, _ content: UnsafeRawBufferPointer, _ refusal: Problem?
  ) -> MHD_Result {
    var refusal = refusal
    exchange.receivedBytes += content.count
    if exchange.receivedBytes > exchange.maximumBodyBytes {
      refusal = refusal ?? RequestHead.contentTooLarge(maximum: exchange.maximumBodyBytes)
      exchange.state = .receiving(refusal: refusal)
      exchange.body = []
    }
    // A client that sends content without end is disconnected.
    let bound = max(limits.maximumDiscardedBytes, exchange.maximumBodyBytes)
    guard exchange.receivedBytes <= bound else { return mock_no() }
    if refusal == nil { exchange.body.append(contentsOf: content) }
    return mock_yes()
  }

  private func answer(_ exchange: Exchange, _ connection: OpaquePointer, _ refusal: Problem?) -> MHD_Result {
    exchange.state = .answered
    let client = client(of: connection)
    client?.waitsNoMore()
    if let refusal { return refuse(exchange, connection, refusal, isLast: false) }
    let target: RequestTarget
    do {
      target = try RequestTarget(exchange.target)
    } catch {
      return refuse(exchange, connection, error, isLast: false)
    }
    let request = Request(
      method: exchange.method, target: target, headers: exchange.headers, body: exchange.body,
      remoteAddress: client?.address ?? "", isSecure: client?.secured != nil)
    if let deferred = expansion(of: request, exchange) { return wait(for: deferred, exchange, connection) }
    switch handler.begin(request) {
    case .done(let outcome): return carryOut(outcome, exchange, connection, isLast: false)
    case .later(let deferred): return wait(for: deferred, exchange, connection)
    }
  }

  private func refuse(
    _ exchange: Exchange, _ connection: OpaquePointer, _ problem: Problem, isLast: Bool
  ) -> MHD_Result {
    exchange.state = .answered
    let response = handler.refuse(
      problem, method: exchange.method, target: exchange.target, headers: exchange.headers)
    return carryOut(.respond(response), exchange, connection, isLast: isLast)
  }

  /// Notes that a request has begun. The time that it may take begins now, so that the time before, when the connection
  /// was idle, does not count.
  func began(_ exchange: Unmanaged<Exchange>, on connection: OpaquePointer) {
    guard let client = client(of: connection) else { return }
    exchange.takeUnretainedValue().isSurplus = client.admission.isSurplus
    client.note(exchange)
    client.waitsFromNow()
  }

  /// Notes that a request is over and the connection waits for the next one.
  func finished(_ connection: OpaquePointer) {
    guard let client = client(of: connection) else { return }
    client.note(nil)
    client.waitsFromNow()
  }

  func client(of connection: OpaquePointer) -> ClientConnection? {
    guard let context = mock_connection_context(connection) else { return nil }
    return Unmanaged<ClientConnection>.fromOpaque(context).takeUnretainedValue()
  }
}

/// How outcomes are sent that are delayed, slowed down or broken, and streams.
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
    let waitID = suspended.register(
      connection, socket: socket, wake: client(of: connection)?.wakeServer, isOwedAnswer: outcome.endsInAnswer)
    let delivery = Delivery(
      outcome, to: exchange.method, isLast: isLast, suspended: suspended, waitID: waitID, socket: socket)
    exchange.state = .delivering(delivery)
    // The library calls again at once, and knows then that this request has no more content. If the connection were
    // suspended now, the library would read when it resumes, and close the connection if the client has ended its half.
    if !isLast { return mock_yes() }
    return goOn(with: delivery, exchange, connection)
  }

  /// Has another thread work on a request, so that this one can serve other connections.
  func wait(for deferred: DeferredRequest, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    let waitID = suspended.register(
      connection, socket: mock_connection_socket(connection), wake: client(of: connection)?.wakeServer)
    let suspended = self.suspended
    guard let task = slowRequests.take(deferred, done: { suspended.wake(waitID) }) else {
      suspended.remove(waitID)
      return carryOut(deferred.refuse(SlowRequestPool.refusal), exchange, connection, isLast: false)
    }
    exchange.state = .working(task, waitID: waitID)
    return goOn(with: task, waitID, exchange, connection)
  }

  /// Sends the outcome of a request that another thread works on, or waits for it. Called when that begins, and whenever
  /// the connection was resumed.
  func goOn(
    with task: SlowTask, _ waitID: UInt64, _ exchange: Exchange, _ connection: OpaquePointer
  ) -> MHD_Result {
    while true {
      // Asked first: a wake-up counts only for the wait that it ends.
      if let outcome = task.outcome {
        suspended.remove(waitID)
        exchange.state = .answered
        return carryOut(outcome, exchange, connection, isLast: false)
      }
      switch suspended.suspend(waitID, until: nil) {
      case .suspended: return mock_yes()
      case .goOn: continue
      // A server that stops does not wait for slow requests.
      case .clientLeft, .stopping: return mock_no()
      }
    }
  }

  /// Sends an outcome at its time, or waits for that. Called when the outcome is known, and whenever the connection was
  /// resumed.
  func goOn(with delivery: Delivery, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    switch suspended.suspend(delivery.waitID, until: delivery.due) {
    case .suspended: return mock_yes()
    case .clientLeft:
      delivery.report?.settle(.nothing(delivery.ending == .never ? .never : .aborted))
      return mock_no()
    case .goOn, .stopping: break
    }
    // Reported before the client can see it.
    switch delivery.ending {
    case .empty, .never:
      delivery.report?.settle(.nothing(delivery.ending == .never ? .never : .empty))
      return mock_no()
    case .reset:
      delivery.report?.settle(.nothing(.reset))
      reset(connection)
      return mock_no()
    case .whole, .truncated:
      foresee(delivery, exchange, connection)
      // Only a reader still waits. The request of a WebSocket would not be over before the socket is.
      if delivery.reader == nil { suspended.remove(delivery.waitID) }
      return send(
        delivery.outcome, exchange, on: connection, isLast: delivery.isLast, reader: delivery.reader)
    }
  }

  /// Has the client see a reset (RFC 9293 §3.5.2); the library then notices that the connection is gone.
  private func reset(_ connection: OpaquePointer) {
    let socket = mock_connection_socket(connection)
    guard let secured = client(of: connection)?.secured else { return Socket.reset([socket]) }
    secured.resetAtEnd()
    Socket.end(socket)
  }

  /// Reports that an answer is whole, when that can be known before it is sent. A client that has ended its half may be
  /// gone: then it is known only when the answer is sent.
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
      // A client that was there when the answer was sent has got it, though it may have gone since.
      let mayBeGone = report.clientMayBeGone || exchange.delivery?.reader?.clientMayBeGone == true
      let isGone = mayBeGone && (connection.map { Socket.hasFailed(mock_connection_socket($0)) } ?? true)
      let hasArrived = isComplete && !isGone
      report.target.settle(report.transmission(hasArrived, reader: exchange.delivery?.reader))
      exchange.report = nil
    }
    switch exchange.state {
    case .working(let task, let waitID):
      task.giveUp()
      suspended.remove(waitID)
    case .delivering(let delivery): suspended.remove(delivery.waitID)
    case .arriving, .receiving, .answered: break
    }
    exchange.state = .answered
  }

  private func send(
    _ outcome: Outcome, _ exchange: Exchange, on connection: OpaquePointer, isLast: Bool, reader: BodyReader? = nil
  ) -> MHD_Result {
    switch outcome {
    case .respond(let response):
      let date = response.date ?? handler.dateHeader()
      if reader == nil, !isLast {
        return ResponseSender.send(response, on: connection, date: date, prepared: prepared)
      }
      return ResponseSender.send(response, on: connection, date: date, isLast: isLast, reader: reader)
    case .upgrade(let upgrade):
      let sockets = self.sockets
      let date = upgrade.date ?? handler.dateHeader()
      let client = client(of: connection)
      return ResponseSender.upgrade(
        upgrade, on: connection, date: date, secured: client?.secured, wakeServer: client?.wakeServer
      ) { socket in
        sockets.adopt(socket, makeSession: upgrade.makeSession)
      }
    }
  }
}
