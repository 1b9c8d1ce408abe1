import JSON

/// One request, read completely: nothing in it refers to a socket.
package struct Request: Sendable {
  package var method: HTTPMethod
  package var target: RequestTarget
  package var headers: HeaderFields
  /// The content, decoded from its transfer coding; empty when there was none.
  package var body: [UInt8]
  /// The client's numeric address without port, such as `127.0.0.1` or `::1`.
  package var remoteAddress: String
  /// Whether it came over TLS.
  package var isSecure = false
  /// What came before the target's path and is not part of it any more, such as `/_w/ID`; links in answers keep it.
  package var basePath = ""

  /// A request from its parts.
  package init(
    method: HTTPMethod, target: RequestTarget, headers: HeaderFields = [:], body: [UInt8] = [],
    remoteAddress: String = "127.0.0.1", isSecure: Bool = false
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
    self.isSecure = isSecure
  }

  /// The parameters of the query.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when a parameter is not UTF-8.
  package func query() throws(Problem) -> QueryParameters {
    try QueryParameters(target.rawQuery)
  }

  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1), or a JSON Web Token without `Bearer`; nil without one or
  /// under another scheme.
  package var bearerToken: String? {
    guard var value = headers["Authorization"] else { return nil }
    return value.withUTF8(Self.bearerToken) ?? Self.bareToken(value)
  }

  /// Whether `Authorization` has a JSON Web Token without the scheme `Bearer` before it.
  package var hasBareToken: Bool { headers["Authorization"].flatMap(Self.bareToken) != nil }

  /// A value that is a JSON Web Token by its looks: three parts, of which the first is a JSON object in base64url.
  private static func bareToken(_ value: String) -> String? {
    // Nearly every value begins with the scheme, and is told by its first byte.
    guard value.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "e") else { return nil }
    let token = value.trimmingBlanks()
    guard token.hasPrefix("eyJ"), !token.utf8.contains(0x20) else { return nil }
    return token.utf8.lazy.filter { $0 == UInt8(ascii: ".") }.count == 2 ? token : nil
  }

  private static func bearerToken(in text: UnsafeBufferPointer<UInt8>) -> String? {
    var rest = text[...]
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    var scheme = "bearer".utf8.makeIterator()
    while let letter = scheme.next() {
      guard let byte = rest.popFirst(), byte.lowercasedASCII == letter else { return nil }
    }
    guard rest.popFirst() == UInt8(ascii: " ") else { return nil }
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
  }

  /// The content parsed as JSON. Called only by routes that take a body, whatever the `Content-Type` says,
  /// since clients set it on requests without content too (CONTRACT G1).
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` with line, column and the likely mistake.
  package func json() throws(Problem) -> JSONValue {
    do {
      return try JSONParser.parse(body)
    } catch {
      throw Problem(.malformedBody, "the body is not valid JSON: \(error)", field: "body")
    }
  }

  /// The content parsed as a JSON object.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` when it is not JSON, or is another JSON value.
  package func jsonObject() throws(Problem) -> JSONObject {
    let value = try json()
    guard case .object(let object) = value else {
      throw Problem(
        .malformedBody, "the body must be a JSON object; a JSON value of type \(value.typeName) came", field: "body")
    }
    return object
  }
}

/// A request method (RFC 9110 §9). Methods are case-sensitive, so `get` is not `GET`.
package struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The token as it stands on the wire.
  package let rawValue: String

  /// Wraps any token; nothing is checked, since an unknown method is answered with 501.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let get = HTTPMethod(rawValue: "GET")
  package static let head = HTTPMethod(rawValue: "HEAD")
  package static let post = HTTPMethod(rawValue: "POST")
  package static let put = HTTPMethod(rawValue: "PUT")
  package static let patch = HTTPMethod(rawValue: "PATCH")
  package static let delete = HTTPMethod(rawValue: "DELETE")
  package static let options = HTTPMethod(rawValue: "OPTIONS")

  /// Those that routes usually have, and the two that the server answers for all of them.
  package static let served: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]

  /// Whether a server should know the method, allowed or not: one of RFC 9110 §9.3, PATCH (RFC 5789), or QUERY, which
  /// OpenAPI 3.2 describes (draft-ietf-httpbis-safe-method-w-body).
  package var isStandard: Bool { Self.served.contains(self) || ["TRACE", "CONNECT", "QUERY"].contains(rawValue) }

  /// The method whose route answers this one: HEAD is answered by GET without its content (RFC 9110 §9.3.2).
  package var routed: HTTPMethod { self == .head ? .get : self }

  /// Whether the method reads without changing state (RFC 9110 §9.2.1).
  package var isSafe: Bool { self == .get || self == .head || self == .options }

  package var description: String { rawValue }
}

extension Request {
  /// The scheme, host and port by which the client reached this server, such as `http://10.0.2.2:3000`: what links
  /// in an answer begin with, so that they work wherever the client runs (CONTRACT D7).
  ///
  /// It is taken from the request target, else from `Host`; one that is no host name or address with an optional
  /// port (RFC 9110 §7.2) counts as `localhost`, so that nothing a client sends gets into a link unchecked. A proxy
  /// in front says by `X-Forwarded-Proto` whether it speaks TLS. A prefix of the path that names a world is part
  /// of it, so that links stay in that world.
  package var origin: String {
    let isHTTPS = headers["X-Forwarded-Proto"].map { $0.isEqualIgnoringASCIICase(to: "https") } ?? isSecure
    let authority = target.authority ?? headers["Host"] ?? ""
    return (isHTTPS ? "https://" : "http://")
      + (!authority.isEmpty && Authority.isValid(authority) ? authority : "localhost") + basePath
  }
}
