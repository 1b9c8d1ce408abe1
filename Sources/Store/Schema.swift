import JSON

/// One step of a schema's history; steps run once for each database, in order.
package struct SchemaStep: Sendable {
  /// A name unique among all steps, such as `agrobridge/1`.
  package let name: String
  /// What the step does.
  package let apply: @Sendable (Connection) throws -> Void
  /// Tables that it leaves to ``Store/require(table:)``.
  let deferred: [DeferredTable]

  /// A step that runs SQL statements.
  package init(_ name: String, sql: String) {
    (self.name, deferred) = (name, [])
    apply = { try $0.script(sql) }
  }

  /// A step that makes each of some tables when it is first needed.
  package init(_ name: String, deferring tables: [DeferredTable]) {
    (self.name, deferred) = (name, tables)
    apply = { _ in }
  }
}

extension SchemaStep {
  /// A step that has columns keep rules from then on; rows that are there already stay as they are.
  package init(_ name: String, rules: [ColumnRule]) {
    self.init(name, sql: rules.map(\.sql).joined(separator: "\n"))
  }
}
