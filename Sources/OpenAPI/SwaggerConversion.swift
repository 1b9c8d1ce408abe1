import JSON

/// Converts Swagger 2.0 with internal references only to OpenAPI 3.0.
struct SwaggerConversion: PartTransformer {
  private let before: JSONValue
  private let consumes: [String]
  private let produces: [String]

  private init(_ before: JSONValue) {
    self.before = before
    consumes = Self.mediaTypes(before["consumes"]) ?? []
    produces = Self.mediaTypes(before["produces"]) ?? []
  }

  /// The document as OpenAPI 3.0.
  static func convert(_ document: JSONValue) throws(DocumentFailure) -> JSONValue {
    var conversion = SwaggerConversion(document)
    var path: [String] = []
    conversion = SwaggerConversion(try conversion.transform(document, .swagger, &path))
    return conversion.converted()
  }

  /// Rewrites references to the new locations.
  mutating func enter(
    _ object: JSONObject, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> (replacement: JSONObject?, isOpen: Bool) {
    guard let text = object["$ref"]?.string else { return (nil, true) }
    var object = object
    for (old, new) in [("#/definitions/", "#/components/schemas/"), ("#/responses/", "#/components/responses/")]
    where text.hasPrefix(old) {
      object["$ref"] = .string(new + text.dropFirst(old.count))
    }
    return (object, true)
  }

  private static func mediaTypes(_ value: JSONValue?) -> [String]? {
    guard let list = value?.array ?? value.map({ [$0] }) else { return nil }
    return list.compactMap(\.string)
  }

  private func converted() -> JSONValue {
    var document: JSONObject = ["openapi": "3.0.3"]
    let dropped: Set<String> = [
      "swagger", "host", "basePath", "schemes", "consumes", "produces", "paths", "definitions", "parameters",
      "responses", "securityDefinitions", "x-path-items",
    ]
    for member in before.object?.members ?? [] where !dropped.contains(member.key) {
      document[member.key] = member.value
    }
    if let servers { document["servers"] = servers }
    document["paths"] = .object(map(before["paths"], pathItem))
    var components = JSONObject()
    components["schemas"] = .object(before["definitions"]?.object ?? JSONObject())
    components["responses"] = .object(map(before["responses"]) { response($0, produces) })
    let parameters = (before["parameters"]?.object?.members ?? []).filter { isPlain($0.value) }
    components["parameters"] = .object(JSONObject(parameters.map { ($0.key, parameter($0.value)) }))
    components["securitySchemes"] = .object(map(before["securityDefinitions"], securityScheme))
    if let items = before["x-path-items"] { components["pathItems"] = .object(map(items, pathItem)) }
    document["components"] = .object(components)
    return .object(document)
  }

  private func map(_ value: JSONValue?, _ change: (JSONValue) -> JSONValue) -> JSONObject {
    JSONObject((value?.object?.members ?? []).map { ($0.key, $0.key.hasPrefix("x-") ? $0.value : change($0.value)) })
  }

  private var servers: JSONValue? {
    let base = before["basePath"]?.string ?? ""
    guard let host = before["host"]?.string, !host.isEmpty else {
      if base.isEmpty { return nil }
      return [["url": .string(base)]]
    }
    let schemes = before["schemes"]?.array?.compactMap(\.string) ?? []
    let path = base.isEmpty || base.hasPrefix("/") ? base : "/" + base
    return [["url": .string("\(schemes.first ?? "https")://\(host)\(path)")]]
  }
}

// Paths and operations.

extension SwaggerConversion {
  private func pathItem(_ value: JSONValue) -> JSONValue {
    guard var item = value.object else { return value }
    if let text = item["$ref"]?.string, text.hasPrefix("#/x-path-items/") {
      item["$ref"] = .string("#/components/pathItems/" + text.dropFirst("#/x-path-items/".count))
    }
    let shared = item["parameters"]?.array ?? []
    item["parameters"] = nil
    let plain = shared.filter(isPlain)
    if !plain.isEmpty { item["parameters"] = .array(plain.map(parameter)) }
    let content = shared.filter { !isPlain($0) }.map(resolved)
    for method in DocumentPart.methods {
      if let value = item[method]?.object { item[method] = .object(operation(value, content)) }
    }
    return .object(item)
  }

