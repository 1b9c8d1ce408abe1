import Store

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
