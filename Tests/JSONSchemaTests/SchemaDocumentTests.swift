import JSON
import JSONSchema
import Testing

@Suite("The schemas of a document")
struct SchemaDocumentTests {
  private static let document = SchemaDocument(root: [
    "defs": [
      "Pet": [
        "type": "object", "required": ["id"],
        "properties": [
          "id": ["type": "integer", "readOnly": true], "owner": ["$ref": "#/defs/Owner"],
          "name": ["$ref": "#/defs/a%20b"],
        ],
      ],
      "Owner": ["properties": ["pets": ["items": ["$ref": "#/defs/Pet", "description": "one"]]]],
      "a b": ["type": ["string", "null"], "enum": ["x"], "const": "y", "example": 1, "examples": [2]],
      "Beside": ["$ref": "#/defs/Pet", "title": "Other"],
      "Cat": ["allOf": [["$ref": "#/defs/Pet"], ["anyOf": [["$ref": "#/defs/Cat"], ["type": "null"]]]]],
      "Loop": ["$ref": "#/defs/Loop"], "Nowhere": ["$ref": "#/defs/None"], "Far": ["$ref": "other.json#/a"],
    ]
  ])

  private func schema(_ path: String...) throws -> Schema {
    try #require(Self.document.schema(at: JSONPointer(["defs"] + path)))
  }

  @Test("A plain reference is the schema that it leads to, wherever it stands")
  func identity() throws {
    let pet = try schema("Pet")
    #expect(try schema("Owner", "properties", "pets", "items") == pet)
    #expect(try schema("Pet", "properties", "owner").properties[0].schema.items == pet)
    #expect(try schema("Pet", "properties", "name") == schema("a b"))
    #expect(pet.place == JSONPointer(["defs", "Pet"]))
    #expect(pet.property("id")?.place == JSONPointer(["defs", "Pet", "properties", "id"]))
    #expect(Self.document.schema(at: JSONPointer(["defs", "Pet", "nothing"])) == nil)
  }

  @Test("A reference beside other keywords is a schema of its own that leads to another one")
  func references() throws {
    #expect(try schema("Beside") != schema("Pet"))
    #expect(try schema("Beside").target == schema("Pet"))
    #expect(try schema("Beside").resolved == schema("Pet"))
    for name in ["Loop", "Nowhere", "Far"] { #expect(try schema(name).resolved == nil) }
    #expect(Self.document.resolve(JSONPointer(["defs", "Beside"]))?.pointer == JSONPointer(["defs", "Pet"]))
    #expect(Self.document.resolve(JSONPointer(["defs", "Loop"])) == nil)
  }

  @Test("The keywords of a schema are read in their types")
  func keywords() throws {
    let text = try schema("a b")
    #expect(text.types == ["string", "null"])
    #expect(text.enumeration == ["x", "y"])
    #expect(text.examples == [1, 2])
    let pet = try schema("Pet")
    #expect(pet.required == ["id"])
    #expect(pet.properties.map(\.name) == ["id", "owner", "name"])
    #expect(pet.isReadOnly("id"))
    #expect(!pet.isReadOnly("owner"))
  }

  @Test("What applies to one value is found once, in the order of the document")
  func applied() throws {
    let cat = try schema("Cat")
    let found = Schema.applied([cat])
    #expect(
      found.map { "\($0.schema.place)" } == [
        "/defs/Cat", "/defs/Pet", "/defs/Cat/allOf/1", "/defs/Cat/allOf/1/anyOf/1",
      ])
    #expect(found.map(\.isCertain) == [true, true, true, false])
    #expect(Schema.applied([cat], depth: 1).map(\.schema) == [cat])
  }

  @Test("A schema that is made for a place is made once")
  func made() throws {
    let pet = try schema("Pet")
    let made = try #require(pet.made(["type": "string"], at: ["properties", "id", "more"]))
    #expect(made.value == ["type": "string"])
    #expect(pet.made(["type": "null"], at: ["properties", "id", "more"]) == made)
    #expect(Self.document.schema(SchemaDocument.anything).value == true)
  }
}
