import HTTPCore
import Synchronization
import World

/// Which web pages may call the server (Fetch standard §3.2, CONTRACT G10).
package enum CORSPolicy: Sendable, Equatable {
  /// Any page.
  case any
  /// Pages of one origin, such as `http://localhost:5173`.
  case origin(String)
  /// None: no header is sent.
  case off

  /// Every header of an answer that a page could need and may not read unless it is named here (Fetch standard §3.2.1).
  private static let exposed = """
    ETag, Retry-After, Location, Link, X-Total-Count, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, \
    Deprecation, Sunset, Idempotent-Replayed, X-Cached-Result, X-Mock-Hint, X-Mock-Reset-Token, X-Mock-Verified
    """
  private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
  private static let maximumAgeSeconds = "600"

  /// Whether a page may open sockets, write, and use the control plane; the latter may pages on this machine, too, unless
  /// it is ``off`` for them to read what they get.
  ///
  /// - Parameters:
  ///   - origin: What the browser says of the page.
  ///   - authority: The name and port by which the server is called.
  func admits(_ origin: String, to authority: String, isControl: Bool) -> Bool {
    if self == .any, !isControl { return true }
    if case .origin(let allowed) = self, origin.isEqualIgnoringASCIICase(to: allowed) { return true }
    guard let page = PageOrigin(origin) else { return false }
    return page.isServer(authority) || isControl && page.isOnMachine(authority)
  }

  /// Adds the headers that let the asking page read the answer.
  ///
  /// - Parameters:
  ///   - isControl: Whether it is one of the control plane, which fewer pages may read.
  func apply(to response: inout Response, for requestHeaders: HeaderFields, isControl: Bool = false) {
    if self == .off { return }
    response.headers.appendElement("Origin", to: "Vary")
    let authority = requestHeaders["Host"] ?? ""
    let origin = requestHeaders["Origin"]
    if self == .any, origin.map({ Self.isOwn($0, authority) }) ?? true {
      response.headers.append("Access-Control-Allow-Origin", "*")
    } else if let origin, isControl ? admits(origin, to: authority, isControl: true) : mayRead(origin) {
      grant(origin, &response)
    }
  }

  /// Whether a page may read what is not of the control plane.
  private func mayRead(_ origin: String) -> Bool {
    switch self {
    case .off: false
    case .any: true
    case .origin(let allowed): origin.isEqualIgnoringASCIICase(to: allowed)
    }
  }

  /// The answer to a preflight request, or to any other OPTIONS.
  func preflight(_ requestHeaders: HeaderFields, allowed: [HTTPMethod]) -> Response {
    let allow = allowed.map(\.rawValue).joined(separator: ", ")
    var response = Response(status: 204, headers: ["Allow": allow.isEmpty ? Self.methods : allow])
    guard self != .off, requestHeaders["Access-Control-Request-Method"] != nil else { return response }
    response.headers.append("Access-Control-Allow-Methods", Self.methods)
    let asked = requestHeaders["Access-Control-Request-Headers"] ?? "Authorization, Content-Type"
    response.headers.append("Access-Control-Allow-Headers", asked)
    response.headers.append("Access-Control-Max-Age", Self.maximumAgeSeconds)
    return response
  }

  /// Whether the asking page is the server's own, which may read all of an answer anyway. Browsers name the origin of
  /// such pages too when they ask for scripts.
  private static func isOwn(_ origin: String, _ authority: String) -> Bool {
    PageOrigin(origin)?.isServer(authority) ?? false
  }

  private func grant(_ origin: String, _ response: inout Response) {
    response.headers.append("Access-Control-Allow-Origin", origin)
    response.headers.append("Access-Control-Allow-Credentials", "true")
    response.headers.append("Access-Control-Expose-Headers", Self.exposed)
  }
}

/// The announcement that a version of an API will go, switched on to test what an app makes of it.
package struct Deprecation: Sendable, Equatable {
  /// The path segment of the version, such as `v1`.
  package let version: String
  /// When it will go.
  package let date: Timestamp

  /// A version that will go on a date.
  package init(version: String, date: Timestamp) {
    self.version = version
    self.date = date
  }

  /// Adds `Deprecation` (RFC 9745 §2) and `Sunset` (RFC 8594 §3) to an answer of the version.
  func annotate(_ response: inout Response, segments: [String]) {
    guard segments.prefix(3).contains(version) else { return }
    response.headers.append("Deprecation", "@\(date.seconds)")
    response.headers.append("Sunset", date.httpDate)
  }
}

extension Pipeline {
  /// What may be replaced while requests come.
  struct State: Sendable {
    /// What answers carry.
    var settings: AnswerSettings
    /// The routes that requests find.
    var table: RouteTable
  }

  /// What answers carry now.
  var settings: AnswerSettings { current.withLock { $0.settings } }

  /// The routes that requests find now.
  var table: RouteTable { current.withLock { $0.table } }

  /// Changes the settings together with all else that the closure changes: no request begins meanwhile, so one that
  /// comes after another that saw a part of the change sees all of it.
  ///
  /// - Parameters:
  ///   - change: Must be quick, and must not use the pipeline.
  func change(_ change: (inout State) -> Void) { current.withLock { change(&$0) } }

  /// What every answer carries besides its content; others may take its place while the server runs.
  final class AnswerSettings: Sendable {
    let cors: CORSPolicy
    let deprecation: Deprecation?
    /// How long each answer of an API waits, in milliseconds of real time.
    let delayMilliseconds: Int
    /// Whether long content is compressed for clients that take it so.
    let compresses: Bool

    init(
      cors: CORSPolicy, deprecation: Deprecation? = nil, delayMilliseconds: Int = 0, compresses: Bool = true
    ) {
      (self.cors, self.deprecation) = (cors, deprecation)
      (self.delayMilliseconds, self.compresses) = (delayMilliseconds, compresses)
    }

    convenience init(_ configuration: ServerConfiguration) {
      self.init(
        cors: configuration.cors, deprecation: configuration.deprecation,
        delayMilliseconds: Int(configuration.delay / 1_000_000), compresses: configuration.compresses)
    }
  }

  /// Lets faults change an answer.
  func changeByFaults(_ response: inout Response, _ context: RequestContext) {
    guard context.faults != nil else { return }
    let type = response.headers["Content-Type"]
    context.faults?.change(&response)
    // Under another type, what clients stored could be a page of this server.
    if response.headers["Content-Type"] != type { StoredContent.sandbox(&response.headers) }
  }

  /// Adds `X-RateLimit-*`; the reset is in seconds since 1970.
  func addLimit(to response: inout Response, _ context: RequestContext) {
    guard let limit = context.limit else { return }
    // The parts of a request count as well, and came after it.
    let latest = context.hasParts ? context.world.limiter(of: context.owner.name)?.look(at: context.limitedClient) : nil
    let remaining = (latest ?? limit.decision).remaining
    response.headers.append("X-RateLimit-Limit", "\(limit.decision.limit)")
    response.headers.append("X-RateLimit-Remaining", "\(remaining)")
    response.headers.append("X-RateLimit-Reset", "\(limit.resetSeconds)")
  }
}
