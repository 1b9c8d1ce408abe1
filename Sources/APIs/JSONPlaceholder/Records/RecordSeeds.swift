import HTTPCore
import Store
import World

/// Loads the records of a resource when it is first asked for.
enum RecordSeeds {
  static func require(_ resources: [Resource], in world: World) throws {
    for resource in resources {
      let part = "\(JSONPlaceholder.identifier)/\(resource.rawValue)"
      try world.deferredSeeds.require(part, tables: [resource.table]) { connection, source in
        if let json = try records(of: resource, source) { try RecordSQL.insertAll(connection, resource, json) }
      }
    }
  }

  /// A JSON array of the records, nil when the data set has none.
  private static func records(of resource: Resource, _ source: SeedSource) throws -> String? {
    let folder = source.folder(JSONPlaceholder.identifier)
    switch (source.dataset, resource) {
    case (.demo, .photos): return try PhotoSeeds.records(folder)
    case (.demo, _): return try folder.text("demo/\(resource.rawValue).json")
    case (.minimal, .users), (.minimal, .posts): return try folder.text("minimal/\(resource.rawValue).json")
    case (.minimal, _), (.empty, _): return nil
    }
  }
}
