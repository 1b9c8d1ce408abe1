import HTTPCore
import Records
import Resources
import Store
import World

/// Which records were deleted, where the document distinguishes them (410) from those that never were there (404).
struct GoneRecords: Sendable {
  private let table: String
  /// The resources of which an operation documents 410.
  private let resources: Set<String>

  private static let maximumBytes = 200
  /// The most deleted records that an API remembers; the oldest are forgotten first.
  private static let maximumCount: Int64 = 10_000

  init(_ api: CustomAPI) {
    table = Self.table(of: api.name)
    let distinguishing = api.model.operations.filter { Self.distinguishes($0, api) }
    // What a document says of all operations alike says nothing of records.
    let isGeneral = distinguishing.count * 2 > api.model.operations.count
    resources = isGeneral ? [] : Set(distinguishing.filter { $0.idParameter != nil }.compactMap(\.resource))
  }

  /// Whether an operation says of a record that it is gone, and of another one that it is not found.
  private static func distinguishes(_ operation: OperationDescription, _ api: CustomAPI) -> Bool {
    let item = api.document.root["paths"]?[operation.path]?[operation.method.lowercased()]
    return item?["responses"]?["410"] != nil
  }

  private static func table(of api: String) -> String { "\(api)_gone" }

  /// The table of an API's deleted records, which is created when the first one is deleted.
  static func deferred(_ api: String) -> DeferredTable {
    let name = table(of: api)
    return DeferredTable(name) {
      "CREATE TABLE IF NOT EXISTS \"\(name)\" (resource TEXT, id TEXT, PRIMARY KEY (resource, id)) STRICT;"
    }
  }

  /// Has the table be there before a transaction that deletes records.
  func prepare(_ collection: RecordCollection, _ world: World) throws {
    if resources.contains(collection.resource.name) { try world.store.require(table: table) }
  }

  /// Notes that a record was deleted. Call it inside a transaction, after ``prepare(_:_:)``.
  func note(_ id: String, of collection: RecordCollection, _ connection: Connection) throws {
    guard resources.contains(collection.resource.name), id.utf8.count <= Self.maximumBytes else { return }
    try connection.execute(
      "INSERT OR IGNORE INTO \"\(table)\" (resource, id) VALUES (?, ?)", [.text(collection.resource.name), .text(id)])
    // A client that makes and deletes records without end leaves no more behind than this.
    try connection.execute(
      "DELETE FROM \"\(table)\" WHERE rowid <= (SELECT max(rowid) FROM \"\(table)\") - ?",
      [.integer(Self.maximumCount)])
  }

  /// Whether a record was deleted.
  func contains(_ id: String, of collection: RecordCollection, _ world: World) throws -> Bool {
    guard resources.contains(collection.resource.name) else { return false }
    try world.store.require(table: table)
    return try world.store.read { connection in
      try connection.row(
        "SELECT 1 FROM \"\(table)\" WHERE resource = ? AND id = ?", [.text(collection.resource.name), .text(id)])
    } != nil
  }
}
