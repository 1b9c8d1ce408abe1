import ServerTestSupport
import Testing

@Suite("Interspace's answers in a cache (CONTRACT §6.4)")
struct InterspaceCachingTests {
  static let paths = [
    "/users/me", "/profiles", "/profiles?page=1&limit=2", "/profiles/profile_1", "/profiles/profile_1/social-accounts",
    "/wallets", "/profiles/profile_1/apps",
  ]

  @Test("keep for five minutes, for one account", arguments: paths)
  func headers(path: String) throws {
    let client = try InterspaceClient()
    let response = try client.send("GET", path)
    #expect(response.header("Cache-Control") == "max-age=300")
    let tag = try #require(response.header("ETag"))
    #expect(tag.count > 2 && tag.hasPrefix("\"") && tag.hasSuffix("\""))
    let vary = response.headers.filter { $0.name.lowercased() == "vary" }.flatMap {
      $0.value.components(separatedBy: ", ")
    }
    #expect(vary.contains("Authorization"))
    let other = try InterspaceClient { $0.randomSeed = 2 }
    #expect(try other.send("GET", path).header("ETag") == tag)
  }

  @Test("are not sent again to who has them", arguments: paths)
  func notModified(path: String) throws {
    let client = try InterspaceClient()
    let full = try client.send("GET", path)
    let tag = try #require(full.header("ETag"))
    for condition in [tag, "W/\(tag)", "\"other\", \(tag)", "\"other\" ,W/\(tag)", "*"] {
      let response = try client.send("GET", path, headers: [("If-None-Match", condition)])
      #expect(response.status == 304, "\(condition)")
      #expect(response.header("ETag") == tag)
      #expect(response.header("Cache-Control") == "max-age=300")
      #expect(response.header("Content-Type") == nil)
    }
    for condition in ["\"other\"", String(tag.dropFirst().dropLast()), "", "**"] {
      let response = try client.send("GET", path, headers: [("If-None-Match", condition)])
      #expect(response.status == 200, "\(condition)")
      #expect(response.text == full.text)
    }
    let stranger = try client.server.interspace("GET", path, headers: [("If-None-Match", "*")])
    #expect(stranger.status == 401)
  }

  @Test("have no tag when they write or refuse")
  func others() throws {
    let client = try InterspaceClient()
    let rows = InterspaceEndpointTests.rows.filter { $0.method != "GET" }
    var responses = try rows.map { try client.send($0.method, $0.path, body: $0.body) }
    responses += try ["/profiles/none", "/nothing", "/profiles?page=0"].map { try client.send("GET", $0) }
    responses.append(try client.server.interspace("GET", "/users/me"))
    responses.append(try client.server.interspace("POST", "/auth/login", body: InterspaceBody.login))
    for response in responses {
      #expect(response.header("ETag") == nil)
      #expect(response.header("Cache-Control") == nil)
    }
  }

  struct Write: Sendable, CustomTestStringConvertible {
    let call: String
    let body: String?
    let changed: Set<String>

    var testDescription: String { call }
  }

  private static let ofProfiles: Set = ["/users/me", "/profiles", "/profiles?page=1&limit=2", "/profiles/profile_1"]

  static let writes = [
    Write(call: "PATCH /users/me", body: #"{"settings":{"theme":"new"}}"#, changed: ["/users/me"]),
    Write(call: "PATCH /profiles/profile_1", body: #"{"bio":"new"}"#, changed: ofProfiles),
    Write(
      call: "POST /profiles", body: InterspaceBody.profile("p"),
      changed: ofProfiles.subtracting(["/profiles/profile_1"])),
    Write(
      call: "PATCH /profiles/profile_2", body: #"{"bio":"new"}"#,
      changed: ofProfiles.subtracting(["/profiles/profile_1"])),
    Write(
      call: "POST /profiles/profile_1/social-accounts", body: InterspaceBody.social,
      changed: ofProfiles.union(["/profiles/profile_1/social-accounts"])),
    Write(
      call: "DELETE /profiles/profile_1/social-accounts/social_1", body: nil,
      changed: ofProfiles.union(["/profiles/profile_1/social-accounts"])),
    Write(call: "POST /wallets/connect", body: InterspaceBody.wallet("0x..."), changed: ["/wallets"]),
    Write(call: "DELETE /wallets/wallet_2", body: nil, changed: ["/wallets"]),
    Write(call: "DELETE /profiles/profile_1/apps/app_2", body: nil, changed: ["/profiles/profile_1/apps"]),
    Write(call: "PATCH /profiles/profile_1", body: "{}", changed: []),
  ]

  @Test("change with what they are made of, and only then", arguments: writes)
  func followWrites(write: Write) throws {
    let server = try TestServer()
    try server.freeze(at: "2024-01-10T09:00:00Z")
    let client = try InterspaceClient(server)
    let tags = try Self.paths.map { try client.send("GET", $0).header("ETag") ?? "" }
    let call = write.call.split(separator: " ").map(String.init)
    #expect(try client.send(call[0], call[1], body: write.body).status < 300)
    for (path, tag) in zip(Self.paths, tags) {
      let response = try client.send("GET", path, headers: [("If-None-Match", tag)])
      #expect(response.status == (write.changed.contains(path) ? 200 : 304), "\(path)")
    }
  }

  @Test("are each account's own", arguments: ["/users/me", "/profiles", "/wallets"])
  func accounts(path: String) throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let first = try client.send("GET", path)
    let other = try stranger.send("GET", path, headers: [("If-None-Match", try #require(first.header("ETag")))])
    #expect(other.status == 200)
    #expect(!other.text.contains("profile_1") && !other.text.contains("wallet_1"))
    #expect(try client.send("GET", path).text == first.text)
  }
}
