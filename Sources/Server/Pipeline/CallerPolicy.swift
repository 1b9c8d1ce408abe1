import HTTPCore

/// Which callers the server lets in: by the name under which they call it, and by the web page for which a browser asks.
///
/// A browser reports the page by `Origin` (Fetch standard §3.2) whenever a request may change something, opens a socket, or
/// has a response that a page of another origin could read, and by `Sec-Fetch-Site` how the page is related to the server
/// (Fetch Metadata §2.4). A client that sends neither is no browser, and is let in.
struct CallerPolicy: Sendable {
  let hosts: HostNames

  /// Lets a request in. That of a preflight stands for the request which it announces (Fetch standard §4.8); below other
  /// paths than the control plane's, the response to a preflight refuses by the headers that it does not have.
  ///
  /// - Throws: ``Problem`` of kind `forbidden` for a name or a page that is not let in, and `malformedBody` for a page
  ///   that sends the control plane something else than JSON.
  func admit(_ context: RequestContext, _ cors: CORSPolicy) throws(Problem) {
    let authority = context.request.target.authority ?? context.request.headers["Host"]
    guard hosts.contains(authority) else { throw Self.unknownHost(authority ?? "") }
    guard context.request.method != .options else {
      guard context.isControl, let method = context.request.headers["Access-Control-Request-Method"] else { return }
      return try admitPage(context, authority, method: HTTPMethod(rawValue: method), cors)
    }
    try admitPage(context, authority, method: context.request.method, cors)
    guard context.isControl else { return }
    let request = context.request
    guard !request.body.isEmpty, Self.isBrowsers(request), !Self.isJSON(request) else { return }
    throw Problem(
      .malformedBody,
      "a web page's content for the control plane must say that it is JSON: Content-Type: application/json",
      field: "Content-Type", value: request.headers["Content-Type"])
  }

  private func admitPage(
    _ context: RequestContext, _ authority: String?, method: HTTPMethod, _ cors: CORSPolicy
  ) throws(Problem) {
    let isRead = method == .get || method == .head || method == .options
    if !context.isControl, cors == .any || isRead && !context.concernsSocket { return }
    let headers = context.request.headers
    guard let origin = headers["Origin"] else {
      guard headers["Sec-Fetch-Site"]?.isEqualIgnoringASCIICase(to: "cross-site") == true,
        !(isRead && Self.isVisit(headers))
      else { return }
      throw Self.foreignPage("a page of another site", context)
    }
    guard cors.admits(origin, to: authority ?? "", isControl: context.isControl) else {
      throw Self.foreignPage("the page \(origin.clipped(to: 100))", context)
    }
  }

  /// Whether a user follows a link to this server: the response replaces the page with the link, which cannot read it
  /// (Fetch Metadata §2.1 and §2.2). In a frame it would stand within that page.
  private static func isVisit(_ headers: HeaderFields) -> Bool {
    headers["Sec-Fetch-Mode"]?.isEqualIgnoringASCIICase(to: "navigate") == true
      && headers["Sec-Fetch-Dest"]?.isEqualIgnoringASCIICase(to: "document") == true
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
    // Text that is no name is not repeated, because responses get into pages.
    guard HostNames.isPattern(name) else {
      return Problem(.forbidden, "Host is not the name of a server", field: "Host")
    }
    return Problem(
      .forbidden,
      "this server is not called \"\(name)\" (a page's name may have been made to point here, by DNS rebinding); start it"
        + " with --allow-host \(name) if that is its name, of a tunnel or a proxy perhaps",
      field: "Host", value: authority)
  }

  private static func foreignPage(_ page: String, _ context: RequestContext) -> Problem {
    let what =
      context.isControl ? "use the control plane" : context.concernsSocket ? "open sockets here" : "write here"
    return Problem(
      .forbidden, "\(page) may not \(what): its origin is not this server's, and not that of --cors", field: "Origin",
      value: context.request.headers["Origin"])
  }
}

/// The origin of a web page: its scheme, host and port (RFC 6454 §6.2).
struct PageOrigin {
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
