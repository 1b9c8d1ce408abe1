import HTTPCore
import JSON
import Store
import World

/// The parsed records of a world as a client sees them, with links that begin with the client's origin.
struct Records {
  let world: World
  let origin: String

  /// All records of a resource, loaded and parsed when that was not done since its last change.
  func all(_ resource: Resource) throws -> [JSONValue] {
    try RecordSeeds.require([resource], in: world)
    let version = world.store.version(of: [resource.table])
    return try world.derived.value("\(resource.table) \(origin)", version: version) {
      let json = try world.store.read { try RecordSQL.all($0, resource) }
      return try JSONParser.parse(LocalLink.expand(in: json, origin: origin)).array ?? []
    }
  }

  /// One record; nil when there is none of that id. Ids are compared as text, so `01` is no id.
  func record(_ resource: Resource, id: String) throws -> [UInt8]? {
    guard let number = Int64(id), String(number) == id else { return nil }
    try RecordSeeds.require([resource], in: world)
    let json = try world.store.read { try RecordSQL.record($0, resource, id: number) }
    return json.map { LocalLink.expand(in: $0, origin: origin) }
  }
}
