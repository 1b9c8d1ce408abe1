import JSON
import Testing

/// SplitMix64: the same numbers for the same seed on every machine.
struct JSONTestGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }
}

extension JSONTestGenerator {
  mutating func string() -> String {
    var result = ""
    for _ in 0..<below(9) {
      let greatest: UInt32 = [0x20, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF][below(5)]
      let scalar = Unicode.Scalar(UInt32.random(in: 0...greatest, using: &self)) ?? "\u{FFFD}"
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  mutating func number() -> JSONNumber {
    switch below(3) {
    case 0: JSONNumber(below(2_000) - 1_000)
    case 1: JSONNumber(Int(truncatingIfNeeded: next()))
    default: JSONNumber(Double(bitPattern: next())) ?? JSONNumber(0)
    }
  }

  mutating func value(depth: Int) -> JSONValue {
    switch below(depth > 0 ? 8 : 5) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .number(number())
    case 3, 4: return .string(string())
    case 5, 6:
      var elements: [JSONValue] = []
      for _ in 0..<below(5) { elements.append(value(depth: depth - 1)) }
      return .array(elements)
    default:
      var object = JSONObject()
      for _ in 0..<below(24) { object[string()] = value(depth: depth - 1) }
      return .object(object)
    }
  }
}

@Suite struct JSONPropertyTests {
  @Test(arguments: [true, false])
  func whatIsWrittenIsReadBackAndWrittenTheSame(sortedKeys: Bool) throws {
    var generator = JSONTestGenerator(seed: 2_026)
    var kinds: Set<String> = []
    for _ in 0..<1_000 {
      let value = generator.value(depth: 4)
      kinds.insert(value.typeName)
      let bytes = JSONWriter.serialize(value, sortedKeys: sortedKeys)
      let again = try JSONParser.parse(bytes)
      try #require(again == value)
      try #require(JSONWriter.serialize(again, sortedKeys: sortedKeys) == bytes)
    }
    #expect(kinds.count == 6)
  }

  @Test func everyFiniteDoubleIsReadBackAsItself() throws {
    var generator = JSONTestGenerator(seed: 41)
    var count = 0
    while count < 2_000 {
      let double = Double(bitPattern: generator.next())
      guard let number = JSONNumber(double) else { continue }
      count += 1
      let parsed = try JSONParser.parse(Array(number.literal.utf8))
      try #require(parsed.number?.double?.bitPattern == double.bitPattern)
    }
  }

  static let sample = Array(
    #"""
     {"id": -12.50e+3, "name": "Jos\u00e9 \"Pepe\" 😀 \ud83d\ude00", "tags": ["á", true, false, null, [], {}],
      "place": {"lat": 0.25, "lng": 0}, "€": [[1, 2], {"k": "\\\/\b\f\n\r\t"}]}
    """#.utf8)

  @Test func everyBeginningOfADocumentIsRefusedAsIncomplete() throws {
    #expect(try JSONParser.parse(Self.sample).object?.count == 5)
    let incomplete: Set<JSONSyntaxError.Kind> = [.truncated, .unterminatedString, .emptyDocument]
    for length in 0..<Self.sample.count {
      let error = try #require(throws: JSONSyntaxError.self) {
        try JSONParser.parse(Array(Self.sample.prefix(length)))
      }
      #expect(incomplete.contains(error.kind), "\(length) bytes: \(error)")
      #expect(error.offset <= length)
      if error.kind != .unterminatedString { #expect(error.offset == length) }
    }
  }

  @Test func everyEndOfADocumentIsRefused() throws {
    for length in 1..<(Self.sample.count - 1) {
      let rest = Array(Self.sample.dropFirst(length))
      if rest.first == UInt8(ascii: "{"), length == 1 { continue }  // Only the blank before it is gone.
      let error = try #require(throws: JSONSyntaxError.self, "\(length) bytes dropped") {
        try JSONParser.parse(rest)
      }
      #expect(error.offset <= rest.count)
    }
  }

  /// A sentence for an input that breaks a rule of the parser, or nil.
  private func objection(to bytes: [UInt8]) -> String? {
    do {
      let value = try JSONParser.parse(bytes)
      let written = JSONWriter.serialize(value)
      let again = try JSONParser.parse(written)
      return again == value && JSONWriter.serialize(again) == written ? nil : "not stable: \(bytes)"
    } catch {
      let isPlaced =
        0...bytes.count ~= error.offset && error.line >= 1 && error.column >= 1
        && error.line + error.column <= error.offset + 2
      let isTold = !error.message.isEmpty && error.message.utf8.count < 400
      return isPlaced && isTold ? nil : "\(error) for \(bytes)"
    }
  }

  @Test func randomBytesNeverBreakTheParser() {
    var generator = JSONTestGenerator(seed: 1)
    var objections: [String] = []
    for _ in 0..<100_000 {
      let bytes = (0..<generator.below(24)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      if let objection = objection(to: bytes) { objections.append(objection) }
    }
    #expect(objections == [])
  }

  @Test func randomTokensNeverBreakTheParser() {
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\"", "0", "1", "-", ".", "e", "+", "true", "null",
      "tru",
      " ", "\n", "\\", "\\u", "d83d", "dc00", "\\n", "/", "//", "'", "é", "=", "NaN", "<", "#", "\u{0}",
      "\u{201C}",
    ].map { Array($0.utf8) }
    var generator = JSONTestGenerator(seed: 2)
    var objections: [String] = []
    var accepted = 0
    for _ in 0..<40_000 {
      let bytes = (0..<(1 + generator.below(7))).flatMap { _ in tokens[generator.below(tokens.count)] }
      if let objection = objection(to: bytes) { objections.append(objection) }
      if (try? JSONParser.parse(bytes)) != nil { accepted += 1 }
    }
    #expect(objections == [])
    #expect(accepted > 500)
  }

  @Test func oneChangedByteNeverBreaksTheParser() {
    var generator = JSONTestGenerator(seed: 3)
    var objections: [String] = []
    for _ in 0..<10_000 {
      var bytes = Self.sample
      bytes[generator.below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
      if let objection = objection(to: bytes) { objections.append(objection) }
    }
    #expect(objections == [])
  }
}
