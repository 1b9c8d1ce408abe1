import Foundation
import ServerTestSupport
import Testing

/// What a world holds of the posts, as a test believes.
private struct Model: Equatable {
  var titles: [Int: String]

  /// The id of the next post: one more than the highest that there is.
  var nextID: Int { (titles.keys.max() ?? 0) + 1 }
}

@Suite("Any sequence of calls, snapshots, restores and resets")
struct WorldModelTests {
  /// A sequence of numbers that follows from its seed (Knuth's MMIX).
  private struct Sequence {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  @Test("leaves a world equal to a model of it", .timeLimit(.minutes(3)), arguments: [1, 2, 3, 4, 5, 6])
  func model(_ seed: UInt64) throws {
    let server = try TestServer()
    let client = try server.makeWorld("modelled")
    let listed = try client.send("GET", "/posts")
    let seeded = try #require(try JSONSerialization.jsonObject(with: listed.data) as? [[String: Any]])
    let beginning = Model(titles: titles(seeded))
    var model = beginning
    var kept: [String: Model] = [:]
    var sequence = Sequence(state: seed)
    for step in 0..<120 {
      let id = sequence.next(below: 110) + 1
      let name = "s\(sequence.next(below: 3))"
      switch sequence.next(below: 9) {
      case 0, 1:
        let created = try client.send("POST", "/posts", #"{"title":"new \#(step)","body":"b","userId":1}"#)
        let id = model.nextID
        #expect(created.json["id"] as? Int == id)
        model.titles[id] = "new \(step)"
      case 2, 3:
        let changed = try client.send("PATCH", "/posts/\(id)", #"{"title":"changed \#(step)"}"#)
        #expect(changed.status == (model.titles[id] == nil ? 404 : 200))
        if model.titles[id] != nil { model.titles[id] = "changed \(step)" }
      case 4, 5:
        let deleted = try client.send("DELETE", "/posts/\(id)")
        #expect(deleted.status == (model.titles[id] == nil ? 404 : 200))
        model.titles[id] = nil
      case 6:
        #expect(try client.control("PUT", "/snapshots/\(name)").status == (kept[name] == nil ? 201 : 200))
        kept[name] = model
      case 7:
        let restored = try client.control("POST", "/snapshots/\(name)/restore")
        #expect(restored.status == (kept[name] == nil ? 404 : 200))
        model = kept[name] ?? model
      default:
        guard sequence.next(below: 4) == 0 else { continue }
        #expect(try client.control("POST", "/reset").status == 204)
        model = beginning
      }
      guard step % 5 == 4 else { continue }
      let posts = try JSONSerialization.jsonObject(with: try client.send("GET", "/posts").data) as? [[String: Any]]
      let found = titles(posts ?? [])
      try #require(found == model.titles, "seed \(seed), step \(step)")
    }
  }

  private func titles(_ posts: [[String: Any]]) -> [Int: String] {
    Dictionary(
      posts.compactMap { post in
        guard let id = post["id"] as? Int, let title = post["title"] as? String else { return nil }
        return (id, title)
      }, uniquingKeysWith: { $1 })
  }
}
