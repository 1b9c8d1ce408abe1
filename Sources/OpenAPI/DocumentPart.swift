import JSON

/// The kinds of parts of an API document that can contain references and schemas.
enum DocumentPart: Hashable {
  case document, components, pathItem, operation, parameter, requestBody, response, header, mediaType, encoding
  case schema, example, link, callback, securityScheme
  /// Parts of Swagger 2.0 that differ.
  case swagger, swaggerPathItem, swaggerOperation, swaggerParameter, swaggerResponse

  /// How a property contains parts.
  enum Shape {
    case one
    case list
    case map
  }

  /// The parts in a property.
  struct Slot {
    let shape: Shape
    let part: DocumentPart

    static func one(_ part: DocumentPart) -> Slot { Slot(shape: .one, part: part) }
    static func list(_ part: DocumentPart) -> Slot { Slot(shape: .list, part: part) }
    static func map(_ part: DocumentPart) -> Slot { Slot(shape: .map, part: part) }
  }

  static let methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"]

  /// The parts in a property of this part; nil for none.
  func slot(_ member: String) -> Slot? {
    if self == .callback { return member.hasPrefix("x-") ? nil : .one(.pathItem) }
    return Self.slots[self]?[member]
  }

  /// The parts in the properties of this part, by their names; nil where the names do not say.
  var slots: [String: Slot]? { Self.slots[self] }

  private static let slots: [DocumentPart: [String: Slot]] = [
    .document: ["paths": .map(.pathItem), "webhooks": .map(.pathItem), "components": .one(.components)],
    .components: [
      "schemas": .map(.schema), "responses": .map(.response), "parameters": .map(.parameter),
      "examples": .map(.example), "requestBodies": .map(.requestBody), "headers": .map(.header),
      "securitySchemes": .map(.securityScheme), "links": .map(.link), "callbacks": .map(.callback),
      "pathItems": .map(.pathItem),
    ],
    .pathItem: operations(.operation, .parameter),
    .operation: [
      "parameters": .list(.parameter), "requestBody": .one(.requestBody), "responses": .map(.response),
      "callbacks": .map(.callback),
    ],
    .parameter: ["schema": .one(.schema), "content": .map(.mediaType), "examples": .map(.example)],
    .header: ["schema": .one(.schema), "content": .map(.mediaType), "examples": .map(.example)],
    .requestBody: ["content": .map(.mediaType)],
    .response: ["headers": .map(.header), "content": .map(.mediaType), "links": .map(.link)],
    .mediaType: [
      "schema": .one(.schema), "itemSchema": .one(.schema), "examples": .map(.example), "encoding": .map(.encoding),
    ],
    .encoding: ["headers": .map(.header)],
    .schema: [
      "not": .one(.schema), "if": .one(.schema), "then": .one(.schema), "else": .one(.schema), "items": .one(.schema),
      "contains": .one(.schema), "additionalProperties": .one(.schema), "propertyNames": .one(.schema),
      "unevaluatedItems": .one(.schema), "unevaluatedProperties": .one(.schema), "contentSchema": .one(.schema),
      "additionalItems": .one(.schema),
      "allOf": .list(.schema), "anyOf": .list(.schema), "oneOf": .list(.schema), "prefixItems": .list(.schema),
      "properties": .map(.schema), "patternProperties": .map(.schema), "dependentSchemas": .map(.schema),
      "$defs": .map(.schema), "definitions": .map(.schema),
    ],
    .swagger: [
      "paths": .map(.swaggerPathItem), "definitions": .map(.schema), "parameters": .map(.swaggerParameter),
      "responses": .map(.swaggerResponse),
    ],
    .swaggerPathItem: operations(.swaggerOperation, .swaggerParameter),
    .swaggerOperation: ["parameters": .list(.swaggerParameter), "responses": .map(.swaggerResponse)],
    .swaggerParameter: ["schema": .one(.schema)],
    .swaggerResponse: ["schema": .one(.schema)],
  ]

  private static func operations(_ operation: DocumentPart, _ parameter: DocumentPart) -> [String: Slot] {
    var slots: [String: Slot] = ["parameters": .list(parameter)]
    for method in methods { slots[method] = .one(operation) }
    return slots
  }

  /// The section for named parts of this kind; nil for a kind without one.
  var section: [String]? {
    switch self {
    case .schema: ["components", "schemas"]
    case .response: ["components", "responses"]
    case .parameter: ["components", "parameters"]
    case .example: ["components", "examples"]
    case .requestBody: ["components", "requestBodies"]
    case .header: ["components", "headers"]
    case .securityScheme: ["components", "securitySchemes"]
    case .link: ["components", "links"]
    case .callback: ["components", "callbacks"]
    case .pathItem: ["components", "pathItems"]
    case .swaggerParameter: ["parameters"]
    case .swaggerResponse: ["responses"]
    case .swaggerPathItem: ["x-path-items"]
    default: nil
    }
  }
}

extension JSONValue {
  var isContainer: Bool {
    switch self {
    case .object, .array: true
    case .null, .bool, .number, .string: false
    }
  }
}
