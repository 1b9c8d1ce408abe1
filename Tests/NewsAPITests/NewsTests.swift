import Foundation
import ServerTestSupport
import Testing
import World

@Suite("newsapi")
struct NewsTests {
  @Test("has the documented articles in the general news of the United States", arguments: [Dataset.demo, .minimal])
  func documented(dataset: Dataset) throws {
    let server = try TestServer { $0.dataset = dataset }
    try server.freeze(at: "2026-03-01T05:20:00Z")
    let news = try server.news("top-headlines?country=us&pageSize=100", as: NewsAPIModels.Articles.self)
    #expect(news.status == "ok")
    #expect(news.totalResults == (dataset == .demo ? 38 : 2))
    let first = try #require(news.articles.first { $0.source.id == "cnn" && $0.author == "Story by Reuters" })
    #expect(first.publishedAt == "2026-03-01T05:19:00Z")
    #expect(first.description == nil && first.content == nil && first.urlToImage != nil)
    let second = try #require(news.articles.first { $0.source.name == "KING5.com" })
    #expect(second.publishedAt == "2026-03-01T05:08:00Z")
    #expect(
      second.source.id == nil && second.author == "KING 5 Staff"
        && second.content?.hasPrefix("SEATTLE It appears s") == true)
  }

  @Test("keeps null where there is nothing, and leaves no member out")
  func nulls() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let text = try server.send("GET", "/v2/top-headlines?country=us&apiKey=k").text
    #expect(text.contains(#""content":null,"description":null,"#))
    #expect(text.contains(#""source":{"id":null,"name":"KING5.com"}"#))
  }

  @Test("has nothing in the empty data set, and says so")
  func empty() throws {
    let server = try TestServer { $0.dataset = .empty }
    #expect(try server.news("top-headlines?country=us", as: NewsAPIModels.Articles.self).totalResults == 0)
    #expect(try server.news("everything?q=bridge", as: NewsAPIModels.Articles.self).articles.isEmpty)
    #expect(try server.news("sources", as: NewsAPIModels.Sources.self).sources.isEmpty)
  }

  @Test("answers the same to the byte at the same time of the world, and anew as time goes by")
  func clock() throws {
    let path = "/v2/top-headlines?country=fr&category=science&apiKey=k"
    let servers = try [TestServer(), TestServer()]
    for server in servers { try server.freeze(at: "2026-03-01T12:00:00Z") }
    let responses = try servers.map { try $0.send("GET", path) }
    #expect(responses[0].body == responses[1].body)
    #expect(responses[0].header("ETag") == responses[1].header("ETag"))
    servers[0].advance(seconds: 18_000)
    let later = try servers[0].send("GET", path).decoded(as: NewsAPIModels.Articles.self)
    let before = try responses[0].decoded(as: NewsAPIModels.Articles.self)
    #expect(later.totalResults == before.totalResults)
    #expect(later.articles != before.articles)
    #expect(later.articles.allSatisfy { $0.publishedAt <= "2026-03-01T17:00:00Z" })
    #expect(try #require(later.articles.first).publishedAt > "2026-03-01T12:00:00Z")
  }

  @Test(
    "is of the last two days whatever day it is",
    arguments: [
      "1969-12-31T23:00:00Z", "1970-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2026-11-21T12:00:00Z",
      "2200-02-28T12:00:00Z",
    ])
  func anyDay(moment: String) throws {
    let server = try TestServer()
    try server.freeze(at: moment)
    let now = try Date(moment, strategy: .iso8601)
    let articles = try server.news("top-headlines?category=general&pageSize=100", as: NewsAPIModels.Articles.self)
      .articles
    let ages = try articles.map { now.timeIntervalSince(try Date($0.publishedAt, strategy: .iso8601)) }
    #expect(ages.count == 100)
    #expect(ages.allSatisfy { (0..<172_800).contains($0) })
    #expect(ages == ages.sorted())
  }

  @Test("costs the world nothing while nobody reads, and a country asked for little")
  func editions() throws {
    let server = try TestServer { $0.sensorInterval = 0 }
    try server.freeze(at: "2026-03-01T12:00:00Z")
    func articles() throws -> [String: Any] { try server.send("GET", "/_mock/data/newsapi_article?_limit=500").json }
    #expect(try articles()["total"] as? Int == 0)
    for _ in 0..<20 {
      _ = try server.news("top-headlines?country=us&category=science", as: NewsAPIModels.Articles.self)
      let before = try articles()
      // Seven lists of one country: some 30 articles each.
      #expect((150..<320).contains(try #require(before["total"] as? Int)))
      server.advance(seconds: 31 * 3600)
      #expect(try articles() as NSDictionary == before as NSDictionary)
    }
  }

  /// What the database does not take is refused, and what it takes breaks nothing.
  @Test("survives any numbers in its rows", arguments: [Int64.min, -1, 0, 1, Int64.max])
  func hostileRows(number: Int64) throws {
    let server = try TestServer { $0.sensorInterval = 0 }
    _ = try server.news("top-headlines?country=us", as: NewsAPIModels.Articles.self)
    for (table, body, accepted) in [
      ("newsapi_edition", #"{"set":{"edition":\#(number)}}"#, Int64.min...Int64.max),
      (
        "newsapi_article",
        #"{"where":{"category":"general"},"set":{"phase":\#(number),"period":\#(number),"leaves":\#(number)}}"#,
        0...9_007_199_254_740_991
      ),
      ("newsapi_country", #"{"where":{"code":"fr"},"set":{"place":\#(number)}}"#, 0...999),
    ] {
      let status = try server.send("PATCH", "/_mock/data/\(table)", body: body).status
      #expect(status == (accepted.contains(number) ? 200 : 409))
    }
    for path in ["top-headlines?country=us", "everything?q=library", "top-headlines?country=fr", "sources"] {
      #expect(try server.send("GET", "/v2/\(path)", headers: [("X-Api-Key", "any")]).status == 200)
    }
  }

  @Test("is found by the documented host, by its prefix and in any place of the key")
  func places() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let path = "/v2/top-headlines?country=us"
    for headers in [
      [("Host", "newsapi.org"), ("X-Api-Key", "k")], [("Host", "NewsAPI.org:443"), ("Authorization", "k")],
      [("Authorization", "Bearer k")],
    ] {
      #expect(try server.send("GET", path, headers: headers).status == 200)
    }
    #expect(try server.send("GET", "/newsapi\(path)&apiKey=k").status == 200)
    let failure = try server.send("GET", path)
    #expect(failure.status == 401)
    #expect(try JSONDecoder().decode(NewsAPIModels.Failure.self, from: failure.data).code == "apiKeyMissing")
  }
}
