extension JSONValue {
  /// The number of values: this one and all values in it. Counting stops at `limit`.
  package func valueCount(upTo limit: Int = .max) -> Int {
    var left = limit
    count(&left)
    return limit - left
  }

  private func count(_ left: inout Int) {
    guard left > 0 else { return }
    left -= 1
    switch self {
    case .array(let elements):
      for element in elements where left > 0 { element.count(&left) }
    case .object(let object):
      for member in object.members where left > 0 { member.value.count(&left) }
    case .null, .bool, .number, .string: break
    }
  }

  /// The size of a value in its text form.
  package struct Size: Sendable, Equatable {
    /// Bytes of its JSON text, without the bytes that escapes in strings add.
    package var bytes = 0
    /// The depth to which arrays and objects are nested.
    package var depth = 0
    /// The number of values: the value and all values in it.
    package var values = 0
  }

  /// The size of the value. The time is linear in the number of its values, the recursion as deep as the value.
  package var size: Size {
    var size = Size()
    measure(&size, depth: 0)
    return size
  }

  private func measure(_ size: inout Size, depth: Int) {
    size.values += 1
    switch self {
    case .null, .bool(true): size.bytes += 4
    case .bool(false): size.bytes += 5
    case .number(let number): size.bytes += number.literal.utf8.count
    case .string(let text): size.bytes += text.utf8.count + 2
    case .array(let elements):
      size.depth = max(size.depth, depth + 1)
      size.bytes += 2 + max(elements.count - 1, 0)
      for element in elements { element.measure(&size, depth: depth + 1) }
    case .object(let object):
      size.depth = max(size.depth, depth + 1)
      size.bytes += 2 + max(object.count - 1, 0)
      for member in object.members {
        size.bytes += member.key.utf8.count + 3
        member.value.measure(&size, depth: depth + 1)
      }
    }
  }
}
