/// Content that was rendered once, with its tag, to be sent many times. A class, since each request takes it along.
package final class RenderedBody: Sendable {
  package let buffer: BodyBuffer
  package let entityTag: EntityTag
  /// Headers that belong to the content, such as `Link`.
  package let headers: HeaderFields
  private let mediaType: String

  /// Keeps the bytes and computes their tag.
  ///
  /// - Parameters:
  ///   - mediaType: The `Content-Type`.
  ///   - tagged: What the tag is made of, for content that names the host by which the client called: the tag is the same
  ///     under all hosts, since an app may read by one and write by another. nil for the bytes.
  package convenience init(
    _ bytes: [UInt8], mediaType: String = Response.jsonType, headers: HeaderFields = [:], tagged: [UInt8]? = nil
  ) {
    self.init(bytes, mediaType: mediaType, headers: headers, tag: EntityTag(of: tagged ?? bytes))
  }

  private init(_ bytes: [UInt8], mediaType: String, headers: HeaderFields, tag: EntityTag) {
    (self.mediaType, self.headers, entityTag) = (mediaType, headers, tag)
    buffer = BodyBuffer(bytes)
  }

  /// The content with its local links (see ``LocalLink``) turned into links to an origin, under the tag that it had.
  package func linked(to origin: String) -> RenderedBody {
    let bytes = buffer.bytes
    let expanded = LocalLink.expand(in: bytes, origin: origin)
    if expanded.count == bytes.count { return self }
    return RenderedBody(expanded, mediaType: mediaType, headers: headers, tag: entityTag)
  }

  /// 200 with the content, or 304 when the request's `If-None-Match` names the tag.
  ///
  /// libmicrohttpd gives the empty 304 a `Content-Length` of 0. RFC 9110 §8.6 would rather have none, or that of the
  /// 200; but OkHttp takes the length at its word, waits for content that never comes and gives the connection up.
  ///
  /// - Parameters:
  ///   - cacheControl: The `Cache-Control` value of both answers.
  package func response(to request: Request, cacheControl: String) -> Response {
    // Room for these and for what the server adds to each answer.
    var fields = HeaderFields(capacity: headers.fields.count + 10)
    fields.append("ETag", entityTag.text)
    fields.append("Cache-Control", cacheControl)
    for field in headers.fields { fields.append(field.name, field.value) }
    if let condition = request.headers["If-None-Match"], entityTag.isMatched(byIfNoneMatch: condition) {
      return Response(status: 304, headers: fields)
    }
    fields.append("Content-Type", mediaType)
    return Response(status: 200, headers: fields, content: .shared(buffer))
  }
}
