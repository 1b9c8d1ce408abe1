import HTTPCore
import JSON
import Store
import WebAuthn
import World

/// The relying party of a ceremony: the host that the client talks to, which differs between a simulator, an
/// emulator and a device.
struct RelyingParty {
  let id: String

  init(_ request: Request) {
    let host = request.target.authority ?? request.headers["Host"] ?? "localhost"
    id =
      host.first == "[" ? String(host.dropFirst().prefix { $0 != "]" }) : String(host.prefix { $0 != ":" }).lowercased()
  }

  /// Whether client data may come from an origin: this host, any loopback name, or an Android app.
  func allows(_ origin: String) -> Bool {
    [OriginRule.host(id.contains(":") ? "[\(id)]" : id), .loopback, .androidApp].allows(origin)
  }
}

/// The body of a registration: the documented flat one, or the WebAuthn JSON of the platforms' credential APIs.
enum PasskeyRegistration {
  case flat(challenge: String, credential: String, publicKey: String)
  case standard(credential: String, attestationObject: [UInt8], clientData: ClientData)

  init(_ request: Request) throws(Problem) {
    let object = try request.jsonObject()
    guard let response = try StandardBody(object) else {
      var fields = FieldReader(object)
      let challenge = fields.text("challenge", length: 1...1024)
      let credential = fields.text("credentialId", length: 1...2048)
      let publicKey = fields.text("publicKey", length: 1...8192)
      try fields.finish()
      self = .flat(challenge: challenge, credential: credential, publicKey: publicKey)
      return
    }
    self = .standard(
      credential: response.credential, attestationObject: try response.bytes("attestationObject"),
      clientData: try response.clientData())
  }
}

/// The body of an authentication, in the same two forms.
enum PasskeyAuthentication {
  case flat(FlatAssertion)
  case standard(StandardAssertion)

  /// What the documented body has, and what a client may send with it, so that an authenticator's signature can be
  /// verified: it is over the authenticator data too.
  struct FlatAssertion {
    let credential: String
    /// nil when it is no base64.
    let signature: [UInt8]?
    let clientData: String
    let authenticatorData: [UInt8]?
    let userHandle: [UInt8]?
  }

  /// What an authenticator signed.
  struct StandardAssertion {
    let credential: String
    let authenticatorData: [UInt8]
    let clientData: ClientData
    let signature: [UInt8]
    /// The account of the passkey as the authenticator says it.
    let userHandle: [UInt8]?
  }

  init(_ request: Request) throws(Problem) {
    let object = try request.jsonObject()
    guard let response = try StandardBody(object) else {
      var fields = FieldReader(object)
      let credential = fields.text("credentialId", length: 1...2048)
      let signature = fields.text("signature", length: 1...8192)
      let clientData = fields.text("clientData", length: 1...16_384)
      let authenticatorData = fields.optionalText("authenticatorData", length: 1...65_536)
      let userHandle = fields.optionalText("userHandle", length: 1...1024)
      try fields.finish()
      self = .flat(
        FlatAssertion(
          credential: credential, signature: FlexibleBase64.decode(signature),
          clientData: clientData, authenticatorData: try Self.bytes(authenticatorData, "authenticatorData"),
          userHandle: try Self.bytes(userHandle, "userHandle")))
      return
    }
    self = .standard(
      StandardAssertion(
        credential: response.credential, authenticatorData: try response.bytes("authenticatorData"),
        clientData: try response.clientData(), signature: try response.bytes("signature"),
        userHandle: try response.optionalBytes("userHandle")))
  }
}

extension PasskeyAuthentication {
  private static func bytes(_ text: String?, _ name: String) throws(Problem) -> [UInt8]? {
    guard let text else { return nil }
    guard let bytes = FlexibleBase64.decode(text) else {
      throw Problem(.validation, "\(name) must be base64url", field: name, value: text)
    }
    return bytes
  }
}

/// The WebAuthn JSON of a public key credential (WebAuthn Level 3 §5.1): `id`, `rawId`, `response`.
private struct StandardBody {
  let credential: String
  private let response: JSONObject

  /// nil when the body has no `response`, and so is the documented flat one.
  init?(_ object: JSONObject) throws(Problem) {
    guard let response = object["response"], response != .null else { return nil }
    guard let fields = response.object else {
      throw Problem(.validation, "response must be an object, not \(response.typeName)", field: "response")
    }
    guard let id = (object["rawId"] ?? object["id"])?.string, let bytes = FlexibleBase64.decode(id), !bytes.isEmpty
    else {
      throw Problem(.validation, "rawId must be the credential's id in base64url", field: "rawId")
    }
    credential = Base64URL.encode(bytes)
    self.response = fields
  }

  func bytes(_ name: String) throws(Problem) -> [UInt8] {
    guard let bytes = try optionalBytes(name) else {
      throw Problem(.validation, "response.\(name) is required", field: "response.\(name)")
    }
    return bytes
  }

  func optionalBytes(_ name: String) throws(Problem) -> [UInt8]? {
    guard let value = response[name], value != .null else { return nil }
    guard let text = value.string, let bytes = FlexibleBase64.decode(text) else {
      throw Problem(.validation, "response.\(name) must be base64url", field: "response.\(name)")
    }
    return bytes
  }

  func clientData() throws(Problem) -> ClientData {
    guard let text = response["clientDataJSON"]?.string else {
      throw Problem(
        .validation, "response.clientDataJSON must be a string in base64url", field: "response.clientDataJSON")
    }
    do {
      return try ClientData(text: text)
    } catch {
      throw Problem(.validation, error.description, field: "response.clientDataJSON")
    }
  }
}
