import Testing
import World

@Suite("A path pattern")
struct PathGlobTests {
  @Test(
    "covers paths segment by segment",
    arguments: [
      ("/v1/lotes", "/v1/lotes", true), ("/v1/lotes/", "/v1/lotes", true), ("/v1/lotes", "/v1/lotes/1", false),
      ("/v1/*", "/v1/lotes", true), ("/v1/*", "/v1", false), ("/v1/*", "/v1/lotes/1", false),
      ("/v1/*/1", "/v1/lotes/1", true), ("/v1/**", "/v1", true), ("/v1/**", "/v1/a/b/c", true),
      ("/**", "/", true), ("/**", "/a/b", true), ("/**/x", "/a/b/x", true), ("/**/x", "/a/x/b", false),
      ("/**/x", "/x/a/x", true), ("/a/**/b/*/c", "/a/b/b/1/c", true), ("/a/**/b/*/c", "/a/b/1/d", false),
      ("/**/a/**/b", "/x/a/y/a/z/b", true), ("/**/**", "/a", true), ("/", "/", true), ("/", "/a", false),
      ("/V1/lotes", "/v1/lotes", false),
    ])
  func covering(pattern: String, path: String, isCovered: Bool) throws {
    let glob = try #require(PathGlob(pattern))
    #expect(glob.matches(path.split(separator: "/").map(String.init)) == isCovered)
  }

  @Test("is refused when it means something else than it says", arguments: ["", "v1", "/v1/lot*", "/***", "/a/*.json"])
  func refused(pattern: String) {
    #expect(PathGlob(pattern) == nil)
  }

  @Test("is bounded in segments, and takes no longer than both lengths allow")
  func bounds() throws {
    #expect(PathGlob(String(repeating: "/a", count: PathGlob.maximumSegments + 1)) == nil)
    let glob = try #require(PathGlob(String(repeating: "/**/a", count: 30) + "/b"))
    #expect(!glob.matches(Array(repeating: "a", count: 4000)))
  }
}
