import Cryptography

/// A strong entity tag (RFC 9110 §8.8.3) made from the content itself, so that equal content has an equal tag
/// in every run.
package struct EntityTag: Sendable, Equatable {
  /// How the tags of a condition are compared (RFC 9110 §8.8.3.2).
  package enum Comparison {
    /// Weak tags match nothing: `If-Match`.
    case strong
    /// A weak tag matches as a strong one does: `If-None-Match`.
    case weak
  }

  /// The tag with its quotes, as it stands in `ETag`.
  package let text: String

  /// The tag of some content: the first 96 bits of its SHA-256.
  package init(of content: [UInt8]) {
    text = "\"" + Base64URL.encode(SHA256.hash(content).prefix(12)) + "\""
  }

  /// Whether an `If-None-Match` value names this tag (RFC 9110 §13.1.2).
  package func isMatched(byIfNoneMatch value: String) -> Bool {
    value == text || Self.isNamed(text, in: value, comparison: .weak)
  }

  /// Whether a condition, a list of tags or `*`, names a tag.
  ///
  /// - Parameters:
  ///   - tag: With its quotes; nil for a representation without one, which only `*` names.
  package static func isNamed(_ tag: String?, in condition: String, comparison: Comparison) -> Bool {
    condition.split(separator: ",").contains { element in
      let candidate = String(element).trimmingBlanks()
      guard candidate != "*" else { return true }
      guard let tag else { return false }
      return candidate == tag || comparison == .weak && candidate == "W/" + tag
    }
  }

  // MARK: The coded form

  /// What the tag of a compressed representation ends with; tags of content have no dots.
  private static let codedSuffix = ".gzip\""

  /// The strong tag of a representation in its compressed form, which is another one (RFC 9110 §8.8.3.3); a weak tag is
  /// that of both.
  package static func coded(_ tag: String) -> String {
    guard tag.hasPrefix("\""), tag.utf8.count > 1 else { return tag }
    return tag.dropLast() + codedSuffix
  }

  /// Has the conditions of a request name the plain form wherever they name the compressed one.
  ///
  /// - Returns: Whether they did.
  package static func namePlain(_ headers: inout HeaderFields) -> Bool {
    var isFound = false
    for name in ["If-None-Match", "If-Match"] {
      guard let value = headers[name], value.contains(codedSuffix) else { continue }
      headers[name] = value.replacing(codedSuffix, with: "\"")
      isFound = true
    }
    return isFound
  }
}
