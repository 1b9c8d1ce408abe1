import JSON

/// Reads the format of ``TreeWriter``. For any other bytes, it returns nil.
struct TreeReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var texts: [String] = []

  /// Documents are never nested deeper, so deeper bytes were not written by this program.
  private static let maximumDepth = 1024

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The value; nil for invalid bytes.
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
        // Written from an object, so its keys are unique.
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
