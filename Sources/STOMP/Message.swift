/// A message for any number of subscriptions, serialized once for all of them.
package struct Message: Sendable, Equatable {
  /// Headers that the server sets in MESSAGE, or that only the server reads; a client's headers of these names are
  /// removed (checklist row 34).
  static let reservedNames: Set<String> = [
    "destination", "content-type", "content-length", "subscription", "message-id", "ack", "redelivered", "receipt",
    "transaction",
  ]

  package let destination: String
  /// The sender's headers that MESSAGE contains.
  package let headers: Headers
  package let contentType: String
  package let body: [UInt8]
  /// Whether the whole frame is UTF-8, so that it is sent as text.
  package let isText: Bool
  private let encodings: Encodings

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - headers: The sender's headers; reserved names are removed.
  ///   - contentType: The default is `text/plain` when the body is UTF-8, otherwise `application/octet-stream`; an
  ///     empty one is omitted.
  ///   - passesReceipts: Whether `receipt` and `transaction` are allowed.
  package init(
    destination: String, headers: Headers, contentType: String?, body: [UInt8], passesReceipts: Bool = false
  ) {
    let isText = body.withUnsafeBytes { ByteSearch.isUTF8($0) }
    let own = headers.contains { Self.isReserved($0.name, passesReceipts: passesReceipts) }
    self.destination = destination
    self.headers =
      own ? Headers(headers.filter { !Self.isReserved($0.name, passesReceipts: passesReceipts) }) : headers
    self.contentType =
      contentType.map(Self.withoutBlanks) ?? (isText ? "text/plain" : "application/octet-stream")
    self.body = body
    self.isText = isText
    encodings = Encodings(destination: destination, contentType: self.contentType, headers: self.headers, body: body)
  }

  static func isReserved(_ name: String, passesReceipts: Bool) -> Bool {
    reservedNames.contains(name) && !(passesReceipts && (name == "receipt" || name == "transaction"))
  }

  /// The message for what a client sent.
  package init(_ publication: Publication, dialect: Dialect = .standard) {
    self.init(
      destination: publication.destination, headers: publication.headers,
      contentType: publication.contentType ?? (dialect.addsContentTypes ? nil : ""), body: publication.body,
      passesReceipts: dialect.passesReceipts)
  }

  /// The same message for another destination.
  package func redirected(to destination: String) -> Message {
    destination == self.destination
      ? self : Message(destination: destination, headers: headers, contentType: contentType, body: body)
  }

  /// The size of a frame without the parts of the subscription: what the message counts in a queue.
  package var byteCount: Int { encodings[.v1_2].head.count + encodings[.v1_2].tail.count }

  package static func == (one: Message, other: Message) -> Bool {
    one.destination == other.destination && one.headers == other.headers && one.contentType == other.contentType
      && one.body == other.body
  }

  /// A content type without the optional spaces after its semicolons, because some clients refuse header values with
  /// spaces.
  private static func withoutBlanks(_ contentType: String) -> String {
    guard contentType.utf8.contains(ASCII.space) else { return contentType }
    var bytes: [UInt8] = []
    for byte in contentType.trimmingBlanks.utf8
    where byte != ASCII.space || bytes.last != UInt8(ascii: ";") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The parts of the frame around those of the subscription.
  func encoding(_ version: ProtocolVersion) -> Encoding { encodings[version] }
}

extension Message {
  /// The parts of a MESSAGE that all subscriptions share: those before `subscription`, and those after `message-id`,
  /// `ack` and `redelivered`, up to the NUL.
  struct Encoding: Sendable {
    let head: [UInt8]
    let tail: [UInt8]

    init(_ version: ProtocolVersion, destination: String, contentType: String, headers: Headers, body: [UInt8]) {
      var head = Array("MESSAGE\n".utf8)
      FrameSerializer.write(Header("destination", destination), for: version, into: &head)
      if !contentType.isEmpty { FrameSerializer.write(Header("content-type", contentType), for: version, into: &head) }
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

  /// The parts for each version; shared by copies of the message, and created once when no version escapes anything.
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

/// A message that a client sent to a destination.
package struct Publication: Sendable, Equatable {
  package let destination: String
  /// The client's own headers, each name once, without those that have a meaning in SEND or MESSAGE.
  package let headers: Headers
  /// Its `content-type`; nil without one.
  package let contentType: String?
  package let body: [UInt8]
  /// The receipt that the frame requests.
  package let receipt: String?

  package init(
    destination: String, headers: Headers = Headers(), contentType: String? = nil, body: [UInt8],
    receipt: String? = nil
  ) {
    self.destination = destination
    self.headers = headers
    self.contentType = contentType
    self.body = body
    self.receipt = receipt
  }

  /// Creates a publication from a SEND frame with a destination.
  init(_ frame: Frame, destination: String, passesReceipts: Bool) {
    var own: [Header] = []
    for header in frame.headers where !Message.isReserved(header.name, passesReceipts: passesReceipts) {
      // Clients that store headers in a dictionary would use the last of repeated ones (checklist row 14).
      if !own.contains(where: { $0.name == header.name }) { own.append(header) }
    }
    self.init(
      destination: destination, headers: Headers(own), contentType: frame.headers["content-type"], body: frame.body,
      receipt: frame.headers["receipt"])
  }

  /// Its approximate size while it waits in a transaction.
  var byteCount: Int {
    let size = destination.utf8.count + body.count + 64
    return headers.reduce(size) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
  }
}

/// A client's subscription.
package struct Subscription: Sendable, Equatable {
  /// How messages are acknowledged (STOMP 1.2 §SUBSCRIBE ack Header).
  package enum Acknowledgement: String, Sendable, CaseIterable {
    case auto
    /// ACK means all messages up to this one.
    case client
    /// ACK means this message.
    case clientIndividual = "client-individual"
  }

  /// Unique in the session, never used again.
  package let number: Int
  /// The client's id for it; the destination when a client of 1.0 gave none.
  package let id: String
  package let destination: String
  package let acknowledgement: Acknowledgement
  /// All headers of SUBSCRIBE.
  package let headers: Headers

  package init(
    number: Int, id: String, destination: String, acknowledgement: Acknowledgement = .auto,
    headers: Headers = Headers()
  ) {
    self.number = number
    self.id = id
    self.destination = destination
    self.acknowledgement = acknowledgement
    self.headers = headers
  }
}
