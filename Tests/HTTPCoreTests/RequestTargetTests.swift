import HTTPCore
import Testing

@Suite("A request target")
struct RequestTargetTests {
  @Test(
    "is split before it is decoded",
    arguments: [
      ("/v1/lotes/lote_1", ["v1", "lotes", "lote_1"]),
      ("/", []),
      ("", []),
      ("//v1///lotes//", ["v1", "lotes"]),
      ("/v1/lotes/", ["v1", "lotes"]),
      ("/a%2Fb/c", ["a/b", "c"]),
      ("/caf%C3%A9", ["café"]),
      ("/a+b", ["a+b"]),
      ("/100%", ["100%"]),
      ("/%zz/%4", ["%zz", "%4"]),
      ("/%2e%2e/x", ["..", "x"]),
      ("http://localhost:3000/v1/lotes", ["v1", "lotes"]),
      ("https://api.agrobridge.io/v1", ["v1"]),
      ("http://localhost", []),
      ("*", ["*"]),
    ])
  func segments(raw: String, expected: [String]) throws {
    #expect(try RequestTarget(Array(raw.utf8)).segments == expected)
  }

  @Test(
    "has its query behind the first question mark as it was sent; an encoded one is part of the path",
    arguments: [
      ("/lotes?page=1", "/lotes", "page=1"),
      ("/lotes?a=1?b", "/lotes", "a=1?b"),
      ("/lotes", "/lotes", ""),
      ("/lotes?", "/lotes", ""),
      ("/profiles%3Fpage=1&limit=2", "/profiles%3Fpage=1&limit=2", ""),
      ("/posts%3fuserId=1?_limit=2", "/posts%3fuserId=1", "_limit=2"),
      ("/posts/1%3F/comments?a=%3F", "/posts/1%3F/comments", "a=%3F"),
      ("/a?b=%3F", "/a", "b=%3F"),
      ("http://host?x=1", "", "x=1"),
    ])
  func query(raw: String, path: String, query: String) throws {
    let target = try RequestTarget(Array(raw.utf8))
    #expect(target.rawPath == path)
    #expect(String(decoding: target.rawQuery, as: UTF8.self) == query)
  }

  @Test(
    "can be read as it was meant by a client that appends endpoints with queries to a URL",
    arguments: [
      ("/profiles%3Fpage=1&limit=2", "/profiles", "page=1&limit=2"),
      ("/a/profiles/%3fpage=1", "/a/profiles/", "page=1"),
      ("/a%3Fb=1%3Fc", "/a", "b=1%3Fc"),
    ])
  func encodedQuery(raw: String, path: String, query: String) throws {
    let target = try RequestTarget(Array(raw.utf8))
    let meant = try #require(target.withEncodedQueryTaken)
    #expect(meant.rawPath == path)
    #expect(String(decoding: meant.rawQuery, as: UTF8.self) == query)
    #expect(target.segments.last?.contains("?") == true)
  }

  @Test(
    "cannot be read so when there is a query already, or the mark is not at the end",
    arguments: ["/a%3Fb=1?c=2", "/a/1%3Fb=1/comments", "/a%3F", "/a%3Fb", "/a", "/a?b=%3Fc=1"])
  func noEncodedQuery(raw: String) throws {
    #expect(try RequestTarget(Array(raw.utf8)).withEncodedQueryTaken == nil)
  }

  @Test("is refused when a segment is not text", arguments: ["/a%00b", "/%FF", "/%C0%AF", "/%ED%A0%80"])
  func notText(raw: String) {
    #expect(throws: Problem.self) { try RequestTarget(Array(raw.utf8)) }
  }

  @Test("is refused beyond its length limit, and read at the limit")
  func length() throws {
    let longest = "/" + String(repeating: "a", count: RequestTarget.maximumLength - 1)
    #expect(try RequestTarget(Array(longest.utf8)).segments.count == 1)
    let error = #expect(throws: Problem.self) { try RequestTarget(Array((longest + "a").utf8)) }
    #expect(error?.kind == .uriTooLong)
  }
}
