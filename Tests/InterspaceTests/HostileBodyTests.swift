import Foundation
import ServerTestSupport
import Testing

@Suite("A hostile body")
struct HostileBodyTests {
  struct Target: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let bodies: [HostileBody]

    var testDescription: String { "\(method) \(path)" }
  }

  static let targets = [
    Target(method: "POST", path: "/profiles", bodies: HostileBody.newProfile),
    Target(method: "PATCH", path: "/profiles/profile_1", bodies: HostileBody.profileChange),
    Target(method: "PATCH", path: "/users/me", bodies: HostileBody.userChange),
    Target(method: "POST", path: "/profiles/profile_1/social-accounts", bodies: HostileBody.newSocial),
    Target(method: "POST", path: "/wallets/connect", bodies: HostileBody.newWallet),
    Target(method: "POST", path: "/auth/google", bodies: HostileBody.google),
    Target(method: "POST", path: "/auth/apple", bodies: HostileBody.apple),
  ]

  @Test("is refused with the name of the field, and nothing is written", arguments: targets)
  func refused(target: Target) throws {
    let client = try InterspaceClient()
    let connection = try RawClient(port: client.server.port)
    let before = try client.snapshot()
    let bodies = target.bodies + HostileBody.noObject
    #expect(bodies.count >= 40)
    for body in bodies {
      let response = try connection.send(
        target.method, "/api/v1" + target.path, token: client.login.accessToken, body: Array(body.body.utf8))
      let name = body.testDescription
      #expect(response.status == 400, "\(name): \(response.status)")
      #expect(
        Set(response.json.keys) == ["error"] && Set(response.error.keys) == ["code", "message", "details"], "\(name)")
      let error = try response.interspaceError
      #expect(error.code == "VALIDATION_ERROR", "\(name)")
      #expect(error.details?["field"] == body.field, "\(name): \(error.message)")
      #expect(error.message.contains(body.field), "\(name): \(error.message)")
      #expect(response.body.count < 2000, "\(name)")
    }
    #expect(try client.snapshot() == before)
    // No account was made on the way either.
    #expect(try InterspaceClient(client.server, google: "next").login.account.id == "account_2")
  }

  @Test("of bytes that are no UTF-8 is refused", arguments: targets)
  func bytes(target: Target) throws {
    let client = try InterspaceClient()
    let connection = try RawClient(port: client.server.port)
    let before = try client.snapshot()
    let bodies: [[UInt8]] = [
      [0], [0xFF], [0xFE, 0xFF, 0, 0x7B], Array(#"{"username":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8),
      Array(#"{"bio":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8), Array("{}".utf8) + [0],
    ]
    for body in bodies {
      let response = try connection.send(
        target.method, "/api/v1" + target.path, token: client.login.accessToken, body: body)
      #expect(try response.refusal == "400 VALIDATION_ERROR body", "\(body)")
    }
    #expect(try client.snapshot() == before)
  }

  @Test("of more than 1 MiB is refused in the documented shape", arguments: targets)
  func tooLarge(target: Target) throws {
    let client = try InterspaceClient()
    let body = #"{"bio":"\#(String(repeating: "x", count: 1 << 20))"}"#
    let response = try client.send(target.method, target.path, body: body)
    #expect(response.status == 413)
    #expect(try response.interspaceError.code == "VALIDATION_ERROR")
  }

  @Test(
    "that is only unusual is taken as it is, and comes back as it was",
    arguments: [
      "'; DROP TABLE interspace_profile; --", "\" OR 1=1 --", "%s%n%x", "<script>alert(1)</script>", "../../etc/passwd",
      "{\"json\":true}", "日本語 العربية", "😀👩‍🌾", "e\u{301}", "\u{202E}reversed", "line\nbreak\ttab", "\\", "\u{1}\u{7F}",
      "\u{FFFF}\u{10FFFF}", "null", "\u{FEFF}x", String(repeating: "ñ", count: 100),
    ])
  func unusual(text: String) throws {
    let client = try InterspaceClient()
    let body = String(decoding: try JSONEncoder().encode(["displayName": text, "bio": text]), as: UTF8.self)
    let profile: InterspaceModels.Profile = try client.get("/profiles/profile_1", method: "PATCH", body: body)
    #expect(Array(profile.displayName.utf8) == Array(text.utf8))
    #expect(try client.get("/profiles/profile_1") == profile)
    #expect(try client.user.profiles.first == profile)
  }
}
