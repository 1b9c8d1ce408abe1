/// Texts and octets, one behind the other in one array: what is spread over many small objects otherwise takes one
/// allocation, and is let go by one.
///
/// Each part is its length, seven bits an octet with the lowest first, and its octets.
struct PackedParts: Sendable {
  private let octets: [UInt8]

  /// Packs what a closure names.
  ///
  /// - Parameters:
  ///   - measure: Has measured the same parts.
  init(measured measure: Packer, _ parts: (inout Packer) -> Void) {
    octets = [UInt8](unsafeUninitializedCapacity: measure.count) { buffer, count in
      var packer = Packer(cursor: buffer.baseAddress)
      parts(&packer)
      count = packer.count
    }
  }

  /// The octets that all parts take.
  var count: Int { octets.count }

  /// The parts from the first on.
  var reader: Reader { Reader(rest: octets[...]) }

  /// Measures parts, or writes them.
  struct Packer {
    /// Where the next octet goes; nil to measure only.
    private var cursor: UnsafeMutablePointer<UInt8>?
    /// Octets so far.
    private(set) var count = 0

    /// Measures only.
    init() {}

    fileprivate init(cursor: UnsafeMutablePointer<UInt8>?) {
      self.cursor = cursor
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

    /// Adds a text.
    mutating func add(_ text: String) {
      let length = text.utf8.count
      add(length)
      if cursor == nil {
        count += length
      } else {
        // Unlike the view of the octets this retains nothing; a text with a NUL inside goes on behind it.
        text.withCString { start in
          start.withMemoryRebound(to: UInt8.self, capacity: length) { octets in
            put(UnsafeBufferPointer(start: octets, count: length))
          }
        }
      }
    }

    /// Adds a text that may be missing: a 1 and the text, or a 0.
    mutating func add(optional text: String?) {
      switch text {
      case nil: add(0)
      case let text?:
        add(1)
        add(text)
      }
    }

    /// Adds octets.
    mutating func add(_ octets: [UInt8]) {
      add(octets.count)
      octets.withUnsafeBufferPointer { put($0) }
    }

    private mutating func put(_ octet: UInt8) {
      cursor?.pointee = octet
      cursor = cursor.map { $0 + 1 }
      count += 1
    }

    private mutating func put(_ octets: UnsafeBufferPointer<UInt8>) {
      if let cursor, let start = octets.baseAddress {
        cursor.update(from: start, count: octets.count)
        self.cursor = cursor + octets.count
      }
      count += octets.count
    }
  }

  /// Reads parts in their order; behind the last one everything is empty.
  struct Reader {
    private var rest: ArraySlice<UInt8>

    fileprivate init(rest: ArraySlice<UInt8>) {
      self.rest = rest
    }

    /// The next number.
    mutating func number() -> Int {
      var number: UInt = 0
      var shift: UInt = 0
      while let octet = rest.popFirst() {
        number |= UInt(octet & 0x7F) << shift
        if octet < 0x80 { break }
        shift += 7
      }
      return Int(truncatingIfNeeded: number)
    }

    /// The next octets.
    mutating func octets() -> ArraySlice<UInt8> {
      let count = min(max(0, number()), rest.count)
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    /// The next text.
    mutating func text() -> String { String(decoding: octets(), as: UTF8.self) }

    /// The next text that may be missing.
    mutating func optionalText() -> String? { number() == 0 ? nil : text() }
  }
}
