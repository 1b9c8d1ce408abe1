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
    try Reading.list(call, name: "bloques", tables: [AgroBridgeSchema.bloque]) { query in
      var filter = try ListFilter(query)
      filter.search(query["search"], in: ["descripcion", "lote_id"])
      filter.match(query["loteId"], column: "lote_id")
      filter.match(query["tipo"], column: "tipo")
      return filter
    } read: {
      try AgroBridgeSQL.bloques($0, $1)
    }
  }

  private static func get(_ call: Call) throws -> Response {
    try Reading.record(call, kind: "bloque", tables: [AgroBridgeSchema.bloque]) {
      try AgroBridgeSQL.bloque($0, id: $1)
    }
  }
}
