import Foundation
import Server
import Store
import Testing
import World

@Suite("A database that is kept for the next start")
struct DatabaseImageTests {
  private static let schema = [SchemaStep("test/1", sql: "CREATE TABLE item (name TEXT UNIQUE) STRICT")]

  private let folder = FileManager.default.temporaryDirectory.appending(path: "image-\(UUID())").path
  private var seeds: SeedSource { SeedSource(.demo, root: "\(folder)/seeds") }
  private var image: DatabaseImage { DatabaseImage(folder: "\(folder)/cache", seeds, apis: ["shop"]) }

  init() throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/seeds/shop", withIntermediateDirectories: true)
    try "[]".write(toFile: "\(folder)/seeds/shop/items.json", atomically: true, encoding: .utf8)
  }

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/cache")) ?? []).map { "\(folder)/cache/\($0)" }
  }

  /// Keeps a database, and waits for its file.
  private func keep() async throws {
    let store = try Store(.ephemeral, schema: Self.schema)
    try store.write { try $0.execute("INSERT INTO item (name) VALUES ('kept')") }
    image.keep(store)
    // What is stored later is not part of it.
    try store.write { try $0.execute("INSERT INTO item (name) VALUES ('later')") }
    let end = ContinuousClock.now + .seconds(30)
    while image.store(Self.schema) == nil, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(2)) }
  }

  private func names(_ store: Store?) throws -> [String?]? {
    try store?.read { try $0.rows("SELECT name FROM item").map { $0[0].text } }
  }

  @Test("has the content as it was, and can be written to")
  func content() async throws {
    defer { remove() }
    #expect(image.store(Self.schema) == nil)
    try await keep()
    let store = try #require(image.store(Self.schema))
    #expect(try names(store) == ["kept"])
    try store.write { try $0.execute("INSERT INTO item (name) VALUES ('new')") }
    #expect(throws: StoreError.self) { try store.write { try $0.execute("INSERT INTO item (name) VALUES ('kept')") } }
    #expect(try names(store) == ["kept", "new"])
    #expect(try names(image.store(Self.schema)) == ["kept"])
  }

  @Test("is made again when a seed file is another one")
  func seedFile() async throws {
    defer { remove() }
    try await keep()
    try "[1]".write(toFile: "\(folder)/seeds/shop/items.json", atomically: true, encoding: .utf8)
    #expect(image.store(Self.schema) == nil)
  }

  @Test("is made again for other APIs and data sets")
  func place() async throws {
    defer { remove() }
    try await keep()
    #expect(DatabaseImage(folder: "\(folder)/cache", seeds, apis: ["shop", "blog"]).store(Self.schema) == nil)
    let empty = SeedSource(.empty, root: seeds.root)
    #expect(DatabaseImage(folder: "\(folder)/cache", empty, apis: ["shop"]).store(Self.schema) == nil)
  }

  @Test("is made again when the file is damaged", arguments: [0, 40, 200, -1])
  func damage(place: Int) async throws {
    defer { remove() }
    try await keep()
    let path = try #require(files.first)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    if place < 0 { bytes.removeLast(bytes.count / 2) } else { bytes[place] ^= 1 }
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(image.store(Self.schema) == nil)
  }

  @Test("is not kept where there is no place for it")
  func noPlace() throws {
    defer { remove() }
    let nowhere = DatabaseImage(folder: "/dev/null/cache", seeds, apis: ["shop"])
    nowhere.keep(try Store(.ephemeral, schema: Self.schema))
    #expect(nowhere.store(Self.schema) == nil)
  }
}
