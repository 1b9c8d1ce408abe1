import Contract
import HTTPCore
import JSON
import Resources
import Store
import World

/// A file as a client sent it.
struct Upload: Sendable {
  /// Its media type, with parameters; nil when the client told none.
  let mediaType: String?
  let fileName: String?
  let bytes: [UInt8]
}

// Files of records are rows of a table beside that of the records, which is made when the first one comes.

extension RecordCollection {
  /// The table of the files, as it stands in SQL.
  var uploadsTable: String { "\(table)_uploads" }

  /// The statements that make it, and that of the records before it.
  var uploadsCreation: String {
    """
    \(creation)
    CREATE TABLE IF NOT EXISTS "\(uploadsTable)" (
      number INTEGER NOT NULL REFERENCES "\(table)" (number) ON DELETE CASCADE,
      slot TEXT NOT NULL,
      media_type TEXT,
      file_name TEXT,
      content BLOB NOT NULL,
      PRIMARY KEY (number, slot)
    ) STRICT;
    """
  }

  /// Keeps a file of a record, in the place of one that it has.
  func keep(_ upload: Upload, _ connection: Connection, of number: Int64, slot: String) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO \"\(uploadsTable)\" (number, slot, media_type, file_name, content) VALUES (?, ?, ?, ?, ?)",
      [.integer(number), .text(slot), .text(upload.mediaType), .text(upload.fileName), .blob(upload.bytes)])
  }

  /// The file of a record that a path means: the one of its name, else where it means any the one that the record was
  /// made of, else the only one.
  func upload(_ connection: Connection, of number: Int64, _ place: UploadPlace) throws -> Upload? {
    let slot = place.slot
    let row = try connection.row(
      """
      SELECT media_type, file_name, content FROM "\(uploadsTable)" WHERE number = ?
        AND (slot = ? OR ? AND (slot = '' OR (SELECT count(*) FROM "\(uploadsTable)" WHERE number = ?) = 1))
      ORDER BY slot = ? DESC, slot LIMIT 1
      """, [.integer(number), .text(slot), .boolean(place.meansAny), .integer(number), .text(slot)])
    guard let row, let bytes = row[2].blob else { return nil }
    return Upload(mediaType: row[0].text, fileName: row[1].text, bytes: bytes)
  }

  /// Removes a file of a record.
  func deleteUpload(_ connection: Connection, of number: Int64, slot: String) throws {
    try connection.execute(
      "DELETE FROM \"\(uploadsTable)\" WHERE number = ? AND slot = ?", [.integer(number), .text(slot)])
  }
}

extension OperationHandler {
  /// Keeps the file that came with a request, or forgets the one that it deletes, once the request itself was carried
  /// out.
  ///
  /// - Parameters:
  ///   - id: The id of a record that the request has made; nil for the one that its path names.
  func keepUpload(_ call: Call, _ sent: RequestBody, madeRecord id: String? = nil) throws {
    let isDeletion = operation.method == "DELETE" && operation.kind != .delete
    guard sent.upload != nil || isDeletion else { return }
    let (owner, number): (RecordCollection, Int64)
    var slot = ""
    if let id, let collection {
      let scope = scope(call)
      guard let record = try call.world.store.read({ try collection.record($0, id: id, scope: scope) }) else { return }
      (owner, number) = (collection, record.number)
    } else if let place = uploadPlace {
      (owner, number, slot) = (place.collection, try place.record(call, self).number, place.slot)
    } else {
      return
    }
    guard owner.keepsUploads, !isDeletion || !slot.isEmpty else { return }
    try call.world.store.require(table: owner.uploadsTable)
    try call.world.store.transaction { connection in
      if isDeletion {
        try owner.deleteUpload(connection, of: number, slot: slot)
      } else if let upload = sent.upload {
        try owner.keep(upload, connection, of: number, slot: slot)
      }
    }
  }

  /// The file that a client asks for, when the operation shows one and it was uploaded; nil for others.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when the record is not there that it would belong to.
  func uploaded(_ call: Call, _ documented: DocumentedOperation) throws -> Response? {
    guard operation.method == "GET", let content = documented.answer(operation.status)?.content.first,
      operation.recordSchema == nil || !content.mediaType.hasSuffix("json"), let place = uploadPlace,
      place.collection.keepsUploads
    else { return nil }
    let isText = content.mediaType.hasSuffix("json")
    // Content of a file is bytes, or a text; what has members is made of the record.
    if isText, api.maker.shape(of: content.place).types != ["string"] || place.slot.isEmpty { return nil }
    let record = try place.record(call, self)
    let world = call.world
    try world.store.require(table: place.collection.uploadsTable)
    let upload = try world.store.read { try place.collection.upload($0, of: record.number, place) }
    guard let upload else { return nil }
    if isText {
      guard let text = String(validating: upload.bytes, as: UTF8.self) else { return nil }
      return .json(.string(text), status: operation.status)
    }
    let types = documented.answer(operation.status)?.content.map(\.mediaType) ?? []
    var headers: HeaderFields = ["Content-Type": Self.mediaType(of: upload, types)]
    StoredFileHeaders.protect(&headers, fileName: upload.fileName)
    return Response(status: operation.status, headers: headers, content: .bytes(upload.bytes))
  }

  /// The media type of a file where the document has it. Under another type than its own a file could be something else:
  /// a page, for example.
  private static func mediaType(of upload: Upload, _ documented: [String]) -> String {
    let sent = StoredFileHeaders.mediaType(upload.mediaType)
    let essence = MediaType(sent)?.essence ?? sent
    let isDocumented = documented.contains { type in
      type == essence || type == "*/*" || type.hasSuffix("/*") && essence.hasPrefix(type.dropLast())
    }
    return isDocumented ? sent : StoredFileHeaders.unknownType
  }
}

extension Upload {
  /// What the record that is made of it knows of it: members of the usual names that were not sent.
  func describe(in content: inout JSONObject, _ collection: RecordCollection) {
    for (names, value) in [
      (
        ["filename", "fileName", "file_name", "originalFilename", "original_filename", "name"],
        fileName.map(JSONValue.string)
      ),
      (["bytes", "size", "fileSize", "file_size", "byte_size", "sizeInBytes"], .number(JSONNumber(bytes.count))),
      (
        ["contentType", "content_type", "mimeType", "mime_type", "mimetype", "mediaType", "media_type"],
        mediaType.map(JSONValue.string)
      ),
    ] {
      guard let value, let member = names.lazy.compactMap({ collection.members[$0] }).first,
        !content.contains(member.name)
      else { continue }
      let isText = member.types.contains("string")
      let isNumber = member.types.contains("integer") || member.types.contains("number")
      if value.string != nil ? isText : isNumber { content[member.name] = value }
    }
  }
}
