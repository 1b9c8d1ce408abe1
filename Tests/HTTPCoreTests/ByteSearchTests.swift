import HTTPCore
import Testing

@Suite("Looking for bytes")
struct ByteSearchTests {
  @Test(
    "finds the first place",
    arguments: [
      ("abc", "xxabcabc", 2), ("aab", "aaaaab", 3), ("abab", "abacabab", 4), ("a", "a", 0), ("", "a", 0),
      ("ab", "a", nil), ("b", "aaaa", nil), ("aa", "", nil),
    ] as [(String, String, Int?)])
  func first(pattern: String, text: String, place: Int?) {
    #expect(ByteSearch(Array(pattern.utf8)).first(in: Array(text.utf8)) == place)
  }

  @Test("begins where it is told")
  func start() {
    let bytes = Array("abab".utf8)
    #expect(ByteSearch(Array("ab".utf8)).first(in: bytes, from: 1) == 2)
    #expect(ByteSearch(Array("ab".utf8)).first(in: bytes, from: 3) == nil)
    #expect(ByteSearch(Array("ab".utf8)).first(in: bytes, from: 9) == nil)
  }

  /// As plain as can be, to compare with.
  private static func plain(_ pattern: [UInt8], _ bytes: [UInt8]) -> Int? {
    (0...max(0, bytes.count)).first { bytes[$0...].starts(with: pattern) }
  }

  @Test("agrees with looking at every place", arguments: 0..<200)
  func agrees(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let bytes = (0..<next(60)).map { _ in UInt8(next(2)) }
    let pattern = (0..<(1 + next(6))).map { _ in UInt8(next(2)) }
    #expect(ByteSearch(pattern).first(in: bytes) == Self.plain(pattern, bytes))
  }
}
