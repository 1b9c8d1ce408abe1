/// A media type with its parameters (RFC 9110 §8.3.1), such as `multipart/form-data; boundary=X;charset=UTF-8`.
package struct MediaType: Sendable, Equatable {
  /// Type and subtype in lower case.
  package let essence: String
  private let parameters: [String: String]

  /// Parses a `Content-Type` value leniently: invalid parameters are ignored.
  ///
  /// - Returns: nil when it does not begin with a type and a subtype.
  package init?(_ text: String) {
    // The value that almost all clients send.
    if text == "application/json" {
      (essence, parameters) = (text, [:])
      return
    }
    let parts = Self.split(text)
    guard let first = parts.first, first.contains("/") else { return nil }
    essence = first.lowercased()
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = String(part[..<equals]).trimmingBlanks().lowercased()
      let value = String(part[part.index(after: equals)...]).trimmingBlanks()
      parameters[name] = parameters[name] ?? Self.unquoted(value)
    }
    self.parameters = parameters
  }

  /// The unquoted value of a parameter; names are case-insensitive.
  package func parameter(_ name: String) -> String? { parameters[name.lowercased()] }

  /// Splits at semicolons outside of quotes.
  private static func split(_ text: String) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts.map { $0.trimmingBlanks() }
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var plain = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      plain.append(character)
      isEscaped = false
    }
    return plain
  }
}
