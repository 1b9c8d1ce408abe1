import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// A file as a client sent it.
struct Upload: Sendable {
  /// Its media type, with parameters; nil when the client sent none.
  let mediaType: String?
  let fileName: String?
  let bytes: [UInt8]
}

// Files of records are rows of a table beside that of the records, which is made when the first one comes.

extension RecordCollection {
  /// The table of the files, as it stands in SQL.
  var uploadsTable: String { "\(documents.name)_uploads" }

  /// The statements that make it, and that of the records before it.
  var uploadsCreation: String {
    """
    \(documents.creation)
    CREATE TABLE IF NOT EXISTS "\(uploadsTable)" (
      number INTEGER NOT NULL REFERENCES \(documents.records.name) (number) ON DELETE CASCADE,
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

  /// The file of a record with a name.
  func upload(_ connection: Connection, of number: Int64, slot: String) throws -> Upload? {
    let row = try connection.row(
      "SELECT media_type, file_name, content FROM \"\(uploadsTable)\" WHERE number = ? AND slot = ?",
      [.integer(number), .text(slot)])
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
  /// - Returns: The record with the address of its file; nil when no file came.
  @discardableResult
  func keepUpload(_ call: Call, _ sent: RequestBody, madeRecord id: String? = nil) throws -> StoredRecord? {
    let isDeletion = operation.method == "DELETE" && operation.kind != .delete
    guard sent.upload != nil || isDeletion else { return nil }
    if hasPathFiles, let upload = sent.upload {
      try api.files.keep(upload, at: call.request.target.rawPath, call.world)
      return nil
    }
    let (owner, record): (RecordCollection, StoredRecord)
    var slot = ""
    if let id, let collection {
      let scope = scope(call)
      guard let made = try call.world.store.read({ try collection.record($0, id: id, scope: scope) }) else {
        return nil
      }
      (owner, record) = (collection, made)
    } else if let place = uploadPlace {
      (owner, record, slot) = (place.collection, try place.record(call, self), place.slot)
    } else {
      return nil
    }
    guard owner.keepsUploads, !isDeletion || !slot.isEmpty else { return nil }
    try call.world.store.require(table: owner.uploadsTable)
    return try call.world.store.transaction { connection in
      guard let upload = sent.upload else {
        try owner.deleteUpload(connection, of: record.number, slot: slot)
        return nil
      }
      // It may have changed since it was looked for.
      guard var record = try owner.record(connection, id: record.id, scope: record.scope) else {
        throw missing(owner, record.id)
      }
      let list = listMember(of: slot, owner)
      let name = try list.map { try freeSlot(slot, record.content[$0], owner, record.number, connection) } ?? slot
      try owner.keep(upload, connection, of: record.number, slot: name)
      let content = addAddress(of: slot, in: name, to: record, owner, list, sent, call)
      guard content != record.content else { return nil }
      record.content = content
      try owner.documents.update(connection, number: record.number, id: record.id, scope: record.scope, content)
      return record
    }
  }

  /// The name of another file of a record that shows a list of them: `images-2`.
  private func freeSlot(
    _ slot: String, _ shown: JSONValue?, _ owner: RecordCollection, _ number: Int64, _ connection: Connection
  ) throws -> String {
    var count = (shown?.array?.count ?? 0) + 1
    while try owner.upload(connection, of: number, slot: "\(slot)-\(count)") != nil { count += 1 }
    return "\(slot)-\(count)"
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
    // Content of a file is bytes, or a text; what has members is made of the record, also where the first of its media
    // types is `text/plain`.
    let shape = api.maker.shape(of: content.place)
    if isText ? shape.types != ["string"] || place.slot.isEmpty : !shape.members.isEmpty { return nil }
    let record = try place.record(call, self)
    let world = call.world
    try world.store.require(table: place.collection.uploadsTable)
    let upload = try world.store.read { try place.collection.upload($0, of: record.number, place) }
    guard let upload else { return nil }
    // What is made of a record, such as its card as application/pdf, is none of its files.
    let documentedTypes = documented.answer(operation.status)?.content.map(\.mediaType) ?? []
    if !place.meansWhole, Self.mediaType(of: upload, documentedTypes) != StoredFileHeaders.mediaType(upload.mediaType) {
      return nil
    }
    if isText {
      guard let text = String(validating: upload.bytes, as: UTF8.self) else { return nil }
      return .json(.string(text), status: operation.status)
    }
    return Self.response(upload, operation.status, documented.answer(operation.status))
  }

  /// The media type of a file where the document has it. Under another type than its own a file could be something else:
  /// a page, for example.
  static func mediaType(of upload: Upload, _ documented: [String]) -> String {
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
  func describe(in content: inout JSONObject, _ collection: RecordCollection, _ maker: ValueGenerator) {
    describeKind(in: &content, collection, maker)
    for (keys, value) in [
      (["filename", "originalfilename", "originalname", "name"], fileName.map(JSONValue.string)),
      (["bytes", "size", "filesize", "bytesize", "sizeinbytes", "filesizeinbytes"], .number(JSONNumber(bytes.count))),
      (["contenttype", "mimetype", "mediatype", "originalmimetype"], mediaType.map(JSONValue.string)),
    ] {
      let named = keys.lazy.compactMap { key in collection.orderedMembers.first { Words.key($0.name) == key } }
      guard let value, let member = named.first,
        !content.contains(member.name)
      else { continue }
      let isText = member.types.contains("string") && !maker.shape(of: member.place).isEnumerated
      let isNumber = member.types.contains("integer") || member.types.contains("number")
      if value.string != nil ? isText : isNumber { content[member.name] = value }
    }
  }
  /// Sets the kind of a file, such as `image`, where the document lists the kinds.
  private func describeKind(in content: inout JSONObject, _ collection: RecordCollection, _ maker: ValueGenerator) {
    let family = mediaType.map { String($0.prefix { $0 != "/" }).lowercased() } ?? ""
    for name in ["type", "kind", "mediaType", "media_type", "fileType", "file_type"] where !content.contains(name) {
      guard let member = collection.members[name], let values = maker.shape(of: member.place).values else { continue }
      let kinds = [family, family == "text" || family == "application" ? "document" : "", "file", "unknown", "other"]
      let texts = values.compactMap(\.string)
      if let kind = kinds.lazy.compactMap({ kind in texts.first { $0.lowercased() == kind } }).first {
        content[name] = .string(kind)
      }
    }
  }
}
