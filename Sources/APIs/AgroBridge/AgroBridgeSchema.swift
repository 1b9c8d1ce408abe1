import Store
import World

/// The tables of AgroBridge. `number` is the order of creation; dates are seconds since 1970.
enum AgroBridgeSchema {
  /// The names of the tables, for versions.
  static let lote = "agrobridge_lote"
  static let productor = "agrobridge_productor"
  static let bloque = "agrobridge_bloque"

  static let steps = [
    SchemaStep(
      "agrobridge/1",
      sql: """
        CREATE TABLE agrobridge_usuario (
          id TEXT PRIMARY KEY,
          nombre TEXT NOT NULL,
          email TEXT NOT NULL UNIQUE COLLATE NOCASE,
          password_hash BLOB NOT NULL,
          rol TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE agrobridge_productor (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          nombre TEXT NOT NULL,
          email TEXT UNIQUE COLLATE NOCASE,
          telefono TEXT,
          direccion TEXT,
          documento_identidad TEXT UNIQUE COLLATE NOCASE,
          estado TEXT NOT NULL
        ) STRICT;

        CREATE TABLE agrobridge_lote (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          nombre TEXT NOT NULL,
          ubicacion TEXT NOT NULL,
          tipo_cultivo TEXT NOT NULL,
          area_hectareas REAL NOT NULL,
          estado TEXT NOT NULL,
          notas TEXT,
          productor_id TEXT REFERENCES agrobridge_productor (id) ON DELETE SET NULL,
          fecha_creacion INTEGER NOT NULL,
          fecha_actualizacion INTEGER
        ) STRICT;
        CREATE INDEX agrobridge_lote_productor ON agrobridge_lote (productor_id) WHERE productor_id IS NOT NULL;

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
        """),
    SchemaStep(
      "agrobridge/2-rules",
      rules: [
        .number(productor), .number(lote), .number(bloque), .finite(lote, "area_hectareas"), .json(bloque, "metadata"),
      ]),
  ]
}

/// Loads the seed files into empty tables. SQLite reads the JSON itself, which takes a tenth of the time of
/// decoding it first; the demo data must not be felt at start.
enum AgroBridgeSeeds {
  static func load(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try loadAccounts(try folder.text("usuarios.json"), into: connection)
    switch dataset {
    case .demo:
      try loadAccounts(try folder.text("demo/usuarios.json"), into: connection)
      try connection.execute(productores, [.text(try folder.text("demo/productores.json"))])
      try connection.execute(lotes, [.text(try folder.text("demo/lotes.json"))])
      try connection.execute(bloques, [.text(try folder.text("demo/bloques.json"))])
    case .minimal:
      try connection.execute(lotes, [.text(try folder.text("minimal/lotes.json"))])
    case .empty:
      break
    }
    for (sequence, table) in [("lote", AgroBridgeSchema.lote), ("prod", AgroBridgeSchema.productor)] {
      let last = try connection.value("SELECT coalesce(max(number), 0) FROM \(table)")?.integer ?? 0
      try WorldSQL.set(connection, sequence, last: last)
    }
  }

  private static func loadAccounts(_ json: String, into connection: Connection) throws {
    let rows = try connection.rows(
      """
      SELECT value ->> 'id', value ->> 'nombre', value ->> 'email', value ->> 'password', value ->> 'rol'
      FROM json_each(?)
      """, [.text(json)])
    for row in rows {
      let hash = PasswordHash.hash(row[3].text ?? "", account: row[0].text ?? "")
      try connection.execute(
        "INSERT INTO agrobridge_usuario (id, nombre, email, password_hash, rol) VALUES (?, ?, ?, ?, ?)",
        [row[0], row[1], row[2], .blob(hash), row[4]])
    }
  }

  private static let productores = """
    INSERT INTO agrobridge_productor
      (number, id, nombre, email, telefono, direccion, documento_identidad, estado)
    SELECT key + 1, value ->> 'id', value ->> 'nombre', value ->> 'email', value ->> 'telefono',
      value ->> 'direccion', value ->> 'documentoIdentidad', value ->> 'estado'
    FROM json_each(?)
    """

  private static let lotes = """
    INSERT INTO agrobridge_lote
      (number, id, nombre, ubicacion, tipo_cultivo, area_hectareas, estado, notas, productor_id,
       fecha_creacion, fecha_actualizacion)
    SELECT key + 1, value ->> 'id', value ->> 'nombre', value ->> 'ubicacion', value ->> 'tipoCultivo',
      value ->> 'areaHectareas', value ->> 'estado', value ->> 'notas', value ->> 'productorId',
      CAST(strftime('%s', value ->> 'fechaCreacion') AS INTEGER),
      CAST(strftime('%s', value ->> 'fechaActualizacion') AS INTEGER)
    FROM json_each(?)
    """

  /// The metadata's keys are sorted here, since they are sent as they are stored (CONTRACT G13).
  private static let bloques = """
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
}
