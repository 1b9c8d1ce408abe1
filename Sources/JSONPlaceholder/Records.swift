import HTTPCore
import JSON
import Records
import Store
import World

extension RelatedCollections {
  /// The six collections, each under its plural name at the root. All are in one table; a record is kept as the JSON it is
  /// sent as, since clients may add any member.
  static let jsonPlaceholder = RelatedCollections([
    "users": ["posts", "albums", "todos"], "posts": ["comments"], "comments": [], "albums": ["photos"], "photos": [],
    "todos": [],
  ]) { name in
    RecordTable(
      Schema.table, .document(column: "document"), order: "id", partition: ("resource", .text(name)))
  }
}

extension RelatedCollection {
  /// The name as a part of another one, such as `Posts`.
  var title: String { name.prefix(1).uppercased() + name.dropFirst() }
  /// The name of one record as a part of another one, such as `Post`.
  var singularTitle: String { String(title.dropLast()) }
}

extension ListParameters {
  /// Besides json-server's own there are those of JSONP, of jQuery against caches, and of slow responses.
  static let jsonPlaceholder = ListParameters(search: "q", others: ["callback", "_", ResponseForm.delayParameter])
}

/// The table of the records, as it was released.
enum Schema {
  static let table = "jsonplaceholder_record"

  static let steps = [
    SchemaStep(
      "jsonplaceholder/1",
      sql: """
        CREATE TABLE \(table) (
          resource TEXT NOT NULL,
          id INTEGER NOT NULL,
          document TEXT NOT NULL,
          PRIMARY KEY (resource, id)
        ) STRICT, WITHOUT ROWID;
        """),
    SchemaStep("jsonplaceholder/2-rules", rules: [.jsonObject(table, "document")]),
  ]

  /// The records as somebody may follow them.
  static let changes = ChangeSource(
    api: JSONPlaceholder.identifier, resources: RelatedCollections.jsonPlaceholder.all.map(\.name),
    TrackedTable(
      table, key: ["resource", "id"], resource: "resource", id: "CAST(id AS TEXT)",
      json: "document"))
}

/// The parsed records of a world as a client sees them, with links that begin with the client's origin.
struct Records {
  /// A stored document may be as deep as a request's content, and stands in the array of all records.
  static let limits = JSONLimits(maximumDepth: JSONLimits.default.maximumDepth + 1)

  let world: World
  let origin: String

  /// Names the response to a request for records among all content that is kept of the world.
  func key(_ request: Request) -> String {
    let query = String(decoding: request.target.rawQuery, as: UTF8.self)
    return "\(JSONPlaceholder.identifier) \(origin)\(request.target.rawPath)?\(query)"
  }

  /// All records of a collection, loaded and parsed when that was not done since its last change.
  func all(_ collection: RelatedCollection) throws -> [JSONValue] {
    try RecordSeeds.require([collection], in: world)
    // All records are kept for a few origins only, since a client can name any number of them.
    let slot = origin.utf8.reduce(0) { $0 &+ Int($1) } & 3
    return try world.derived.value(
      "\(JSONPlaceholder.identifier)_\(collection.name) \(slot)", variant: origin
    ) {
      let json = try world.store.read { try collection.table.array($0) }
      return try JSONParser.parse(LocalLink.expand(in: json, origin: origin), limits: Self.limits).array ?? []
    }
  }

  /// One record; nil when there is none of that id. Ids are compared as text, so `01` is no id.
  func record(_ collection: RelatedCollection, id: String) throws -> [UInt8]? {
    guard let number = Int64(id), String(number) == id else { return nil }
    try RecordSeeds.require([collection], in: world)
    let json = try world.store.read { try collection.table.record($0, id: .integer(number)) }
    return json.map { LocalLink.expand(in: $0, origin: origin) }
  }
}

/// Loads the records of a collection when it is first asked for.
enum RecordSeeds {
  static func require(_ collections: [RelatedCollection], in world: World) throws {
    for collection in collections {
      let part = "\(JSONPlaceholder.identifier)/\(collection.name)"
      try world.deferredSeeds.require(part) { connection, source in
        if let json = try records(of: collection.name, source) { try collection.table.addAll(connection, json) }
      }
    }
  }

  /// Looks at the records of all collections before anybody asks for one.
  ///
  /// - Throws: ``SeedFolder/Failure`` that names the file, the record and what is wrong with it.
  static func check(_ source: SeedSource) throws {
    for collection in RelatedCollections.jsonPlaceholder.all {
      let file = "\(JSONPlaceholder.identifier)/\(source.dataset.rawValue)/\(collection.name).json"
      guard let text = try records(of: collection.name, source) else { continue }
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
  private static func records(of name: String, _ source: SeedSource) throws -> String? {
    let folder = source.folder(JSONPlaceholder.identifier)
    switch (source.dataset, name) {
    case (.demo, "photos"): return try PhotoSeeds.records(folder)
    case (.demo, _): return try folder.text("demo/\(name).json")
    case (.minimal, "users"), (.minimal, "posts"): return try folder.text("minimal/\(name).json")
    case (.minimal, _), (.empty, _): return nil
    }
  }
}
