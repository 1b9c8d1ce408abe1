import HTTPCore
import JSON

/// A JSON Schema (draft 2020-12) made ready for validation, with all the schemas it refers to.
///
/// Left out are `$dynamicRef`, which is an error, and `$vocabulary`, which is ignored like every other keyword
/// that is not known.
package struct CompiledSchema: Sendable {
  /// The schemas; they refer to each other by their place in this array, so that recursion needs no cycle of
  /// references.
  let nodes: [SchemaNode]
  /// The place of the schema itself.
  let root: Int

  /// Compiles the schema at `pointer` of the document, or of the schema with the `$id`, called `uri`.
  ///
  /// With `assertsFormats` the keyword `format` refuses values; without, it is an annotation, as the draft has it.
  ///
  /// - Throws: ``SchemaError`` for the first fault of this schema or of one it refers to.
  package init(
    _ registry: SchemaRegistry, uri: String, pointer: JSONPointer = .root, assertsFormats: Bool = false
  ) throws(SchemaError) {
    var compiler = Compiler(registry: registry, assertsFormats: assertsFormats)
    root = try compiler.compile(uri: uri, pointer: pointer)
    nodes = compiler.nodes
  }

  /// Compiles a schema that stands alone.
  ///
  /// - Throws: ``SchemaError``.
  package init(_ schema: JSONValue, assertsFormats: Bool = false) throws(SchemaError) {
    try self.init(SchemaRegistry(documents: ["": schema]), uri: "", assertsFormats: assertsFormats)
  }
}

extension CompiledSchema {
  /// Whether the schema allows the value. A value too deep or too costly to check is not allowed; see
  /// ``SchemaLimits``.
  package func isValid(_ value: JSONValue) -> Bool {
    let evaluation = Evaluation(nodes: nodes, violationLimit: nil)
    return evaluation.evaluate(root, value) && evaluation.exhaustion == nil
  }

  /// What the schema has against the value, at most `limit` violations in the order they are found; empty
  /// exactly when `isValid` holds, for a limit from 1 on.
  package func violations(of value: JSONValue, limit: Int = 20) -> [Violation] {
    let evaluation = Evaluation(nodes: nodes, violationLimit: max(limit, 0))
    _ = evaluation.evaluate(root, value)
    guard let exhaustion = evaluation.exhaustion else { return evaluation.violations }
    let violation = Violation(
      instance: .root, keyword: "", schemaLocation: nodes[root].location, expected: exhaustion.expected,
      found: exhaustion.found)
    return Array((evaluation.violations + [violation]).suffix(max(limit, 0)))
  }
}