  private func operation(_ before: JSONObject, _ shared: [JSONValue]) -> JSONObject {
    var operation = JSONObject()
    let dropped: Set<String> = ["consumes", "produces", "parameters", "responses", "schemes"]
    for member in before.members where !dropped.contains(member.key) { operation[member.key] = member.value }
    let consumes = Self.mediaTypes(before["consumes"]) ?? consumes
    let produces = Self.mediaTypes(before["produces"]) ?? produces
    let parameters = before["parameters"]?.array ?? []
    let plain = parameters.filter(isPlain).map(parameter)
    if !plain.isEmpty { operation["parameters"] = .array(plain) }
    var content = parameters.filter { !isPlain($0) }.map(resolved)
    for other in shared where !content.contains(where: { $0["name"] == other["name"] && $0["in"] == other["in"] }) {
      content.append(other)
    }
    let own = Self.mediaTypes(before["consumes"]) ?? []
    let trees = own.filter { $0.hasSuffix("json") || $0.hasSuffix("/xml") }
    if let body = content.first(where: { $0["in"]?.string == "body" }) {
      operation["requestBody"] = requestBody(body, consumes)
    } else if !content.isEmpty {
      operation["requestBody"] = form(content, consumes, trees: trees)
    }
    operation["responses"] = .object(map(before["responses"]) { response($0, produces) })
    return operation
  }

  /// The target of a reference to a shared parameter, which exists after bundling.
  private func resolved(_ value: JSONValue) -> JSONValue {
    var value = value
    for _ in 0..<16 {
      guard let text = value["$ref"]?.string, let pointer = JSONPointer(parsing: String(text.dropFirst())),
        let next = before[pointer]
      else { break }
      value = next
    }
    return value
  }

  /// Whether a parameter stays a parameter, and is neither a body nor a field of a form.
  private func isPlain(_ value: JSONValue) -> Bool {
    let place = resolved(value)["in"]?.string
    return place != "body" && place != "formData"
  }

  private func requestBody(_ body: JSONValue, _ consumes: [String]) -> JSONValue {
    let schema = body["schema"] ?? .object(JSONObject())
    var media: JSONObject = ["schema": schema]
    if let example = body["x-example"] ?? body["example"] { media["example"] = example }
    let types = consumes.isEmpty ? ["application/json"] : consumes
    var result: JSONObject = ["content": .object(JSONObject(types.map { ($0, .object(media)) }))]
    result["required"] = body["required"]
    result["description"] = body["description"]
    return .object(result)
  }

  /// - Parameters:
  ///   - trees: The media types of JSON and XML that the operation itself takes, too.
  private func form(_ fields: [JSONValue], _ consumes: [String], trees: [String]) -> JSONValue {
    var properties = JSONObject()
    var required: [JSONValue] = []
    for field in fields {
      guard let name = field["name"]?.string else { continue }
      var schema = Self.schema(field)
      schema["description"] = field["description"]
      properties[name] = .object(schema)
      if field["required"]?.bool == true { required.append(.string(name)) }
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required) }
    let hasFile = fields.contains { $0["type"]?.string == "file" }
    let forms = consumes.filter { $0.hasPrefix("multipart/") || $0 == "application/x-www-form-urlencoded" }
    let usual = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"
    let types = forms.isEmpty ? [usual] : forms
    let media: JSONValue = ["schema": .object(schema)]
    var content = JSONObject(types.map { ($0, media) })
    // Tools such as go-swagger describe all that an operation takes as a form, and JSON with the same members beside it.
    let needsFile = fields.contains { $0["type"]?.string == "file" && $0["required"]?.bool == true }
    for type in trees where !needsFile { content[type] = ["schema": .object(FormTreeSchema(schema).schema)] }
    var result: JSONObject = ["content": .object(content)]
    if !required.isEmpty { result["required"] = true }
    return .object(result)
  }
}

