/// Content that was rendered once, with its tag, to be sent many times.
package struct RenderedContent: Sendable {
  package let buffer: ContentBuffer
  package let entityTag: EntityTag

  /// Keeps the octets and computes their tag.
  package init(_ bytes: [UInt8]) {
    buffer = ContentBuffer(bytes)
    entityTag = EntityTag(of: bytes)
  }

  /// 200 with the content, or 304 without it when the request's `If-None-Match` names the tag.
  ///
  /// - Parameters:
  ///   - cacheControl: The `Cache-Control` value of both answers.
  package func response(to request: Request, cacheControl: String) -> Response {
    if let condition = request.headers["If-None-Match"], entityTag.isMatched(byIfNoneMatch: condition) {
      return Response(status: 304, headers: ["ETag": entityTag.text, "Cache-Control": cacheControl])
    }
    return Response(
      status: 200,
      headers: ["Content-Type": Response.jsonType, "ETag": entityTag.text, "Cache-Control": cacheControl],
      content: .shared(buffer))
  }
}
