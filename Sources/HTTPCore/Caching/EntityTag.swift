import Crypto

/// A strong entity tag (RFC 9110 §8.8.3) made from the content itself, so that equal content has an equal tag
/// in every run.
package struct EntityTag: Sendable, Equatable {
  /// The tag with its quotes, as it stands in `ETag`.
  package let text: String

  /// The tag of some content: the first 96 bits of its SHA-256.
  package init(of content: [UInt8]) {
    text = "\"" + Base64URL.encode(Array(SHA256.hash(data: content).prefix(12))) + "\""
  }

  /// Whether an `If-None-Match` value names this tag: a list of tags, weak or strong, or `*`; compared weakly
  /// (RFC 9110 §13.1.2).
  package func isMatched(byIfNoneMatch value: String) -> Bool {
    if value == text { return true }
    return value.split(separator: ",").contains { element in
      let candidate = String(element).trimmingBlanks()
      return candidate == "*" || candidate == text || candidate == "W/" + text
    }
  }
}
