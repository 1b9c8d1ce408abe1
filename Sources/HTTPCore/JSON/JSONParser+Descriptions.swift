// How messages name what stands in the document: short, on one line, and without invisible characters.

extension JSONParser {
  /// The most characters of the document that a message repeats at once.
  private static var longestExcerpt: Int { 40 }

  /// The bytes of a range as text, for a message, cut when they are many.
  func excerpt(_ start: Int, _ end: Int) -> String {
    let start = min(start, input.count)
    let end = min(max(end, start), input.count)
    return shortened(text(start, min(end, start + Self.longestExcerpt * 4)))
  }

  /// A text from the document in double quotes, for a message.
  func quoted(_ text: String) -> String {
    "\"\(shortened(text))\""
  }

  /// What stands at `offset`, which is not past the end: `"x"`, `a line break`, `"é" (U+00E9)`.
  func described(_ offset: Int) -> String {
    let found = byte(at: offset)
    switch found {
    case JSONByte.quote: return "a double quote"
    case JSONByte.lineFeed, JSONByte.carriageReturn: return "a line break"
    case JSONByte.tab: return "a tab"
    case 0x20..<0x7F: return "\"\(Character(Unicode.Scalar(found)))\""
    case 0..<0x20, 0x7F: return "the control character \(codePoint(UInt32(found)))"
    default: break
    }
    guard let scalar = text(offset, min(offset + 4, input.count)).unicodeScalars.first else {
      return "nothing"
    }
    let name = codePoint(scalar.value)
    return isVisible(scalar) ? "\"\(Character(scalar))\" (\(name))" : "the character \(name)"
  }

  /// `value` in upper-case hexadecimal with at least `digits` digits.
  func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private func codePoint(_ value: UInt32) -> String {
    "U+" + hexadecimal(value, digits: 4)
  }

  private func shortened(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == Self.longestExcerpt { return result + "..." }
      if isVisible(scalar) || scalar == " " {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(hexadecimal(scalar.value, digits: 1))}"
      }
    }
    return result
  }

  /// Whether a message can show the character: no control, no mark of direction, no blank.
  private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse:
      false
    default: true
    }
  }
}
