import Cryptography
import HTTPCore
import JSON
import Records
import Store
import World

/// Adding to the chain of blocks, so that its numbers move; the document only reads it (CONTRACT C36).
enum BloqueEndpoints {
  static let all = [
    Endpoint(.post, "\(AgroBridge.base)/bloques", "createBloque", .bearer, answer: create)
  ]

  /// A block is appended and never changed after that. One of the type `certificacion` certifies its plot.
  private static func create(_ call: Call) throws -> Response {
    try ResourceConventions.agroBridge.requireWriter(call)
    let new = try NewBloque(call.request)
    let now = call.world.clock.now
    let (id, bloque) = try call.world.store.transaction { connection in
      guard try Records.lotes.records.contains(connection, id: new.loteID) else {
        throw Problem(.validation, "loteId names no plot", field: "loteId", value: new.loteID)
      }
      return try BloqueSQL.append(connection, new, at: now)
    }
    return try .created(bloque, id: id, call.request)
  }
}

/// What a request says about a block.
struct NewBloque {
  let loteID: String
  let tipo: String
  let descripcion: String
  let metadata: JSONObject?

  private static let maximumFacts = 50
  private static let metadataRule = "must have up to 50 texts of up to 500 characters, each with a name of 1 to 100"

  /// - Throws: ``Problem`` of kind `malformedBody` or `validation`.
  init(_ request: Request) throws(Problem) {
    var fields = FieldReader(try request.jsonObject())
    loteID = fields.text("loteId", length: 1...100)
    if fields.value("data") == nil { fields.reject("data", "is required") }
    let object = fields.optionalObject("data")
    try fields.finish()
    var data = FieldReader(object ?? JSONObject())
    tipo = data.text("tipo", length: 1...50)
    descripcion = data.text("descripcion", length: 1...500)
    metadata = data.optionalObject("metadata")
    if let metadata, metadata.count > Self.maximumFacts || !metadata.members.allSatisfy(Self.isFact) {
      data.reject("metadata", Self.metadataRule)
    }
    try data.finish()
  }

  private static func isFact(_ member: JSONObject.Member) -> Bool {
    guard let text = member.value.string, !text.utf8.contains(0), !member.key.utf8.contains(0) else { return false }
    return (1...100).contains(member.key.unicodeScalars.count) && text.unicodeScalars.count <= 500
  }
}

/// All SQL that makes blocks.
enum BloqueSQL {
  /// The `previousHash` of the first block.
  private static let firstHash = String(repeating: "0", count: 64)

  /// Puts a block at the end of the chain. Call it inside a transaction.
  ///
  /// - Returns: Its id and its JSON.
  static func append(
    _ connection: Connection, _ new: NewBloque, at time: Timestamp
  ) throws -> (id: String, json: [UInt8]?) {
    let table = Records.bloques.table.name
    let previous =
      try connection.value("SELECT hash FROM \(table) ORDER BY number DESC LIMIT 1")?.text ?? firstHash
    let number = try WorldSQL.next(connection, "bloque", for: table, prefix: Records.bloques.idPrefix)
    let id = "\(Records.bloques.idPrefix)\(number)"
    let moment = Timestamp(seconds: time.seconds)
    try connection.execute(
      """
      INSERT INTO \(table) (number, id, hash, previous_hash, lote_id, timestamp, tipo, descripcion, metadata)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(number), .text(id), .text(hash(new, id: id, previous: previous, at: moment)), .text(previous),
        .text(new.loteID), .integer(moment.seconds), .text(new.tipo), .text(new.descripcion),
        .text(new.metadata.map { String(decoding: JSONWriter.serialize(.object($0)), as: UTF8.self) }),
      ])
    return (id, try Records.bloques.records.record(connection, id: .text(id)))
  }

  /// The SHA-256 of the block without its hash, written with sorted keys and no white space, as the README of the seed
  /// data says.
  private static func hash(_ new: NewBloque, id: String, previous: String, at moment: Timestamp) -> String {
    var data: JSONObject = ["tipo": .string(new.tipo), "descripcion": .string(new.descripcion)]
    data["metadata"] = new.metadata.map(JSONValue.object)
    let canonical: JSONValue = [
      "id": .string(id), "previousHash": .string(previous), "loteId": .string(new.loteID),
      "timestamp": .string(moment.iso8601), "data": .object(data),
    ]
    return Hex.encode(SHA256.hash(JSONWriter.serialize(canonical)))
  }
}
