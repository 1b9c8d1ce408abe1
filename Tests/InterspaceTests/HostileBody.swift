import Testing

/// Bodies that no endpoint of Interspace may accept, with the field that the refusal is to name.
struct HostileBody: Sendable, CustomTestStringConvertible {
  let body: String
  let field: String

  init(_ body: String, _ field: String) {
    (self.body, self.field) = (body, field)
  }

  var testDescription: String { "\(field): \(String(body.prefix(70)).debugDescription)" }

  /// A body with one field replaced by each of some values, as they stand in JSON.
  static func each(_ field: String, of fields: [String: String], _ values: [String]) -> [HostileBody] {
    values.map { value in
      let members = fields.merging([field: value]) { $1 }.sorted { $0.key < $1.key }
      return HostileBody("{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}", field)
    }
  }

  /// No text at all, or text that no field accepts.
  static let noText = [
    "1", "-0.5", "1e999", "true", "[]", "[\"x\"]", "{}", "{\"a\":\"b\"}", "\"\\u0000\"", "\"a\\u0000b\"",
  ]
  /// What a required field refuses besides.
  static let blank = ["null", "\"\"", "\" \"", "\"\\t\\n\"", "\"\\u00a0\\u2003\""]
  static let badEmails = [
    "x", "plain", "@example.com", "a@", "a@b", "a@@b.co", "a b@example.com", "a@example..com", "a@.com",
    "a@example.com.",
    "a@b@c.com", "a@example.com\\n", "'; DROP TABLE interspace_account; --", "<script>@", "a@ex ample.com",
  ].map { "\"\($0)\"" }

  static func long(_ count: Int) -> String { "\"" + String(repeating: "x", count: count) + "\"" }

  /// What is no JSON object, whatever the endpoint.
  static let noObject: [HostileBody] = [
    "", " ", "null", "true", "0", "1e400", "\"x\"", "[]", "[{}]", "{", "}", "{]", "{\"a\"", "{\"a\":}", "{\"a\":1,}",
    "{a:1}",
    "{'a':'b'}", "{\"a\":1}}", "{}{}", "{\"a\":01}", "{\"a\":NaN}", "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}",
    "{\"a\":\"\\ud800\"}",
    "<xml/>", "{\"bio\":\"x\",\"bio\":\"y\"}", "a=b&c=d", "{\"a\":tru}", "// {}", String(repeating: "[", count: 50_000),
    String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65),
  ].map { HostileBody($0, "body") }

  private static let profileFields = ["username": "\"good\"", "displayName": "\"Good\""]
  private static let settings = ["1", "\"dark\"", "[]", "true"]
  private static let badNames = [
    "\"a b\"", "\"a/b\"", "\"a@b\"", "\"'; DROP TABLE x; --\"", "\"<b>\"", "\"😀\"", "\"a\\u200bb\"",
  ]

  static let newProfile: [HostileBody] =
    each("username", of: profileFields, noText + blank + badNames + [long(51)])
    + each("displayName", of: profileFields, noText + blank + [long(101)])
    + each("bio", of: profileFields, noText + [long(1001)])
    + each("avatar", of: profileFields, noText + ["\"\"", "\" \"", long(700_001)])
    + each("settings", of: profileFields, settings)

  static let profileChange: [HostileBody] =
    each("username", of: [:], noText + badNames + ["\"\"", "\" \"", long(51), "\"night_collector\""])
    + each("displayName", of: [:], noText + ["\"\"", "\" \"", long(101)]) + each("bio", of: [:], noText + [long(1001)])
    + each("avatar", of: ["bio": "\"new\""], noText + ["\"\""]) + each("settings", of: ["bio": "\"new\""], settings)
    + each("isDefault", of: ["bio": "\"new\""], ["1", "0", "\"true\"", "[]", "{}"]) + settingsFields

  static let userChange: [HostileBody] =
    each("email", of: [:], noText + badEmails + ["\"\"", "\"" + String(repeating: "x", count: 250) + "@b.co\""])
    + each("settings", of: ["email": "\"new@example.com\""], settings) + settingsFields

  private static let settingsFields: [HostileBody] =
    ["1", "\"true\"", "[]", "{}"].map { HostileBody(#"{"settings":{"notifications":\#($0)}}"#, "notifications") }
    + (["1", "true", "[]", "{}", "\"\"", "\"\\u0000\"", long(51)]).flatMap { value in
      ["theme", "privacy"].map { HostileBody(#"{"settings":{"\#($0)":\#(value)}}"#, $0) }
    }

  private static let socialFields = [
    "platform": "\"twitter\"", "accountId": "\"id\"", "username": "\"@x\"", "accessToken": "\"t\"",
  ]
  static let newSocial: [HostileBody] =
    each("platform", of: socialFields, noText + blank + [long(51)])
    + each("accountId", of: socialFields, noText + blank + [long(201)])
    + each("username", of: socialFields, noText + blank + [long(101)])
    + each("accessToken", of: socialFields, noText + blank + [long(4097)])
    + each("profileUrl", of: socialFields, noText + ["\"\"", long(2001)])

  private static let walletFields = [
    "address": "\"0x...\"", "signature": "\"signed_message\"", "message": "\"m\"", "walletType": "\"metamask\"",
  ]
  static let newWallet: [HostileBody] =
    each("address", of: walletFields, noText + blank + [long(201)])
    + each("signature", of: walletFields, noText + blank + [long(4097)])
    + each("message", of: walletFields, noText + blank + [long(10_001)])
    + each("walletType", of: walletFields, noText + blank + [long(51)])
    + each("chain", of: walletFields, noText + ["\"\"", long(51)])

  static let google: [HostileBody] = each("idToken", of: [:], noText + blank + [long(16_385)])
  private static let appleFields = ["identityToken": "\"t\""]
  static let apple: [HostileBody] =
    each("identityToken", of: [:], noText + blank + [long(16_385)])
    + each("authorizationCode", of: appleFields, noText + ["\"\"", long(4097)])
    + each("account", of: appleFields, ["1", "\"x\"", "[]", "true"])
    + each("user", of: appleFields, ["1", "\"x\"", "[]", "true"])
    + badEmails.map { HostileBody(#"{"identityToken":"t","account":{"email":\#($0)}}"#, "email") }
}
