import Foundation
import JSON
import OpenAPI
import Testing

@Suite("References")
struct ReferenceTests {
  @Test("into neighbouring files become components, in a circle too")
  func neighbours() throws {
    let workspace = try Workspace([
      "api/shop.yaml": schemas(
        """
          Pet: {properties: {owner: {$ref: ../models/owner.json}, tag: {$ref: '../models/all.yaml#/defs/Pet'}}}
          Tag: {type: integer}
        """),
      "models/owner.json": #"{"type": "object", "properties": {"pets": {"items": {"$ref": "all.yaml#/defs/Pet"}}}}"#,
      "models/all.yaml": "defs:\n  Pet: {properties: {owner: {$ref: owner.json}, next: {$ref: '#/defs/Pet'}}}\n",
    ])
    let document = try workspace.load("api/shop.yaml")
    let all = "/components/schemas"
    #expect(document.at("\(all)/Pet/properties/owner/$ref") == "#/components/schemas/owner")
    #expect(document.at("\(all)/Pet/properties/tag/$ref") == "#/components/schemas/Pet-2")
    #expect(document.at("\(all)/owner/properties/pets/items/$ref") == "#/components/schemas/Pet-2")
    #expect(document.at("\(all)/Pet-2/properties/owner/$ref") == "#/components/schemas/owner")
    #expect(document.at("\(all)/Pet-2/properties/next/$ref") == "#/components/schemas/Pet-2")
  }

  @Test("into the middle of a schema, or to where no schemas are, become components as well")
  func inside() throws {
    let document = try document(
      schemas(
        """
          Pet: {properties: {size: {type: integer, nullable: true}}}
          Size: {items: {$ref: '#/components/schemas/Pet/properties/size'}}
          Other: {items: {$ref: '#/x-schemas/Other'}}
        """) + "\nx-schemas: {Other: {type: string, nullable: true}}\n")
    #expect(document.at("/components/schemas/Size/items/$ref") == "#/components/schemas/size")
    #expect(try document.at("/components/schemas/size/type") == json(#"["integer", "null"]"#))
    #expect(document.at("/components/schemas/Other/items/$ref") == "#/components/schemas/Other-2")
    #expect(try document.at("/components/schemas/Other-2/type") == json(#"["string", "null"]"#))
  }

  @Test("by anchors, identifiers and dynamic ones become pointers")
  func anchors() throws {
    let document = try document(
      schemas(
        """
          Tree: {$id: 'https://example.com/tree', $dynamicAnchor: node, items: {$dynamicRef: '#node'}}
          Leaf: {$anchor: leaf, type: string}
          Both: {anyOf: [{$ref: '#leaf'}, {$ref: 'https://example.com/tree'}, {$dynamicRef: '#none'}]}
        """, version: "3.1.0"))
    #expect(document.at("/components/schemas/Tree/items/$ref") == "#/components/schemas/Tree")
    #expect(document.at("/components/schemas/Tree/$id") == nil)
    #expect(document.at("/components/schemas/Both/anyOf/0/$ref") == "#/components/schemas/Leaf")
    #expect(document.at("/components/schemas/Both/anyOf/1/$ref") == "#/components/schemas/Tree")
    #expect(document.notes.count == 2)
  }

  @Test("that lead nowhere fail with file, line and pointer", arguments: deadEnds)
  func deadEnd(reference: String, reason: String) throws {
    let files = [
      "shop.yaml": schemas(
        "  Pet:\n    items:\n      $ref: '\(reference)'\n  Loop: {$ref: '#/components/schemas/Pool'}")
        + "\n      Pool: {$ref: '#/components/schemas/Loop'}\n",
      "broken.yaml": "a: [1",
    ]
    let failure = try #require(try OpenAPITests.failure(files, "shop.yaml"))
    #expect(failure.file.hasSuffix("shop.yaml"))
    #expect(failure.line == 9, "\(failure)")
    #expect(failure.pointer == "/components/schemas/Pet/items/$ref")
    #expect(failure.reason.contains(reason), "\(failure)")
  }

  private static let deadEnds = [
    ("#/components/schemas/Pets", "leads nowhere"), ("#/components/schemas/Loop", "never lead to a value"),
    ("none.yaml", "the file does not exist"), ("broken.yaml", "broken.yaml:1, which cannot be used"),
    ("https://example.com/a.json#/b", "leads out of the machine"), ("#none", "no schema has that anchor"),
    ("shop.yaml#/a", "leads nowhere"),
  ]

  @Test("of JSON fail with the line as well")
  func jsonLine() throws {
    let text = """
      {"openapi": "3.0.0",
       "x": {"schemas": ["}", "\\"{"]},
       "paths": {"/a": {"get": {
          "parameters": [{"name": "b", "in": "query"},
            {"$ref":
              "#/nothing"}]}}}}
      """
    let failure = try #require(try OpenAPITests.failure(text, as: "shop.json"))
    #expect(failure.line == 5)
    #expect(failure.pointer == "/paths/~1a/get/parameters/1/$ref")
  }

  @Test("with names that need escapes are read")
  func escapes() throws {
    let document = try document(
      schemas(
        """
          "Page«Pet»/a~b": {type: string}
          One: {items: {$ref: '#/components/schemas/Page%C2%ABPet%C2%BB~1a~0b'}}
        """))
    let text = try #require(document.at("/components/schemas/One/items/$ref")?.string)
    #expect(document.at(String(text.dropFirst()))?["type"] == "string")
  }

  @Test("of a discriminator's mapping become pointers")
  func mapping() throws {
    let document = try document(
      schemas(
        """
          Pet: {discriminator: {propertyName: k, mapping: {c: Cat, d: '#/components/schemas/Cat', e: none.yaml}}}
          Cat: {type: object}
        """))
    let mapping = document.at("/components/schemas/Pet/discriminator/mapping")
    #expect(try mapping == json(##"{"c": "#/components/schemas/Cat", "d": "#/components/schemas/Cat"}"##))
    #expect(document.notes.count == 1)
  }

  @Test("of files that refer to ever more files become one component for each place")
  func growth() throws {
    // Each level refers twice to the next by places of their own, which are different components.
    var text = "a0: {properties: {x: {type: string}}}\n"
    for level in 1...60 {
      text += "a\(level): {properties: {x: {$ref: '#/a\(level - 1)'}, y: {$ref: '#/a\(level - 1)/properties'}}}\n"
    }
    let workspace = try Workspace(["shop.yaml": schemas("  Pet: {$ref: 'more.yaml#/a60'}"), "more.yaml": text])
    let document = try workspace.load("shop.yaml")
    #expect(document.files.count == 2)
    #expect(document.at("/components/schemas")?.object?.count == 122)
  }
}
