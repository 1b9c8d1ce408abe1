/// A body that is rendered once, with its tag, and sent many times. A class, because each request retains it.
package final class RenderedBody: Sendable {
  package let buffer: BodyBuffer
  package let entityTag: EntityTag
  /// Headers that belong to the body, such as `Link`.
  package let headers: HeaderFields
  private let mediaType: String
  /// As in ``Response/validSchema``.
  private let validSchema: (any AnyObject & Sendable)?

  /// Stores the bytes and computes their tag.
  ///
  /// - Parameters:
  ///   - mediaType: The `Content-Type`.
  ///   - tagged: The bytes that the tag is derived from, for a body that contains the host name that the client used:
  ///     the tag is the same under all hosts, because an app may read by one and write by another. nil for the body
  ///     itself.
  ///   - validSchema: As in ``Response/validSchema``.
  package convenience init(
    _ bytes: [UInt8], mediaType: String = Response.jsonType, headers: HeaderFields = [:], tagged: [UInt8]? = nil,
    validSchema: (any AnyObject & Sendable)? = nil
  ) {
    self.init(
      bytes, mediaType: mediaType, headers: headers, tag: EntityTag(of: tagged ?? bytes), validSchema: validSchema)
  }

  private init(
    _ bytes: [UInt8], mediaType: String, headers: HeaderFields, tag: EntityTag,
    validSchema: (any AnyObject & Sendable)?
  ) {
    (self.mediaType, self.headers, self.validSchema, entityTag) = (mediaType, headers, validSchema, tag)
    buffer = BodyBuffer(bytes)
  }

  /// The body with its local links (see ``LocalLink``) expanded to an origin, with the same tag.
  package func linked(to origin: String) -> RenderedBody {
    let bytes = buffer.bytes
    let expanded = LocalLink.expand(in: bytes, origin: origin)
    if expanded.count == bytes.count { return self }
    return RenderedBody(expanded, mediaType: mediaType, headers: headers, tag: entityTag, validSchema: validSchema)
  }

  /// 200 with the body, or 304 when the request's `If-None-Match` names the tag.
  ///
  /// libmicrohttpd gives the empty 304 a `Content-Length` of 0. RFC 9110 §8.6 recommends none, or that of the 200; but
  /// OkHttp then waits for a body of that length and gives the connection up.
  ///
  /// - Parameters:
  ///   - cacheControl: The `Cache-Control` value of both responses.
  package func response(to request: Request, cacheControl: String) -> Response {
    // Capacity for these and for the headers that the server adds to each response.
    var fields = HeaderFields(capacity: headers.fields.count + 10)
    fields.append("ETag", entityTag.text)
    fields.append("Cache-Control", cacheControl)
    for field in headers.fields { fields.append(field.name, field.value) }
    if let condition = request.headers["If-None-Match"], entityTag.isMatched(byIfNoneMatch: condition) {
      return Response(status: 304, headers: fields)
    }
    fields.append("Content-Type", mediaType)
    var response = Response(status: 200, headers: fields, content: .shared(buffer))
    response.validSchema = validSchema
    return response
  }
}
