import OpenAPI
import Resources
import Testing

/// Paths that say twice what they are about.
@Suite struct RepetitionTests {
  private static let schemas = [
    "Pet": "id:integer!;name:string!", "NewPet": "name:string!", "Owner": "id:integer!;email:string",
    "Done": "code:integer;msg:string",
  ]

  private static let usual = ["GET /pets/getAllPets [Pet]", "POST /pets/createPet <NewPet >201 Pet"]

  @Test(arguments: [
    ("GET /pets/getAllPets [Pet]", OperationDescription.Kind.list), ("POST /pets/createPet <NewPet >201 Pet", .create),
    ("GET /pets/getPet/{id} Pet", .read), ("GET /pets/findById/{id} Pet", .read), ("GET /pets/getpets [Pet]", .list),
    ("PUT /pets/updatePet/{id} <NewPet Pet", .update), ("DELETE /pets/deletePet/{id} Done", .delete),
    ("GET /pets/getPetById ?id* Pet", .read), ("POST /pets/savePet <NewPet Pet", .create),
  ])
  func isTheCollections(operation: String, kind: OperationDescription.Kind) throws {
    let model = APIModel(smallDocument(Self.usual + [operation], schemas: Self.schemas))
    let found = try #require(model.operations.first { $0.operationID == operation })
    #expect(found.kind == kind)
    #expect(found.resource == "pets")
    #expect(model.resources.map(\.name) == ["pets"])
  }

  @Test(arguments: ["POST /pets/read-all Done", "GET /pets/getOwners [Owner]", "GET /pets/new-arrivals [Owner]"])
  func leavesOthersAsTheyAre(operation: String) throws {
    let model = APIModel(smallDocument(Self.usual + [operation], schemas: Self.schemas))
    let found = try #require(model.operations.first { $0.operationID == operation })
    let isList = found.kind == .list && found.resource == "pets"
    #expect(!isList)
    #expect(model.resources.first { $0.name == "pets" }?.idMember == "id")
  }
}
