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

  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1); nil without one or under another scheme.
  package var bearerToken: String? {
    guard let value = headers["Authorization"] else { return nil }
    let scheme = "Bearer"
    let text = value.trimmingBlanks()
    guard text.utf8.count > scheme.utf8.count else { return nil }
    let end = text.utf8.index(text.utf8.startIndex, offsetBy: scheme.utf8.count)
    guard text.utf8[end] == UInt8(ascii: " "), String(text[..<end]).isEqualIgnoringASCIICase(to: scheme) else {
      return nil
    }
    let token = String(text[end...]).trimmingBlanks()
    return token.isEmpty ? nil : token
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
