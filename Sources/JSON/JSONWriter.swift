/// Writes JSON (RFC 8259) as UTF-8 without white space.
///
/// The writer inserts the commas. The caller must keep the order of calls: one value in total, values in an array, and
/// a key before each value in an object. Other orders are not refused and produce invalid JSON.
package struct JSONWriter: Sendable {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  /// Whether the next key or value of this level needs a comma before it.
  private var needsComma = false
  private let sortedKeys: Bool

  /// An empty writer. With `sortedKeys`, the members of each `JSONObject` are written in the order of the UTF-8 bytes
  /// of their keys; without, in the object's own order.
  package init(sortedKeys: Bool = true) {
    self.sortedKeys = sortedKeys
  }

  /// The text of one value. The recursion is as deep as the value.
  package static func serialize(_ value: JSONValue, sortedKeys: Bool = true) -> [UInt8] {
    var writer = JSONWriter(sortedKeys: sortedKeys)
    writer.bytes.reserveCapacity(256)
    writer.value(value)
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes any value.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): self.value(value)
    case .number(let value): self.value(value)
    case .string(let value): self.value(value)
    case .array(let elements):
      array { writer in
        for element in elements { writer.value(element) }
      }
    case .object(let value): self.value(value)
    }
  }

  /// Writes an object.
  package mutating func value(_ value: JSONObject) {
    let members =
      sortedKeys
      ? value.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : value.members
    object { writer in
      for member in members { writer.member(member.key, member.value) }
    }
  }

  /// Writes `null`.
  package mutating func null() {
    scalar("null".utf8)
  }

  /// Writes `true` or `false`.
  package mutating func value(_ value: Bool) {
    scalar(value ? "true".utf8 : "false".utf8)
  }

  /// Writes a whole number.
  package mutating func value(_ value: Int) {
    scalar(String(value).utf8)
  }

  /// Writes the shortest text that reads back as the same double, `10.0` for ten; `null` when it is not
  /// finite.
  package mutating func value(_ value: Double) {
    self.value(JSONNumber(value).map(JSONValue.number) ?? .null)
  }

  /// Writes a number with its own text.
  package mutating func value(_ value: JSONNumber) {
    scalar(value.literal.utf8)
  }

  /// Writes a string, escaped.
  package mutating func value(_ value: String) {
    separate()
    bytes.appendJSONString(value)
    needsComma = true
  }

  /// Writes an array whose elements `body` writes. The array is not closed when `body` throws.
  package mutating func array<Failure>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try container(JSONByte.openBracket, JSONByte.closeBracket, body)
  }

  /// Writes an object whose members `body` writes, in the written order even with sorted keys. The object is not closed
  /// when `body` throws.
  package mutating func object<Failure>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try container(JSONByte.openBrace, JSONByte.closeBrace, body)
  }

  /// Writes a key and its colon; the caller writes its value next.
  package mutating func key(_ key: String) {
    separate()
    bytes.appendJSONString(key)
    bytes.append(JSONByte.colon)
    needsComma = false
  }

  /// Writes a key and its value.
  package mutating func member(_ key: String, _ value: JSONValue) {
    self.key(key)
    self.value(value)
  }

  private mutating func separate() {
    if needsComma { bytes.append(JSONByte.comma) }
  }

  private mutating func scalar(_ text: String.UTF8View) {
    separate()
    bytes.append(contentsOf: text)
    needsComma = true
  }

  private mutating func container<Failure>(
    _ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    bytes.append(opening)
    needsComma = false
    try body(&self)
    bytes.append(closing)
    needsComma = true
  }
}

extension [UInt8] {
  /// Appends a string in quotes with only the escapes that RFC 8259 section 7 requires: `"`, `\` and the characters
  /// below U+0020.
  mutating func appendJSONString(_ string: String) {
    append(JSONByte.quote)
    var contiguous = string
    contiguous.withUTF8 { text in
      var runStart = 0
      for offset in text.indices {
        let byte = text[offset]
        guard byte < 0x20 || byte == JSONByte.quote || byte == JSONByte.backslash else { continue }
        append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<offset]))
        appendJSONEscape(of: byte)
        runStart = offset + 1
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
    }
    append(JSONByte.quote)
  }

  private mutating func appendJSONEscape(of byte: UInt8) {
    append(JSONByte.backslash)
    switch byte {
    case JSONByte.quote, JSONByte.backslash: append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x0C: append(UInt8(ascii: "f"))
    case JSONByte.lineFeed: append(UInt8(ascii: "n"))
    case JSONByte.carriageReturn: append(UInt8(ascii: "r"))
    case JSONByte.tab: append(UInt8(ascii: "t"))
    default:
      append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
      append(contentsOf: String(byte & 0x0F, radix: 16, uppercase: true).utf8)
    }
  }
}
