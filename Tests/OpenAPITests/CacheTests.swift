import Foundation
import JSON
import OpenAPI
import Testing

@Suite("A kept document")
struct CacheTests {
  private static func files(title: String) -> [String: String] {
    [
      "shop.yaml": """
      openapi: 3.0.0
      info: {title: \(title)}
      servers: [{url: "https://example.com/v1"}, {url: /v2}]
      paths: {/a: {get: {responses: {"200": {$ref: other.yaml}}}}, /b: 12}
      x-values: [null, true, false, 1, -1.50e3, 123456789012345678901234567890, "é", [], {}, 1.0]
      """,
      "other.yaml": "description: Other", "o.yaml": "overlay: 1.0.0\nactions: [{target: $.info, update: {x: 1}}]",
    ]
  }

  private func kept(_ workspace: Workspace) throws -> [URL] {
    let folder = URL(fileURLWithPath: workspace.path("cache"))
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  @Test("is the same as one that is read anew")
  func same() throws {
    let workspace = try Workspace(Self.files(title: "One"))
    let first = try workspace.load("shop.yaml", overlay: "o.yaml", cache: "cache/deep")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: workspace.path("cache/deep")).first)
    let again = try workspace.load("shop.yaml", overlay: "o.yaml", cache: "cache/deep")
    #expect(again.root == first.root)
    #expect(JSONWriter.serialize(again.root, sortedKeys: false) == JSONWriter.serialize(first.root, sortedKeys: false))
    #expect(again.name == first.name && again.title == first.title && again.servers == first.servers)
    #expect(again.files == first.files && again.notes == first.notes && again.notes.count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path("cache/deep")) == [file])
  }

  @Test("is what is answered while nothing changes, and not after any file has changed")
  func used() throws {
    let workspace = try Workspace(Self.files(title: "One"))
    _ = try workspace.load("shop.yaml", overlay: "o.yaml", cache: "cache")
    let old = try Data(contentsOf: #require(try kept(workspace).first))
    for (name, text) in [("shop.yaml", "Two"), ("other.yaml", "description: New"), ("o.yaml", "update: {x: 2}")] {
      let file = try #require(try kept(workspace).first)
      let before = try Data(contentsOf: file)
      let content = try String(contentsOfFile: workspace.path(name), encoding: .utf8)
      let changed = ["shop.yaml": content.replacing("One", with: text), "other.yaml": text][name]
      try workspace.write(name, Data((changed ?? content.replacing("update: {x: 1}", with: text)).utf8))
      let document = try workspace.load("shop.yaml", overlay: "o.yaml", cache: "cache")
      #expect(document.title == "Two")
      #expect(try Data(contentsOf: file) != before)
    }
    #expect(try kept(workspace).count == 1)
    // Files as they were first, and what was kept then: it is read.
    for (name, text) in Self.files(title: "One") { try workspace.write(name, Data(text.utf8)) }
    let forged = try #require(try kept(workspace).first)
    try old.write(to: forged)
    #expect(try workspace.load("shop.yaml", overlay: "o.yaml", cache: "cache").title == "One")
    #expect(try Data(contentsOf: forged) == old)
  }

  @Test("that is damaged anywhere counts for nothing")
  func damaged() throws {
    let workspace = try Workspace(Self.files(title: "One"))
    _ = try workspace.load("shop.yaml", cache: "cache")
    let file = try #require(try kept(workspace).first)
    let good = [UInt8](try Data(contentsOf: file))
    for place in stride(from: 0, to: good.count, by: 7) {
      var bad = good
      bad[place] ^= 0x41
      try Data(bad).write(to: file)
      #expect(try workspace.load("shop.yaml", cache: "cache").title == "One")
      try Data(good[..<place]).write(to: file)
      #expect(try workspace.load("shop.yaml", cache: "cache").title == "One")
    }
    #expect([UInt8](try Data(contentsOf: file)) == good)
  }

  @Test("cannot be written where there is no folder to make, and that does not matter")
  func unwritable() throws {
    let workspace = try Workspace(Self.files(title: "One"))
    #expect(try workspace.load("shop.yaml", cache: "shop.yaml").title == "One")
  }

  @Test("of a document that cannot be used is not made")
  func failing() throws {
    let workspace = try Workspace(["shop.yaml": "a: 1"])
    #expect(throws: DocumentFailure.self) { try workspace.load("shop.yaml", cache: "cache") }
    #expect(!FileManager.default.fileExists(atPath: workspace.path("cache")))
  }
}
