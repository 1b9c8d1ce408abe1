/// How much of a document the parser accepts (RFC 8259 section 9 allows a parser to set such limits).
///
/// The length of the document is not among them: the caller has bounded the body before it holds the bytes.
package struct JSONLimits: Sendable, Equatable {
  /// The deepest nesting any limits allow. The parser, and whoever walks a value, recurses once a level; a
  /// debug build then still keeps within a stack of 512 KiB, which is what threads have on some systems.
  package static let greatestDepth = 128

  /// 64 levels and numbers of 16,384 bytes.
  package static let `default` = JSONLimits()

  /// How many arrays and objects may stand inside one another, 0...128; one level more is refused. With 0
  /// only scalars are accepted.
  package let maximumDepth: Int

  /// How many bytes one number may have, from 1; a longer one is refused.
  ///
  /// The default is far past any value in use, so that a number of ten thousand digits is still parsed and
  /// its field can be named as out of range.
  package let maximumNumberLength: Int

  /// Limits as given, each brought into its range.
  package init(maximumDepth: Int = 64, maximumNumberLength: Int = 16_384) {
    self.maximumDepth = min(max(maximumDepth, 0), Self.greatestDepth)
    self.maximumNumberLength = max(maximumNumberLength, 1)
  }
}
