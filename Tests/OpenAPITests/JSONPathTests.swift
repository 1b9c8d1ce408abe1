import JSON
import OpenAPI
import Testing

/// The examples of RFC 9535, and what goes wrong.
@Suite("A JSONPath")
struct JSONPathTests {
  /// The document of RFC 9535 §1.5.
  private static let store = #"""
    {"store": {"book": [
       {"category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95},
       {"category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour", "price": 12.99},
       {"category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99},
       {"category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings", "isbn": "0-395-19395-8",
        "price": 22.99}],
     "bicycle": {"color": "red", "price": 399}}}
    """#

  private func places(_ path: String, _ text: String) throws -> [String] {
    try JSONPath(path).places(in: json(text)).map(\.description)
  }

  @Test("selects in the store", arguments: stores)
  func store(path: String, expected: [String]) throws {
    #expect(try places(path, Self.store) == expected.map { "/store\($0)" })
  }

  private static let stores: [(String, [String])] = [
    ("$.store.book[*].author", (0..<4).map { "/book/\($0)/author" }),
    ("$.store.*", ["/book", "/bicycle"]), ("$..book[2]", ["/book/2"]), ("$..book[2].author", ["/book/2/author"]),
    ("$..book[2].publisher", []), ("$..book[-1]", ["/book/3"]), ("$..book[0,1]", ["/book/0", "/book/1"]),
    ("$..book[:2]", ["/book/0", "/book/1"]), ("$..book[?@.isbn]", ["/book/2", "/book/3"]),
    ("$..book[?@.price<10]", ["/book/0", "/book/2"]), ("$['store']['bicycle']", ["/bicycle"]),
    ("$.store.book[?@.price > 9 && @.category == 'fiction'].title", ["/book/1/title", "/book/3/title"]),
    ("$.store.book[?!@.isbn || @.price >= 22.99]", ["/book/0", "/book/1", "/book/3"]),
    (
      "$.store.book[?(@.price < $.store.bicycle.price && @['author'] != \"Nigel Rees\")][\"price\"]",
      ["/book/1/price", "/book/2/price", "/book/3/price"]
    ),
    ("$.store.book[?match(@.author, '.*[Mm]elville')]", ["/book/2"]),
    ("$.store.book[?search(@.author, 'R')]", ["/book/0", "/book/3"]), ("$.store.book[?match(@.author, 'R')]", []),
    ("$.store[?length(@) == 4]", ["/book"]), ("$.store[?count(@.*) == 2]", ["/bicycle"]),
    ("$.store[?value(@.color) == 'red']", ["/bicycle"]), ("$.store[?value(@..price) == null]", []),
    ("$ .store [ 'bicycle' , \"book\" ]", ["/bicycle", "/book"]),
  ]

  @Test("cuts slices as the standard does", arguments: slices)
  func slice(path: String, expected: [Int]) throws {
    #expect(try places("$\(path)", #"["a", "b", "c", "d", "e", "f", "g"]"#) == expected.map { "/\($0)" })
  }

  private static let slices: [(String, [Int])] = [
    ("[1:3]", [1, 2]), ("[5:]", [5, 6]), ("[1:5:2]", [1, 3]), ("[5:1:-2]", [5, 3]), ("[::-1]", [6, 5, 4, 3, 2, 1, 0]),
    ("[-2:]", [5, 6]), ("[:-5]", [0, 1]), ("[::0]", []), ("[10:]", []), ("[-9007199254740991:2]", [0, 1]),
    ("[7]", []), ("[-7]", [0]), ("[-8]", []),
  ]

  @Test("compares as the standard does", arguments: comparisons)
  func comparison(filter: String, isTrue: Bool) throws {
    let text = #"{"obj": {"x": "y"}, "arr": [2, 3], "only": [1]}"#
    #expect(try places("$.only[?\(filter)]", text) == (isTrue ? ["/only/0"] : []))
  }

  /// RFC 9535 §2.3.5.3, table 11.
  private static let comparisons: [(String, Bool)] = [
    ("$.absent1 == $.absent2", true), ("$.absent1 <= $.absent2", true), ("$.absent == 'g'", false),
    ("$.absent1 != $.absent2", false), ("$.absent != 'g'", true), ("1 <= 2", true), ("1 > 2", false),
    ("13 == '13'", false), ("'a' <= 'b'", true), ("'a' > 'b'", false), ("$.obj == $.arr", false),
    ("$.obj != $.arr", true), ("$.obj == $.obj", true), ("$.arr == $.arr", true), ("$.obj == 17", false),
    ("$.obj <= $.arr", false), ("$.obj < $.arr", false), ("$.obj <= $.obj", true), ("1 <= $.arr", false),
    ("1 >= $.arr", false), ("true <= true", true), ("true > true", false), ("null == null", true), ("1.0 == 1", true),
    ("-1 < 1e0", true), ("'\\u00e9' == 'é'", true), ("!(1 == 1)", false), ("!@.a", true),
  ]

  @Test("that is none says where", arguments: mistakes)
  func mistake(path: String, offset: Int) {
    do throws(JSONPath.SyntaxError) {
      _ = try JSONPath(path)
      Issue.record("\(path) is no query")
    } catch {
      #expect(error.offset == offset, "\(path): \(error)")
    }
  }

  private static let mistakes = [
    ("", 0), ("a", 0), ("$.", 2), ("$[", 2), ("$['a", 4), ("$['a'", 5), ("$[1", 3), ("$..", 3), ("$.a-b", 3),
    ("$[?]", 3), ("$[?@.a ==]", 9), ("$[?@.* == 1]", 11), ("$[?(@.a]", 7), ("$[?1]", 4), ("$['\\x']", 5), ("$ x", 1),
    ("$[?" + String(repeating: "(", count: 100) + "]", 35), ("$[?count(1) == 1]", 11), ("$.1", 2),
    ("$[-9223372036854775808]", 2), ("$[99999999999999999999]", 2),
  ]

  @Test("whose work multiplies is given up")
  func expensive() throws {
    let wide =
      "["
      + Array(repeating: "[" + Array(repeating: "1", count: 300).joined(separator: ",") + "]", count: 300)
      .joined(separator: ",") + "]"
    let query = try JSONPath("$..[?count($..*) > 1]")
    let value = try json(wide)
    #expect(throws: JSONPath.TooExpensive.self) { try query.places(in: value) }
  }

  @Test("of any bytes never does harm")
  func hostile() {
    let text = "$..book[?(@.price < $['a'] && !search(@.b, 'x')) || length(@.c) == -1.5e3, 1:2:3, 'd', *]"
    let characters = Array(text)
    for place in characters.indices {
      _ = try? JSONPath(String(characters[..<place]))
      for character in "$@.[]()?*'\"\\!&|<=,:-1 e\u{0}" {
        var broken = characters
        broken[place] = character
        _ = try? JSONPath(String(broken)).places(in: [["price": 1]])
      }
    }
  }
}
