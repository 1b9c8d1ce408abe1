import HTTPCore
import JSON
import Records
import Store
import World

/// Files at paths that lead to no record, such as `/files/{group}/{name}`: what a client puts there comes back until it
/// is deleted.
struct PathFiles: Sendable {
  private let table: String

  /// The files of an API.
  init(api: String) {
    table = "\(api)_files"
  }

  /// The table, which is created when the first file comes.
  var deferred: DeferredTable {
    let name = table
    return DeferredTable(name) {
      """
      CREATE TABLE IF NOT EXISTS "\(name)" (
        path TEXT PRIMARY KEY,
        media_type TEXT,
        file_name TEXT,
        content BLOB NOT NULL
      ) STRICT;
      """
    }
  }

  /// Keeps a file in the place of one that is there.
  func keep(_ upload: Upload, at path: String, _ world: World) throws {
    try world.store.require(table: table)
    try world.store.transaction { connection in
      try connection.execute(
        "INSERT OR REPLACE INTO \"\(table)\" (path, media_type, file_name, content) VALUES (?, ?, ?, ?)",
        [.text(path), .text(upload.mediaType), .text(upload.fileName), .blob(upload.bytes)])
    }
  }

  /// The file at a path; nil when there is none.
  func file(at path: String, _ world: World) throws -> Upload? {
    try world.store.require(table: table)
    let row = try world.store.read { connection in
      try connection.row("SELECT media_type, file_name, content FROM \"\(table)\" WHERE path = ?", [.text(path)])
    }
    guard let row, let bytes = row[2].blob else { return nil }
    return Upload(mediaType: row[0].text, fileName: row[1].text, bytes: bytes)
  }

  /// Removes the file at a path.
  func delete(at path: String, _ world: World) throws {
    try world.store.require(table: table)
    try world.store.transaction { connection in
      try connection.execute("DELETE FROM \"\(table)\" WHERE path = ?", [.text(path)])
    }
  }
}
