/// One block of the textual encoding of keys and certificates (RFC 7468 §2).
struct PEM: Equatable {
  private static let begin = "-----BEGIN "
  private static let end = "-----END "
  private static let dashes = "-----"

  /// What the block says it holds, for instance `PUBLIC KEY`.
  let label: String
  /// The bytes; nil when what stands between the two lines is not base64.
  let bytes: [UInt8]?

  /// Whether a text is meant as such a block, well-formed or not.
  static func isBegun(in text: String) -> Bool {
    text.contains(begin)
  }

  /// Reads the one block that a text is, white space around it apart; nil when its lines are not as they
  /// should be.
  init?(_ text: String) {
    let trimmed = String(text.drop(while: \.isWhitespace))
    guard trimmed.hasPrefix(Self.begin) else { return nil }
    let afterBegin = trimmed.dropFirst(Self.begin.count)
    guard let labelEnd = afterBegin.firstRange(of: Self.dashes) else { return nil }
    let label = String(afterBegin[..<labelEnd.lowerBound])
    let afterLabel = afterBegin[labelEnd.upperBound...]
    guard let last = afterLabel.firstRange(of: Self.end + label + Self.dashes),
      afterLabel[last.upperBound...].allSatisfy(\.isWhitespace)
    else { return nil }
    self.label = label
    bytes = FlexibleBase64.decode(afterLabel[..<last.lowerBound].filter { !$0.isWhitespace })
  }
}
