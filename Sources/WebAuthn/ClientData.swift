import Cryptography
import HTTPCore
import JSON

/// The client data of a ceremony (WebAuthn §5.8.1), with the exact bytes that were hashed or signed.
package struct ClientData: Sendable, Equatable {
  /// The purpose of a ceremony.
  package enum Ceremony: String, Sendable {
    /// Registration.
    case create = "webauthn.create"
    /// Authentication.
    case get = "webauthn.get"
  }

  /// The JSON as received. White space and the order of properties matter, because the signature covers them.
  package let bytes: [UInt8]
  /// The type of the ceremony; a value of `Ceremony` if the client data are valid.
  package let type: String
  /// The challenge in base64url.
  package let challenge: String
  /// The origin that called the client, for instance `https://example.org`.
  package let origin: String
  /// True when the call came from a frame of another origin; false when the client data do not have the property.
  package let crossOrigin: Bool
  /// The origin of the page around the frame, if the client data have it.
  package let topOrigin: String?

  /// The hash that the signature of an authenticator covers (WebAuthn §7.1, §7.2).
  package var hash: [UInt8] { SHA256.hash(bytes) }

  /// Reads client data from its text: base64 or base64url of the JSON, or the JSON itself.
  package init(text: String) throws(WebAuthnFailure) {
    if text.utf8.first(where: { !Self.jsonWhitespace.contains($0) }) == UInt8(ascii: "{") {
      try self.init(bytes: Array(text.utf8))
    } else if let bytes = FlexibleBase64.decodeWrapped(text) {
      try self.init(bytes: bytes)
    } else {
      throw .malformed(.clientData, reason: "it is neither JSON nor base64: \(text.quoted)")
    }
  }

  /// Reads client data from its bytes, which are JSON in UTF-8, after a byte order mark or not (§7.1).
  package init(bytes: [UInt8]) throws(WebAuthnFailure) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let json = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(json, limits: JSONLimits(maximumDepth: 16))
    } catch {
      throw .malformed(.clientData, reason: "it is not JSON: \(error)")
    }
    guard let fields = value.object else {
      throw .malformed(.clientData, reason: "it is JSON, but of type \(value.typeName) instead of object")
    }
    self.bytes = bytes
    type = try Self.text("type", of: fields)
    challenge = try Self.text("challenge", of: fields)
    origin = try Self.text("origin", of: fields)
    topOrigin = fields["topOrigin"] == nil ? nil : try Self.text("topOrigin", of: fields)
    let crossOrigin = fields["crossOrigin"] ?? false
    guard let isCrossOrigin = crossOrigin.bool else {
      throw .malformed(.clientData, reason: "\"crossOrigin\" is of type \(crossOrigin.typeName) instead of boolean")
    }
    self.crossOrigin = isCrossOrigin
  }

  private static let jsonWhitespace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  private static func text(_ name: String, of fields: JSONObject) throws(WebAuthnFailure) -> String {
    guard let value = fields[name] else {
      throw .malformed(.clientData, reason: "\"\(name)\" is missing")
    }
    guard let text = value.string else {
      throw .malformed(.clientData, reason: "\"\(name)\" is of type \(value.typeName) instead of string")
    }
    return text
  }
}

extension ClientData {
  /// Checks the ceremony, the challenge and the origin (WebAuthn §7.1, §7.2).
  func check(
    _ ceremony: Ceremony, challenge expected: Challenge, isOriginAllowed: (String) -> Bool, allowsCrossOrigin: Bool
  ) throws(WebAuthnFailure) {
    guard type == ceremony.rawValue else { throw .typeMismatch(received: type, expected: ceremony.rawValue) }
    guard expected.isAnswered(by: self) else {
      throw .challengeMismatch(received: challenge, expected: expected.text)
    }
    guard isOriginAllowed(origin) else { throw .originNotAllowed(origin) }
    guard crossOrigin || topOrigin != nil else { return }
    guard allowsCrossOrigin else { throw .crossOriginNotAllowed(topOrigin: topOrigin) }
    if let topOrigin, !isOriginAllowed(topOrigin) { throw .originNotAllowed(topOrigin) }
  }
}

/// The challenge of a ceremony (WebAuthn §13.4.3) as the server issued it.
package struct Challenge: Sendable, Equatable {
  /// The bytes that a client signs.
  package let bytes: [UInt8]
  /// The text that the client received.
  package let text: String

  /// A challenge that was issued as the base64url of bytes.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
    text = Base64URL.encode(bytes)
  }

  /// A challenge that was issued as a text: its bytes are those that it encodes in base64 or base64url, else its UTF-8.
  package init(text: String) {
    self.text = text
    bytes = FlexibleBase64.decode(text) ?? Array(text.utf8)
  }

  /// Whether client data respond to this challenge: with its bytes in base64url (§7.1), its text unchanged, or the
  /// base64url of its text, from clients that use the text as the bytes.
  package func isAnswered(by clientData: ClientData) -> Bool {
    guard !bytes.isEmpty, !clientData.challenge.isEmpty else { return false }
    if clientData.challenge.utf8.elementsEqual(text.utf8) { return true }
    guard let challenge = clientData.challengeBytes else { return false }
    return challenge == bytes || challenge.elementsEqual(text.utf8)
  }
}

extension ClientData {
  /// The bytes of the challenge, by which a server finds it; nil when the challenge is not base64 or base64url.
  package var challengeBytes: [UInt8]? { FlexibleBase64.decode(challenge) }

  /// The texts under which a server may have stored the challenge, the most likely first: as received, as base64url
  /// without padding, and decoded, if that is text. Before `verify`, they are unverified.
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
