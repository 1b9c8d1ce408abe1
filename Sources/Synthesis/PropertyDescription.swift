import JSON
import Synchronization

/// What a property's description in words says of its values, read when it is first needed.
final class PropertyDescription: Sendable {
  /// The values that it lists, as in "one of: `open`, `closed`"; empty when it lists none.
  var values: [JSONValue] { reading.values }
  /// The numbers that it names as the least and the most, as in "from 1 to 5".
  var range: ClosedRange<Double>? { reading.range }
  /// What the values are, by the standards and words in it, such as "ISO 8601"; nil when it does not say so.
  var kind: PropertyMeaning.Kind? { reading.kind }
  /// Whether it speaks of a longer text.
  var isLong: Bool { reading.isLong }

  private struct Reading {
    var values: [JSONValue] = []
    var range: ClosedRange<Double>?
    var kind: PropertyMeaning.Kind?
    var isLong = false
  }

  private let text: String?
  private let isNumber: Bool
  private let found = Mutex<Reading?>(nil)

  /// - Parameters:
  ///   - isNumber: Whether the values are numbers; else they are texts.
  init(_ text: String?, isNumber: Bool) {
    (self.text, self.isNumber) = (text, isNumber)
  }

  private var reading: Reading {
    guard let text else { return Reading() }
    return found.withLock { found in
      if let found { return found }
      let reading = Self.read(String(text.prefix(800)), isNumber: isNumber)
      found = reading
      return reading
    }
  }

  private static func read(_ text: String, isNumber: Bool) -> Reading {
    var reading = Reading()
    let lower = text.lowercased()
    if isNumber {
      reading.range = range(lower)
      if reading.range == nil { reading.values = numberedValues(lower) }
    } else {
      reading.values = listedValues(text, lower).map { .string($0) }
      reading.isLong = longTexts.contains { lower.contains($0) }
    }
    reading.kind = standards.first { lower.contains($0.words) }?.kind
    return reading
  }

  private static let longTexts = ["markdown", "html", "free text", "paragraph", "message shown", "long text"]

  private static let standards: [(words: String, kind: PropertyMeaning.Kind)] = [
    ("iso 4217", .currency), ("iso-4217", .currency), ("currency code", .currency), ("iso 3166", .countryCode),
    ("iso-3166", .countryCode), ("country code", .countryCode), ("iso 639", .language), ("iso-639", .language),
    ("bcp 47", .locale), ("bcp-47", .locale), ("time zone", .timeZone), ("timezone", .timeZone), ("iso 8601", .past),
    ("iso-8601", .past), ("iso8601", .past), ("rfc 3339", .past), ("rfc3339", .past), ("date and time", .past),
    ("unix time", .timestamp), ("epoch", .timestamp), ("e-mail address", .email), ("email address", .email),
    ("phone number", .phone), ("ip address", .ip), ("mac address", .macAddress), ("mime type", .mimeType),
    ("file name", .fileName), ("filename", .fileName), ("url of", .url), ("url to", .url), ("the url", .url),
    ("link to", .url), ("uri of", .url),
    ("number of", .count), ("how many", .count), ("total count", .count), ("hex color", .color),
    ("latitude", .latitude), ("longitude", .longitude), ("percentage", .percentage),
  ]

  // MARK: Values

  private static let introductions = [
    "one of", "possible values", "allowed values", "valid values", "valid options", "accepted values",
    "supported values", "available values", "possible states", "possible options", "can be", "may be", "either",
    "options are", "options:", "values:", "values are", "must be", "enum:", "allowed:", "statuses:", "types:",
  ]

  /// The words that a description lists: those in quotation marks behind an introduction, or all that stands behind it up
  /// to the end of the sentence, or words with bars between them.
  private static func listedValues(_ text: String, _ lower: String) -> [String] {
    // Lower-case letters of some languages are longer, so that places differ.
    guard lower.utf8.count == text.utf8.count else { return [] }
    for introduction in introductions {
      guard let mark = lower.firstRange(of: introduction) else { continue }
      let offset = lower.utf8.distance(from: lower.startIndex, to: mark.upperBound)
      let rest = text[text.utf8.index(text.startIndex, offsetBy: offset)...].drop { " :=\n".contains($0) }
      let quoted = quotedValues(rest)
      if quoted.count > 1 { return quoted }
      let plain = plainValues(sentence(rest))
      if plain.count > 1 { return plain }
    }
    let quoted = quotedValues(text[...])
    if quoted.count > 1, isListOnly(text, quoted) { return quoted }
    if text.contains("|") {
      return plainValues(text.split(separator: "(").last.map { $0.prefix { $0 != ")" } } ?? text[...])
    }
    return []
  }

