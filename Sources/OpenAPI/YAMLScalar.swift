import JSON

/// The type of a single value in YAML (YAML 1.2.2 §10.3.2).
enum YAMLScalar {
  /// The value of a scalar. A standard tag determines its type; other tags are ignored.
  static func value(_ text: String, isPlain: Bool, tag: String?) -> JSONValue {
    if let tag, tag.hasPrefix("tag:yaml.org,2002:") {
      switch tag.dropFirst("tag:yaml.org,2002:".count) {
      case "int", "float", "bool", "null": return plain(text)
      default: return .string(text)
      }
    }
    return isPlain && tag != "!" ? plain(text) : .string(text)
  }

  private static func plain(_ text: String) -> JSONValue {
    guard let first = text.utf8.first else { return .null }
    switch first {
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
      UInt8(ascii: "f"), UInt8(ascii: "F"):
      return words[text] ?? .string(text)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return number(text).map(JSONValue.number) ?? .string(text)
    default: return .string(text)
    }
  }

  private static let words: [String: JSONValue] = [
    "~": .null, "null": .null, "Null": .null, "NULL": .null, "true": true, "True": true, "TRUE": true, "false": false,
    "False": false, "FALSE": false,
  ]

  /// The number in a plain text; nil for other texts, and for infinities, which JSON does not have.
  static func number(_ text: String) -> JSONNumber? {
    let bytes = text.utf8
    if bytes.count <= 18, bytes.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) { return Int(text).map { JSONNumber($0) } }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
      let digits = text.dropFirst(2)
      guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
      return Int(digits, radix: radix).map { JSONNumber($0) }
    }
    return decimal(text)
  }

  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, written as JSON requires.
  private static func decimal(_ text: String) -> JSONNumber? {
    var rest = Substring(text)
    var literal = ""
    if let sign = rest.first, sign == "-" || sign == "+" {
      if sign == "-" { literal = "-" }
      rest.removeFirst()
    }
    func digits() -> Substring {
      let found = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(found.count)
      return found
    }
    let whole = digits()
    var fraction: Substring = ""
    if rest.first == "." {
      rest.removeFirst()
      fraction = digits()
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    let significant = whole.drop { $0 == "0" }
    literal += significant.isEmpty ? "0" : significant
    if !fraction.isEmpty { literal += "." + fraction }
    if let marker = rest.first, marker == "e" || marker == "E" {
      rest.removeFirst()
      literal += "e"
      if let sign = rest.first, sign == "-" || sign == "+" {
        literal.append(sign)
        rest.removeFirst()
      }
      let exponent = digits()
      guard !exponent.isEmpty else { return nil }
      literal += exponent
    }
    guard rest.isEmpty else { return nil }
    return JSONNumber(literal: literal)
  }
}
