import HTTPCore

/// Whom the server lets in: by which name it was called, and for which web page a browser asks.
///
/// A browser tells by `Origin` (Fetch standard §3.2) which page asks, whenever a request may change something or opens a
/// socket, and by `Sec-Fetch-Site` how that is related to the server (Fetch Metadata §2.4). What has neither is no
/// browser, and goes on.
struct Doors: Sendable {
  /// What of a request decides.
  struct Knock {
    let request: Request
    /// Whether it is a call of the control plane.
    let isControl: Bool
    /// Whether it is to become a socket.
    let isSocket: Bool

    var authority: String? { request.target.authority ?? request.headers["Host"] }
  }

  let hosts: HostNames

  /// - Throws: ``Problem`` of kind `forbidden` for a name or a page that is not let in, and `malformedBody` for a page
  ///   that sends the control plane something else than JSON.
  func admit(_ knock: Knock, _ cors: CORSPolicy) throws(Problem) {
    let authority = knock.authority
    guard hosts.contains(authority) else { throw Self.unknownHost(authority ?? "") }
    try admit(knock, as: knock.request.method, cors)
    guard knock.isControl, !knock.request.body.isEmpty, Self.isBrowsers(knock.request), !Self.isJSON(knock.request)
    else { return }
    throw Problem(
      .malformedBody,
      "a web page's content for the control plane must say that it is JSON: Content-Type: application/json",
      field: "Content-Type", value: knock.request.headers["Content-Type"])
  }

  /// The same for the request that a preflight announces (Fetch standard §4.8). Elsewhere than below the control plane
  /// the answer to it refuses by what it does not say.
  func admitPreflight(_ knock: Knock, _ cors: CORSPolicy) throws(Problem) {
    guard hosts.contains(knock.authority) else { throw Self.unknownHost(knock.authority ?? "") }
    guard knock.isControl, let method = knock.request.headers["Access-Control-Request-Method"] else { return }
    try admit(knock, as: HTTPMethod(rawValue: method), cors)
  }

  private func admit(_ knock: Knock, as method: HTTPMethod, _ cors: CORSPolicy) throws(Problem) {
    guard knock.isSocket || ![.get, .head, .options].contains(method) else { return }
    // Sockets below the control plane change nothing.
    if cors == .any, !knock.isControl || knock.isSocket { return }
    guard let origin = knock.request.headers["Origin"] else {
      guard knock.request.headers["Sec-Fetch-Site"]?.isEqualIgnoringASCIICase(to: "cross-site") == true else { return }
      throw Self.foreignPage("a page of another site", knock)
    }
    if case .origin(let allowed) = cors, origin.isEqualIgnoringASCIICase(to: allowed) { return }
    let authority = knock.authority ?? ""
    guard let page = PageOrigin(origin), page.isServer(authority) || (knock.isControl && page.isOnMachine(authority))
    else { throw Self.foreignPage("the page \(origin.clipped(to: 100))", knock) }
  }

  private static func isBrowsers(_ request: Request) -> Bool {
    request.headers["Origin"] != nil || request.headers["Sec-Fetch-Site"] != nil
  }

  /// Whether the content calls itself JSON (RFC 8259 §11, RFC 6839 §3.1); without a type it does not.
  private static func isJSON(_ request: Request) -> Bool {
    guard let type = request.headers["Content-Type"].flatMap(MediaType.init) else { return false }
    return type.essence == "application/json" || type.essence.hasSuffix("+json")
  }

  private static func unknownHost(_ authority: String) -> Problem {
    let name = HostNames.name(of: authority).clipped(to: 100)
    // What is no name is not repeated: answers get into pages.
    guard HostNames.isPattern(name) else {
      return Problem(.forbidden, "Host is not the name of a server", field: "Host")
    }
    return Problem(
      .forbidden,
      "this server is not called \"\(name)\" (a page's name may have been made to point here, by DNS rebinding); start it"
        + " with --allow-host \(name) if that is its name, of a tunnel or a proxy perhaps",
      field: "Host", value: authority)
  }

  private static func foreignPage(_ page: String, _ knock: Knock) -> Problem {
    let what = knock.isControl ? "change anything below /_mock" : knock.isSocket ? "open sockets here" : "write here"
    return Problem(
      .forbidden, "\(page) may not \(what): its origin is not this server's, and not that of --cors", field: "Origin",
      value: knock.request.headers["Origin"])
  }
}

/// The origin of a web page: its scheme, host and port (RFC 6454 §6.2).
private struct PageOrigin {
  private let scheme: String
  /// The host with the port, as it stands in `Host` for the same place.
  private let authority: String

  /// Reads what a browser says; nil for `null`, which pages have that have no place of their own.
  init?(_ text: String) {
    guard let end = text.firstRange(of: "://") else { return nil }
    scheme = text[..<end.lowerBound].lowercased()
    authority = text[end.upperBound...].lowercased()
  }

  /// Whether the page is one of the server's own.
  func isServer(_ host: String) -> Bool {
    guard scheme == "http" || scheme == "https" else { return false }
    return withPort(authority) == withPort(host.lowercased())
  }

  /// Whether the page's server runs on the same machine, or within an app on it, as pages of web views do.
  func isOnMachine(_ host: String) -> Bool {
    let name = HostNames.name(of: authority)
    return name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
      || (name.hasPrefix("127.") && name.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) })
      || name == HostNames.name(of: host.lowercased())
  }

  private func withPort(_ authority: String) -> String {
    guard authority.utf8.count == HostNames.name(of: authority).utf8.count else { return authority }
    return authority + (scheme == "https" ? ":443" : ":80")
  }
}
