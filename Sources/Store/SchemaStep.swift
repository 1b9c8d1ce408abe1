/// One step of a schema's history; steps run once for each database, in order.
package struct SchemaStep: Sendable {
  /// A name unique among all steps, such as `agrobridge/1`.
  package let name: String
  /// What the step does.
  package let apply: @Sendable (Connection) throws -> Void

  /// A step that runs SQL statements.
  package init(_ name: String, sql: String) {
    self.name = name
    apply = { try $0.script(sql) }
  }
}
