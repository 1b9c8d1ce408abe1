/// A block of the textual encoding of keys and certificates (RFC 7468 §2).
package struct PEM: Sendable, Equatable {
  private static let begin = "-----BEGIN "
  private static let dashes = "-----"

  /// The label of the block, for instance `PUBLIC KEY`.
  package let label: String
  /// The text between the first and the last line, base64 in a valid block.
  package let content: String
  /// The whole block, from the first line to the last.
  package let text: String

  /// Whether a text seems to have a block, well-formed or not.
  package static func isBegun(in text: String) -> Bool {
    text.contains(begin)
  }

  /// The blocks of a text in their order, without the text between them. Nil when a block has no end.
  package static func blocks(in text: String) -> [PEM]? {
    var blocks: [PEM] = []
    var rest = text[...]
    while let start = rest.firstRange(of: begin) {
      guard let labelEnd = rest[start.upperBound...].firstRange(of: dashes) else { return nil }
      let label = String(rest[start.upperBound..<labelEnd.lowerBound])
      let content = rest[labelEnd.upperBound...]
      guard let end = content.firstRange(of: "-----END \(label)\(dashes)") else { return nil }
      blocks.append(
        PEM(
          label: label, content: String(content[..<end.lowerBound]),
          text: String(rest[start.lowerBound..<end.upperBound])))
      rest = rest[end.upperBound...]
    }
    return blocks
  }
}