  private static func sentence(_ text: Substring) -> Substring {
    let end = text.firstRange(of: ". ")?.lowerBound ?? text.endIndex
    return text[..<end].prefix { $0 != "\n" && $0 != ";" }
  }

  private static func quotedValues(_ text: Substring) -> [String] {
    for mark in ["`", "\"", "'"] as [Character] where text.contains(mark) {
      let parts = text.split(separator: mark, omittingEmptySubsequences: false)
      let values = stride(from: 1, to: parts.count - 1, by: 2).map { parts[$0] }
      if values.count > 1, values.allSatisfy(isValue), Set(values).count == values.count {
        return values.map(String.init)
      }
    }
    return []
  }

  private static func plainValues(_ text: Substring) -> [String] {
    var text = text
    while let last = text.last, ".)] ".contains(last) { text.removeLast() }
    let separated = String(text).replacing(", or ", with: ",").replacing(" or ", with: ",").replacing(
      " and ", with: ",")
    let separator: Character = separated.contains("|") ? "|" : separated.contains(",") ? "," : "/"
    let values = separated.split(separator: separator).map { part in
      part.trimming { " [](){}\"'`".contains($0) }
    }
    return values.count > 1 && values.allSatisfy(isValue) && Set(values).count == values.count
      ? values.map(String.init) : []
  }

  private static func isValue(_ text: Substring) -> Bool {
    (1...40).contains(text.utf8.count) && text.first?.isLetter == true
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-.:".utf8.contains($0) } && !text.hasSuffix("...")
  }

  /// Whether a text has little else than the values in it.
  private static func isListOnly(_ text: String, _ values: [String]) -> Bool {
    values.reduce(0) { $0 + $1.utf8.count + 4 } * 2 > text.utf8.count
  }

  // MARK: Numbers

  /// The numbers at the beginnings of "0: off, 1: on" or "1 = low, 2 = high".
  private static func numberedValues(_ text: String) -> [JSONValue] {
    var values: [Int] = []
    let bytes = Array(text.utf8)
    var place = 0
    while place < bytes.count {
      guard bytes[place].isDigit,
        place == 0 || !(bytes[place - 1].isDigit || bytes[place - 1].isLetter || bytes[place - 1] == UInt8(ascii: "."))
      else {
        place += 1
        continue
      }
      let digits = bytes[place...].prefix { $0.isDigit }
      var next = place + digits.count
      while next < bytes.count, bytes[next] == UInt8(ascii: " ") || bytes[next] == UInt8(ascii: "`") { next += 1 }
      if digits.count < 3, next + 1 < bytes.count,
        [UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "-")].contains(bytes[next]),
        bytes[(next + 1)...].first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") })?.isLetter == true,
        let value = Int(String(decoding: digits, as: UTF8.self))
      {
        values.append(value)
      }
      place = max(next, place + 1)
    }
    let isCounted = zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
    return values.count > 1 && isCounted ? values.map { .number(JSONNumber($0)) } : []
  }

  /// The bounds of "from 1 to 5", "between 0 and 100", "1-5" or "0..1".
  private static func range(_ text: String) -> ClosedRange<Double>? {
    let words = text.split { " ,;()[]\n:".contains($0) }
    for (index, word) in words.enumerated() {
      if index + 2 < words.count, ["to", "and", "through", "-", "–"].contains(words[index + 1]),
        words[index + 1] != "and" || index > 0 && words[index - 1] == "between",
        let range = bounds(word, words[index + 2])
      {
        return range
      }
      for separator in ["..", "-", "–"] {
        guard let mark = word.firstRange(of: separator) else { continue }
        if let range = bounds(word[..<mark.lowerBound], word[mark.upperBound...]) { return range }
      }
    }
    return nil
  }

  private static func bounds(_ least: Substring, _ most: Substring) -> ClosedRange<Double>? {
    func number(_ text: Substring) -> Double? {
      let digits = text.trimming { "%.`\"'".contains($0) }
      return digits.utf8.count <= 9 ? Double(digits) : nil
    }
    guard let least = number(least), let most = number(most), least < most, most <= 1_000_000, least > -1_000_000
    else { return nil }
    // Years and dates are no bounds.
    return (1_900...2_100).contains(least) ? nil : least...most
  }
}

extension Substring {
  fileprivate func trimming(_ isDropped: (Character) -> Bool) -> Substring {
    var text = drop(while: isDropped)
    while let last = text.last, isDropped(last) { text.removeLast() }
    return text
  }
}
