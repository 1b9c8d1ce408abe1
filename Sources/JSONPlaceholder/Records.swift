import HTTPCore
import JSON
import Store
import World

/// The six collections, each under its plural name at the root.
enum Resource: String, CaseIterable, Sendable {
  case users, posts, comments, albums, photos, todos

  /// The name of one record, by which other records refer to it.
  var singular: String { String(rawValue.dropLast()) }
  /// The name as a part of another one, such as `Posts`.
  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  /// The name of one record as a part of another one, such as `Post`.
  var singularTitle: String { String(title.dropLast()) }

  /// The member by which records of other resources refer to one of this, such as `postId`.
  var foreignKey: String { singular + "Id" }

  /// The resources whose records belong to one of this and go with it.
  var children: [Resource] {
    switch self {
    case .users: [.posts, .albums, .todos]
    case .posts: [.comments]
    case .albums: [.photos]
    case .comments, .photos, .todos: []
    }
  }

  /// This resource and all whose records may go with one of this.
  var family: [Resource] { [self] + children.flatMap(\.family) }

  /// The name of the resource among tables, for versions.
  var table: String { "\(JSONPlaceholder.identifier)_\(rawValue)" }

  /// The resource whose singular name this is.
  init?(singular: String) {
    guard let resource = Resource.allCases.first(where: { $0.singular == singular }) else { return nil }
    self = resource
  }
}

/// The parsed records of a world as a client sees them, with links that begin with the client's origin.
struct Records {
  /// A stored document may be as deep as a request's content, and stands in the array of all records.
  static let limits = JSONLimits(maximumDepth: JSONLimits.default.maximumDepth + 1)

  let world: World
  let origin: String

  /// Names the answer to a request for records among all content that is kept of the world.
  func key(_ request: Request) -> String {
    let query = String(decoding: request.target.rawQuery, as: UTF8.self)
    return "\(JSONPlaceholder.identifier) \(origin)\(request.target.rawPath)?\(query)"
  }

  /// All records of a resource, loaded and parsed when that was not done since its last change.
  func all(_ resource: Resource) throws -> [JSONValue] {
    try RecordSeeds.require([resource], in: world)
    // All records are kept for a few origins only, since a client can name any number of them.
    let slot = origin.utf8.reduce(0) { $0 &+ Int($1) } & 3
    return try world.derived.value("\(resource.table) \(slot)", variant: origin) {
      let json = try world.store.read { try RecordSQL.all($0, resource) }
      return try JSONParser.parse(LocalLink.expand(in: json, origin: origin), limits: Self.limits).array ?? []
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

/// Loads the records of a resource when it is first asked for.
enum RecordSeeds {
  static func require(_ resources: [Resource], in world: World) throws {
    for resource in resources {
      let part = "\(JSONPlaceholder.identifier)/\(resource.rawValue)"
      try world.deferredSeeds.require(part) { connection, source in
        if let json = try records(of: resource, source) { try RecordSQL.insertAll(connection, resource, json) }
      }
    }
  }

  /// Looks at the records of all resources before anybody asks for one.
  ///
  /// - Throws: ``SeedFolder/Failure`` that names the file, the record and what is wrong with it.
  static func check(_ source: SeedSource) throws {
    for resource in Resource.allCases {
      let file = "\(JSONPlaceholder.identifier)/\(source.dataset.rawValue)/\(resource.rawValue).json"
      guard let text = try records(of: resource, source) else { continue }
      func failure(_ reason: String) -> SeedFolder.Failure {
        SeedFolder.Failure("the seed file \(source.root)/\(file) cannot be used: \(reason)")
      }
      let records: [JSONValue]?
      do throws(JSONSyntaxError) {
        records = try JSONParser.parse(Array(text.utf8)).array
      } catch {
        throw failure("it is not valid JSON: \(error)")
      }
      guard let records else { throw failure("it must be an array of records") }
      var ids: Set<Int> = []
      for (index, record) in records.enumerated() {
        guard record.object != nil else { throw failure("record \(index + 1) is not an object") }
        guard let id = record["id"]?.number?.integer else {
          let shown = record["id"].map { String(decoding: JSONWriter.serialize($0), as: UTF8.self).clipped(to: 60) }
          throw failure("the id of record \(index + 1) must be a whole number, and is \(shown ?? "missing")")
        }
        guard ids.insert(id).inserted else { throw failure("record \(index + 1) has the id \(id) of another") }
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
