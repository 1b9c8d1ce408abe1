/// The fields of a request's body when it is an HTML form: URL-encoded (WHATWG URL §5) or multipart (RFC 7578).
package struct FormBody: Sendable {
  /// Every field in order, with repeated names.
  package let fields: QueryParameters

  /// Reads the body of a request.
  ///
  /// - Returns: nil when the `Content-Type` is not that of a form, or when a URL-encoded body begins like a JSON
  ///   object: curl declares everything that it sends with `-d` as URL-encoded.
  /// - Throws: ``Problem`` of kind `invalidParameter` for a field that is not UTF-8, `malformedBody` for a multipart
  ///   form without boundary or with a missing end.
  package init?(_ request: Request) throws(Problem) {
    guard let contentType = request.headers["Content-Type"], let type = MediaType(contentType) else { return nil }
    switch type.essence {
    case "application/x-www-form-urlencoded":
      let blanks = " \t\r\n".utf8
      guard request.body.first(where: { !blanks.contains($0) }) != UInt8(ascii: "{") else { return nil }
      fields = try request.parsedBody.fields()
    case "multipart/form-data":
      let parts = try MultipartForm(request).parts
      fields = QueryParameters(
        parts.compactMap { part in part.text.map { QueryParameters.Parameter(name: part.name, value: $0) } })
    default:
      return nil
    }
  }
}

/// The parts of a multipart form (RFC 7578), including files.
package struct MultipartForm: Sendable {
  /// One part.
  package struct Part: Sendable {
    package let name: String
    /// The text of a field; nil for a file.
    package let text: String?
    /// The name of a file, as the client sent it; nil for a field.
    package let fileName: String?
    /// The media type of a file, as the client sent it; nil when it sent none.
    package let mediaType: String?
    /// The bytes of a file; none for a field.
    package let bytes: ArraySlice<UInt8>
  }

  package let parts: [Part]

  /// Reads the body of a request.
  ///
  /// - Parameters:
  ///   - takesBytes: Whether a field that is not text is accepted as a file without a name instead of refused.
  /// - Throws: ``Problem`` of kind `malformedBody` for a form without boundary or with a missing end.
  package init(_ request: Request, takesBytes: Bool = false) throws(Problem) {
    let contentType = request.headers["Content-Type"] ?? ""
    guard let boundary = MediaType(contentType)?.parameter("boundary"), !boundary.isEmpty else {
      throw Problem(
        .malformedBody, "the Content-Type multipart/form-data needs a boundary (RFC 7578 §4.1)", field: "Content-Type",
        value: contentType)
    }
    parts = try request.parsedBody.parts(boundary: boundary, takesBytes: takesBytes)
  }
}
