/// The location of a value in a document (RFC 6901), for instance `/items/3/price`.
package struct JSONPointer: Sendable, CustomStringConvertible {
  /// The names and indexes from the root down, unescaped; empty for the whole document.
  package private(set) var tokens: [String]

  /// The whole document.
  package static let root = JSONPointer([])

  /// A pointer of unescaped tokens.
  package init(_ tokens: [String]) {
    self.tokens = tokens
  }

  /// Parses the text form; nil unless it is empty or begins with `/`, and each `~` belongs to a `~0` or `~1`.
  package init?(parsing text: String) {
    tokens = []
    if text.isEmpty { return }
    let parts = text.utf8.split(separator: JSONByte.slash, omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true else { return nil }
    for part in parts.dropFirst() {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
  }

  /// The pointer to the member `key` of the value at this pointer.
  package func appending(_ key: String) -> JSONPointer {
    JSONPointer(tokens + [key])
  }

  /// The pointer to the element at `index`, counted from 0, of the value at this pointer.
  package func appending(_ index: Int) -> JSONPointer {
    appending(String(index))
  }

  /// The text form: each token after a `/`, with `~` as `~0` and `/` as `~1`; "" for the whole document.
  package var description: String {
    var bytes: [UInt8] = []
    for token in tokens {
      bytes.append(JSONByte.slash)
      for byte in token.utf8 {
        switch byte {
        case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
        case JSONByte.slash: bytes.append(contentsOf: "~1".utf8)
        default: bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(JSONByte.slash)
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONPointer: Hashable {
  /// Compares the tokens by their bytes.
  package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.withUnsafeBufferPointer { left in
      right.tokens.withUnsafeBufferPointer { right in
        guard left.count == right.count else { return false }
        // Most pointers that are compared are copies of one.
        if left.baseAddress == right.baseAddress { return true }
        return left.indices.allSatisfy { JSONKey.same(left[$0], right[$0]) }
      }
    }
  }

  /// Schemas are looked up by their places many times in a request: the bytes of all tokens go into one number first,
  /// and only that into the hasher.
  package func hash(into hasher: inout Hasher) {
    var digest = UInt64(truncatingIfNeeded: tokens.count)
    for token in tokens { TextDigest.mix(token, into: &digest) }
    hasher.combine(digest)
  }
}

extension JSONValue {
  /// The value at `pointer`, or nil when there is none.
  ///
  /// An index is written in digits without a leading zero (RFC 6901 section 4); `-`, the index after the last element,
  /// has no value.
  package subscript(pointer: JSONPointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(token), String(index) == token, elements.indices.contains(index) else {
          return nil
        }
        value = elements[index]
      case .null, .bool, .number, .string:
        return nil
      }
    }
    return value
  }
}
