import HTTPCore
import JSON
import STOMP

/// Scans a text once and copies all of it except the values of secrets.
struct LooseScanner {
  private let input: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  init(_ input: [UInt8]) {
    self.input = input
    output.reserveCapacity(input.count)
  }

  mutating func run() -> String {
    while position < input.count {
      let start = position
      if let name = readName(), Redaction.isSecret(name) {
        output.append(contentsOf: input[start..<position])
        guard copySeparator() else { continue }
        let valueStart = position
        skipValue()
        if position > valueStart { output.append(contentsOf: Redaction.mark.utf8) }
      } else {
        // A quoted text that is not the name of a secret may contain one: a quote may be missing, or the text be a
        // document.
        position = Self.isQuote(input[start]) ? start + 1 : position
        output.append(contentsOf: input[start..<position])
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Skips a quoted text or a word and returns it, or skips one other byte and returns nil.
  private mutating func readName() -> String? {
    let first = input[position]
    if Self.isQuote(first) {
      let start = position
      // Names are not longer, and a limit keeps the time linear.
      skipQuoted(atMost: 256)
      guard position - start >= 2, input[position - 1] == first else { return nil }
      // Escapes are decoded, because "pass\u0077ord" is the same name.
      let inner = input[(start + 1)..<(position - 1)]
      let literal = [UInt8(ascii: "\"")] + inner + [UInt8(ascii: "\"")]
      return (try? JSONParser.parse(literal))?.string ?? String(decoding: inner, as: UTF8.self)
    }
    guard Self.isWord(first) else {
      position += 1
      return nil
    }
    let start = position
    while position < input.count, Self.isWord(input[position]) { position += 1 }
    let word = PercentEncoding.decode(input[start..<position], plus: .space)
    return String(decoding: word, as: UTF8.self)
  }

  /// Copies spaces and the colon, equals sign or end of an XML tag after a name.
  ///
  /// - Returns: whether there is one; otherwise nothing is copied.
  private mutating func copySeparator() -> Bool {
    var index = position
    // A quote that is escaped twice, as in JSON in a string that was truncated.
    while index < input.count, Self.isBlank(input[index]) || input[index] == 0x5C || Self.isQuote(input[index]) {
      index += 1
    }
    guard index < input.count, ":=>".utf8.contains(input[index]) else { return false }
    while index < input.count, Self.isBlank(input[index]) || input[index] == 0x5C || ":=>".utf8.contains(input[index]) {
      index += 1
    }
    output.append(contentsOf: input[position..<index])
    position = index
    return true
  }

  /// Skips a value: a quoted text, a bracket with its contents, or everything up to the next separator.
  private mutating func skipValue() {
    guard position < input.count else { return }
    let first = input[position]
    if Self.isQuote(first) {
      skipQuoted()
    } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      skipBrackets()
    } else {
      let ends = Set(",}]&;<\r\n\"".utf8)
      while position < input.count, !ends.contains(input[position]), input[position] != 0 { position += 1 }
    }
  }

  private mutating func skipBrackets() {
    var depth = 0
    while position < input.count {
      let byte = input[position]
      if Self.isQuote(byte) {
        skipQuoted()
        continue
      }
      position += 1
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      if depth == 0 { return }
    }
  }

  /// Skips a quoted text; without a closing quote, up to the end.
  private mutating func skipQuoted(atMost limit: Int = .max) {
    let quote = input[position]
    let end = limit < input.count - position ? position + limit : input.count
    position += 1
    while position < end {
      let byte = input[position]
      position += byte == 0x5C ? 2 : 1
      if byte == quote { break }
    }
    position = min(position, input.count)
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte.lowercasedASCII >= 0x61 && byte.lowercasedASCII <= 0x7A)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "%") || byte >= 0x80
  }
}
