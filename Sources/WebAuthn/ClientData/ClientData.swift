import Crypto
import HTTPCore
import JSON

/// The client data of a ceremony (WebAuthn §5.8.1), with the exact bytes that were hashed or signed.
package struct ClientData: Sendable, Equatable {
  /// What a ceremony is for.
  package enum Ceremony: String, Sendable {
    /// Registration.
    case create = "webauthn.create"
    /// Authentication.
    case get = "webauthn.get"
  }

  /// The JSON as it came. White space and the order of members count, since the signature is over them.
  package let bytes: [UInt8]
  /// The ceremony: a value of `Ceremony`, if the client is right.
  package let type: String
  /// The challenge in base64url.
  package let challenge: String
  /// Who asked the client, for instance `https://example.org`.
  package let origin: String
  /// Whether that was in a frame of another origin; false when it is not said.
  package let crossOrigin: Bool
  /// The origin of the page around the frame, when it is said.
  package let topOrigin: String?

  /// The hash that the signature of an authenticator covers (WebAuthn §7.1, §7.2).
  package var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }

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
