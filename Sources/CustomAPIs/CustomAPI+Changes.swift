import APISupport
import Store
import World

extension CustomAPI {
  /// Its records as subscribers follow them: all that is stored of each, whichever responses show it.
  package var changeSources: [ChangeSource] {
    collections.values.map { ($0.resource.name, $0.documents.name) }.sorted { $0.1 < $1.1 }.map { resource, table in
      ChangeSource(api: name, resource, table: table, scope: "scope", json: "record")
    }
  }
}
