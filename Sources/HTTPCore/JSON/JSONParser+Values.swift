// Values, arrays and objects (RFC 8259 sections 3 to 5). JSONParser+Mistakes works out what went wrong.

extension JSONParser {
  /// Reads the value at `position`, which lies inside of `depth` arrays and objects.
  mutating func parseValue(depth: Int) throws(JSONFault) -> JSONValue {
    switch byte(at: position) {
    case JSONByte.quote:
      return .string(try parseString())
    case JSONByte.openBrace:
      return .object(try parseObject(depth: try deeper(depth)))
    case JSONByte.openBracket:
      return .array(try parseArray(depth: try deeper(depth)))
    case JSONByte.minus, UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try parseNumber())
    default:
      return try parseLiteral()
    }
  }

  private func deeper(_ depth: Int) throws(JSONFault) -> Int {
    guard depth < limits.maximumDepth else {
      throw JSONFault(
        .tooDeep, at: position, "arrays and objects nested deeper than \(limits.maximumDepth) levels")
    }
    return depth + 1
  }

  private mutating func parseArray(depth: Int) throws(JSONFault) -> [JSONValue] {
    position += 1
    skipWhitespace()
    var elements: [JSONValue] = []
    if byte(at: position) == JSONByte.closeBracket {
      position += 1
      return elements
    }
    while true {
      if beginsNoElement(byte(at: position)) { throw faultInPlaceOfValue() }
      do throws(JSONFault) {
        elements.append(try parseValue(depth: depth))
      } catch {
        faultTrail.append(String(elements.count))
        throw error
      }
      skipWhitespace()
      switch byte(at: position) {
      case JSONByte.comma:
        position += 1
        skipWhitespace()
      case JSONByte.closeBracket:
        position += 1
        return elements
      default:
        throw faultAfterValue(closing: JSONByte.closeBracket)
      }
    }
  }

  /// Whether the array itself is at fault, not an element of it.
  private func beginsNoElement(_ found: UInt8) -> Bool {
    found == JSONByte.comma || found == JSONByte.closeBracket || found == JSONByte.closeBrace
      || isAtEnd(position)
  }

  private mutating func parseObject(depth: Int) throws(JSONFault) -> JSONObject {
    position += 1
    skipWhitespace()
    var object = JSONObject()
    if byte(at: position) == JSONByte.closeBrace {
      position += 1
      return object
    }
    while true {
      let keyOffset = position
      guard byte(at: position) == JSONByte.quote else { throw faultInPlaceOfKey() }
      let key = try parseString()
      do throws(JSONFault) {
        if object.contains(key) { throw duplicateFault(key, at: keyOffset) }
        try parseColon(after: key)
        object.append(newKey: key, try parseValue(depth: depth))
      } catch {
        faultTrail.append(key)
        throw error
      }
      skipWhitespace()
      switch byte(at: position) {
      case JSONByte.comma:
        position += 1
        skipWhitespace()
      case JSONByte.closeBrace:
        position += 1
        return object
      default:
        throw faultAfterValue(closing: JSONByte.closeBrace)
      }
    }
  }

  @inline(__always)
  private mutating func parseColon(after key: String) throws(JSONFault) {
    skipWhitespace()
    guard byte(at: position) == JSONByte.colon else { throw faultInPlaceOfColon(after: key) }
    position += 1
    skipWhitespace()
  }

  private mutating func parseLiteral() throws(JSONFault) -> JSONValue {
    let end = endOfWord(from: position)
    let value: JSONValue
    if spells("true", from: position, to: end) {
      value = .bool(true)
    } else if spells("false", from: position, to: end) {
      value = .bool(false)
    } else if spells("null", from: position, to: end) {
      value = .null
    } else {
      throw faultInPlaceOfValue()
    }
    position = end
    return value
  }

  private func spells(_ word: StaticString, from start: Int, to end: Int) -> Bool {
    guard word.utf8CodeUnitCount == end - start else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(input[start..<end]) }
  }
}
