import Cryptography

/// A strong entity tag (RFC 9110 §8.8.3) derived from the body, so that equal bodies have equal tags in every run.
package struct EntityTag: Sendable, Equatable {
  /// How the tags of a condition are compared (RFC 9110 §8.8.3.2).
  package enum Comparison {
    /// Weak tags match nothing: `If-Match`.
    case strong
    /// A weak tag matches as a strong one does: `If-None-Match`.
    case weak
  }

  /// The tag with its quotes, as in `ETag`.
  package let text: String

  /// The tag of a body: the first 96 bits of its SHA-256.
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

  // MARK: Compressed form

  /// The suffix of tags of compressed representations; other tags have no dots.
  private static let codedSuffix = ".gzip\""

  /// The strong tag of a representation in its compressed form, which is a different representation (RFC 9110
  /// §8.8.3.3); a weak tag stays the same.
  package static func coded(_ tag: String) -> String {
    guard tag.hasPrefix("\""), tag.utf8.count > 1 else { return tag }
    return tag.dropLast() + codedSuffix
  }

  /// Replaces tags of compressed forms by those of the uncompressed forms in the conditions of a request.
  ///
  /// - Returns: Whether there were any.
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
