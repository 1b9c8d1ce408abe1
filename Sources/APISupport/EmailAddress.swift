/// What counts as an e-mail address here: enough to catch a field filled with something else.
package enum EmailAddress {
  /// The rule, for messages.
  package static let rule = "must be an e-mail address such as juan@example.com"

  /// One `@`, something before it, a dot inside what follows, no white space or control characters, no
  /// two dots in a row.
  ///
  /// Code points count, as in the documents' patterns: an `@` or a dot stays one when a mark that combines with it follows.
  package static func isValid(_ text: String) -> Bool {
    let points = text.unicodeScalars
    let parts = points.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      !zip(points, points.dropFirst()).contains(where: { $0 == "." && $1 == "." }),
      !points.contains(where: { $0.properties.isWhitespace || $0.properties.generalCategory == .control })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }
}
