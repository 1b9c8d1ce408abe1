/// The bounds of the work on one value. Schemas and values both come from clients, and both can be made to cost far
/// more than their size.
package enum SchemaLimits {
  /// How many applications of a schema may stand inside one another, one for each level of the value and one for
  /// each `allOf`, `anyOf` and the like in between; a `$ref` alone adds none.
  ///
  /// The recursion is as deep as this, and a debug build then still keeps within a stack of 512 KiB. The JSON
  /// parser's own limit, 128 levels at most and 64 by default, leaves two applications for each level.
  package static let depth = 256

  /// How many applications of a schema one value may need: eight for each element of the densest array of 1 MiB.
  /// Schemas whose references double at each step would otherwise take time without bound.
  package static let steps = 4_000_000
}
