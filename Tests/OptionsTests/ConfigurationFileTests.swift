import Foundation
import Options
import Testing
import Yams

@Suite("A configuration file")
struct ConfigurationFileTests {
  static let known = ["admin-token", "app-id", "cors", "host", "log-level", "port", "rate-limit"]

  static func read(_ text: String) throws(ConfigurationError) -> ConfigurationFile {
    try ConfigurationFile(Array(text.utf8), path: "mock-api.yaml", known: known, lists: ["app-id"])
  }

  @Test(
    "says what an option is, as it is written",
    arguments: [
      ("port: 4000", "4000"), ("port: 4000   # our port", "4000"), ("port:   '4000'", "4000"),
      ("port: \"40\\u0030\\x30\"", "4000"), ("'port': 4000", "4000"), ("\"port\" : 4000\r\n", "4000"),
      ("\u{FEFF}port: 4000", "4000"), ("---\nport: 4000\n...\n", "4000"), ("# a\n\n  # b\nport: 4000", "4000"),
      ("port: off", "off"), ("port: 0x10", "0x10"), ("port: a#b", "a#b"), ("port: a:b c", "a:b c"),
      ("port: 'it''s'", "it's"), ("port: \"a # b\"", "a # b"), ("port: v1=2027-01-31", "v1=2027-01-31"),
      ("port: http://localhost:5173", "http://localhost:5173"), ("port: -1", "-1"), ("port: é ü", "é ü"),
      ("port:\thost", "host"), ("port: it's", "it's"),
    ])
  func texts(text: String, value: String) throws {
    let file = try Self.read(text)
    #expect(file["port"]?.value == .text(value))
  }

  @Test(
    "means the same to any other reader of YAML",
    arguments: [
      "port: 4000 # x\ncors: 'it''s'\nhost: \"a\\tb\\u00e9\"", "app-id: [A.b, 'C,d' , \"e]\"]",
      "app-id:\n- A.b\n- C d # x\n", "app-id:\n  - A.b\n  - 'C'\nport: 1", "---\nhost: a b:c\n...",
      "host: http://x:1/y#z\ncors: ~x", "port: a, b]\n",
    ])
  func agreement(text: String) throws {
    let ours = try Self.read(text).entries
    let theirs = try #require(try Yams.compose(yaml: text)?.mapping)
    #expect(ours.map(\.name) == theirs.keys.compactMap(\.string))
    for (entry, node) in zip(ours, theirs.values) {
      switch entry.value {
      case .none: Issue.record("nothing read")
      case .text(let text): #expect(text == node.scalar?.string)
      case .list(let list): #expect(list == node.sequence?.compactMap(\.scalar?.string))
      }
    }
  }

  @Test("sets nothing by a name alone", arguments: ["port:", "port: ~", "port: null # x", "port: ''", "", "# port: 1"])
  func nothing(text: String) throws {
    #expect(try Self.read(text)["port"] == nil)
  }

  @Test("knows where everything stands")
  func places() throws {
    let file = try Self.read("# x\nport:   4000\napp-id:\n\n  - a\n")
    #expect(file["port"]?.valuePlace == TextPlace(line: 2, column: 9))
    #expect(file["app-id"]?.namePlace == TextPlace(line: 3, column: 1))
    #expect(file["app-id"]?.valuePlace == TextPlace(line: 5, column: 3))
  }

