import Foundation
import ServerTestSupport
import Testing

@Suite("Social accounts")
struct SocialAccountTests {
  private static let path = "/profiles/profile_1/social-accounts"

  private static func accounts(_ client: InterspaceClient) throws -> [InterspaceModels.SocialAccount] {
    try client.get(path, as: InterspaceModels.SocialAccountList.self).accounts
  }

  @Test("are linked as the document's example asks, and stand in the profile too")
  func link() throws {
    let client = try InterspaceClient()
    let linked: InterspaceModels.SocialAccount = try client.get(Self.path, method: "POST", body: InterspaceBody.social)
    #expect(linked.platform == "twitter")
    #expect(linked.username == "@johndoe")
    #expect(linked.verified)
    #expect(abs(linked.connectedAt.timeIntervalSinceNow) < 60)
    #expect(try Self.accounts(client).last == linked)
    #expect(try client.profiles.first?.socialAccounts.last == linked)
  }

  @Test("never give the platform's token away")
  func tokenIsSecret() throws {
    let client = try InterspaceClient()
    let created = try client.send("POST", Self.path, body: InterspaceBody.social)
    #expect(created.status == 201)
    let login = try client.server.interspace("POST", "/auth/login", body: InterspaceBody.login)
    // A refusal shows the value that it is about, but the token was good.
    let wrong = InterspaceBody.social.replacing(#""@johndoe""#, with: "7")
    let refused = try client.send("POST", Self.path, body: wrong)
    #expect(refused.status == 400)
    let texts = try client.snapshot() + [created.text, login.text, refused.text]
    for text in texts { #expect(!text.contains("platform_access_token") && !text.contains("accessToken\":\"platform")) }
    #expect(created.json.keys.sorted() == ["connectedAt", "id", "platform", "username", "verified"])
  }

  @Test("are renewed when they are linked again")
  func relink() throws {
    let client = try InterspaceClient()
    let first: InterspaceModels.SocialAccount = try client.get(Self.path, method: "POST", body: InterspaceBody.social)
    let body = """
      {"platform":"twitter","accountId":"twitter_user_id","username":"@renamed","accessToken":"t",
      "profileUrl":"https://example.com/renamed"}
      """
    let again: InterspaceModels.SocialAccount = try client.get(Self.path, method: "POST", body: body)
    #expect(again.id == first.id)
    #expect(again.username == "@renamed")
    #expect(again.profileUrl == "https://example.com/renamed")
    let third: InterspaceModels.SocialAccount = try client.get(Self.path, method: "POST", body: InterspaceBody.social)
    #expect(third.profileUrl == again.profileUrl)
    #expect(try Self.accounts(client).map(\.id) == ["social_1", first.id])
    // The same account of another platform, or on another profile, is another link.
    let other = InterspaceBody.social.replacing("\"twitter\"", with: "\"github\"")
    #expect(
      try client.get(Self.path, method: "POST", body: other, as: InterspaceModels.SocialAccount.self).id != first.id)
    let elsewhere = "/profiles/profile_2/social-accounts"
    let moved: InterspaceModels.SocialAccount = try client.get(elsewhere, method: "POST", body: InterspaceBody.social)
    #expect(moved.id != first.id)
  }

  @Test("are unlinked by their own id or by the platform's (CONTRACT C21)", arguments: ["own", "platform"])
  func unlink(by way: String) throws {
    let client = try InterspaceClient()
    let linked: InterspaceModels.SocialAccount = try client.get(Self.path, method: "POST", body: InterspaceBody.social)
    let id = way == "own" ? linked.id : "twitter_user_id"
    #expect(try client.send("DELETE", "\(Self.path)/\(id)").status == 204)
    #expect(try Self.accounts(client).map(\.id) == ["social_1"])
    let again = try client.send("DELETE", "\(Self.path)/\(id)")
    #expect(again.status == 404)
    #expect(try again.interspaceError.code == "NOT_FOUND")
  }

  @Test("go by their own id first")
  func ownIDFirst() throws {
    let client = try InterspaceClient()
    let body = #"{"platform":"github","accountId":"social_1","username":"x","accessToken":"t"}"#
    let tricky: InterspaceModels.SocialAccount = try client.get(Self.path, method: "POST", body: body)
    #expect(try client.send("DELETE", "\(Self.path)/social_1").status == 204)
    #expect(try Self.accounts(client).map(\.id) == [tricky.id])
  }

  @Test("may have a platform id that must be encoded in the path", arguments: ["a/b", "50%", "ünï cödé", "?x=1#y"])
  func oddIDs(id: String) throws {
    let client = try InterspaceClient()
    let body = #"{"platform":"p","accountId":"\#(id)","username":"x","accessToken":"t"}"#
    #expect(try client.send("POST", Self.path, body: body).status == 201)
    let encoded = try #require(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let response = try client.send("DELETE", "\(Self.path)/\(encoded)")
    #expect(response.status == 204)
  }
}
