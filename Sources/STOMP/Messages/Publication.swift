/// What a client sent to a destination.
package struct Publication: Sendable, Equatable {
  package let destination: String
  /// The client's own headers, each name once, without those that STOMP gives a meaning in SEND or MESSAGE.
  package let headers: Headers
  /// Its `content-type`; nil when it named none.
  package let contentType: String?
  package let body: [UInt8]
  /// The receipt that the frame asks for.
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

  /// From a SEND frame with a destination.
  init(_ frame: Frame, destination: String) {
    var own: [Header] = []
    for header in frame.headers where !Message.reservedNames.contains(header.name) {
      // Clients that keep headers in a dictionary would take the last of repeated ones (checklist row 14).
      if !own.contains(where: { $0.name == header.name }) { own.append(header) }
    }
    self.init(
      destination: destination, headers: Headers(own), contentType: frame.headers["content-type"], body: frame.body,
      receipt: frame.headers["receipt"])
  }

  /// Bytes that it keeps while it waits in a transaction, about.
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
  /// The client's name for it; the destination when a client of 1.0 gave none.
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
