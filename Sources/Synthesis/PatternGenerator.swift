/// Makes texts that match a regular expression of JavaScript (ECMA-262 section 22.2): literals, classes, escapes,
/// quantifiers, groups and alternatives. Assertions count as nothing, so that what is made may not match.
struct PatternGenerator: Sendable {
  private indirect enum Part: Sendable {
    case nothing
    /// One of some ranges of characters.
    case character([ClosedRange<UInt32>])
    case sequence([Part])
    case choice([Part])
    case repetition(Part, least: Int, most: Int)
  }

  /// The longest text that is made.
  private static let lengthLimit = 20_000
  static let depthLimit = 60
  private static let stepLimit = 100_000

  private let part: Part

  /// Nil for what cannot be read, and for references back.
  init?(_ pattern: String) {
    var reader = Reader(pattern)
    guard pattern.utf8.count <= 1_000, let part = reader.choice(depth: 0), reader.isAtEnd else { return nil }
    self.part = part
  }

  /// A text whose repetitions are together by so many longer than they must; nil when it were too long.
  func make(_ chance: inout RandomSource, extra: Int) -> String? {
    var text = Text(extra: extra)
    guard append(part, to: &text, &chance) else { return nil }
    return String(String.UnicodeScalarView(text.scalars))
  }

  /// A text in the making.
  private struct Text {
    var scalars: [Unicode.Scalar] = []
    /// How many repetitions may still be added.
    var extra: Int
    var steps = 0
  }

  private func append(_ part: Part, to text: inout Text, _ chance: inout RandomSource) -> Bool {
    text.steps += 1
    guard text.scalars.count <= Self.lengthLimit, text.steps <= Self.stepLimit else { return false }
    switch part {
    case .nothing: return true
    case .character(let ranges):
      guard let scalar = Self.pick(ranges, &chance) else { return false }
      text.scalars.append(scalar)
      return true
    case .sequence(let parts):
      for part in parts {
        guard append(part, to: &text, &chance) else { return false }
      }
      return true
    case .choice(let parts): return append(chance.pick(parts), to: &text, &chance)
    case .repetition(let part, let least, let most):
      let more = min(most - least, text.extra)
      guard least + more <= Self.lengthLimit else { return false }
      text.extra -= more
      for _ in 0..<(least + more) {
        guard append(part, to: &text, &chance) else { return false }
      }
      return true
    }
  }

  private static func pick(_ ranges: [ClosedRange<UInt32>], _ chance: inout RandomSource) -> Unicode.Scalar? {
    let count = ranges.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    var place = chance.below(count)
    for range in ranges {
      if place < range.count { return Unicode.Scalar(range.lowerBound + UInt32(place)) }
      place -= range.count
    }
    return nil
  }
}

/// Sets of characters as ranges.
private enum Characters {
  static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
  static let word: [ClosedRange<UInt32>] = [0x61...0x7A, 0x30...0x39, 0x41...0x5A]
  static let letters: [ClosedRange<UInt32>] = [0x61...0x7A, 0x41...0x5A]
  static let space: [ClosedRange<UInt32>] = [0x20...0x20]
  /// What stands for any character: those that are at home in texts.
  static let readable: [ClosedRange<UInt32>] = [0x61...0x7A, 0x30...0x39]
  static let printable: [ClosedRange<UInt32>] = [0x20...0x7E]

  /// The printable characters that are in none of the ranges, letters and digits alone if there are some.
  static func others(than ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    func left(of set: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
      set.flatMap { Array($0) }.filter { code in !ranges.contains { $0.contains(code) } }.map { $0...$0 }
    }
    let readable = left(of: readable)
    return readable.isEmpty ? left(of: printable) + left(of: [0xA1...0xFF]) : readable
  }
}

