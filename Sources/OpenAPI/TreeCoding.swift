import JSON

/// Writes a value as bytes that are read again quickly: each text stands there once.
struct TreeWriter {
  private enum Tag {
    static let null: UInt8 = 0
    static let no: UInt8 = 1
    static let yes: UInt8 = 2
    static let number: UInt8 = 3
    static let string: UInt8 = 4
    static let array: UInt8 = 5
    static let object: UInt8 = 6
  }

  private var texts: [JSONKey: Int] = [:]
  private var table: [UInt8] = []
  private var nodes: [UInt8] = []

  private init() {}

  /// The bytes of a value.
  static func bytes(_ value: JSONValue) -> [UInt8] {
    var writer = TreeWriter()
    writer.write(value)
    var result: [UInt8] = []
    Self.append(writer.texts.count, to: &result)
    return result + writer.table + writer.nodes
  }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .null: nodes.append(Tag.null)
    case .bool(let flag): nodes.append(flag ? Tag.yes : Tag.no)
    case .number(let number):
      nodes.append(Tag.number)
      write(number.literal)
    case .string(let text):
      nodes.append(Tag.string)
      write(text)
    case .array(let elements):
      nodes.append(Tag.array)
      Self.append(elements.count, to: &nodes)
      for element in elements { write(element) }
    case .object(let object):
      nodes.append(Tag.object)
      Self.append(object.count, to: &nodes)
      for member in object.members {
        write(member.key)
        write(member.value)
      }
    }
  }

  private mutating func write(_ text: String) {
    let key = JSONKey(text)
    if let known = texts[key] {
      Self.append(known, to: &nodes)
      return
    }
    Self.append(texts.count, to: &nodes)
    texts[key] = texts.count
    Self.append(text.utf8.count, to: &table)
    table += text.utf8
  }

  /// Seven bits in each byte, the lowest first.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Reads what ``TreeWriter`` wrote; whatever the bytes are, it ends with a value or none.
struct TreeReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var texts: [String] = []

  /// Deeper than any document becomes; what is beyond was not written here.
  private static let maximumDepth = 1024

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The value; nil for bytes that are none.
  static func value(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = TreeReader(buffer)
      guard reader.readTexts(), let value = reader.value(depth: 0), reader.position == buffer.count else { return nil }
      return value
    }
  }

  private mutating func readTexts() -> Bool {
    guard let count = number(), count <= bytes.count else { return false }
    texts.reserveCapacity(count)
    for _ in 0..<count {
      guard let length = number(), length <= bytes.count - position else { return false }
      let text = UnsafeBufferPointer(rebasing: bytes[position..<position + length])
      texts.append(String(decoding: text, as: UTF8.self))
      position += length
    }
    return true
  }

  private mutating func value(depth: Int) -> JSONValue? {
    guard position < bytes.count, depth < Self.maximumDepth else { return nil }
    position += 1
    switch bytes[position - 1] {
    case 0: return .null
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3:
      guard let literal = text() else { return nil }
      if literal.utf8.count < 18, let whole = Int(literal), String(whole) == literal {
        return .number(JSONNumber(whole))
      }
      return JSONNumber(literal: literal).map(JSONValue.number)
    case 4: return text().map(JSONValue.string)
    case 5:
      guard let count = number(), count <= bytes.count - position else { return nil }
      var elements: [JSONValue] = []
      elements.reserveCapacity(count)
      for _ in 0..<count {
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case 6:
      guard let count = number(), count <= bytes.count - position else { return nil }
      var object = JSONObject()
      for _ in 0..<count {
        guard let key = text(), let member = value(depth: depth + 1) else { return nil }
        // Written from an object, whose keys differ.
        object.append(newKey: key, member)
      }
      return .object(object)
    default: return nil
    }
  }

  private mutating func text() -> String? {
    guard let index = number(), index < texts.count else { return nil }
    return texts[index]
  }

  private mutating func number() -> Int? {
    var result: UInt = 0
    var shift: UInt = 0
    while position < bytes.count, shift < 56 {
      let byte = bytes[position]
      position += 1
      result |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { return Int(exactly: result) }
      shift += 7
    }
    return nil
  }
}
