import Foundation
import ServerTestSupport
import Testing

@Suite("Hostile input to newsapi")
struct HostileNewsTests {
  private static let blanks = [
    "%C2%A0", "%0B", "%0C", "%E2%80%A8", "%E2%80%83", "%E3%80%80", "%0D%0A", "%C2%85", "%09",
  ]
  private static let words = [
    "%22", "%22%22", "%22a", "a%22", "(", ")", "()", ")(", "((((((((((((((((((((((((a", "-", "--a", "%2B", "%2B-%2B",
    "AND",
    "OR", "NOT", "NOT+NOT+a", "AND+OR+NOT", "a+AND", "OR+a", "-(a", "a*", "a%5E2", "NEAR(a+b)", "title:a",
    "%7Btitle%7D:a",
    "%27%3B+DROP+TABLE+newsapi_article", "%F0%9F%8D%85", "e%CC%81", "%22%CC%81a", "%E2%80%AE", "newsapiarticle",
    "%EF%BF%BF",
  ]
  private static let values = [
    "%00", "%FF", "9".times(3000), "-1", "1e9", "%2F..%2F", "%3Cscript%3E", "a,,,,b", ",", "%C2%A0",
  ]

  @Test("is answered as a search", arguments: blanks.flatMap { [$0, "a\($0)b", "\($0)\($0)-\($0)"] } + words)
  func searches(query: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    for path in ["everything", "top-headlines"] {
      let response = try server.send("GET", "/v2/\(path)?apiKey=k&q=\(query)")
      #expect([200, 400].contains(response.status), "\(path) \(query): \(response.excerpt)")
    }
  }

  @Test(
    "is answered in every parameter",
    arguments: [
      "country", "category", "sources", "q", "qInTitle", "pageSize", "page", "language", "searchIn", "domains",
      "excludeDomains",
      "from",
      "to", "sortBy", "apiKey",
    ])
  func parameters(name: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    for path in ["everything?q=a&", "top-headlines?country=us&", "sources?"] {
      for value in Self.values + Self.blanks {
        let response = try server.send("GET", "/v2/\(path)\(name)=\(value)", headers: [("X-Api-Key", "k")])
        #expect([200, 400, 401].contains(response.status), "\(path)\(name)=\(value.prefix(40)): \(response.excerpt)")
        if response.status != 200 {
          #expect(try JSONDecoder().decode(NewsAPIModels.Failure.self, from: response.data).status == "error")
        }
      }
    }
  }
}
