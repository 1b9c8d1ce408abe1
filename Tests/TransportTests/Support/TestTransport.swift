import HTTPCore
import Logging
import Transport

/// The transport alone, on a free port of the loopback, with a handler of the test's own; it stops when it is
/// released.
final class TestTransport {
  let server: TransportServer
  let port: Int
  /// The port with TLS; 0 without one.
  let securePort: Int

  /// Answers from the moment it returns.
  convenience init(
    _ limits: HTTPLimits = HTTPLimits(), sockets: WebSocketLimits? = nil, tls: TLSCredentials? = nil,
    waiting: ReadinessMethod = .ofSystem, handle: @escaping @Sendable (Request) -> Outcome
  ) throws {
    try self.init(limits, sockets: sockets, tls: tls, waiting: waiting, begin: { .done(handle($0)) })
  }

  /// Answers some requests later.
  init(
    _ limits: HTTPLimits = HTTPLimits(), sockets: WebSocketLimits? = nil, tls: TLSCredentials? = nil,
    waiting: ReadinessMethod = .ofSystem, begin: @escaping @Sendable (Request) -> Handling
  ) throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    server = try TransportServer(
      handler: Handler(body: begin), limits: limits, socketLimits: sockets, readinessMethod: waiting, logger: logger)
    var bound = try ListeningSocket.open(hosts: ["127.0.0.1"], port: 0)
    port = bound[0].port
    if tls != nil {
      bound += try ListeningSocket.open(hosts: ["127.0.0.1"], port: 0)
      bound[1].isSecure = true
    }
    securePort = tls == nil ? 0 : bound[1].port
    try server.start(bound, tls: tls)
  }

  deinit {
    server.stop()
  }
}

private struct Handler: RequestHandler {
  let body: @Sendable (Request) -> Handling

  func begin(_ request: Request) -> Handling { body(request) }

  func refuse(_ problem: Problem, method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Response {
    Response(status: problem.kind.status)
  }

  func dateHeader() -> String { "Thu, 01 Jan 1970 00:00:00 GMT" }
}

extension HTTPLimits {
  /// The defaults with some of them changed.
  static func with(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
    var limits = HTTPLimits()
    change(&limits)
    return limits
  }
}
