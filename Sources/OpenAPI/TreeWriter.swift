import JSON

/// Writes a value in a binary format that is fast to read. Each text is stored once.
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

  /// Seven bits in each byte, the least significant first.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
