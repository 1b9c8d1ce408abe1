import HTTPCore

/// Which callers the server lets in: by the name under which they call it, and by the web page for which a browser asks.
///
/// A browser tells by `Origin` (Fetch standard §3.2) which page asks, whenever a request may change something, opens a
/// socket, or has an answer that a page of another origin could read, and by `Sec-Fetch-Site` how that is related to the server (Fetch Metadata §2.4). What sends neither is no
/// browser, and is let in.
struct CallerPolicy: Sendable {
  let hosts: HostNames

  /// Lets a request in. That of a preflight stands for the request which it announces (Fetch standard §4.8); below other
  /// paths than the control plane's, the answer to a preflight refuses by the headers that it does not have.
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

  /// Whether somebody follows a link to this server: the answer takes the place of the page with the link, which can read
  /// nothing of it (Fetch Metadata §2.1 and §2.2). In a frame it would stand within that page.
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

/// The names by which the server may be called.
///
/// A web page's name can be made to point at this machine (DNS rebinding); then its scripts would reach the server as
/// their own. So names that somebody on the internet can own are refused, unless they were allowed. Addresses are not
/// names, and nobody can own a name without a dot or one of the domains that are kept for local use.
package struct HostNames: Sendable {
  /// RFC 6761 §6.2 and §6.3, RFC 6762 §3, RFC 8375, and `internal`, which ICANN keeps free.
  private static let localDomains = ["local", "localhost", "test", "internal", "home.arpa"]

  private let isOpen: Bool
  private let names: Set<String>
  /// Domains of which any name will do, without the dot before.
  private let domains: [String]

  /// - Parameters:
  ///   - known: Names that are always allowed, such as those that the API documents use.
  ///   - patterns: What the user allows: names, `*.example.com` for any name below one, or `any`.
  package init(known: [String], patterns: [String] = []) {
    let patterns = patterns.map { $0.lowercased() }
    isOpen = patterns.contains("any")
    names = Set((known + patterns).map(Self.plain))
    domains = Self.localDomains + patterns.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst(2)) }
  }

  /// Whether a pattern of the user's can be read.
  package static func isPattern(_ text: String) -> Bool {
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    return !name.isEmpty && name.utf8.count <= 253
      && name.utf8.allSatisfy { $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || ($0 | 0x20).isLetter || $0.isDigit }
  }

  /// Whether a request may call the server so.
  ///
  /// - Parameters:
  ///   - authority: `Host`, or the authority of the target: a name or address with an optional port; nil for none, which
  ///     no browser leaves out.
  func contains(_ authority: String?) -> Bool {
    guard let authority, !isOpen else { return true }
    // Nearly all that comes is one of these.
    if authority.utf8.first == 0x5B || Self.isAddress(authority) { return true }
    guard authority.utf8.contains(0x2E) else { return true }
    let name = Self.plain(Self.name(of: authority))
    if name.isEmpty || !name.utf8.contains(0x2E) || names.contains(name) { return true }
    return domains.contains { name.hasSuffix($0) && name.utf8.dropLast($0.utf8.count).last == 0x2E }
  }

  /// The name or address of an authority, without its port.
  static func name(of authority: String) -> String {
    let bytes = authority.utf8
    // By bytes: every request asks, and to take a text apart by its characters costs more than all the rest of it.
    let end =
      if bytes.first == 0x5B {
        bytes.firstIndex(of: 0x5D).map(bytes.index(after:))
      } else {
        bytes.firstIndex(of: 0x3A)
      }
    guard let end else { return bytes.first == 0x5B ? authority + "]" : authority }
    return String(authority[..<end])
  }

  /// Digits and dots before the port: no name ends in digits (RFC 1123 §2.1), so it is an address or nothing.
  static func isAddress(_ authority: String) -> Bool {
    for byte in authority.utf8 {
      if byte == 0x3A { return true }
      guard byte == 0x2E || byte.isDigit else { return false }
    }
    return true
  }

  private static func plain(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self) }
}
