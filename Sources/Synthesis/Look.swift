/// What an example of a text looks like.
struct Look {
  private let example: String

  init(_ example: String) {
    self.example = example
  }

  /// Whether it is a short code in capitals, such as `DE`.
  var isCode: Bool { (2...3).contains(example.utf8.count) && example.utf8.allSatisfy(\.isCapital) }

  /// Another text of the same look: for `cus_NffrFeUfNV2Hib` the prefix and so many other letters and digits, for
  /// `ORD-1042` another number. Nil for what are words.
  func varied(_ chance: inout Chance, number: Int) -> String? {
    let bytes = Array(example.utf8)
    guard (1...200).contains(bytes.count), bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    // The last run of letters and digits that holds a digit is what differs.
    guard let last = bytes.lastIndex(where: \.isDigit) else { return nil }
    var (start, end) = (last, last)
    while start > 0, bytes[start - 1].isDigit || bytes[start - 1].isLetter { start -= 1 }
    while end + 1 < bytes.count, bytes[end + 1].isDigit || bytes[end + 1].isLetter { end += 1 }
    let run = bytes[start...end]
    if run.allSatisfy(\.isDigit) { return varied(bytes, digits: start...end, number: number) }
    var varied = bytes
    let isHexadecimal = run.allSatisfy(\.isHexadecimal)
    for place in start...end {
      let byte = bytes[place]
      if isHexadecimal {
        varied[place] = chance.pick(Alphabet.hexadecimal)
        if (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte) || run.contains(where: \.isCapital) {
          varied[place] = varied[place].isDigit ? varied[place] : varied[place] & 0xDF
        }
      } else if byte.isDigit {
        varied[place] = chance.pick(Alphabet.digits)
      } else {
        varied[place] = chance.pick(byte.isCapital ? Alphabet.upper : Alphabet.lower)
      }
    }
    return String(decoding: varied, as: UTF8.self)
  }

  /// A number counts on, with as many digits.
  private func varied(_ bytes: [UInt8], digits: ClosedRange<Int>, number: Int) -> String? {
    guard digits.count <= 18, let value = Int(String(decoding: bytes[digits], as: UTF8.self)) else { return nil }
    let counted = String(value &+ number)
    let zeros = String(repeating: "0", count: max(digits.count - counted.utf8.count, 0))
    return String(decoding: bytes[..<digits.lowerBound], as: UTF8.self) + zeros + counted
      + String(decoding: bytes[(digits.upperBound + 1)...], as: UTF8.self)
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  var isLetter: Bool { isCapital || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  var isHexadecimal: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}

extension String {
  /// The text cut or made longer so that it has so many code points.
  func fitted(least: Int, most: Int, _ chance: inout Chance) -> String {
    var scalars = Array(unicodeScalars)
    if scalars.count > most {
      scalars = Array(scalars[..<most])
      while scalars.last == " ", scalars.count > least { scalars.removeLast() }
    }
    while scalars.count < least {
      // A word and a space at a time, to the very length.
      if !scalars.isEmpty, least - scalars.count > 3 { scalars.append(" ") }
      let word = chance.pick(Words.tags).unicodeScalars
      scalars.append(contentsOf: word.prefix(least - scalars.count))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension Meaning {
  /// Whether the value is the address of a picture.
  var isPicture: Bool { kind == .avatar || kind == .picture || kind == .icon }
}
