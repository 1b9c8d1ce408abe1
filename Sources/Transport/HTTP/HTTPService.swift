import CMicroHTTPD
import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// Handles each request through its stages, called by libmicrohttpd on the thread that serves the connection.
final class HTTPService: Sendable {
  let handler: any RequestHandler
  let limits: HTTPLimits
  let watch: ConnectionWatch
  let logger: Logger
  /// Set when no more connections may be accepted. libmicrohttpd has a function for that, MHD_quiesce_daemon, but it
  /// has a race with the library's threads (seen with 0.9.75) that can end the process.
  let isStopping = Atomic(false)
  /// The number of connections that libmicrohttpd has accepted and not begun to serve.
  let arriving = Atomic(0)
  let sockets: WebSocketLoop
  /// Reports clients whose handshake failed.
  let handshakes: HandshakeLog
  /// Accepts the connections of a server with a TLS port; nil without one.
  let front = Mutex<TLSFront?>(nil)
  /// The connections whose response is not sent immediately.
  let suspended = SuspendedConnections()
  /// Runs requests that can take long.
  let slowRequests = SlowRequestPool()
  /// Responses that are kept to be sent again.
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

  /// One call of the access handler: first with the header section, then for each piece of body, then with nothing
  /// left; and once more after each suspension.
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
        ? respond(to: exchange, connection, refusal) : readContent(exchange, content, refusal)
    case .working(let task, let waitID): return goOn(with: task, waitID, exchange, connection)
    case .delivering(let delivery): return goOn(with: delivery, exchange, connection)
    case .responded: return mock_yes()
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

  /// The limits of a request. Some operations allow a larger body; the handler is asked only for a request that may
  /// need it.
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
    // A client that sends an endless body is disconnected.
    let bound = max(limits.maximumDiscardedBytes, exchange.maximumBodyBytes)
    guard exchange.receivedBytes <= bound else { return mock_no() }
    if refusal == nil { exchange.body.append(contentsOf: content) }
    return mock_yes()
  }

  private func respond(to exchange: Exchange, _ connection: OpaquePointer, _ refusal: Problem?) -> MHD_Result {
    exchange.state = .responded
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
    case .done(let outcome): return perform(outcome, exchange, connection, isLast: false)
    case .later(let deferred): return wait(for: deferred, exchange, connection)
    }
  }

  private func refuse(
    _ exchange: Exchange, _ connection: OpaquePointer, _ problem: Problem, isLast: Bool
  ) -> MHD_Result {
    exchange.state = .responded
    let response = handler.refuse(
      problem, method: exchange.method, target: exchange.target, headers: exchange.headers)
    return perform(.respond(response), exchange, connection, isLast: isLast)
  }

  /// Notes that a request has begun. Its time limit begins now, without the time in which the connection was idle.
  func began(_ exchange: Unmanaged<Exchange>, on connection: OpaquePointer) {
    guard let client = client(of: connection) else { return }
    exchange.takeUnretainedValue().isSurplus = client.admission.isSurplus
    client.note(exchange)
    client.waitsFromNow()
  }

  /// Notes that a request has ended and the connection waits for the next one.
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

/// Sends outcomes that are delayed, slowed down or truncated, and streams.
extension HTTPService {
  /// Sends an outcome, now or later.
  func perform(
    _ outcome: Outcome, _ exchange: Exchange, _ connection: OpaquePointer, isLast: Bool
  ) -> MHD_Result {
    if let report = outcome.delivery?.report {
      exchange.report = Exchange.Report(report, contentBytes: outcome.contentBytes(for: exchange.method))
    }
    if outcome.isPlain { return send(outcome, exchange, on: connection, isLast: isLast) }
    let socket = mock_connection_socket(connection)
    let waitID = suspended.register(
      connection, socket: socket, wake: client(of: connection)?.wakeServer, isOwedResponse: outcome.sendsResponse)
    let delivery = Delivery(
      outcome, to: exchange.method, isLast: isLast, suspended: suspended, waitID: waitID, socket: socket)
    exchange.state = .delivering(delivery)
    // The library calls again immediately, and knows then that this request has no more body. If the connection were
    // suspended now, the library would read when it resumes, and close the connection if the client has ended its half.
    if !isLast { return mock_yes() }
    return goOn(with: delivery, exchange, connection)
  }

  /// Runs a request on another thread, so that this one can serve other connections.
  func wait(for deferred: DeferredRequest, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    let waitID = suspended.register(
      connection, socket: mock_connection_socket(connection), wake: client(of: connection)?.wakeServer)
    let suspended = self.suspended
    guard let task = slowRequests.take(deferred, done: { suspended.wake(waitID) }) else {
      suspended.remove(waitID)
      return perform(deferred.refuse(SlowRequestPool.refusal), exchange, connection, isLast: false)
    }
    exchange.state = .working(task, waitID: waitID)
    return goOn(with: task, waitID, exchange, connection)
  }

  /// Sends the outcome of a request that another thread runs, or waits for it. Called when the request begins to run,
  /// and after each time the connection was resumed.
  func goOn(
    with task: SlowTask, _ waitID: UInt64, _ exchange: Exchange, _ connection: OpaquePointer
  ) -> MHD_Result {
    while true {
      // Checked first: a wake-up counts only for the wait that it ends.
      if let outcome = task.outcome {
        suspended.remove(waitID)
        exchange.state = .responded
        return perform(outcome, exchange, connection, isLast: false)
      }
      switch suspended.suspend(waitID, until: nil) {
      case .suspended: return mock_yes()
      case .goOn: continue
      // A server that stops does not wait for slow requests.
      case .clientLeft, .stopping: return mock_no()
      }
    }
  }

  /// Sends an outcome at its time, or waits for that. Called when the outcome is known, and after each time the
  /// connection was resumed.
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
      // Only a reader still waits. The request of a WebSocket would not end before the socket does.
      if delivery.reader == nil { suspended.remove(delivery.waitID) }
      return send(
        delivery.outcome, exchange, on: connection, isLast: delivery.isLast, reader: delivery.reader)
    }
  }

  /// Resets the connection (RFC 9293 §3.5.2); the library then notices that the connection has ended.
  private func reset(_ connection: OpaquePointer) {
    let socket = mock_connection_socket(connection)
    guard let secured = client(of: connection)?.secured else { return Socket.reset([socket]) }
    secured.resetAtEnd()
    Socket.end(socket)
  }

  /// Reports that a response is complete, if that can be known before it is sent. A client that has ended its half of
  /// the connection may have disconnected: then it is known only after the response is sent.
  private func foresee(_ delivery: Delivery, _ exchange: Exchange, _ connection: OpaquePointer) {
    guard let report = exchange.report, delivery.reader?.isEmpty ?? true else { return }
    exchange.report?.clientMayBeGone = Socket.clientHasLeft(mock_connection_socket(connection))
    guard exchange.report?.clientMayBeGone == false else { return }
    report.target.settle(Transmission(.whole, hasHead: true, contentBytes: report.contentBytes))
  }

  /// Ends what ``perform(_:_:_:isLast:)`` began, before the connection's socket is closed.
  ///
  /// - Parameters:
  ///   - isComplete: Whether the library sent everything.
  func finished(_ exchange: Exchange, isComplete: Bool, _ connection: OpaquePointer?) {
    if let report = exchange.report {
      // A client that was connected when the response was sent has received it, even if it has disconnected since.
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
    case .arriving, .receiving, .responded: break
    }
    exchange.state = .responded
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
