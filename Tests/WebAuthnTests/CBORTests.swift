import Testing
import WebAuthn

@Suite("The CBOR reader")
struct CBORReaderTests {
  /// RFC 8949 appendix A, the examples of the types that are read.
  static let examples: [(String, CBORValue)] = [
    ("00", 0), ("01", 1), ("0a", 10), ("17", 23), ("1818", 24), ("1819", 25), ("1864", 100), ("1903e8", 1000),
    ("1a000f4240", 1_000_000), ("1b000000e8d4a51000", 1_000_000_000_000),
    ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)),
    ("20", -1), ("29", -10), ("3863", -100), ("3903e7", -1000),
    ("f4", false), ("f5", true), ("f6", .null),
    ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
    ("60", ""), ("6161", "a"), ("6449455446", "IETF"), ("62225c", "\"\\"), ("62c3bc", "\u{FC}"),
    ("63e6b0b4", "\u{6C34}"), ("64f0908591", "\u{10151}"),
    ("80", []), ("83010203", [1, 2, 3]), ("8301820203820405", [1, [2, 3], [4, 5]]),
    ("98190102030405060708090a0b0c0d0e0f101112131415161718181819", .array((1...25).map { .unsigned($0) })),
    ("a0", [:]), ("a201020304", [1: 2, 3: 4]), ("a26161016162820203", ["a": 1, "b": [2, 3]]),
    ("826161a161626163", ["a", ["b": "c"]]),
    ("a56161614161626142616361436164614461656145", ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]),
  ]

  @Test("reads the examples of RFC 8949 appendix A", arguments: examples)
  func reads(encoding: String, value: CBORValue) throws {
    #expect(try CBORReader.readWhole(hex(encoding)) == value)
    #expect(value.encoded == hex(encoding))
  }

  @Test(
    "takes heads that are longer than they need be",
    arguments: ["1801", "190001", "1a00000001", "1b0000000000000001"])
  func longHeads(encoding: String) throws {
    #expect(try CBORReader.readWhole(hex(encoding)) == 1)
  }

  @Test("says how many bytes an item took", arguments: examples)
  func end(encoding: String, value: CBORValue) throws {
    let bytes = hex(encoding)
    let (read, end) = try CBORReader.read([0xFF, 0xFF] + bytes + [0xFF], at: 2)
    #expect(read == value)
    #expect(end == 2 + bytes.count)
  }

  @Test("refuses every prefix of an example", arguments: examples)
  func prefixes(encoding: String, value: CBORValue) {
    let bytes = hex(encoding)
    for count in 0..<bytes.count {
      let error = #expect(throws: CBORError.self) { try CBORReader.readWhole(Array(bytes.prefix(count))) }
      #expect(error?.kind == .truncated)
    }
  }

  @Test("has integers in the range of Int and no others")
  func integers() {
    #expect(CBORValue.unsigned(UInt64(Int.max)).integer == Int.max)
    #expect(CBORValue.unsigned(UInt64(Int.max) + 1).integer == nil)
    #expect(CBORValue.negative(UInt64(Int.max)).integer == Int.min)
    #expect(CBORValue.negative(UInt64(Int.max) + 1).integer == nil)
    #expect(CBORValue.text("1").integer == nil)
  }

  @Test("finds entries by number, by text and by any other key")
  func lookUp() throws {
    let value: CBORValue = [1: "one", -1: "minus one", "1": "text", true: "yes"]
    let map = try #require(value.map)
    #expect(map[1] == "one")
    #expect(map[-1] == "minus one")
    #expect(map["1"] == "text")
    #expect(map[CBORValue.bool(true)] == "yes")
    #expect(map[2] == nil)
  }

  @Test("reads back what an encoder of random items writes")
  func roundTrips() throws {
    var generator = SeededGenerator(seed: 8949)
    for _ in 0..<2000 {
      let value = Self.randomItem(depth: 0, using: &generator)
      #expect(try CBORReader.readWhole(value.encoded) == value)
    }
  }

  private static func randomItem(depth: Int, using generator: inout SeededGenerator) -> CBORValue {
    let magnitude = UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0..<64, using: &generator)
    let count = Int.random(in: 0...4, using: &generator)
    switch Int.random(in: 0..<(depth < 3 ? 8 : 6), using: &generator) {
    case 0: return .unsigned(magnitude)
    case 1: return .negative(magnitude)
    case 2: return .bytes((0..<count * 10).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 3: return .text(String(repeating: "\u{E9}", count: count * 10))
    case 4: return .bool(magnitude.isMultiple(of: 2))
    case 5: return .null
    case 6: return .array((0..<count).map { _ in randomItem(depth: depth + 1, using: &generator) })
    default:
      var map = CBORMap()
      for key in 0..<UInt64(count) {
        _ = map.add(.unsigned(key), randomItem(depth: depth + 1, using: &generator))
      }
      return .map(map)
    }
  }
}

