import HTTPCore
import Testing

@Suite("An authority")
struct AuthorityTests {
  @Test(
    "is a name or an address with an optional port",
    arguments: [
      "", "localhost", "localhost:3000", "localhost:", "LOCALHOST:65535", "mock_api-1.test:80", "127.0.0.1:0", "127.1",
      "a.b.",
      "[::]", "[::1]", "[::1]:3000", "[fe80::1%25eth0]", "[fe80::1%eth0]:80", "[1:2:3:4:5:6:7:8]", "[::ffff:1.2.3.4]",
      "[2001:db8::1:0]:443", "[1::]", "[1:2:3:4:5:6:7::]",
    ])
  func valid(text: String) { #expect(Authority.isValid(text)) }

  @Test(
    "is nothing else",
    arguments: [
      "[evil.com]", "[]", "[:]", "[:::]", "[::1", "[::1]x", "[::1]evil.com", "[::1]:x", "[::1]3000", "[1::2::3]",
      "[12345::]",
      "[1:2:3:4:5:6:7:8:9]", "[1:2:3]", "[::1.2.3]", "[::1.2.3.256]", "[::g]", "[fe80::1%]", "[:1::2]", "[1::2:]",
      "localhost:x", "localhost:65536", "localhost:123456", "localhost:+1", "localhost:80:80", ":80", "::1",
      "user@localhost",
      "local host", "localhost/evil", "localhost, evil", "a,b", "localhost?", "local%68ost", "lücke", "a\u{0}b",
    ])
  func invalid(text: String) { #expect(!Authority.isValid(text)) }
}
