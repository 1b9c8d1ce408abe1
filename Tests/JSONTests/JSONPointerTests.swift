import JSON
import Testing

@Suite struct JSONPointerTests {
  /// The document of RFC 6901 section 5, and one level more.
  static let document: JSONValue = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7,
    "m~n": 8,
    "deep": ["list": [["x": 9]]], "01": 10,
  ]

  static let places: [(text: String, tokens: [String], value: JSONValue?)] = [
    ("", [], document), ("/foo", ["foo"], ["bar", "baz"]), ("/foo/0", ["foo", "0"], "bar"), ("/", [""], 0),
    ("/a~1b", ["a/b"], 1), ("/c%d", ["c%d"], 2), ("/e^f", ["e^f"], 3), ("/g|h", ["g|h"], 4),
    ("/i\\j", ["i\\j"], 5), ("/k\"l", ["k\"l"], 6), ("/ ", [" "], 7), ("/m~0n", ["m~n"], 8),
    ("/deep/list/0/x", ["deep", "list", "0", "x"], 9), ("/01", ["01"], 10), ("/foo/1", ["foo", "1"], "baz"),
    ("/foo/2", ["foo", "2"], nil), ("/foo/-", ["foo", "-"], nil), ("/foo/-1", ["foo", "-1"], nil),
    ("/foo/00", ["foo", "00"], nil), ("/foo/01", ["foo", "01"], nil), ("/foo/+1", ["foo", "+1"], nil),
    ("/foo/99999999999999999999", ["foo", "99999999999999999999"], nil), ("/foo/", ["foo", ""], nil),
    ("/absent", ["absent"], nil), ("/a~1b/c", ["a/b", "c"], nil), ("//", ["", ""], nil),
    ("/~01", ["~1"], nil), ("/~1~0/é", ["/~", "é"], nil),
  ]

  @Test(arguments: places)
  func readsWritesAndResolvesAPlace(text: String, tokens: [String], value: JSONValue?) throws {
    let pointer = try #require(JSONPointer(parsing: text))
    #expect(pointer.tokens == tokens)
    #expect(pointer == JSONPointer(tokens))
    #expect(pointer.description == text)
    #expect(Self.document[pointer] == value)
  }

  @Test(arguments: ["foo", "foo/bar", "~", "/~", "/~2", "/a~", "/~/b", " /a", "#/a"])
  func refusesWhatIsNoPointer(text: String) {
    #expect(JSONPointer(parsing: text) == nil)
  }

  @Test func growsTokenByToken() {
    let pointer = JSONPointer.root.appending("items").appending(3).appending("a/b")
    #expect(pointer.tokens == ["items", "3", "a/b"])
    #expect(pointer.description == "/items/3/a~1b")
    #expect(pointer != JSONPointer.root)
    #expect(JSONPointer(["\u{E9}"]) != JSONPointer(["e\u{301}"]))
  }
}
