import JSON

/// One complete request, independent of its socket.
package struct Request: Sendable {
  package var method: HTTPMethod
  package var target: RequestTarget
  package var headers: HeaderFields
  /// The body with what was parsed of it; the copies of a request share it.
  package private(set) var parsedBody: ParsedBody
  /// The client's numeric address without port, such as `127.0.0.1` or `::1`.
  package var remoteAddress: String
  /// Whether it arrived over TLS.
  package var isSecure = false
  /// The part before the target's path that was removed from it, such as `/_w/ID`; links in responses contain it.
  package var basePath = ""

  /// Creates a request.
  package init(
    method: HTTPMethod, target: RequestTarget, headers: HeaderFields = [:], body: [UInt8] = [],
    remoteAddress: String = "127.0.0.1", isSecure: Bool = false
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    parsedBody = body.isEmpty ? .empty : ParsedBody(body)
    self.remoteAddress = remoteAddress
    self.isSecure = isSecure
  }

  /// The body, decoded from its transfer coding; may be empty.
  package var body: [UInt8] {
    get { parsedBody.bytes }
    set { parsedBody = newValue.isEmpty ? .empty : ParsedBody(newValue) }
  }

  /// The parameters of the query.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when a parameter is not UTF-8.
  package func query() throws(Problem) -> QueryParameters {
    try QueryParameters(target.rawQuery)
  }

  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1), or a JSON Web Token without `Bearer`; nil without one or
  /// with another scheme.
  package var bearerToken: String? {
    guard var value = headers["Authorization"] else { return nil }
    return value.withUTF8(Self.bearerToken) ?? Self.bareToken(value)
  }

  /// Whether `Authorization` has a JSON Web Token without the scheme `Bearer`.
  package var hasBareToken: Bool { headers["Authorization"].flatMap(Self.bareToken) != nil }

  /// The value if it looks like a JSON Web Token: three parts, of which the first is a JSON object in base64url.
  private static func bareToken(_ value: String) -> String? {
    // Almost every value begins with the scheme, and its first byte is sufficient to exclude it.
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

  /// The body parsed as JSON. Only routes that take a body call it, whatever the `Content-Type`, because clients also
  /// set that on requests without a body (CONTRACT G1).
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` with line, column and the likely mistake.
  package func json() throws(Problem) -> JSONValue {
    do {
      return try parsedBody.json()
    } catch {
      throw Problem(.malformedBody, "the body is not valid JSON: \(error)", field: "body")
    }
  }

  /// The body parsed as a JSON object.
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
  /// The token as sent.
  package let rawValue: String

  /// Wraps any token without a check, because an unknown method gets a 501.
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

  /// The usual methods of routes, and the two that the server handles for all of them.
  package static let served: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]

  /// Whether a server should know the method, allowed or not: one of RFC 9110 §9.3, PATCH (RFC 5789), or QUERY, which
  /// OpenAPI 3.2 describes (draft-ietf-httpbis-safe-method-w-body).
  package var isStandard: Bool { Self.served.contains(self) || ["TRACE", "CONNECT", "QUERY"].contains(rawValue) }

  /// The method whose route handles this one: GET handles HEAD, without the body (RFC 9110 §9.3.2).
  package var routed: HTTPMethod { self == .head ? .get : self }

  /// Whether the method only reads (RFC 9110 §9.2.1).
  package var isSafe: Bool { self == .get || self == .head || self == .options }

  package var description: String { rawValue }
}

extension Request {
  /// The scheme, host and port by which the client reached this server, such as `http://10.0.2.2:3000`: links in a
  /// response begin with it, so that they work wherever the client runs (CONTRACT D7).
  ///
  /// It is taken from the request target, otherwise from `Host`. A value that is not a host name or address with an
  /// optional port (RFC 9110 §7.2) counts as `localhost`, so that unchecked client input never gets into a link. A
  /// proxy reports TLS in `X-Forwarded-Proto`. A path prefix that names a world is part of it, so that links stay in
  /// that world.
  package var origin: String {
    let isHTTPS = headers["X-Forwarded-Proto"].map { $0.isEqualIgnoringASCIICase(to: "https") } ?? isSecure
    let authority = target.authority ?? headers["Host"] ?? ""
    return (isHTTPS ? "https://" : "http://")
      + (!authority.isEmpty && Authority.isValid(authority) ? authority : "localhost") + basePath
  }
}
