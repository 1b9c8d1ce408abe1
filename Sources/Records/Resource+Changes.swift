import Store
import World

extension Resource {
  /// Its records as somebody may follow them.
  ///
  /// - Parameters:
  ///   - parts: Rows of other tables that its records show inside themselves.
  package func changes(of api: String, parts: [TrackedTable.Part] = []) -> ChangeSource {
    ChangeSource(api: api, name, table: table.name, json: records.json, parts: parts, isCompared: true)
  }
}
