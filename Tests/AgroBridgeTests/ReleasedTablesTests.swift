import AgroBridge
import Store
import Testing
import World

/// Databases that users keep were made by statements that stand nowhere else any more.
@Suite("The tables of AgroBridge")
struct ReleasedTablesTests {
  private static let released = [
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
        .number("agrobridge_productor"), .number("agrobridge_lote"), .number("agrobridge_bloque"),
        .finite("agrobridge_lote", "area_hectareas"), .json("agrobridge_bloque", "metadata"),
      ]),
  ]

  /// Everything that SQLite tells of the tables, as text.
  private static func description(_ schema: [SchemaStep]) throws -> [String] {
    let store = try Store(.ephemeral, schema: World.schema + schema)
    return try store.read { connection in
      try [
        "SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name",
        "SELECT sql FROM sqlite_schema WHERE type IN ('index', 'trigger') ORDER BY name",
        "SELECT t.name, t.strict, t.wr, c.* FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c ORDER BY 1, 4",
        """
        SELECT t.name, i.\"unique\", i.origin, i.partial, c.seqno, c.name, c.coll
        FROM pragma_table_list AS t, pragma_index_list(t.name) AS i, pragma_index_xinfo(i.name) AS c
        ORDER BY 1, i.name, 5
        """,
        "SELECT t.name, f.* FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f ORDER BY 1, 2, 3",
      ].flatMap { try connection.rows($0).map { "\($0)" } }
    }
  }

  @Test("are the same as they were first released, beside those of members that were added")
  func same() throws {
    let released = try Self.description(Self.released)
    #expect(released.count > 60)
    #expect(try Self.description(Array(AgroBridge().schema.prefix(2))) == released)
  }

  @Test("are made by the same steps, so that a kept database does not have them made again")
  func steps() {
    #expect(AgroBridge().schema.prefix(2).map(\.name) == Self.released.map(\.name))
  }
}
