import Foundation
import Store
import Testing

@Suite("JSON written by SQLite")
struct JSONExpressionTests {
  private static let schema = [
    SchemaStep(
      "test/1", sql: "CREATE TABLE item (name TEXT, note TEXT, size REAL, at INTEGER, extra TEXT) STRICT")
  ]

  private static let expression = JSONExpression.object([
    JSONExpression.text("name", "name"), JSONExpression.optionalText("a-note", "note"),
    JSONExpression.number("size", "size"), JSONExpression.date("at", "at"),
    JSONExpression.optionalDate("later", "nullif(at, 0)"), JSONExpression.optionalJSON("extra", "extra"),
    JSONExpression.integer("length", "length(name)"),
  ])

  private func render(
    name: String = "n", note: String? = nil, size: Double = 1, at: Int64 = 0, extra: String? = nil
  ) throws -> String {
    let store = try Store(.ephemeral, schema: Self.schema)
    try store.write {
      try $0.execute(
        "INSERT INTO item VALUES (?, ?, ?, ?, ?)",
        [.text(name), .text(note), .real(size), .integer(at), .text(extra)])
    }
    let bytes = try store.read { try $0.bytes("SELECT \(Self.expression) FROM item") }
    return String(decoding: try #require(bytes), as: UTF8.self)
  }

  @Test("has sorted keys and leaves out what is NULL")
  func order() throws {
    #expect(try render() == #"{"at":"1970-01-01T00:00:00Z","length":1,"name":"n","size":1.0}"#)
    #expect(
      try render(note: "x", at: 1, extra: #"{"k":1}"#)
        == #"{"a-note":"x","at":"1970-01-01T00:00:01Z","extra":{"k":1},"later":"1970-01-01T00:00:01Z","#
        + #""length":1,"name":"n","size":1.0}"#)
  }

  @Test(
    "writes numbers that read back as they were",
    arguments: [0.1 + 0.2, 5.5, 1e-7, 1e21, 100_000, 2.3, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func numbers(size: Double) throws {
    struct Item: Decodable { let size: Double }
    #expect(try JSONDecoder().decode(Item.self, from: Data(try render(size: size).utf8)).size == size)
  }

  @Test(
    "writes any text", arguments: ["\"", "\\", "/", "\u{1}\u{1F}\n\t", "é", "\u{1F331}", "\u{2028}", "'; --", ""])
  func texts(name: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(try render(name: name).utf8)) as? [String: Any]
    #expect(object?["name"] as? String == name)
  }

  @Test("writes texts as json_quote does, and NULL as null")
  func quotes() throws {
    let store = try Store(.ephemeral, schema: Self.schema)
    let characters = (1...0x24).compactMap { UnicodeScalar(UInt32($0)).map(Character.init) }
    let texts: [String?] = [nil, String(characters) + "\\é\u{1F331}"]
    for text in texts {
      let row = try store.write { connection in
        try connection.execute("INSERT INTO item (name) VALUES (?)", [.text(text)])
        let object = JSONExpression.object([JSONExpression.text("name", "name")])
        return try connection.row(
          "SELECT \(object), '{\"name\":' || json_quote(name) || '}' FROM item ORDER BY rowid DESC")
      }
      let values = try #require(row)
      #expect(values[0] == values[1])
    }
  }

  @Test(
    "writes times as strftime does, those beyond the years 0000 to 9999 as the nearest",
    arguments: [
      0, -1, 951_782_399, 951_782_400, 951_868_800, 4_107_542_399, 4_107_542_400, -62_167_219_200, -62_162_035_200,
      253_402_300_799, .min, .max,
    ])
  func times(seconds: Int64) throws {
    let store = try Store(.ephemeral, schema: Self.schema)
    let row = try store.write { connection in
      try connection.execute("INSERT INTO item (at) VALUES (?)", [.integer(seconds)])
      let object = JSONExpression.object([JSONExpression.date("at", "at")])
      return try connection.row("SELECT \(object), '{\"at\":' || \(JSONExpression.dateSQL("at")) || '}' FROM item")
    }
    let values = try #require(row)
    #expect(values[0] == values[1])
  }

  @Test("is NULL where a number that is always there is NULL, and an object without members is empty")
  func nothing() throws {
    let store = try Store(.ephemeral, schema: Self.schema)
    let row = try store.write { connection in
      try connection.execute("INSERT INTO item (name) VALUES ('n')")
      let (number, none) = ([JSONExpression.number("size", "size")], [JSONExpression.optionalText("note", "note")])
      return try connection.row("SELECT \(JSONExpression.object(number)), \(JSONExpression.object(none)) FROM item")
    }
    #expect(row == [.null, .text("{}")])
  }

  private static let taken: [String] = [
    nested("[", "]", 64), nested("{\"a\":", "}", 64), "[\"[{\\\"[[[[\", " + nested("[", "]", 63) + "]",
    "[" + String(repeating: "[],", count: 200) + "{}]", "1",
  ]
  private static let refused: [String] = [nested("[", "]", 65), nested("{\"a\":", "}", 65), "[", ""]

  private static func nested(_ opening: String, _ closing: String, _ levels: Int) -> String {
    String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
  }

  @Test("is refused where it is nested too deep, and only there", arguments: taken + refused)
  func depth(text: String) throws {
    let store = try Store(.ephemeral, schema: Self.schema + [SchemaStep("test/2", rules: [.json("item", "extra")])])
    let insert = {
      try store.write { try $0.execute("INSERT INTO item (extra) VALUES (?)", [.text(text)]) }
    }
    if Self.taken.contains(text) {
      _ = try insert()
    } else {
      #expect(throws: StoreError.self) { try insert() }
    }
  }
}
