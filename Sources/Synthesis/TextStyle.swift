/// What an example of a text looks like.
struct TextStyle {
  private let example: String

  init(_ example: String) {
    self.example = example
  }

  /// Whether it is a short code in capitals, such as `DE`.
  var isCode: Bool { (2...3).contains(example.utf8.count) && example.utf8.allSatisfy(\.isCapital) }

  var isEmail: Bool {
    let parts = example.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !example.contains(" ")
  }

  /// Whether it is an address of the web.
  var isAddress: Bool { example.hasPrefix("https://") || example.hasPrefix("http://") }

  /// Whether it is the address of a picture.
  var isPicture: Bool {
    isAddress && [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"].contains { example.hasSuffix($0) }
  }

  /// A moment as the example writes one; nil when it is no date.
  func moment(_ moment: Timestamp) -> String? {
    let bytes = Array(example.utf8.prefix(40))
    if bytes.count == 7, bytes[4] == UInt8(ascii: "-"), example.hasPrefix("19") || example.hasPrefix("20"),
      bytes.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") })
    {
      return String(moment.date.prefix(7))
    }
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ bytes[$0].isDigit })
    else { return nil }
    if bytes.count == 10 { return moment.date }
    guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "), bytes.count >= 16 else { return nil }
    var text = moment.date + String(Unicode.Scalar(bytes[10])) + moment.time.dropLast()
    if bytes.count == 16 { return String(text.prefix(16)) }
    var rest = bytes.dropFirst(19)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: \.isDigit)
      text += "." + String(repeating: "0", count: fraction.count)
      rest = rest.dropFirst(1 + fraction.count)
    }
    switch rest.first {
    case nil: return text
    case UInt8(ascii: "Z"): return text + "Z"
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return text + (rest.contains(UInt8(ascii: ":")) ? "+00:00" : "+0000")
    default: return nil
    }
  }

  /// The address with another number at its end; nil when there is none in its last segment.
  func variedAddress(number: Int) -> String? {
    let bytes = Array(example.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), let last = bytes.lastIndex(where: \.isDigit),
      last > slash,
      slash > 8
    else { return nil }
    var start = last
    while start > slash + 1, bytes[start - 1].isDigit { start -= 1 }
    return varied(bytes, digits: start...last, number: number)
  }

  /// Another text of the same look: for `cus_NffrFeUfNV2Hib` the prefix and so many other letters and digits, for
  /// `ORD-1042` a later number. Nil for what are words.
  func varied(_ chance: inout RandomSource, number: Int, isIdentifier: Bool) -> String? {
    var bytes = Array(example.utf8)
    // `cly123...` leaves out the rest.
    if isIdentifier, example.hasSuffix("..."), bytes.count > 3 { bytes = bytes.dropLast(3) + Array("0a1b2c3d".utf8) }
    guard (1...200).contains(bytes.count), bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    // The last run of letters and digits that holds a digit is what differs, in a word that identifies any.
    let digit = bytes.lastIndex(where: \.isDigit)
    guard let last = digit ?? (isIdentifier ? bytes.lastIndex(where: \.isLetter) : nil) else { return nil }
    var (start, end) = (last, last)
    while start > 0, bytes[start - 1].isDigit || bytes[start - 1].isLetter { start -= 1 }
    while end + 1 < bytes.count, bytes[end + 1].isDigit || bytes[end + 1].isLetter { end += 1 }
    let run = bytes[start...end]
    let changes = zip(run, run.dropFirst()).count { $0.isDigit != $1.isDigit }
    if changes == 0, run.first?.isDigit == true { return varied(bytes, digits: start...end, number: number) }
    if isUUID(bytes) { return TextGeneration.uuid(&chance) }
    if changes < 2, !isIdentifier {
      guard changes == 1, end == last, run.count >= 4, let first = run.firstIndex(where: \.isDigit) else { return nil }
      return varied(bytes, digits: first...end, number: number)
    }
    var varied = bytes
    let isHexadecimal = run.allSatisfy(\.isHexadecimal)
    let alphabet = run.contains(where: \.isCapital) ? Alphabet.capitalHexadecimal : Alphabet.hexadecimal
    for place in start...end {
      if isHexadecimal {
        varied[place] = chance.pick(alphabet)
      } else if bytes[place].isDigit {
        varied[place] = chance.pick(Alphabet.digits)
      } else {
        varied[place] = chance.pick(bytes[place].isCapital ? Alphabet.upper : Alphabet.lower)
      }
    }
    return String(decoding: varied, as: UTF8.self)
  }

  private func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
      && bytes.allSatisfy { $0.isHexadecimal || $0 == UInt8(ascii: "-") }
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
  /// The text cut or made longer so that it has so many code points; a text of a format is made longer where the format
  /// allows it.
  func fitted(least: Int, most: Int, format: String?, _ chance: inout RandomSource) -> String {
    let missing = least - unicodeScalars.count
    if missing > 0, format == "email" || format == "idn-email", let at = firstIndex(of: "@") {
      // 64 bytes before the `@` are the most (RFC 5321 section 4.5.3.1); the rest goes into a label of the domain.
      let room = min(missing, max(60 - self[..<at].utf8.count, 0))
      let label = missing > room ? chance.text(min(max(missing - room - 1, 1), 60), of: Alphabet.lower) + "." : ""
      return chance.text(room, of: Alphabet.lower) + self[...at] + label + self[index(after: at)...]
    }
    if missing > 0, format == "uri" || format == "url" || format == "uri-reference" {
      return self + "/" + chance.text(missing, of: Alphabet.lower)
    }
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

extension PropertyMeaning {
  /// Whether the value tells one thing from another.
  var isIdentifying: Bool {
    switch kind {
    case .id, .reference, .token, .hash, .code, .sku: true
    default: false
    }
  }

  /// Whether numbers of it are whole, whatever the type.
  var isCounting: Bool {
    switch kind {
    case .id, .reference, .quantity, .count, .ordinal, .jobTitle, .age, .year, .month, .day, .size, .duration: true
    default: false
    }
  }

  /// Whether the value is the address of a picture.
  var isPicture: Bool { kind == .avatar || kind == .picture || kind == .icon }
}
