import JSON

/// What stands at a place of an API document: where references and schemas may be.
enum DocumentPart: Hashable {
  case document, components, pathItem, operation, parameter, requestBody, response, header, mediaType, encoding
  case schema, example, link, callback, securityScheme
  /// Parts of Swagger 2.0 that are not the same.
  case swagger, swaggerPathItem, swaggerOperation, swaggerParameter, swaggerResponse

  /// How many of a part a member holds.
  enum Shape {
    case one
    case list
    case map
  }

  /// What a member holds.
  struct Slot {
    let shape: Shape
    let part: DocumentPart

    static func one(_ part: DocumentPart) -> Slot { Slot(shape: .one, part: part) }
    static func list(_ part: DocumentPart) -> Slot { Slot(shape: .list, part: part) }
    static func map(_ part: DocumentPart) -> Slot { Slot(shape: .map, part: part) }
  }

  static let methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"]

  /// What a member of this part holds; nil for what holds no parts.
  func slot(_ member: String) -> Slot? {
    if self == .callback { return member.hasPrefix("x-") ? nil : .one(.pathItem) }
    return Self.slots[self]?[member]
  }

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
    .mediaType: ["schema": .one(.schema), "examples": .map(.example), "encoding": .map(.encoding)],
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

  /// The section that holds parts of this kind by name; nil for one that has none.
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

/// Changes the parts of a document from the root down.
protocol PartTransformer {
  /// What becomes of an object that is such a part, and whether its members are still to be looked at.
  ///
  /// - Parameters:
  ///   - path: The place in the document.
  mutating func enter(
    _ object: JSONObject, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> (object: JSONObject, isOpen: Bool)
}

extension PartTransformer {
  /// A value that is such a part, with all in it.
  mutating func transform(
    _ value: JSONValue, _ part: DocumentPart, _ path: inout [String]
  ) throws(DocumentFailure) -> JSONValue {
    guard let before = value.object else { return value }
    var (object, isOpen) = try enter(before, part, path)
    guard isOpen else { return .object(object) }
    for member in object.members {
      guard let slot = part.slot(member.key) else { continue }
      path.append(member.key)
      switch (slot.shape, member.value) {
      case (.map, .object(let map)):
        object[member.key] = .object(try transform(map, slot.part, &path))
      case (.list, .array(let list)), (.one, .array(let list)):
        // `items` was a list in older drafts.
        object[member.key] = .array(try transform(list, slot.part, &path))
      case (_, .object): object[member.key] = try transform(member.value, slot.part, &path)
      default: break
      }
      path.removeLast()
    }
    return .object(object)
  }

  private mutating func transform(
    _ map: JSONObject, _ part: DocumentPart, _ path: inout [String]
  ) throws(DocumentFailure) -> JSONObject {
    var map = map
    for member in map.members {
      guard member.value.object != nil else { continue }
      path.append(member.key)
      map[member.key] = try transform(member.value, part, &path)
      path.removeLast()
    }
    return map
  }

  private mutating func transform(
    _ list: [JSONValue], _ part: DocumentPart, _ path: inout [String]
  ) throws(DocumentFailure) -> [JSONValue] {
    var list = list
    for (index, element) in list.enumerated() where element.object != nil {
      path.append(String(index))
      list[index] = try transform(element, part, &path)
      path.removeLast()
    }
    return list
  }
}