// Parameters, responses and credentials.

extension SwaggerConversion {
  /// The keywords that Swagger puts into a parameter itself and OpenAPI into its schema.
  private static let keywords = [
    "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf", "x-nullable",
  ]

  private static func schema(_ holder: JSONValue) -> JSONObject {
    if let schema = holder["schema"]?.object { return ofFile(schema) }
    var schema = JSONObject()
    for keyword in keywords {
      if let value = holder[keyword] { schema[keyword] = value }
    }
    return ofFile(schema)
  }

  /// The schema with the type `file`, which only Swagger has, in OpenAPI 3.0.
  private static func ofFile(_ schema: JSONObject) -> JSONObject {
    guard schema["type"]?.string == "file" else { return schema }
    var schema = schema
    schema["type"] = "string"
    schema["format"] = "binary"
    return schema
  }

  private func parameter(_ value: JSONValue) -> JSONValue {
    guard let before = value.object else { return value }
    if let text = before["$ref"]?.string {
      return ["$ref": .string("#/components" + text.dropFirst())]
    }
    var parameter = JSONObject()
    for member in before.members where !Self.keywords.contains(member.key) && member.key != "collectionFormat" {
      parameter[member.key] = member.value
    }
    parameter["schema"] = .object(Self.schema(value))
    if let example = before["x-example"] { parameter["example"] = example }
    guard before["type"]?.string == "array" else { return .object(parameter) }
    let format = before["collectionFormat"]?.string ?? "csv"
    parameter["explode"] = .bool(format == "multi")
    // Paths and header fields have only one style for lists.
    if before["in"]?.string == "query" {
      parameter["style"] = ["ssv": "spaceDelimited", "pipes": "pipeDelimited"][format] ?? "form"
    }
    return .object(parameter)
  }

  private func response(_ value: JSONValue, _ produces: [String]) -> JSONValue {
    guard let before = value.object, before["$ref"] == nil else { return value }
    var response = JSONObject()
    for member in before.members where !["schema", "examples", "headers"].contains(member.key) {
      response[member.key] = member.value
    }
    if let headers = before["headers"] {
      response["headers"] = .object(
        map(headers) { header in
          var result: JSONObject = ["schema": .object(Self.schema(header))]
          result["description"] = header["description"]
          return .object(result)
        })
    }
    let examples = before["examples"]?.object ?? JSONObject()
    var content = JSONObject()
    if let declared = before["schema"] {
      let isFile = declared["type"]?.string == "file"
      let schema = isFile ? JSONValue.object(Self.schema(value)) : declared
      let usual = isFile ? "application/octet-stream" : "application/json"
      for type in produces.isEmpty ? [usual] : produces { content[type] = ["schema": schema] }
    }
    for example in examples.members where example.key.contains("/") {
      var media = content[example.key]?.object ?? JSONObject()
      if content[example.key] == nil, let schema = before["schema"] { media["schema"] = schema }
      media["example"] = example.value
      content[example.key] = .object(media)
    }
    if !content.isEmpty { response["content"] = .object(content) }
    return .object(response)
  }

  private func securityScheme(_ value: JSONValue) -> JSONValue {
    guard var scheme = value.object else { return value }
    switch scheme["type"]?.string {
    case "basic":
      scheme["type"] = "http"
      scheme["scheme"] = "basic"
    case "oauth2":
      let names = ["application": "clientCredentials", "accessCode": "authorizationCode"]
      let flow = scheme["flow"]?.string ?? "implicit"
      var details = JSONObject()
      for key in ["authorizationUrl", "tokenUrl", "scopes"] {
        details[key] = scheme[key]
        scheme[key] = nil
      }
      scheme["flow"] = nil
      scheme["flows"] = .object([names[flow] ?? flow: .object(details)])
    default: break
    }
    return .object(scheme)
  }
}
