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

  /// The response headers that a page may need; it can read them only if they are named here (Fetch standard §3.2.1).
  private static let exposed = """
    ETag, Retry-After, Location, Link, X-Total-Count, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, \
    Deprecation, Sunset, Idempotent-Replayed, Mcp-Session-Id, X-Cached-Result, X-Mock-Hint, X-Mock-Reset-Token, \
    X-Mock-Verified
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

  /// Adds the headers that let the asking page read the response.
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

  /// The response to a preflight request, or to any other OPTIONS.
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

  /// Whether the asking page is the server's own, which may read all of a response anyway. Browsers name the origin of
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
