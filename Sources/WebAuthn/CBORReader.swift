/// A bounded reader of CBOR (RFC 8949): integers, strings, arrays, maps, booleans and null of definite length.
///
/// Memory for a length is reserved only after as many bytes have been found, so that time and memory depend on the
/// input and not on the lengths in it.
package struct CBORReader {
  private let input: [UInt8]
  private let limits: CBORLimits
  private var position: Int
  private var itemCount = 0

  private init(_ input: [UInt8], at position: Int, limits: CBORLimits) {
    self.input = input
    self.position = position
    self.limits = limits
  }

  /// The item that starts at `offset`, and the offset after it.
  package static func read(
    _ bytes: [UInt8], at offset: Int = 0, limits: CBORLimits = .default
  ) throws(CBORError) -> (value: CBORValue, end: Int) {
    guard offset >= 0, offset <= bytes.count else {
      throw CBORError(.truncated, at: offset, "there are only \(bytes.count) bytes")
    }
    var reader = CBORReader(bytes, at: offset, limits: limits)
    let value = try reader.item(depth: 0)
    return (value, reader.position)
  }

  /// The one item that the bytes contain.
  package static func readWhole(
    _ bytes: [UInt8], limits: CBORLimits = .default
  ) throws(CBORError) -> CBORValue {
    let (value, end) = try read(bytes, limits: limits)
    guard end == bytes.count else {
      throw CBORError(.trailingBytes, at: end, "\(bytes.count - end) bytes after the end of the item")
    }
    return value
  }

  private mutating func item(depth: Int) throws(CBORError) -> CBORValue {
    let start = position
    guard itemCount < limits.maximumItems else {
      throw CBORError(.tooManyItems, at: start, "more than \(limits.maximumItems) items")
    }
    itemCount += 1
    let head = try CBORHead(input, at: start)
    position = head.end
    switch head.major {
    case .unsigned: return .unsigned(head.argument)
    case .negative: return .negative(head.argument)
    case .bytes: return .bytes(Array(try string(head, at: start)))
    case .text: return .text(try text(head, at: start))
    case .array: return .array(try array(head, at: start, depth: depth))
    case .map: return .map(try map(head, at: start, depth: depth))
    case .tag: throw CBORError(.unsupportedType, at: start, "a tag (\(head.argument)), which has no meaning here")
    case .simple: return try simple(head, at: start)
    }
  }

  private mutating func string(_ head: CBORHead, at start: Int) throws(CBORError) -> ArraySlice<UInt8> {
    let left = input.count - position
    guard let count = Int(exactly: head.argument), count <= left else {
      throw CBORError(
        .truncated, at: start, "\(head.major.name) of \(head.argument) bytes, of which \(left) are there")
    }
    defer { position += count }
    return input[position..<position + count]
  }

  private mutating func text(_ head: CBORHead, at start: Int) throws(CBORError) -> String {
    guard let text = String(validating: try string(head, at: start), as: UTF8.self) else {
      throw CBORError(.invalidUTF8, at: start, "a text string that is not UTF-8")
    }
    return text
  }

  private mutating func array(_ head: CBORHead, at start: Int, depth: Int) throws(CBORError) -> [CBORValue] {
    let count = try count(head, bytesEach: 1, at: start, depth: depth)
    var items: [CBORValue] = []
    for _ in 0..<count {
      items.append(try item(depth: depth + 1))
    }
    return items
  }

  private mutating func map(_ head: CBORHead, at start: Int, depth: Int) throws(CBORError) -> CBORMap {
    let count = try count(head, bytesEach: 2, at: start, depth: depth)
    var map = CBORMap()
    for _ in 0..<count {
      let keyStart = position
      let key = try item(depth: depth + 1)
      guard map.add(key, try item(depth: depth + 1)) else {
        throw CBORError(.duplicateKey, at: keyStart, "a key that the map has already")
      }
    }
    return map
  }

  /// The number of elements of a container, after checking its depth and that the remaining bytes can hold as many.
  private func count(_ head: CBORHead, bytesEach: Int, at start: Int, depth: Int) throws(CBORError) -> Int {
    guard depth < limits.maximumDepth else {
      throw CBORError(.tooDeep, at: start, "nesting deeper than \(limits.maximumDepth) levels")
    }
    let left = input.count - position
    guard let count = Int(exactly: head.argument), count <= left / bytesEach else {
      throw CBORError(
        .truncated, at: start,
        "\(head.major.name) of \(head.argument) elements, for which the \(left) bytes left are too few")
    }
    return count
  }

  private func simple(_ head: CBORHead, at start: Int) throws(CBORError) -> CBORValue {
    switch (head.information, head.argument) {
    case (20, _): return .bool(false)
    case (21, _): return .bool(true)
    case (22, _): return .null
    case (24, 0..<32):
      throw CBORError(.notWellFormed, at: start, "simple value \(head.argument) in the form for greater ones")
    case (25...27, _): throw CBORError(.unsupportedType, at: start, "a floating-point number")
    default: throw CBORError(.unsupportedType, at: start, "simple value \(head.argument)")
    }
  }
}

/// Why bytes are not an item that `CBORReader` reads, with the place.
package struct CBORError: Error, Sendable, Equatable {
  /// The faults that are distinguished.
  package enum Kind: String, Sendable, CaseIterable {
    /// The input ends inside an item.
    case truncated
    /// A head that is not valid CBOR: reserved additional information, or a simple value in the long form that has a
    /// short one (RFC 8949 §3, appendix F).
    case notWellFormed
    /// An item of indefinite length (RFC 8949 §3.2), which CTAP2 forbids in what authenticators send.
    case indefiniteLength
    /// A break without an open item of indefinite length.
    case unexpectedBreak
    /// Well-formed, but not supported: a tag, a floating-point number, `undefined`, another simple value.
    case unsupportedType
    /// A text string that is not UTF-8.
    case invalidUTF8
    /// A key used twice in one map (RFC 8949 §5.6).
    case duplicateKey
    /// Arrays and maps that are nested deeper than `CBORLimits.maximumDepth`.
    case tooDeep
    /// More items than `CBORLimits.maximumItems`.
    case tooManyItems
    /// Bytes after the last item.
    case trailingBytes
  }

  /// The fault.
  package let kind: Kind
  /// The first byte of the wrong item, counted from the start of the input.
  package let offset: Int
  /// The found and the expected value, in one sentence without a full stop.
  package let reason: String

  init(_ kind: Kind, at offset: Int, _ reason: String) {
    self.kind = kind
    self.offset = offset
    self.reason = reason
  }
}

extension CBORError: CustomStringConvertible {
  /// For instance `at byte 12: a text string of 7 bytes, of which 3 are there`.
  package var description: String { "at byte \(offset): \(reason)" }
}

/// The limits of `CBORReader` for one input, independent of the lengths in it.
package struct CBORLimits: Sendable, Equatable {
  /// 8 levels, 512 items: an attestation object of any format in use has 3 levels and some 30 items.
  package static let `default` = CBORLimits(maximumDepth: 8, maximumItems: 512)

  /// How deep arrays and maps may be nested; the reader recurses once a level.
  package let maximumDepth: Int
  /// The most items; keys and values count separately.
  package let maximumItems: Int

  /// The given limits.
  package init(maximumDepth: Int, maximumItems: Int) {
    self.maximumDepth = maximumDepth
    self.maximumItems = maximumItems
  }
}
