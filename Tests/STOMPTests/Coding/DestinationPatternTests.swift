import STOMP
import Testing

@Suite("Patterns of destinations")
struct DestinationPatternTests {
  @Test(
    "match as Spring's AntPathMatcher does",
    arguments: [
      ("/topic/a", "/topic/a", true), ("/topic/a", "/topic/A", false), ("/topic/a", "/topic/a/", false),
      ("/topic/*", "/topic/a", true), ("/topic/*", "/topic/a/b", false), ("/topic/*", "/topic", false),
      ("/topic/*", "/topic/", true), ("/topic/**", "/topic", true), ("/topic/**", "/topic/", true),
      ("/topic/**", "/topic/a/b/c", true), ("/topic/**", "/topics", false), ("/topic/**/c", "/topic/c", true),
      ("/topic/**/c", "/topic/a/b/c", true), ("/topic/**/c", "/topic/a/b", false), ("/**", "/", true),
      ("/**", "/a", true),
      ("/**", "a", false), ("**", "a/b", true), ("*", "a", true), ("*", "/a", false), ("/t?st", "/test", true),
      ("/t?st", "/tst", false), ("/t?st", "/tést", true), ("/t?st", "/t/st", false), ("/*a*/b", "/xay/b", true),
      ("/*a*/b", "/xy/b", false), ("/a*b*c", "/aXbYc", true), ("/a*b*c", "/abcabc", true), ("/a*b*c", "/acb", false),
      ("/tenant/*/alerts", "/tenant/DEFAULT/alerts", true), ("/tenant/*/alerts", "/tenant/a/b/alerts", false),
      ("/**/a/**/b/**", "/x/a/y/z/b", true), ("/**/a/**/b/**", "/x/b/y/a", false), ("/**/a/*", "/a/a/b", true),
      ("/a/?", "/a/b", true), ("/a/?", "/a/bc", false), ("/a/**/b/", "/a/x/b/", true), ("/a/**/b/", "/a/x/b", false),
      ("/a//*", "/a/b", true), ("", "", true), ("/*", "/*", true),
    ])
  func match(_ pattern: String, _ destination: String, _ expected: Bool) {
    #expect(DestinationPattern(pattern)?.matches(destination) == expected)
  }

  @Test("are told from plain destinations", arguments: [("/a/b", false), ("/a/*", true), ("/a/?", true), ("", false)])
  func kind(_ text: String, _ isPattern: Bool) {
    #expect(DestinationPattern(text)?.isPattern == isPattern)
  }

  @Test("are bounded; plain destinations are not")
  func bounds() {
    #expect(DestinationPattern("/**" + String(repeating: "/a", count: DestinationPattern.maximumSegments)) == nil)
    #expect(DestinationPattern("/*" + String(repeating: "a", count: DestinationPattern.maximumBytes)) == nil)
    #expect(DestinationPattern(String(repeating: "/a", count: 4000))?.isPattern == false)
  }

  /// An exponential matcher would never return.
  @Test("take little time at their worst")
  func worst() throws {
    let pattern = try #require(DestinationPattern("/" + String(repeating: "**/*a*a*a/", count: 31) + "b"))
    #expect(!pattern.matches(String(repeating: "/" + String(repeating: "a", count: 40), count: 200)))
  }
}
