import HTTPCore
import Store
import World

/// The chain of blocks. It is append-only and its hashes verify, so clients can only read it.
enum BloqueEndpoints {
  private static let path = "\(AgroBridge.base)/bloques"

  static let all = [
    Endpoint(.get, path, "listBloques", .bearer, answer: list),
    Endpoint(.get, "\(path)/{id}", "getBloque", .bearer, answer: get),
  ]

  private static func list(_ call: Call) throws -> Response {
    try Answers.list(call, name: "bloques") { query in
      var filter = try ListFilter(query)
      filter.search(query["search"], in: ["descripcion", "lote_id"])
      filter.match(query["loteId"], column: "lote_id")
      filter.match(query["tipo"], column: "tipo")
      return filter
    } read: {
      try BloqueTable.page($0, $1)
    }
  }

  private static func get(_ call: Call) throws -> Response {
    try Answers.record(call, kind: "bloque") {
      try BloqueTable.record($0, id: $1)
    }
  }
}

/// The rows of blocks.
enum BloqueTable {
  /// The table's name, for versions of what is made from it.
  static let name = "agrobridge_bloque"

  static let creation = """
    CREATE TABLE agrobridge_bloque (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      hash TEXT NOT NULL,
      previous_hash TEXT NOT NULL,
      lote_id TEXT NOT NULL,
      timestamp INTEGER NOT NULL,
      tipo TEXT NOT NULL,
      descripcion TEXT NOT NULL,
      metadata TEXT
    ) STRICT;
    """

  /// The metadata's keys are sorted here, since they are sent as they are stored (CONTRACT G13).
  static let seeding = """
    INSERT INTO agrobridge_bloque
      (number, id, hash, previous_hash, lote_id, timestamp, tipo, descripcion, metadata)
    SELECT key + 1, value ->> 'id', value ->> 'hash', value ->> 'previousHash', value ->> 'loteId',
      CAST(strftime('%s', value ->> 'timestamp') AS INTEGER), value ->> '$.data.tipo',
      value ->> '$.data.descripcion',
      CASE WHEN value -> '$.data.metadata' IS NOT NULL THEN
        (SELECT json_group_object(name, text) FROM
          (SELECT key AS name, value AS text FROM json_each(bloque.value, '$.data.metadata') ORDER BY key))
      END
    FROM json_each(?) AS bloque
    """

  static func record(_ connection: Connection, id: String) throws -> [UInt8]? {
    try connection.bytes("SELECT \(json) FROM agrobridge_bloque WHERE id = ?", [.text(id)])
  }

  static func page(_ connection: Connection, _ filter: ListFilter) throws -> ListPage {
    try ListPage.read(connection, table: name, json: json, filter)
  }

  private static let json = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("hash", "hash"),
    JSONExpression.text("previousHash", "previous_hash"), JSONExpression.text("loteId", "lote_id"),
    JSONExpression.date("timestamp", "timestamp"),
    JSONExpression.json(
      "data",
      JSONExpression.object([
        JSONExpression.text("tipo", "tipo"), JSONExpression.text("descripcion", "descripcion"),
        JSONExpression.optionalJSON("metadata", "metadata"),
      ])),
  ])
}

/// The numbers of the start page.
enum DashboardEndpoint {
  static let all = [
    Endpoint(.get, "\(AgroBridge.base)/dashboard/stats", "getDashboardStats", .bearer, answer: stats)
  ]

  private static func stats(_ call: Call) throws -> Response {
    let response = try Answers.answer(call, key: "dashboard") {
      try dashboard($0)
    }
    return response ?? .noContent
  }

  /// The dashboard's numbers, counted (CONTRACT D1); a block of the type `certificacion` is a certified one.
  private static func dashboard(_ connection: Connection) throws -> [UInt8]? {
    try connection.bytes("SELECT \(dashboardJSON)")
  }

  private static let dashboardJSON = JSONExpression.object([
    JSONExpression.integer("totalProductores", "(SELECT count(*) FROM agrobridge_productor)"),
    JSONExpression.integer(
      "lotesActivos", "(SELECT count(*) FROM agrobridge_lote WHERE estado = 'activo')"),
    JSONExpression.integer(
      "bloquesCertificados", "(SELECT count(*) FROM agrobridge_bloque WHERE tipo = 'certificacion')"),
    JSONExpression.text("estadoConexion", "'online'"),
  ])
}
