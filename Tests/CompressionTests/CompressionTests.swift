import Compression
import Testing

@Suite("Compression")
struct CompressionTests {
  private static let text = Array(repeating: Array("Growers, their plots and the chain. ".utf8), count: 2000).flatMap {
    $0
  }

  private func gzip(_ content: [UInt8], level: Int = 6) throws -> [UInt8] {
    try #require(content.withUnsafeBytes { Compression.gzip($0, level: level) })
  }

  @Test("gives back what was compressed, at any level", arguments: [-1, 1, 6, 9, 100])
  func roundTrip(level: Int) throws {
    let coded = try gzip(Self.text, level: level)
    #expect(coded.count < Self.text.count / 20)
    #expect(try Compression.expand(coded, .gzip, limit: Self.text.count) == Self.text)
    #expect(try gzip(Self.text, level: level) == coded)
  }

  @Test("of nothing and of bytes that cannot be made smaller", arguments: [[], [0], Array(0...255)] as [[UInt8]])
  func extremes(content: [UInt8]) throws {
    #expect(try Compression.expand(try gzip(content), .gzip, limit: content.count) == content)
  }

  @Test("reads what others wrote, in each of the formats that are called deflate")
  func formats() throws {
    // "hello" by Python's zlib: with its header, and without.
    let zlib: [UInt8] = [0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x06, 0x2c, 0x02, 0x15]
    let bare = Array(zlib[2..<(zlib.count - 4)])
    #expect(try Compression.expand(zlib, .deflate, limit: 5) == Array("hello".utf8))
    #expect(try Compression.expand(bare, .deflate, limit: 5) == Array("hello".utf8))
  }

  @Test("reads several members in a row")
  func members() throws {
    let both = try gzip(Array("one ".utf8)) + gzip(Array("two".utf8))
    #expect(try Compression.expand(both, .gzip, limit: 7) == Array("one two".utf8))
  }

  @Test("stops at the limit, however little was sent")
  func bomb() throws {
    let bomb = try gzip([UInt8](repeating: 0, count: 8 << 20))
    #expect(bomb.count < 16 << 10)
    #expect(throws: Compression.Failure.tooLarge) { try Compression.expand(bomb, .gzip, limit: 1 << 20) }
    #expect(throws: Compression.Failure.tooLarge) { try Compression.expand(bomb, .gzip, limit: (8 << 20) - 1) }
    #expect(try Compression.expand(bomb, .gzip, limit: 8 << 20).count == 8 << 20)
  }

  @Test("refuses what is not of its coding, is cut off or goes on with something else")
  func broken() throws {
    let whole = try gzip(Self.text)
    for count in [0, 1, 9, 10, 11, whole.count / 2, whole.count - 1] {
      #expect(throws: Compression.Failure.unreadable, "\(count) bytes") {
        try Compression.expand(Array(whole.prefix(count)), .gzip, limit: 1 << 20)
      }
    }
    for content in [Array("{}".utf8), whole + [0], whole + Array("{}".utf8)] {
      #expect(throws: Compression.Failure.unreadable) { try Compression.expand(content, .gzip, limit: 1 << 20) }
    }
    var spoilt = whole
    spoilt[whole.count - 6] ^= 1
    #expect(throws: Compression.Failure.unreadable) { try Compression.expand(spoilt, .gzip, limit: 1 << 20) }
  }

  @Test(
    "knows codings by their names",
    arguments: [("gzip", true), ("X-GZIP", true), ("Deflate", true), ("br", false), ("", false)])
  func names(name: String, isKnown: Bool) {
    #expect((Compression.Coding(name: name) != nil) == isKnown)
  }
}
