import JSON
import OpenAPI
import Testing

@Suite("A document of Swagger 2.0")
struct SwaggerTests {
  private static let text = """
    swagger: "2.0"
    info: {title: Pets, version: "1"}
    host: api.example.com:8080
    basePath: /v2
    schemes: [http, https]
    consumes: [application/json, application/xml]
    produces: [application/json]
    securityDefinitions:
      key: {type: apiKey, in: header, name: X-Key}
      basic: {type: basic}
      auth: {type: oauth2, flow: accessCode, authorizationUrl: /a, tokenUrl: /t, scopes: {read: Read}}
    parameters:
      limit: {name: limit, in: query, type: integer, maximum: 50, default: 10}
      pet: {name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
    responses:
      missing: {description: Missing, schema: {$ref: '#/definitions/Error'}}
    paths:
      /pets:
        parameters: [{$ref: '#/parameters/limit'}]
        get:
          parameters:
            - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
            - {name: ids, in: query, type: array, items: {type: integer}}
            - {name: with, in: query, type: array, collectionFormat: pipes, items: {type: string}}
          responses:
            "200":
              description: Pets
              schema: {type: array, items: {$ref: '#/definitions/Pet'}}
              headers: {X-Total: {type: integer, description: All}}
              examples: {application/json: [{name: Rex}]}
            "404": {$ref: '#/responses/missing'}
        post:
          parameters: [{$ref: '#/parameters/pet'}]
          responses: {"201": {description: Made, schema: {$ref: '#/paths/~1pets/get/responses/200/schema/items'}}}
      /pets/{id}/picture:
        post:
          consumes: [multipart/form-data]
          produces: [image/png]
          parameters:
            - {name: id, in: path, required: true, type: integer, format: int64}
            - {name: picture, in: formData, type: file, required: true}
            - {name: note, in: formData, type: string, maxLength: 20}
          responses: {"200": {description: It, schema: {type: file}}}
      /login:
        post:
          consumes: [text/plain]
          parameters: [{name: user, in: formData, type: string}]
          responses: {"204": {description: In}}
    definitions:
      Pet:
        type: object
        discriminator: kind
        properties: {name: {type: string, x-nullable: true}, kind: {type: string}}
      Error: {type: object}
    """

  @Test("becomes one of OpenAPI 3.1")
  func conversion() throws {
    let document = try document(Self.text)
    #expect(document.notes.isEmpty, "\(document.notes)")
    #expect(document.servers == [OpenAPIDocument.Server(host: "api.example.com", path: "/v2")])
    for (pointer, expected) in Self.places {
      #expect(try document.at(pointer) == json(expected), "\(pointer)")
    }
    for gone in ["swagger", "definitions", "host", "consumes", "securityDefinitions", "parameters", "responses"] {
      #expect(document.root[gone] == nil)
    }
  }

  private static let places: [(String, String)] = [
    ("/paths/~1pets/parameters", ##"[{"$ref": "#/components/parameters/limit"}]"##),
    (
      "/components/parameters",
      #"{"limit": {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 50, "default": 10}}}"#
    ),
    (
      "/paths/~1pets/get/parameters/0",
      """
      {"name": "tags", "in": "query", "style": "form", "explode": true,
       "schema": {"type": "array", "items": {"type": "string"}}}
      """
    ),
    ("/paths/~1pets/get/parameters/1/explode", "false"),
    ("/paths/~1pets/get/parameters/2/style", #""pipeDelimited""#),
    (
      "/paths/~1pets/get/responses/200",
      ##"""
      {"description": "Pets", "headers": {"X-Total": {"description": "All", "schema": {"type": "integer"}}},
       "content": {"application/json": {"example": [{"name": "Rex"}],
         "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}}
      """##
    ),
    ("/paths/~1pets/get/responses/404", ##"{"$ref": "#/components/responses/missing"}"##),
    (
      "/components/responses/missing",
      ##"{"description": "Missing", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}"##
    ),
    ("/paths/~1pets/post/requestBody/required", "true"),
    (
      "/paths/~1pets/post/requestBody/content",
      ##"""
      {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}},
       "application/xml": {"schema": {"$ref": "#/components/schemas/Pet"}}}
      """##
    ),
    (
      "/paths/~1pets~1{id}~1picture/post/requestBody/content",
      """
      {"multipart/form-data": {"schema": {"type": "object", "required": ["picture"], "properties":
        {"picture": {"type": "string", "format": "binary"}, "note": {"type": "string", "maxLength": 20}}}}}
      """
    ),
    (
      "/paths/~1pets~1{id}~1picture/post/responses/200/content",
      #"{"image/png": {"schema": {"type": "string", "format": "binary"}}}"#
    ),
    (
      "/paths/~1login/post/requestBody/content",
      """
      {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"user": {"type": "string"}}}}}
      """
    ),
    ("/components/schemas/Pet/discriminator", #"{"propertyName": "kind"}"#),
    ("/components/schemas/Pet/properties/name/type", #"["string", "null"]"#),
    ("/components/securitySchemes/key", #"{"type": "apiKey", "in": "header", "name": "X-Key"}"#),
    ("/components/securitySchemes/basic", #"{"type": "http", "scheme": "basic"}"#),
    (
      "/components/securitySchemes/auth",
      """
      {"type": "oauth2", "flows": {"authorizationCode": {"authorizationUrl": "/a", "tokenUrl": "/t",
        "scopes": {"read": "Read"}}}}
      """
    ),
  ]

  @Test("may refer to the middle of its paths, which move")
  func moved() throws {
    let document = try document(Self.text)
    let schema = document.at("/paths/~1pets/post/responses/201/content/application~1json/schema/$ref")?.string
    let target = try #require(schema)
    #expect(document.at(String(target.dropFirst())) != nil)
  }
}
