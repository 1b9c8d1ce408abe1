import Contract
import HTTPCore
import JSON
import Records
import Resources
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

extension OperationHandler {
  /// Whether clients put files to this operation's path, which leads to no record.
  static func hasPathFiles(_ operation: OperationDescription, _ api: CustomAPI) -> Bool {
    guard api.takesFiles, operation.resource == nil else { return false }
    return api.model.operations.contains {
      $0.path == operation.path && $0.resource == nil && ["PUT", "POST"].contains($0.method)
        && CustomAPI.takesFile(api.document.root, $0.path, $0.method)
    }
      && api.model.operations.contains { $0.path == operation.path && $0.method == "GET" }
  }

  /// The file that a path without a record leads to, and what becomes of it by this request; nil where the operation has
  /// nothing to do with one.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when there is no file.
  func pathFile(_ call: Call, _ documented: DocumentedOperation) throws -> Response? {
    guard hasPathFiles, ["GET", "DELETE"].contains(operation.method) else { return nil }
    let path = call.request.target.rawPath
    guard let upload = try api.files.file(at: path, call.world) else {
      throw Problem(.notFound, "there is no file at this path")
    }
    if operation.method == "DELETE" {
      try api.files.delete(at: path, call.world)
      return nil
    }
    return Self.response(upload, operation.status, documented.answer(operation.status))
  }

  /// A file as a response.
  static func response(_ upload: Upload, _ status: Int, _ answer: DocumentedOperation.Answer?) -> Response {
    let types = answer?.content.map(\.mediaType) ?? ["*/*"]
    var headers: HeaderFields = ["Content-Type": mediaType(of: upload, types)]
    StoredFileHeaders.protect(&headers, fileName: upload.fileName)
    return Response(status: status, headers: headers, content: .bytes(upload.bytes))
  }
}

// The addresses of files in records.

extension OperationHandler {
  /// The path below an API at which the files of its records are, whatever the document says.
  static let fileAddress = "/.files/{resource}/{record}/{slot}"

  /// Names of properties that hold the address of the file that a record was made of.
  private static let addressNames: Set<String> = [
    "url", "uri", "src", "href", "link", "fileurl", "downloadurl", "contenturl", "mediaurl", "previewurl",
    "thumbnailurl",
    "publicurl", "imageurl", "photourl", "avatarurl", "image", "file", "thumbnail", "preview", "picture", "photo",
    "externallink", "originalurl", "signedurl",
  ]

  /// Sets the properties of a record that hold the address of one of its files, except those that the client sent.
  ///
  /// - Parameters:
  ///   - slot: What files at the operation's path are called.
  ///   - file: What this file is called.
  ///   - list: The property that lists the files of the slot; nil for one file.
  func addAddress(
    of slot: String, in file: String, to record: StoredRecord, _ collection: RecordCollection, _ list: String?,
    _ sent: RequestBody, _ call: Call
  ) -> JSONObject {
    let own = OperationChoice.path(of: operation.path).split(separator: "/").count
    let base = call.request.target.rawPath.split(separator: "/").dropLast(own).reduce("") { $0 + "/" + $1 }
    let resource = PercentEncoding.encode(collection.resource.name)
    let name = file.isEmpty ? "file" : PercentEncoding.encode(file)
    let address = "\(call.request.origin)\(base)/.files/\(resource)/\(record.number)/\(name)"
    var content = record.content
    if let list { content[list] = .array((content[list]?.array ?? []) + [.string(address)]) }
    for (name, member) in collection.members where isAddress(name, of: slot) && member.types.contains("string") {
      guard sent.body?[name]?.string == nil, !api.maker.shape(of: member.place).isEnumerated else { continue }
      content[name] = .string(address)
    }
    return content
  }

  /// The property of a record that lists the addresses of the files of a slot: `images`; nil for none.
  func listMember(of slot: String, _ collection: RecordCollection) -> String? {
    // What a record was made of is one file.
    if slot.isEmpty { return nil }
    return collection.orderedMembers.first { member in
      member.types.contains("array") && isAddress(member.name, of: slot)
        && api.maker.shape(of: member.place).items.map { api.maker.shape(of: $0).types.contains("string") } ?? false
    }?.name
  }

  /// Whether a property has the name of those that hold the address of a file in a slot.
  private func isAddress(_ name: String, of slot: String) -> Bool {
    let plain = Words.key(name)
    guard let last = slot.split(separator: "/").last else { return Self.addressNames.contains(plain) }
    let own = Words.key(String(last))
    return [own, own + "url", own + "uri"].contains(plain)
  }

  /// Answers a request for a file at the address that a record has.
  static func addressed(_ call: Call, _ api: CustomAPI) throws -> Response {
    let slot = call.parameters["slot"]
    guard let collection = api.collections[call.parameters["resource"]], collection.keepsUploads,
      let number = Int64(call.parameters["record"])
    else { throw Problem(.notFound, "there is no such file") }
    try call.world.store.require(table: collection.uploadsTable)
    let upload = try call.world.store.read { try collection.upload($0, of: number, slot: slot == "file" ? "" : slot) }
    guard let upload else { throw Problem(.notFound, "there is no such file") }
    return response(upload, 200, nil)
  }
}