extension PatternGenerator {
  /// Reads a pattern from its start.
  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ pattern: String) {
      scalars = Array(pattern.unicodeScalars)
    }

    var isAtEnd: Bool { position == scalars.count }
    private var next: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

    private mutating func skip(_ text: String) -> Bool {
      let wanted = Array(text.unicodeScalars)
      guard scalars[position...].prefix(wanted.count).elementsEqual(wanted) else { return false }
      position += wanted.count
      return true
    }

    mutating func choice(depth: Int) -> Part? {
      guard depth <= PatternGenerator.depthLimit else { return nil }
      var parts: [Part] = []
      repeat {
        guard let part = sequence(depth: depth) else { return nil }
        parts.append(part)
      } while skip("|")
      return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence(depth: Int) -> Part? {
      var parts: [Part] = []
      while let next, next != "|", next != ")" {
        guard let atom = atom(depth: depth), let part = quantified(atom) else { return nil }
        parts.append(part)
      }
      return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func quantified(_ part: Part) -> Part? {
      let bounds: (least: Int, most: Int)
      switch next {
      case "*": bounds = (0, Int.max)
      case "+": bounds = (1, Int.max)
      case "?": bounds = (0, 1)
      case "{":
        guard let counts = counts() else { return part }
        bounds = counts
        position -= 1
      default: return part
      }
      position += 1
      _ = skip("?")
      return bounds.least > bounds.most ? nil : .repetition(part, least: bounds.least, most: bounds.most)
    }

    /// `{2}`, `{2,}` or `{2,5}`; nil, and nothing is read, for a brace that is a character.
    private mutating func counts() -> (least: Int, most: Int)? {
      let start = position
      position += 1
      guard let least = number() else {
        position = start
        return nil
      }
      var most = least
      if skip(",") { most = number() ?? Int.max }
      if skip("}") { return (least, most) }
      position = start
      return nil
    }

    private mutating func number() -> Int? {
      var (value, count) = (0, 0)
      while let next, ("0"..."9").contains(next), count < 9 {
        value = value * 10 + Int(next.value - 0x30)
        count += 1
        position += 1
      }
      return count == 0 ? nil : value
    }

    private mutating func atom(depth: Int) -> Part? {
      guard let next else { return nil }
      position += 1
      switch next {
      case "^", "$": return .nothing
      case ".": return .character(Characters.readable)
      case "(": return group(depth: depth)
      case "[": return characterClass()
      case "\\": return escape()
      case "*", "+", "?": return nil
      default: return .character([next.value...next.value])
      }
    }

    private mutating func group(depth: Int) -> Part? {
      var isAssertion = false
      if skip("?") {
        if skip("=") || skip("!") || skip("<=") || skip("<!") {
          isAssertion = true
        } else if skip("<") {
          while let next, next != ">" { position += 1 }
          guard skip(">") else { return nil }
        } else if !skip(":") {
          return nil
        }
      }
      guard let part = choice(depth: depth + 1), skip(")") else { return nil }
      return isAssertion ? .nothing : part
    }

    private mutating func escape() -> Part? {
      guard let next else { return nil }
      if next == "b" || next == "B" {
        position += 1
        return .nothing
      }
      if ("1"..."9").contains(next) || next == "k" { return nil }
      return escapedCharacters().map { .character($0) }
    }

    /// What stands behind a backslash, in a class or outside.
    private mutating func escapedCharacters() -> [ClosedRange<UInt32>]? {
      guard let next else { return nil }
      position += 1
      switch next {
      case "d": return Characters.digits
      case "D": return Characters.others(than: Characters.digits)
      case "w": return Characters.word
      case "W": return Characters.others(than: Characters.word + [0x5F...0x5F])
      case "s": return Characters.space
      case "S": return Characters.readable
      case "n": return [0x0A...0x0A]
      case "r": return [0x0D...0x0D]
      case "t": return [0x09...0x09]
      case "f": return [0x0C...0x0C]
      case "v": return [0x0B...0x0B]
      case "0": return [0...0]
      case "x": return hexadecimal(2)
      case "u":
        if skip("{") {
          let count = scalars[position...].prefix { $0 != "}" }.count
          guard (1...6).contains(count), let range = hexadecimal(count), skip("}") else { return nil }
          return range
        }
        return hexadecimal(4)
      case "p", "P": return property(isNegated: next == "P")
      default: return [next.value...next.value]
      }
    }

    private mutating func hexadecimal(_ count: Int) -> [ClosedRange<UInt32>]? {
      let digits = scalars[position...].prefix(count)
      guard digits.count == count, let code = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) else {
        return nil
      }
      position += count
      return [code...code]
    }

    private mutating func property(isNegated: Bool) -> [ClosedRange<UInt32>]? {
      guard skip("{") else { return nil }
      let name = String(String.UnicodeScalarView(scalars[position...].prefix { $0 != "}" }))
      position += name.unicodeScalars.count
      guard skip("}") else { return nil }
      let ranges: [ClosedRange<UInt32>]
      switch name {
      case "L", "Letter", "Alphabetic", "Latin", "Script=Latin": ranges = Characters.letters
      case "Lu", "Uppercase_Letter", "Uppercase": ranges = [0x41...0x5A]
      case "Ll", "Lowercase_Letter", "Lowercase": ranges = [0x61...0x7A]
      case "N", "Nd", "Number", "Decimal_Number": ranges = Characters.digits
      case "Z", "Zs", "Separator", "Space_Separator": ranges = Characters.space
      case "P", "Punctuation": ranges = [0x2C...0x2E]
      case "S", "Symbol", "Sc", "Currency_Symbol": ranges = [0x24...0x24]
      case "M", "Mark": ranges = [0x301...0x301]
      case "C", "Other", "Cc", "Control": ranges = [0x01...0x01]
      default: return nil
      }
      return isNegated ? Characters.others(than: ranges) : ranges
    }

    private mutating func characterClass() -> Part? {
      let isNegated = skip("^")
      var ranges: [ClosedRange<UInt32>] = []
      while let next, next != "]" {
        guard let first = classMember() else { return nil }
        if first.count == 1, first[0].count == 1, self.next == "-", position + 1 < scalars.count,
          scalars[position + 1] != "]"
        {
          position += 1
          guard let last = classMember(), last.count == 1, last[0].count == 1,
            first[0].lowerBound <= last[0].lowerBound
          else { return nil }
          ranges.append(first[0].lowerBound...last[0].lowerBound)
        } else {
          ranges += first
        }
      }
      guard skip("]") else { return nil }
      if isNegated { return .character(Characters.others(than: ranges)) }
      // Surrogates are no characters; and what people read is better than what they do not.
      let valid = ranges.flatMap(Self.withoutSurrogates)
      let readable = valid.flatMap { range in Characters.word.compactMap { Self.intersection(range, $0) } }
      return .character(readable.isEmpty ? valid : readable)
    }

    private mutating func classMember() -> [ClosedRange<UInt32>]? {
      guard let next else { return nil }
      position += 1
      if next != "\\" { return [next.value...next.value] }
      if skip("b") { return [0x08...0x08] }
      return escapedCharacters()
    }

    private static func withoutSurrogates(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
      [intersection(range, 0...0xD7FF), intersection(range, 0xE000...0x10FFFF)].compactMap(\.self)
    }

    private static func intersection(
      _ first: ClosedRange<UInt32>, _ second: ClosedRange<UInt32>
    ) -> ClosedRange<UInt32>? {
      first.overlaps(second) ? first.clamped(to: second) : nil
    }
  }
}
