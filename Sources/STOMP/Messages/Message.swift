/// A message for any number of subscriptions, written once for all of them.
package struct Message: Sendable, Equatable {
  /// Headers that a MESSAGE has from the server, or that speak to the server only; a client's own of these names do
  /// not pass through (checklist row 34).
  static let reservedNames: Set<String> = [
    "destination", "content-type", "content-length", "subscription", "message-id", "ack", "redelivered", "receipt",
    "transaction",
  ]

  package let destination: String
  /// User headers that pass through.
  package let headers: Headers
  package let contentType: String
  package let body: [UInt8]
  /// Whether the whole frame is UTF-8, so that it goes out as text.
  package let isText: Bool
  private let encodings: Encodings

  /// A message.
  ///
  /// - Parameters:
  ///   - headers: User headers; reserved names are left out.
  ///   - contentType: The default is `text/plain` when the body is UTF-8, else `application/octet-stream`.
  package init(destination: String, headers: Headers, contentType: String?, body: [UInt8]) {
    let isText = body.withUnsafeBytes { ByteSearch.isUTF8($0) }
    let own = headers.contains { Self.reservedNames.contains($0.name) }
    self.destination = destination
    self.headers = own ? Headers(headers.filter { !Self.reservedNames.contains($0.name) }) : headers
    self.contentType =
      contentType.map(Self.withoutBlanks) ?? (isText ? "text/plain" : "application/octet-stream")
    self.body = body
    self.isText = isText
    encodings = Encodings(destination: destination, contentType: self.contentType, headers: self.headers, body: body)
  }

  /// What a client sent, as it is delivered.
  package init(_ publication: Publication) {
    self.init(
      destination: publication.destination, headers: publication.headers, contentType: publication.contentType,
      body: publication.body)
  }

  /// The same message for another destination.
  package func redirected(to destination: String) -> Message {
    destination == self.destination
      ? self : Message(destination: destination, headers: headers, contentType: contentType, body: body)
  }

  /// The bytes of a frame that do not depend on the subscription: what the message takes in a queue.
  package var byteCount: Int { encodings[.v1_2].head.count + encodings[.v1_2].tail.count }

  package static func == (one: Message, other: Message) -> Bool {
    one.destination == other.destination && one.headers == other.headers && one.contentType == other.contentType
      && one.body == other.body
  }

  /// A content type without the optional blanks behind its semicolons, since some clients refuse header values with
  /// blanks.
  private static func withoutBlanks(_ contentType: String) -> String {
    guard contentType.utf8.contains(ASCII.space) else { return contentType }
    var bytes: [UInt8] = []
    for byte in contentType.trimmingBlanks.utf8
    where byte != ASCII.space || bytes.last != UInt8(ascii: ";") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The parts of the frame around what belongs to a subscription.
  func encoding(_ version: ProtocolVersion) -> Encoding { encodings[version] }
}

extension Message {
  /// The parts of a MESSAGE that all subscriptions share: what stands before `subscription`, and what stands behind
  /// `message-id`, `ack` and `redelivered`, up to the NUL.
  struct Encoding: Sendable {
    let head: [UInt8]
    let tail: [UInt8]

    init(_ version: ProtocolVersion, destination: String, contentType: String, headers: Headers, body: [UInt8]) {
      var head = Array("MESSAGE\n".utf8)
      FrameSerializer.write(Header("destination", destination), for: version, into: &head)
      FrameSerializer.write(Header("content-type", contentType), for: version, into: &head)
      var tail: [UInt8] = []
      tail.reserveCapacity(body.count + 32 + 64 * headers.count)
      for header in headers { FrameSerializer.write(header, for: version, into: &tail) }
      tail.append(contentsOf: "content-length:\(body.count)\n\n".utf8)
      tail.append(contentsOf: body)
      tail.append(ASCII.null)
      self.head = head
      self.tail = tail
    }
  }

  /// The parts for each version; shared by copies of the message, and made once when no version escapes anything.
  private final class Encodings: Sendable {
    private let all: [Encoding]

    init(destination: String, contentType: String, headers: Headers, body: [UInt8]) {
      let isPlain =
        Escaping.isPlain(destination) && Escaping.isPlain(contentType)
        && headers.allSatisfy { Escaping.isPlain($0.name) && Escaping.isPlain($0.value) }
      let versions = isPlain ? [.v1_2] : ProtocolVersion.allCases
      all = versions.map {
        Encoding($0, destination: destination, contentType: contentType, headers: headers, body: body)
      }
    }

    subscript(version: ProtocolVersion) -> Encoding {
      guard all.count > 1 else { return all[0] }
      return switch version {
      case .v1_0: all[0]
      case .v1_1: all[1]
      case .v1_2: all[2]
      }
    }
  }
}
