/// The fields of a request's content when it is an HTML form: URL-encoded (WHATWG URL §5) or multipart (RFC 7578).
package struct FormContent: Sendable {
  /// Every field in order, repeated names kept.
  package let fields: QueryParameters

  /// Reads the content of a request.
  ///
  /// - Returns: nil when the `Content-Type` names no form, or when content that is called URL-encoded is a JSON object
  ///   by its first character: curl calls everything so that it sends with `-d`.
  /// - Throws: ``Problem`` of kind `invalidParameter` for a field that is not UTF-8, `malformedBody` for a multipart
  ///   form that has no boundary or is cut off.
  package init?(_ request: Request) throws(Problem) {
    guard let contentType = request.headers["Content-Type"], let type = MediaType(contentType) else { return nil }
    switch type.essence {
    case "application/x-www-form-urlencoded":
      let blanks = " \t\r\n".utf8
      guard request.body.first(where: { !blanks.contains($0) }) != UInt8(ascii: "{") else { return nil }
      fields = try QueryParameters(request.body)
    case "multipart/form-data":
      guard let boundary = type.parameter("boundary"), !boundary.isEmpty else {
        throw Problem(
          .malformedBody, "the Content-Type multipart/form-data needs a boundary (RFC 7578 §4.1)",
          field: "Content-Type",
          value: contentType)
      }
      fields = QueryParameters(try MultipartParser.fields(of: request.body, boundary: boundary))
    default:
      return nil
    }
  }
}
