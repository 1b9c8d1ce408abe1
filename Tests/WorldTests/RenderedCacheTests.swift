import HTTPCore
import Store
import Testing
import World

@Suite("Content that is kept")
struct RenderedCacheTests {
  @Test("is bounded together with its keys, which clients choose")
  func keys() {
    let cache = RenderedCache(byteCapacity: 100_000)
    let keys = (0..<50).map { "\($0) " + String(repeating: "a", count: 7_000) }
    for key in keys { _ = cache.content(key) { RenderedBody([1], mediaType: "text/plain") } }
    #expect(keys.count { cache.holds($0) } <= 14)
    #expect(cache.holds(keys[49]))
  }

  @Test("is not kept when it alone is too much")
  func large() {
    let cache = RenderedCache(byteCapacity: 10_000)
    let bytes = [UInt8](repeating: 1, count: 20_000)
    let content = cache.content("a") { RenderedBody(bytes, mediaType: "a/b") }
    #expect(content?.buffer.count == 20_000)
    #expect(!cache.holds("a"))
  }

  @Test("of values has the last variant of a key alone, since clients choose the variants")
  func variants() throws {
    let schema = World.schema
    let store = try Store(.ephemeral, schema: schema)
    let world = try World(id: "w", store: store, configuration: World.Configuration())
    var made: [String] = []
    for variant in ["a", "a", "b", "b", "a"] {
      let value = world.derived.value("key", variant: variant) {
        made.append(variant)
        return variant
      }
      #expect(value == variant)
    }
    #expect(made == ["a", "b", "a"])
  }
}
