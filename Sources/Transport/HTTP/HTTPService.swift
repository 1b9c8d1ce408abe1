import CMicroHTTPD
import HTTPCore
import Logging
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
