import HTTPCore
import Testing

@Suite("Patterns of paths")
struct PathGlobTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let pattern: String
    let path: String
    let isMatch: Bool

    init(_ pattern: String, _ path: String, _ isMatch: Bool) {
      (self.pattern, self.path, self.isMatch) = (pattern, path, isMatch)
    }

    var testDescription: String { "\(pattern) \(isMatch ? "matches" : "does not match") \(path)" }
  }

  @Test(
    "match whole paths",
    arguments: [
      Row("/v1/lotes", "/v1/lotes", true), Row("/v1/lotes", "/v1/lotes/", true), Row("/v1/lotes", "//v1//lotes", true),
      Row("/v1/lotes", "/v1/lotes/1", false), Row("/v1/lotes", "/v1/Lotes", false), Row("/v1/*", "/v1/lotes", true),
      Row("/v1/*", "/v1/lotes/1", false), Row("/v1/*", "/v1", false), Row("/v1/**", "/v1", true),
      Row("/v1/**", "/v1/a/b/c", true), Row("/**", "/", true), Row("/**/c", "/a/b/c", true), Row("/**/c", "/c", true),
      Row("/**/c", "/c/d", false), Row("/a/**/b/**/c", "/a/x/b/y/z/c", true), Row("/a/**/b/**/c", "/a/x/y/c", false),
      Row("/lote_*", "/lote_17", true), Row("/lote_*", "/bloque_17", false), Row("/*.json", "/a.json", true),
      Row("/a*b*c", "/aXbYbZc", true), Row("/***", "/x", true), Row("/a%20b", "/a b", true),
      Row("/a b", "/a%20b", true),
      Row("/v1/*/1", "/v1/lotes/1", true), Row("/**", "/a/b", true), Row("/**/x", "/a/x/b", false),
      Row("/**/x", "/x/a/x", true), Row("/a/**/b/*/c", "/a/b/b/1/c", true), Row("/a/**/b/*/c", "/a/b/1/d", false),
      Row("/**/a/**/b", "/x/a/y/a/z/b", true), Row("/**/**", "/a", true), Row("/", "/", true),
      Row("", "/", true), Row("/", "/a", false), Row("/ñ/*", "/%C3%B1/1", true),
    ])
  func table(_ row: Row) throws {
    let glob = try #require(PathGlob(row.pattern))
    #expect(glob.matches(row.path, query: []) == row.isMatch)
    guard row.path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return }
    #expect(glob.matches(try RequestTarget(Array(row.path.utf8))) == row.isMatch)
  }

  @Test("compare the query only when they have one")
  func query() throws {
    let glob = try #require(PathGlob("/v1/lotes?page=2"))
    #expect(glob.matches("/v1/lotes", query: Array("page=2".utf8)))
    #expect(!glob.matches("/v1/lotes", query: []))
    #expect(try #require(PathGlob("/v1/lotes")).matches("/v1/lotes", query: Array("page=2".utf8)))
  }

  @Test("of many stars end soon")
  func hostile() throws {
    let glob = try #require(PathGlob(String(repeating: "/**/*a", count: 300)))
    #expect(!glob.matches(String(repeating: "/a", count: 4000) + "/b", query: []))
    let inner = try #require(PathGlob("/" + String(repeating: "*a", count: 900)))
    #expect(!inner.matches("/" + String(repeating: "a", count: 8000) + "b", query: []))
    #expect(PathGlob(String(repeating: "/", count: 3000)) == nil)
  }
}
