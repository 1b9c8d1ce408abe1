/// What counts as an e-mail address here: enough to catch a field filled with something else.
enum EmailAddress {
  /// The rule, for messages.
  static let rule = "must be an e-mail address such as juan@example.com"

  /// One `@`, something before it, a dot inside what follows, no white space or control characters, no
  /// two dots in a row.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !text.contains(".."), !text.contains(where: \.isWhitespace),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }
}
