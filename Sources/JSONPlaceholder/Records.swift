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

/// All SQL of JSONPlaceholder. A record is kept as the JSON it is sent as, since clients may add any member.
enum RecordSQL {
  private static let table = "jsonplaceholder_record"

  static let schema = SchemaStep(
    "jsonplaceholder/1",
    sql: """
      CREATE TABLE jsonplaceholder_record (
        resource TEXT NOT NULL,
        id INTEGER NOT NULL,
        document TEXT NOT NULL,
        PRIMARY KEY (resource, id)
      ) STRICT, WITHOUT ROWID;
      """)

  static let rules = SchemaStep("jsonplaceholder/2-rules", rules: [.jsonObject(table, "document")])

  /// Adds the records of a JSON array, which have ids of their own; records that a test added before stay.
  static func insertAll(_ connection: Connection, _ resource: Resource, _ json: String) throws {
    try connection.execute(
      """
      INSERT OR IGNORE INTO jsonplaceholder_record (resource, id, document)
      SELECT ?, value ->> 'id', json(value) FROM json_each(?)
      """, [.text(resource.rawValue), .text(json)])
  }

  /// All records of a resource as one JSON array, in the order of their ids.
  static func all(_ connection: Connection, _ resource: Resource) throws -> [UInt8] {
    let list = JSONExpression.arraySQL(
      "SELECT document AS record FROM jsonplaceholder_record WHERE resource = ? ORDER BY id")
    return try connection.bytes("SELECT \(list)", [.text(resource.rawValue)]) ?? Array("[]".utf8)
  }

  static func record(_ connection: Connection, _ resource: Resource, id: Int64) throws -> [UInt8]? {
    try connection.bytes(
      "SELECT document FROM jsonplaceholder_record WHERE resource = ? AND id = ?",
      [.text(resource.rawValue), .integer(id)])
  }

  /// The id of the next record: one more than the highest, as json-server has it. When a test gave a record the highest
  /// id there is, it is the first above 0 that is free.
  ///
  /// - Throws: ``Problem`` of kind `conflict` when there is none, which takes more records than memory holds.
  static func nextID(_ connection: Connection, _ resource: Resource) throws -> Int64 {
    let resource = [SQLValue.text(resource.rawValue)]
    let last = try connection.value("SELECT max(id) FROM jsonplaceholder_record WHERE resource = ?", resource)
    let highest = last?.integer ?? 0
    if highest < .max { return highest + 1 }
    let free = try connection.value(
      """
      SELECT id + 1 FROM (SELECT 0 AS id UNION ALL SELECT id FROM jsonplaceholder_record WHERE resource = ?1 AND id > 0)
        AS taken
      WHERE id < 9223372036854775807 AND NOT EXISTS (
        SELECT 1 FROM jsonplaceholder_record AS next WHERE next.resource = ?1 AND next.id = taken.id + 1
      ) ORDER BY id LIMIT 1
      """, resource)
    guard let id = free?.integer else { throw Problem(.conflict, "there is no id left", field: "id") }
    return id
  }

  /// Adds a record, or replaces the one of the same id.
  ///
  /// - Throws: ``Problem`` of kind `contentTooLarge` for one larger than ``RecordLimit``.
  static func put(_ connection: Connection, _ resource: Resource, id: Int64, _ document: [UInt8]) throws {
    try RecordLimit.require(document.count)
    try connection.execute(
      "INSERT OR REPLACE INTO jsonplaceholder_record (resource, id, document) VALUES (?, ?, ?)",
      [.text(resource.rawValue), .integer(id), .text(String(decoding: document, as: UTF8.self))])
  }

  /// Removes records and all that belong to them.
  static func delete(_ connection: Connection, _ resource: Resource, ids: [Int64]) throws {
    guard !ids.isEmpty else { return }
    let list = SQLValue.text("[" + ids.map(String.init).joined(separator: ",") + "]")
    for child in resource.children {
      let rows = try connection.rows(
        """
        SELECT id FROM jsonplaceholder_record
        WHERE resource = ? AND CAST(document ->> ? AS TEXT) IN (SELECT CAST(value AS TEXT) FROM json_each(?))
        """, [.text(child.rawValue), .text(resource.foreignKey), list])
      try delete(connection, child, ids: rows.compactMap { $0.first?.integer })
    }
    try connection.execute(
      "DELETE FROM jsonplaceholder_record WHERE resource = ? AND id IN (SELECT value FROM json_each(?))",
      [.text(resource.rawValue), list])
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
        guard record.object != nil else { throw failure("record \(index + 1) is no object") }
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

/// Makes the 5,000 photos, 50 an album: titles from lists of words, colours from the photo's number.
enum PhotoSeeds {
  private static let albums = 100
  private static let photosPerAlbum = 50

  /// The words that titles are made of.
  private struct Words {
    let adjectives: [String]
    let subjects: [String]
    let places: [String]

    /// - Throws: ``Problem`` when a list is missing or empty.
    init(_ json: String) throws(Problem) {
      let object = (try? JSONParser.parse(Array(json.utf8)))?.object
      func list(_ name: String) throws(Problem) -> [String] {
        let words = object?[name]?.array?.compactMap(\.string) ?? []
        guard !words.isEmpty else { throw Problem(.internalError, "the seed file photos.json has no \(name)") }
        return words
      }
      adjectives = try list("adjectives")
      subjects = try list("subjects")
      places = try list("places")
    }

    /// A title for each number, the same one only after a full round through the lists.
    func title(_ number: Int) -> String {
      let subject = subjects[number % subjects.count]
      let adjective = adjectives[(number / subjects.count + number) % adjectives.count]
      let place = places[(number / (subjects.count * adjectives.count) + number * 7) % places.count]
      return "\(adjective) \(subject) \(place)"
    }
  }

  /// A JSON array of all photos.
  static func records(_ folder: SeedFolder) throws -> String {
    let text = try folder.text("demo/photos.json")
    // The list of records itself, as JSONPlaceholder publishes it.
    if text.utf8.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) == UInt8(ascii: "[") { return text }
    let words = try Words(text)
    var writer = JSONWriter(sortedKeys: false)
    writer.array { writer in
      for number in 0..<(albums * photosPerAlbum) {
        let color = color(number)
        writer.object { writer in
          writer.member("albumId", .number(JSONNumber(number / photosPerAlbum + 1)))
          writer.member("id", .number(JSONNumber(number + 1)))
          writer.member("title", .string(words.title(number)))
          writer.member("url", .string("\(LocalLink.scheme)/placeholder/600/\(color).png"))
          writer.member("thumbnailUrl", .string("\(LocalLink.scheme)/placeholder/150/\(color).png"))
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Six hexadecimal digits: the 24 low bits of a multiplicative hash, which is different for each number.
  private static func color(_ number: Int) -> String {
    let hash = (UInt32(truncatingIfNeeded: number) &* 0x9E_3779 &+ 0x92_C952) & 0xFF_FFFF
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
