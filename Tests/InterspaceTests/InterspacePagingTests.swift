import Foundation
import ServerTestSupport
import Testing

@Suite("Pages of Interspace's lists")
struct InterspacePagingTests {
  /// The seeded account with 25 profiles, of which it has three already.
  private static func client() throws -> InterspaceClient {
    let client = try InterspaceClient()
    for number in 4...25 { _ = try client.createProfile("user\(number)") }
    return client
  }

  struct Row: Sendable {
    let query: String
    let ids: ClosedRange<Int>
    let pagination: String
    let relations: [String: String]
  }

  static let rows = [
    Row(
      query: "", ids: 1...20, pagination: "1 20 25 2 true false",
      relations: ["first": "page=1&limit=20", "last": "page=2&limit=20", "next": "page=2&limit=20"]),
    Row(
      query: "?page=2", ids: 21...25, pagination: "2 20 25 2 false true",
      relations: ["first": "page=1&limit=20", "last": "page=2&limit=20", "prev": "page=1&limit=20"]),
    Row(
      query: "?limit=10&page=2", ids: 11...20, pagination: "2 10 25 3 true true",
      relations: [
        "first": "page=1&limit=10", "last": "page=3&limit=10", "prev": "page=1&limit=10", "next": "page=3&limit=10",
      ]),
    Row(
      query: "?limit=100", ids: 1...25, pagination: "1 100 25 1 false false",
      relations: ["first": "page=1&limit=100", "last": "page=1&limit=100"]),
    Row(
      query: "%3Fpage=25&limit=1", ids: 25...25, pagination: "25 1 25 25 false true",
      relations: ["first": "page=1&limit=1", "last": "page=25&limit=1", "prev": "page=24&limit=1"]),
  ]

  @Test("hold what was asked for, and say where they stand")
  func pages() throws {
    let client = try Self.client()
    for row in Self.rows {
      let answer = try client.send("GET", "/profiles\(row.query)")
      let list: InterspaceModels.ProfileList = try answer.decoded()
      #expect(list.profiles.map(\.id) == row.ids.map { "profile_\($0)" }, "\(row.query)")
      let page = list.pagination
      let text = "\(page.page) \(page.limit) \(page.total) \(page.totalPages) \(page.hasNext) \(page.hasPrev)"
      #expect(text == row.pagination)
      #expect(try Self.relations(answer) == row.relations.mapValues { "/api/v1/profiles?\($0)" })
    }
  }

  @Test("are found where the documented client writes the question mark encoded, by reading alone")
  func encodedQuery() throws {
    let client = try Self.client()
    #expect(try client.send("GET", "/profiles%3Fpage=2&limit=20").status == 200)
    #expect(try client.send("DELETE", "/profiles/profile_5%3Fdry=1").status == 404)
    #expect(try client.send("GET", "/profiles/profile_5").status == 200)
  }

  @Test("lead from one to the next through all records")
  func walk() throws {
    let client = try Self.client()
    var next: String? = "/api/v1/profiles?limit=4"
    var ids: [String] = []
    while let path = next, ids.count < 100 {
      let answer = try client.server.send("GET", path, token: client.login.accessToken)
      ids += answer.ids("profiles")
      next = try Self.relations(answer)["next"]
    }
    #expect(ids == (1...25).map { "profile_\($0)" })
  }

  @Test("beyond the end are empty", arguments: ["?page=4", "?page=1000000&limit=100"])
  func beyond(query: String) throws {
    let list: InterspaceModels.ProfileList = try InterspaceClient().get("/profiles\(query)")
    #expect(list.profiles.isEmpty)
    #expect(list.pagination.total == 3)
    #expect(!list.pagination.hasNext)
    #expect(list.pagination.hasPrev)
  }

  @Test(
    "are refused for what is no number in range",
    arguments: [
      "page=0", "page=-1", "page=x", "page=", "page=1.5", "page=1e1", "page=+1", "page=%201", "page=1000001",
      "page=9223372036854775808", "page=٣", "page=0x1", "limit=0", "limit=101", "limit=-1", "limit=abc", "limit=",
      "limit=99999999999999999999", "limit=1%00", "page=null",
    ])
  func badValues(query: String) throws {
    let client = try InterspaceClient()
    for path in ["/profiles", "/wallets", "/profiles/profile_1/apps", "/profiles/profile_1/social-accounts"] {
      let answer = try client.send("GET", "\(path)?\(query)")
      let name = try #require(query.split(separator: "=").first)
      #expect(try answer.refusal == "400 VALIDATION_ERROR \(name)", "\(path)")
    }
  }

  @Test("exist for every list")
  func everyList() throws {
    let client = try InterspaceClient()
    #expect(
      try client.get("/wallets?limit=1&page=2", as: InterspaceModels.WalletList.self).wallets.map(\.id) == ["wallet_2"])
    #expect(try client.get("/profiles/profile_1/apps?limit=1", as: InterspaceModels.AppList.self).pagination.total == 2)
    let path = "/profiles/profile_1/social-accounts?page=2"
    #expect(try client.get(path, as: InterspaceModels.SocialAccountList.self).accounts.isEmpty)
  }

  /// The targets of a `Link` header by their relation.
  private static func relations(_ answer: RawResponse) throws -> [String: String] {
    let link = try #require(answer.header("Link"))
    return try Dictionary(
      link.components(separatedBy: ", ").map { part in
        let pieces = part.components(separatedBy: ">; rel=")
        return (try #require(pieces.last).replacing("\"", with: ""), String(pieces[0].dropFirst()))
      }, uniquingKeysWith: { first, _ in first })
  }
}
