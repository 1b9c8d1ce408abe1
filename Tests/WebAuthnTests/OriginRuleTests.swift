import Testing

@testable import WebAuthn

@Suite("An origin rule")
struct OriginRuleTests {
  static let allowed: [(OriginRule, String)] = [
    (.exactly("https://example.org"), "https://example.org"), (.exactly("ios:bundle-id:x"), "ios:bundle-id:x"),
    (.loopback, "http://localhost"), (.loopback, "http://localhost:8080"), (.loopback, "https://localhost:1"),
    (.loopback, "HTTP://LOCALHOST"), (.loopback, "http://127.0.0.1:8080"), (.loopback, "http://[::1]"),
    (.loopback, "http://[::1]:8080"), (.loopback, "http://app.localhost:3000"),
    (.host("mock.example:8080"), "http://mock.example:8080"), (.host("mock.example:8080"), "https://mock.example"),
    (.host("Mock.Example"), "https://mock.example:1"), (.host("[::1]:8080"), "http://[::1]"),
    (.androidApp, "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"),
  ]

  @Test("takes its origins", arguments: allowed)
  func takes(rule: OriginRule, origin: String) {
    #expect(rule.allows(origin))
    #expect([.exactly("x"), rule].allows(origin))
  }

  static let refused: [(OriginRule, String)] = [
    (.exactly("https://example.org"), "https://example.org/"), (.exactly("https://example.org"), "http://example.org"),
    (.exactly("https://\u{E9}.example"), "https://e\u{301}.example"), (.loopback, ""), (.loopback, "localhost"),
    (.loopback, "http://"), (.loopback, "http://localhost/"), (.loopback, "http://localhost:"),
    (.loopback, "http://localhost:80a"), (.loopback, "http://localhost:123456"), (.loopback, "ftp://localhost"),
    (.loopback, "http://localhost.example"), (.loopback, "http://evil@localhost"), (.loopback, "http://notlocalhost"),
    (.loopback, "http://localhost:80:80"), (.loopback, " http://localhost"), (.loopback, "http://localhost\u{301}"),
    (.host("mock.example"), "https://other.example"), (.host("mock.example"), "https://sub.mock.example"),
    (.host(""), "https://"), (.host("a b"), "https://a b"), (.host("mock.example"), "mock.example"),
    (.androidApp, "android:apk-key-hash:AQID"), (.androidApp, "android:apk-key-hash:"),
    (.androidApp, "https://android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"),
  ]

  @Test("takes no others", arguments: refused)
  func refuses(rule: OriginRule, origin: String) {
    #expect(!rule.allows(origin))
    #expect(![rule].allows(origin))
  }
}