@Suite("The CBOR reader refuses")
struct CBORRefusalTests {
  /// RFC 8949 appendix F.1: the examples of what is not well-formed, all of them.
  static let notWellFormed: [String] = [
    // The input ends in a head.
    "18", "19", "1a", "1b", "1901", "1a0102", "1b01020304050607", "38", "58", "78", "98", "9a01ff00", "b8", "d8",
    "f8", "f900", "fa0000", "fb000000",
    // Strings of definite length with short data.
    "41", "61", "5affffffff00", "5bffffffffffffffff010203", "7affffffff00", "7b7fffffffffffffff010203",
    // Maps and arrays of definite length not closed with enough items.
    "81", "818181818181818181", "8200", "a1", "a20102", "a100", "a2000000",
    // A tag number without its content.
    "c0",
    // Strings of indefinite length not closed by a break.
    "5f4100", "7f6100",
    // Maps and arrays of indefinite length not closed by a break.
    "9f", "9f0102", "bf", "bf01020102", "819f", "9f8000", "9f9f9f9f9fffffffff", "9f819f819f9fffffff",
    // Reserved additional information.
    "1c", "1d", "1e", "3c", "3d", "3e", "5c", "5d", "5e", "7c", "7d", "7e", "9c", "9d", "9e", "bc", "bd", "be",
    "dc", "dd", "de", "fc", "fd", "fe",
    // Reserved two-byte encodings of simple values.
    "f800", "f801", "f818", "f81f",
    // Chunks of the wrong type, and of indefinite length.
    "5f00ff", "5f21ff", "5f6100ff", "5f80ff", "5fa0ff", "5fc000ff", "5fe0ff", "7f4100ff", "5f5f4100ffff",
    "7f7f6100ffff",
    // A break on its own, in definite lengths, and in place of a value.
    "ff", "81ff", "8200ff", "a1ff", "a1ff00", "a100ff", "a20000ff", "9f81ff", "9f829f819f9fffffffff", "bf00ff",
    "bf000000ff",
    // Major types 0, 1 and 6 with additional information 31.
    "1f", "3f", "df",
  ]

  @Test("what RFC 8949 appendix F.1 calls not well-formed", arguments: notWellFormed)
  func malformed(encoding: String) {
    #expect(throws: CBORError.self) { try CBORReader.readWhole(hex(encoding)) }
  }

  /// RFC 8949 appendix A: the examples of types and lengths that nothing here is made of.
  static let unsupported: [String] = [
    "c249010000000000000000", "c349010000000000000000", "f90000", "f98000", "f93c00", "fb3ff199999999999a", "f97bff",
    "fa47c35000", "fa7f7fffff", "fb7e37e43c8800759c", "f97c00", "f97e00", "fa7fc00000", "fbfff0000000000000", "f7",
    "f0", "f8ff", "c074323031332d30332d32315432303a30343a30305a", "c11a514b67b0", "d74401020304",
    "d818456449455446",
  ]

  @Test("well-formed examples of other types", arguments: unsupported)
  func otherTypes(encoding: String) throws {
    let error = #expect(throws: CBORError.self) { try CBORReader.readWhole(hex(encoding)) }
    #expect(error?.kind == .unsupportedType)
    #expect(error?.offset == 0)
  }

  static let indefinite: [String] = [
    "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "9f018202039f0405ffff", "9f01820203820405ff",
    "bf61610161629f0203ffff", "bf6346756ef563416d7421ff",
  ]

