import JSON
import OpenAPI
import Testing

@Suite("The reader of YAML")
struct YAMLReaderTests {
  private func read(_ text: String) throws -> JSONValue {
    try YAMLReader.read(Array(text.utf8), file: "a.yaml")
  }

  private func failure(_ text: String) -> DocumentFailure? {
    do throws(DocumentFailure) {
      _ = try YAMLReader.read(Array(text.utf8), file: "a.yaml")
      return nil
    } catch {
      return error
    }
  }

  @Test("tells types as the core schema does", arguments: scalars)
  func scalar(text: String, value: JSONValue) throws {
    #expect(try read("a: \(text)")["a"] == value)
    #expect(try read("- \(text)").array?.first == value)
  }

  private static let scalars: [(String, JSONValue)] = [
    ("no", "no"), ("on", "on"), ("Yes", "Yes"), ("true", true), ("False", false), ("null", nil), ("~", nil), ("", nil),
    ("12", 12), ("-7", -7), ("+7", 7), ("0x1F", 31), ("0o17", 15), ("007", 7), ("1.50", 1.5), (".5", 0.5), ("1.", 1),
    ("1e3", 1000), ("-0.0", 0), (".inf", ".inf"), ("1.2.3", "1.2.3"), ("2024-01-02", "2024-01-02"), ("1_000", "1_000"),
    ("2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z"), ("'12'", "12"), ("\"true\"", "true"), ("!!str 12", "12"),
    ("!!int \"12\"", 12), ("12abc", "12abc"), ("0x", "0x"), ("nope", "nope"),
    ("123456789012345678901234567890", .number(JSONNumber(literal: "123456789012345678901234567890") ?? JSONNumber(0))),
  ]

  @Test("keeps the literal of a number")
  func literal() throws {
    #expect(try read("1.50").number?.literal == "1.50")
  }

  @Test("takes keys as texts")
  func keys() throws {
    #expect(try read("200: a\ntrue: b\nnull: c\n1.0: d").object?.keys == ["200", "true", "null", "1.0"])
  }

  @Test("puts aliases and merge keys in place")
  func aliases() throws {
    let value = try read(
      """
      base: &base {a: 1, b: 2}
      other: &other {b: 3, c: 4}
      one: *base
      two: {<<: *base, b: 5}
      three: {<<: [*base, *other]}
      key: &name x
      *name : y
      """)
    #expect(try value["one"] == json(#"{"a": 1, "b": 2}"#))
    #expect(try value["two"] == json(#"{"a": 1, "b": 5}"#))
    #expect(try value["three"] == json(#"{"a": 1, "b": 2, "c": 4}"#))
    #expect(value["x"] == "y")
  }

  @Test("tells the line of what it refuses", arguments: refusals)
  func refusal(text: String, line: Int, pointer: String?, reason: String) throws {
    let failure = try #require(self.failure(text))
    #expect(failure.line == line)
    #expect(failure.pointer == pointer)
    #expect(failure.reason.contains(reason), "\(failure)")
  }

  private static let refusals: [(String, Int, String?, String)] = [
    ("a: 1\nb:\n  c: 1\n  c: 2", 4, "/b", "the key \"c\" comes twice"),
    ("a: 1\nb: *x", 2, "/b", "no anchor before it"), ("a: &x\n  b: *x", 2, "/a/b", "no anchor before it"),
    ("a: 1\n---\nb: 2", 2, "", "a second document"), ("? {a: 1}\n: b", 1, "", "a key must be a text"),
    ("a:\n  <<: 12", 2, "/a", "needs a mapping"), ("a: [1, 2", 1, nil, "not YAML"), ("a: b\n c: d", 2, nil, "not YAML"),
    ("a: \"b", 1, nil, "not YAML"), ("a: 1\n\tb: 2", 2, nil, "not YAML"),
  ]

  @Test("refuses aliases that multiply without bound, at once")
  func bombs() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(list)]\n"
    }
    let clock = ContinuousClock()
    let start = clock.now
    let failure = try #require(self.failure(text))
    #expect(failure.reason.contains("more than 2000000 values"), "\(failure)")
    #expect(failure.line == 7)
    #expect(clock.now - start < .seconds(5))
    var merges = "a0: &a0 {a: [x, x, x, x, x, x, x, x]}\n"
    for level in 1...40 { merges += "a\(level): &a\(level) {b: *a\(level - 1), c: *a\(level - 1)}\n" }
    #expect(self.failure(merges)?.reason.contains("more than 2000000 values") == true)
  }

  @Test("refuses what is nested too deep, by aliases as well")
  func depth() {
    #expect(failure(String(repeating: "[", count: 100_000)) != nil)
    #expect(failure(String(repeating: "[\n", count: 1000))?.reason.contains("deeper than 128") == true)
    let steps = (0..<200).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(failure(steps)?.reason.contains("deeper than 128") == true)
    var text = "a0: &a0 [x]\n"
    for level in 1...130 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(failure(text)?.reason.contains("deeper than 128") == true)
  }

  @Test("survives any beginning of a text, and bytes that are no text")
  func beginnings() {
    let text = Array(
      "a: &x [1, 'b', \"c\\u00e9\"]\nb: *x\n<<: {c: |\n  text\n, d: 1}\n? e\n: - f\n  - >-\n    g\n".utf8)
    for length in 0...text.count { _ = try? YAMLReader.read(Array(text[..<length]), file: "a") }
    for byte in UInt8.min...UInt8.max {
      for place in stride(from: 0, to: text.count, by: 3) {
        var broken = text
        broken[place] = byte
        _ = try? YAMLReader.read(broken, file: "a")
      }
    }
  }

  @Test("tells the line of bytes that are not UTF-8")
  func encoding() throws {
    let bytes = Array("a: 1\nb: 2\nc: ".utf8) + [0xFF, 0xFE, 0x0A]
    do throws(DocumentFailure) {
      _ = try YAMLReader.read(bytes, file: "a.yaml")
      Issue.record("this is not UTF-8")
    } catch {
      #expect(error.line == 3)
    }
  }
}
