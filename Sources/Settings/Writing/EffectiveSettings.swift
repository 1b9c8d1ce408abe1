/// A configuration as it is in effect, and where each value came from: valid YAML that can be read again.
package struct EffectiveSettings: Sendable {
  /// An option and what it is set to.
  package struct Row: Sendable, Equatable {
    let name: String
    let value: String?
    let origin: String

    /// - Parameters:
    ///   - value: nil when it is set to nothing.
    ///   - origin: Where the value came from, such as `--port`.
    package init(name: String, value: String?, origin: String) {
      (self.name, self.value, self.origin) = (name, value, origin)
    }
  }

  /// Comments stand below each other up to this column.
  private static let maximumColumn = 40

  private let rows: [Row]

  /// A configuration of rows that are shown in their order.
  package init(_ rows: [Row]) {
    self.rows = rows
  }

  /// The text, a line for each option.
  package var yaml: String {
    let entries = rows.map { row in row.name + ":" + (row.value.map { " \(YAMLText.scalar($0))" } ?? "") }
    let width = min(Self.maximumColumn, entries.map(\.count).max() ?? 0)
    return zip(entries, rows).map { entry, row in
      entry + String(repeating: " ", count: max(0, width - entry.count)) + "  # \(row.origin)\n"
    }.joined()
  }
}
