import HTTPCore

/// The members that a schema says an object has, so that others can be told from them. What the schema merely
/// allows, for want of `additionalProperties: false`, is not among them.
package struct DocumentedProperties: Sendable {
  /// The names in `properties`.
  package internal(set) var names: Set<String> = []
  /// The expressions of `patternProperties`.
  var patterns: [SearchExpression] = []
  /// Whether members of any other name have a schema, by `additionalProperties` or `unevaluatedProperties`.
  var hasOthers = false

  /// Whether members beside `names` can be documented: by a schema for all others or for those of a pattern.
  package var allowsOthers: Bool { hasOthers || !patterns.isEmpty }

  /// Whether a member of this name is documented.
  package func contains(_ name: String) -> Bool {
    hasOthers || names.contains(name) || patterns.contains { $0.matches(name) == true }
  }
}

extension CompiledSchema {
  /// The members that objects of this schema are said to have: those of its own and of the schemas it applies through
  /// `$ref`, `allOf`, `anyOf`, `oneOf`, `then`, `else` and `dependentSchemas`, whichever of them a value meets.
  package func documentedProperties() -> DocumentedProperties {
    var all = DocumentedProperties()
    var seen: Set<Int> = [root]
    var pending = [root]
    while let next = pending.popLast() {
      let own = nodes[next].documented
      all.names.formUnion(own.names)
      all.patterns += own.patterns
      all.hasOthers = all.hasOthers || own.hasOthers
      for node in nodes[next].describing where seen.insert(node).inserted { pending.append(node) }
    }
    return all
  }
}