  @Test("the examples of indefinite length, and says so", arguments: indefinite)
  func indefiniteLengths(encoding: String) throws {
    let error = #expect(throws: CBORError.self) { try CBORReader.readWhole(hex(encoding)) }
    #expect(error?.kind == .indefiniteLength)
    #expect(error?.reason.contains("indefinite length") == true)
  }

  /// Input, fault, and the byte it is at.
  static let placed: [(String, CBORError.Kind, Int)] = [
    ("", .truncated, 0), ("8301", .truncated, 0), ("820118", .truncated, 2), ("8263616200", .truncated, 5),
    ("a2010201", .truncated, 0), ("83015f", .truncated, 0), ("82015f", .indefiniteLength, 2),
    ("82011c", .notWellFormed, 2), ("8201ff", .unexpectedBreak, 2), ("8201f7", .unsupportedType, 2),
    ("f81f", .notWellFormed, 0), ("f820", .unsupportedType, 0),
    ("8161ff", .invalidUTF8, 1), ("62c080", .invalidUTF8, 0), ("63eda080", .invalidUTF8, 0),
    ("a2010201", .truncated, 0), ("a201020103", .duplicateKey, 3), ("a2010218010a", .duplicateKey, 3),
    ("a2616101616102", .duplicateKey, 4), ("a281010081010a", .duplicateKey, 4), ("0000", .trailingBytes, 1),
    ("9bffffffffffffffff", .truncated, 0), ("bb7fffffffffffffff", .truncated, 0),
    ("bb8000000000000001", .truncated, 0), ("5b7fffffffffffffff", .truncated, 0),
  ]

  @Test("each fault at its place", arguments: placed)
  func places(encoding: String, kind: CBORError.Kind, offset: Int) throws {
    let error = try #require(throws: CBORError.self) { try CBORReader.readWhole(hex(encoding)) }
    #expect(error.kind == kind, "\(error)")
    #expect(error.offset == offset, "\(error)")
    #expect(error.description.hasPrefix("at byte \(offset): "))
  }

  @Test("no keys that differ only by normalization")
  func normalization() throws {
    let map = try CBORReader.readWhole(hex("a262c3a9016365cc8102"))
    #expect(map.map?.entries.count == 2)
  }

  @Test("nesting past the limit, for arrays and maps")
  func depth() throws {
    let nested = { (count: Int) in [UInt8](repeating: 0x81, count: count) + [0x00] }
    _ = try CBORReader.readWhole(nested(8))
    let error = try #require(throws: CBORError.self) { try CBORReader.readWhole(nested(9)) }
    #expect(error.kind == .tooDeep && error.offset == 8)
    let maps = hex("a100a100a100a100a100a100a100a100a10000")
    #expect(throws: CBORError.self) { try CBORReader.readWhole(maps) }
    #expect(throws: CBORError.self) { try CBORReader.readWhole([UInt8](repeating: 0x81, count: 100_000)) }
  }

  @Test("more items than the limit")
  func items() throws {
    let array = { (count: Int) in CBORValue.array((0..<count).map { _ in .null }).encoded }
    _ = try CBORReader.readWhole(array(511))
    let error = try #require(throws: CBORError.self) { try CBORReader.readWhole(array(512)) }
    #expect(error.kind == .tooManyItems)
  }

  @Test("an offset outside the input", arguments: [-1, 2, Int.min, Int.max])
  func offsets(offset: Int) {
    #expect(throws: CBORError.self) { try CBORReader.read([0x00], at: offset) }
  }
}

// CBOR as Swift literals, so that a table can say `["fmt": "none", "attStmt": [:]]`.

extension CBORValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral
{
  /// A number.
  package init(integerLiteral value: Int) {
    self = value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
  }

  /// A text.
  package init(stringLiteral value: String) {
    self = .text(value)
  }

  /// An array.
  package init(arrayLiteral elements: CBORValue...) {
    self = .array(elements)
  }

  /// A map, no key twice.
  package init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
    var map = CBORMap()
    for (key, value) in elements where !map.add(key, value) {
      Issue.record("a key twice: \(key)")
    }
    self = .map(map)
  }

  /// A boolean.
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}
