import Testing
import WebAuthn

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
