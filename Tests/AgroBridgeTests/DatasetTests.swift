import AgroBridge
import Foundation
import Store
import Testing
import World

@Suite("AgroBridge's data sets")
struct DatasetTests {
  @Test(
    "hold the documented counts",
    arguments: [(Dataset.demo, [248, 164, 156, 89]), (.minimal, [0, 2, 2, 0]), (.empty, [0, 0, 0, 0])])
  func counts(dataset: Dataset, expected: [Int64]) throws {
    let module = AgroBridge()
    let store = try Store(.ephemeral, schema: World.schema + module.schema)
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Seeds/agrobridge")
    try store.transaction {
      try module.seed(dataset, from: SeedFolder(path: root.standardizedFileURL.path), into: $0)
    }
    let counted = try store.read { connection in
      try [
        "SELECT count(*) FROM agrobridge_productor", "SELECT count(*) FROM agrobridge_lote",
        "SELECT count(*) FROM agrobridge_lote WHERE estado = 'activo'",
        "SELECT count(*) FROM agrobridge_bloque WHERE tipo = 'certificacion'",
      ].map { try connection.value($0)?.integer }
    }
    #expect(counted == expected)
  }
}
