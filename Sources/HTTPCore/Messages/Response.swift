import JSON

/// One response; the transport adds `Content-Length`, `Date` and connection management.
package struct Response: Sendable {
  /// The content of a response.
  package enum Content: Sendable {
    /// None, as for 204 and 304.
    case empty
    /// Bytes of this response alone.
    case bytes([UInt8])
    /// Bytes shared with other responses.
    case shared(ContentBuffer)
    /// Bytes that come into being while they are sent.
    case stream(ContentStream)

    /// The number of bytes; 0 for a stream, whose are not known.
    package var count: Int {
      switch self {
      case .empty, .stream: 0
      case .bytes(let bytes): bytes.count
      case .shared(let buffer): buffer.count
      }
    }

    /// Its first bytes, as many as there may be; a stream remains one.
    package func beginning(_ length: Int) -> Content {
      switch self {
      case .empty, .stream: self
      case .bytes(let bytes): bytes.count <= length ? self : .bytes(Array(bytes.prefix(length)))
      case .shared(let buffer): .shared(buffer.beginning(length))
      }
    }

    /// A copy of the bytes; none of a stream.
    package var bytes: [UInt8] {
      switch self {
      case .empty, .stream: []
      case .bytes(let bytes): bytes
      case .shared(let buffer): buffer.bytes
      }
    }
  }

  /// The status code, 100…599.
  package var status: Int
  package var headers: HeaderFields
  package var content: Content
  /// How it goes out; nil for as it should.
  package var delivery: ResponseDelivery?
  /// The value of `Date` (RFC 9110 §6.6.1); nil for that of ``RequestHandler/dateHeader()``.
  package var date: String?

  /// A response from its parts.
  package init(status: Int, headers: HeaderFields = [:], content: Content = .empty) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  /// The media type of every JSON answer (CONTRACT G2).
  package static let jsonType = "application/json; charset=utf-8"

  /// A JSON answer from bytes that are JSON already.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
    Response(status: status, headers: ["Content-Type": jsonType], content: .bytes(bytes))
  }

  /// A JSON answer, keys sorted so that equal values give equal bytes (CONTRACT G13).
  package static func json(_ value: JSONValue, status: Int = 200) -> Response {
    json(JSONWriter.serialize(value), status: status)
  }

  /// 204 without content or `Content-Type` (CONTRACT G3).
  package static let noContent = Response(status: 204)
}
