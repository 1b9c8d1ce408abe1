import HTTPCore

/// The challenge of a ceremony (WebAuthn §13.4.3) as the server gave it out.
package struct Challenge: Sendable, Equatable {
  /// The bytes a client signs for.
  package let bytes: [UInt8]
  /// The text the client was given.
  package let text: String

  /// A challenge given out as the base64url of bytes.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
    text = Base64URL.encode(bytes)
  }

  /// A challenge given out as a text: its bytes are those it encodes in base64 or base64url, else its UTF-8.
  package init(text: String) {
    self.text = text
    bytes = FlexibleBase64.decode(text) ?? Array(text.utf8)
  }

  /// Whether client data is an answer to this challenge: holds its bytes in base64url (§7.1), its text
  /// as it is, or, as clients do that take the text for the bytes, the base64url of its text.
  package func isAnswered(by clientData: ClientData) -> Bool {
    guard !bytes.isEmpty, !clientData.challenge.isEmpty else { return false }
    if clientData.challenge.utf8.elementsEqual(text.utf8) { return true }
    guard let answer = clientData.challengeBytes else { return false }
    return answer == bytes || answer.elementsEqual(text.utf8)
  }
}

extension ClientData {
  /// The bytes of the challenge, by which a server finds it; nil when it is in neither alphabet of base64.
  package var challengeBytes: [UInt8]? { FlexibleBase64.decode(challenge) }

  /// The texts under which a server may have stored the challenge, the likeliest first: as it came, as
  /// base64url without padding, and what it decodes to, if that is text. Before `verify` these are claims of
  /// the client and no more.
  package var challengeSpellings: [String] {
    var spellings = [challenge]
    guard let bytes = challengeBytes else { return spellings }
    let decoded = String(validating: bytes, as: UTF8.self)
    for spelling in [Base64URL.encode(bytes), decoded].compactMap({ $0 }) where !spellings.contains(spelling) {
      spellings.append(spelling)
    }
    return spellings
  }
}