  @Test(
    "is refused with the place where it is wrong, and why",
    arguments: [
      ("prot: 1", 1, 1, "did you mean \"port\"?"), ("\nRATE_LIMIT: 1", 2, 1, "did you mean \"rate-limit\"?"),
      ("logLevel: 1", 1, 1, "did you mean \"log-level\"?"), ("zzzzzz: 1", 1, 1, "mock-api init"),
      ("<<: {port: 1}", 1, 5, "nested options are not supported"),
      ("port: 1\ncors: any\nport: 2", 3, 1, "in line 1 already"), ("port: 1\n'port': 2", 2, 1, "in line 1 already"),
      ("port: [1]", 1, 7, "not a list"), ("port:\n- 1", 2, 1, "not a list"), ("port: {a: 1}", 1, 7, "one value"),
      ("port:\n  a: 1", 2, 3, "nested options are not supported"), ("port:\n\t- 1", 2, 1, "not tabs"),
      ("port:4000", 1, 1, "space is missing"), ("cors: any\nport:4000\nhost: a", 2, 1, "space is missing"),
      ("port", 1, 1, "name: value"), ("- port", 1, 1, "name: value"), (": 1", 1, 1, "name: value"),
      ("[port]: 1", 1, 1, "name: value"), ("1: port", 1, 1, "name: value"), ("port: 1: 2", 1, 8, "a colon"),
      ("port: 1\n  cors: a", 2, 7, "a colon"), ("port: &a 1", 1, 7, "anchors"), ("port: *a", 1, 7, "anchors"),
      ("port: !!int 1", 1, 7, "tags"), ("port: !x 1", 1, 7, "tags"), ("port: @a", 1, 7, "quotes"),
      ("port: - a", 1, 7, "line below"), ("port: 'a", 1, 7, "not closed"), ("port: \"a\\q\"", 1, 7, "escape"),
      ("app-id: [a", 1, 9, "no ]"), ("app-id: [a, ~]", 1, 13, "empty"), ("app-id: [[a]]", 1, 10, "list of lists"),
      ("app-id: [{a: b}]", 1, 10, "one value"), ("app-id:\n  -", 2, 4, "not empty"),
      ("port: 1\n---\ncors: a", 2, 1, "second document"),
      ("port: a\u{0}b", 1, 8, "U+0000"), ("po\u{7}rt: 1", 1, 3, "U+0007"), ("port: 1\rcors: 2", 1, 9, "U+000D"),
      ("*a : 1", 1, 1, "anchors"), ("&a port: 1", 1, 1, "anchors"), ("&a {port: 1}", 1, 1, "anchors"),
      ("app-id: &a [b]", 1, 9, "anchors"), ("port: a\u{2028}b", 1, 8, "U+2028"),
      ("port: \u{FEFF}a", 1, 7, "U+FEFF"),
    ])
  func mistakes(text: String, line: Int, column: Int, reason: String) {
    let error = #expect(throws: ConfigurationError.self) { try Self.read(text) }
    #expect(error?.place == TextPlace(line: line, column: column), "\(String(describing: error))")
    #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.hasPrefix("mock-api.yaml, line \(line), column \(column): ") == true)
  }

  @Test("must be UTF-8", arguments: [[0xFF, 0xFE], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
  func encoding(bytes: [UInt8]) {
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationFile(Array("port: 1\ncors: ".utf8) + bytes, path: "x", known: Self.known, lists: [])
    }
    #expect(error?.place == TextPlace(line: 2, column: 7))
    #expect(error?.message.contains("UTF-8") == true)
  }

  /// Named, since a test that fails or runs is told with its arguments, and these are megabytes.
  static let laborious = [
    "lists in lists": String(repeating: "[", count: 1 << 20),
    "maps in maps": "port: " + String(repeating: "{a: ", count: 1 << 17),
    "keys of keys": "? " + String(repeating: "? ", count: 1 << 19),
    "spaces": String(repeating: " ", count: 1 << 20) + "a",
    "deep indentation": (0..<1000).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n"),
    "items of items": String(repeating: "- ", count: 1 << 19),
    "many keys": (0..<150_000).map { "k\($0):" }.joined(separator: "\n"),
    "aliases of aliases": "a: &a [x,x]\n" + (0..<1000).map { "b\($0): &b\($0) [*a,*a]" }.joined(separator: "\n"),
    "a long list": "app-id: [" + String(repeating: "a,", count: 1 << 19) + "\n",
    "a long word": String(repeating: "a", count: 1 << 20),
  ]

  @Test("that asks for much work is done with at once", arguments: laborious.keys.sorted())
  func muchWork(name: String) throws {
    let text = try #require(Self.laborious[name])
    #expect(throws: ConfigurationError.self) { try Self.read(text) }
  }
}

@Suite("The path of a configuration file")
final class ConfigurationPathTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "mock-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func failure(_ path: String) -> String {
    do {
      _ = try ConfigurationFile(path: path, known: ["port"], lists: [])
      return ""
    } catch {
      return error.description
    }
  }

  @Test("leads to an ordinary file that is no larger than it may be")
  func sizes() throws {
    let path = folder.appending(path: "a.yaml").path
    try Data(repeating: 0x23, count: ConfigurationFile.maximumBytes).write(to: URL(filePath: path))
    #expect(failure(path) == "")
    try Data(repeating: 0x23, count: ConfigurationFile.maximumBytes + 1).write(to: URL(filePath: path))
    #expect(failure(path) == "\(path): the file is larger than 1048576 bytes, the limit for a configuration")
  }

  @Test("is refused when it leads anywhere else")
  func others() throws {
    let path = folder.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    #expect(failure(path).contains("not a regular file"))
    #expect(failure(folder.path).contains("a folder"))
    #expect(failure("/dev/zero").contains("not a regular file"))
    #expect(failure("\(folder.path)/none").contains("does not exist"))
    #expect(failure("\(path)/none").contains("does not exist"))
    let loop = folder.appending(path: "loop").path
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    #expect(failure(loop).contains("loop of symbolic links"))
    #expect(failure(folder.path + "/" + String(repeating: "a", count: 5000)).contains("cannot be read"))
  }
}
