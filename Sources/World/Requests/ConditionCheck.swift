import HTTPCore

/// Refuses conditions that no request can fulfil: a typing error in a condition must not look like an app that sends no
/// requests, or like a fault that was never triggered.
struct ConditionCheck {
  /// The methods of HTTP (RFC 9110 §9.3, RFC 5789).
  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

  /// Header fields that clients send (RFC 9110, 9111, 6265 and 6455, Trace Context, and common ones of proxies and
  /// apps). Apps may have others.
  private static let headers = [
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection",
    "Content-Encoding", "Content-Language", "Content-Length", "Content-Type", "Cookie", "Forwarded", "Idempotency-Key",
    "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Last-Event-ID", "Origin",
    "Pragma", "Prefer", "Proxy-Authorization", "Range", "Referer", "Sec-WebSocket-Protocol", "Traceparent",
    "Tracestate",
    "Transfer-Encoding", "Upgrade", "User-Agent", "X-API-Key", "X-Correlation-ID", "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto", "X-HTTP-Method-Override", "X-Mock-World", "X-Request-ID", "X-Requested-With",
  ]

  /// The kind of the refusals.
  let kind: Problem.Kind
  /// Known requests: whatever they had is possible.
  let seen: [JournalEntry]

  /// - Throws: ``Problem`` for an unknown method that no request had.
  func require(method: String) throws(Problem) {
    guard !Self.methods.contains(method), !seen.contains(where: { JournalView($0).method == method }) else { return }
    // Two swapped letters are two edits.
    let nearest = KnownNames(Self.methods).nearest(to: method) { _, _ in 2 }
    let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "known are \(Self.methods.joined(separator: ", "))"
    let shown = method.clipped(to: 40)
    throw Problem(kind, "there is no method \"\(shown)\"; \(hint)", field: "method", value: shown)
  }

  /// - Throws: ``Problem`` for an invalid path, for a template, and for a path of the control plane.
  func require(path: String) throws(Problem) {
    func refusal(_ reason: String, _ nearest: String) -> Problem {
      let hint = "did you mean \"\(nearest.clipped(to: 200))\"?"
      return Problem(
        kind, "no request has the path \"\(path.clipped(to: 200))\": \(reason); \(hint)", field: "path",
        value: path.clipped(to: 200))
    }
    if let separator = path.firstRange(of: "://"), path[..<separator.lowerBound].allSatisfy(\.isLetter) {
      let rest = path[separator.upperBound...].drop { $0 != "/" }
      throw refusal("a path has neither scheme nor host", rest.isEmpty ? "/" : String(rest))
    }
    let first = path.prefix { $0 != "/" }
    if let colon = first.lastIndex(of: ":"), first[first.index(after: colon)...].allSatisfy(\.isNumber) {
      let rest = path.dropFirst(first.count)
      throw refusal("a path has no host", rest.isEmpty ? "/" : String(rest))
    }
    if let hash = path.firstIndex(of: "#") {
      throw refusal("clients do not send what is behind #", String(path[..<hash]))
    }
    let names = path.prefix { $0 != "?" }
    let segments = names.split(separator: "/", omittingEmptySubsequences: false)
    let plain = segments.map { $0.contains("{") && $0.contains("}") ? "*" : String($0) }.joined(separator: "/")
    if plain != names { throw refusal("{ } is not read as a parameter; * stands for a segment", plain) }
    let root = segments.first { !$0.isEmpty }
    if root == "_mock" || root == "__admin" {
      throw Problem(
        kind,
        "no request has the path \"\(path.clipped(to: 200))\": calls of the control plane are neither recorded nor"
          + " affected by faults", field: "path", value: path.clipped(to: 200))
    }
  }

  /// - Throws: ``Problem`` for an invalid name of a header field (RFC 9110 §5.1), and for a name that is similar to a
  ///   usual one and that no request had.
  func require(header name: String) throws(Problem) {
    let special = "!#$%&'*+-.^_`|~"
    let isToken =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: special.utf8.contains(byte)
        }
      }
    guard isToken else {
      throw Problem(
        kind, "no request has a header \"\(name.clipped(to: 60))\": a name has letters, digits and hyphens",
        field: "header",
        value: name.clipped(to: 60))
    }
    let nearest = KnownNames(Self.headers).nearest(to: name) { min(2, min($0, $1) / 5) }
    guard let nearest, nearest.lowercased() != name.lowercased(),
      !seen.contains(where: { JournalView($0).requestHeaders[name] != nil })
    else { return }
    throw Problem(
      kind, "no request had a header \"\(name.clipped(to: 60))\" so far; did you mean \"\(nearest)\"?", field: "header",
      value: name.clipped(to: 60))
  }

  /// - Parameters:
  ///   - accounts: The existing accounts.
  ///   - byLogin: Whether an account may be named by its user name or e-mail address.
  /// - Throws: ``Problem`` for an unknown account whose token no request had. A text that looks like an e-mail address
  ///   may be that of a later account, unless it is similar to that of an existing one.
  func require(account: String, of accounts: [AccountName], byLogin: Bool) throws(Problem) {
    if accounts.contains(where: { $0.id == account || byLogin && $0.login == account }) { return }
    if seen.contains(where: { JournalView($0).account == account }) { return }
    let owner = accounts.first { $0.login?.lowercased() == account.lowercased() }
    let known = KnownNames(accounts.flatMap { [$0.id] + (byLogin ? $0.login.map { [$0] } ?? [] : []) })
    let isAddress = account.contains("@")
    let nearest = owner?.id ?? (isAddress ? known.nearest(to: account) { _, _ in 2 } : known.nearest(to: account))
    if isAddress, nearest == nil { return }
    let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "make it first, and name it by the id that its tokens have"
    throw Problem(
      kind, "there is no account \"\(account.clipped(to: 100))\" in this world; \(hint)", field: "account",
      value: account.clipped(to: 100))
  }
}

extension ConditionCheck {
  /// - Parameters:
  ///   - ids: The ids of current and removed faults.
  /// - Throws: ``Problem`` for a text that is neither the id of a fault nor a type.
  func require(fault: String, of ids: [String], types: [String]) throws(Problem) {
    guard !types.contains(fault), !ids.contains(fault),
      !seen.contains(where: { JournalView($0).faults.contains { $0.id == fault } })
    else { return }
    let shown = fault.clipped(to: 60)
    let refusal = KnownNames(Set(ids).sorted() + types).refusal(of: fault)
    throw Problem(kind, "the fault \"\(shown)\", an id or a type, \(refusal)", field: "fault", value: shown)
  }

  /// - Throws: ``Problem`` for a text that is not a numeric address, such as the name of a host.
  func require(remoteAddress address: String) throws(Problem) {
    let isIPv4 = address.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") }
    guard !isIPv4, !address.contains(":") else { return }
    throw Problem(
      kind, "\"remoteAddress\" must be a numeric address; did you mean \"127.0.0.1\" or \"::1\"?",
      field: "remoteAddress", value: address.clipped(to: 60))
  }
}
