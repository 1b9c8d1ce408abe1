import HTTPCore

/// Texts and bytes, concatenated in one array: one allocation and one release instead of many small ones.
struct PackedParts: Sendable {
  private let bytes: [UInt8]

  /// Up to this many bytes are packed directly; more are measured first.
  private static let scratchBytes = 1024

  /// Packs the parts that a closure adds; it may be called twice and must then add the same parts.
  init(_ parts: (inout Packer) -> Void) {
    bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.scratchBytes) { scratch in
      var packer = Packer(scratch)
      parts(&packer)
      if packer.count <= scratch.count { return Array(UnsafeBufferPointer(rebasing: scratch[..<packer.count])) }
      return [UInt8](unsafeUninitializedCapacity: packer.count) { buffer, count in
        var packer = Packer(buffer)
        parts(&packer)
        count = min(packer.count, buffer.count)
      }
    }
  }

  /// The size of all parts in bytes.
  var count: Int { bytes.count }

  /// A reader that starts at the first part.
  var reader: Reader { Reader(rest: bytes[...]) }

  /// Writes parts one after the other, as far as there is room, and counts their size.
  struct Packer {
    private let room: UnsafeMutableBufferPointer<UInt8>
    /// The size so far, including parts that did not fit.
    private(set) var count = 0

    fileprivate init(_ room: UnsafeMutableBufferPointer<UInt8>) {
      self.room = room
    }

    /// Adds a number, which must not be negative.
    mutating func add(_ number: Int) {
      var rest = UInt(bitPattern: number)
      while rest >= 0x80 {
        put(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      put(UInt8(truncatingIfNeeded: rest))
    }

    mutating func add(_ text: String) {
      let length = text.utf8.count
      add(length)
      // Unlike the view of the bytes this retains nothing; a text with a NUL inside continues after it.
      text.withCString { put($0, length) }
    }

    /// Adds an optional text: a 1 and the text, or a 0.
    mutating func add(optional text: String?) {
      switch text {
      case nil: add(0)
      case let text?:
        add(1)
        add(text)
      }
    }

    mutating func add(_ bytes: [UInt8]) {
      add(bytes.count)
      bytes.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { put(start, bytes.count) }
      }
    }

    private mutating func put(_ byte: UInt8) {
      if count < room.count { room[count] = byte }
      count += 1
    }

    private mutating func put(_ start: UnsafeRawPointer, _ length: Int) {
      if let base = room.baseAddress, length <= room.count - count {
        UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: length)
      }
      count += length
    }
  }

  /// Reads parts in their order; after the last one everything is empty.
  struct Reader {
    private var rest: ArraySlice<UInt8>

    fileprivate init(rest: ArraySlice<UInt8>) {
      self.rest = rest
    }

    /// The next number.
    mutating func number() -> Int {
      var number: UInt = 0
      var shift: UInt = 0
      while let byte = rest.popFirst() {
        number |= UInt(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return Int(truncatingIfNeeded: number)
    }

    /// The next bytes.
    mutating func bytes() -> ArraySlice<UInt8> {
      let count = min(max(0, number()), rest.count)
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    /// The next text.
    mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

    /// The next optional text.
    mutating func optionalText() -> String? { number() == 0 ? nil : text() }
  }
}
