/// Numbers that look random and are decided by a seed (SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators", 2014).
struct RandomSource {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  /// The generator's finalizer: each bit of the result depends on all bits given.
  static func mix(_ bits: UInt64) -> UInt64 {
    var mixed = bits
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The seed of a part of something that has a seed.
  static func seed(_ seed: UInt64, part: UInt64) -> UInt64 {
    mix(seed &+ (part &+ 1) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// A number for a text (FNV-1a, 64 bits), the same on every platform.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number from 0 to below the bound; 0 for a bound below 2.
  mutating func below(_ bound: Int) -> Int {
    bound < 2 ? 0 : Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number in a range.
  mutating func pick(_ range: ClosedRange<Int>) -> Int {
    let (span, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    guard !overflow, span < Int.max else { return range.lowerBound }
    return range.lowerBound + below(span + 1)
  }

  /// An element of a list that is not empty.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// True so many times of a hundred.
  mutating func isTrue(percent: Int) -> Bool { below(100) < percent }

  /// So many characters of an alphabet.
  mutating func text(_ count: Int, of alphabet: [UInt8]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count { bytes.append(alphabet[below(alphabet.count)]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Characters to make texts of.
enum Alphabet {
  static let digits = Array("0123456789".utf8)
  static let hexadecimal = Array("0123456789abcdef".utf8)
  static let capitalHexadecimal = Array("0123456789ABCDEF".utf8)
  static let lower = Array("abcdefghijklmnopqrstuvwxyz".utf8)
  static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  static let lettersAndDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
