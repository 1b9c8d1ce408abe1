import JSON
import OpenAPI
import Resources

/// Documents in few words, for tests.
///
/// An operation is `METHOD /path ?query,query* <Request >201 Answer`: after `?` query parameters, `*` for one that must be
/// sent; after `<` the schema of the request; after `>` the status, and then the schema of the answer. A `+` before that is
/// a `Link` header. Schemas are written as in ``schema(_:)``.
func smallDocument(_ operations: [String], schemas: [String: String]) -> OpenAPIDocument {
  var paths = JSONObject()
  for operation in operations {
    let parts = operation.split(separator: " ").map(String.init)
    let (method, path) = (parts[0].lowercased(), parts[1])
    var made = JSONObject([("operationId", .string(operation))])
    var parameters: [JSONValue] = pathParameters(path)
    var status = "200"
    for part in parts.dropFirst(2) {
      switch part.first {
      case "?":
        parameters += part.dropFirst().split(separator: ",").map { queryParameter(String($0)) }
      case "<": made["requestBody"] = ["content": content(String(part.dropFirst()))]
      case ">": if part.count > 1 { status = String(part.dropFirst()) }
      case "+":
        made["responses"] = .object([status: ["description": "", "headers": ["Link": ["schema": ["type": "string"]]]]])
      default: made["responses"] = .object([status: answer(part, beside: made["responses"]?[status])])
      }
    }
    if made["responses"] == nil { made["responses"] = .object([status: ["description": ""]]) }
    made["parameters"] = .array(parameters)
    var item = paths[path]?.object ?? JSONObject()
    item[method] = .object(made)
    paths[path] = .object(item)
  }
  var components = JSONObject()
  for (name, text) in schemas.sorted(by: { $0.key < $1.key }) { components[name] = object(text) }
  return OpenAPIDocument(
    name: "small", title: "Small",
    root: ["openapi": "3.1.0", "paths": .object(paths), "components": ["schemas": .object(components)]], servers: [])
}

private func answer(_ schema: String, beside other: JSONValue?) -> JSONValue {
  var answer = other?.object ?? ["description": ""]
  answer["content"] = content(schema)
  return .object(answer)
}

private func content(_ text: String) -> JSONValue {
  if text == "binary" { return ["application/pdf": ["schema": ["type": "string", "format": "binary"]]] }
  if let form = text.split(separator: "~").last, text.hasPrefix("form~") {
    return ["application/x-www-form-urlencoded": ["schema": schema(String(form))]]
  }
  return ["application/json": ["schema": schema(text)]]
}

private func pathParameters(_ path: String) -> [JSONValue] {
  path.split(separator: "{").dropFirst().compactMap { part in
    guard let name = part.split(separator: "}").first else { return nil }
    let type: JSONValue = name.hasSuffix("number") || name == "petId" ? "integer" : "string"
    return ["name": .string(String(name)), "in": "path", "required": true, "schema": ["type": type]]
  }
}

private func queryParameter(_ text: String) -> JSONValue {
  let isRequired = text.hasSuffix("*")
  let parts = (isRequired ? String(text.dropLast()) : text).split(separator: ":").map(String.init)
  let schema: JSONValue = parts.count > 1 ? schema(parts[1]) : ["type": "string"]
  return ["name": .string(parts[0]), "in": "query", "required": .bool(isRequired), "schema": schema]
}

/// `string`, `integer`, `uuid` and other formats, `a|b` for an enum, `[X]` for an array, `Pet` for a component, `map` for
/// an object without names, `(a:string;b:[Pet])` for an object.
func schema(_ text: String) -> JSONValue {
  if text.hasPrefix("["), text.hasSuffix("]") {
    return ["type": "array", "items": schema(String(text.dropFirst().dropLast()))]
  }
  if text.hasPrefix("("), text.hasSuffix(")") { return object(String(text.dropFirst().dropLast())) }
  if text.contains("|") {
    return ["type": "string", "enum": .array(text.split(separator: "|").map { .string(String($0)) })]
  }
  switch text {
  case "string", "integer", "number", "boolean", "object": return ["type": .string(text)]
  case "map": return ["type": "object", "additionalProperties": ["type": "integer"]]
  case "uuid", "date-time", "date", "uri", "email": return ["type": "string", "format": .string(text)]
  default:
    if text.first?.isUppercase == true { return ["$ref": .string("#/components/schemas/\(text)")] }
    // An example of a text.
    return ["type": "string", "example": .string(text)]
  }
}

/// The members of an object between semicolons; `!` behind a type makes it one that must be there.
private func object(_ text: String) -> JSONValue {
  var properties = JSONObject()
  var required: [JSONValue] = []
  for member in members(text) {
    guard let colon = member.firstIndex(of: ":") else { continue }
    let name = member[..<colon].filter { $0 != " " }
    var type = member[member.index(after: colon)...].filter { $0 != " " }
    if type.hasSuffix("!") {
      type.removeLast()
      required.append(.string(name))
    }
    properties[name] = schema(type)
  }
  var made: JSONObject = ["type": "object", "properties": .object(properties)]
  if !required.isEmpty { made["required"] = .array(required) }
  return .object(made)
}

private func members(_ text: String) -> [String] {
  var found: [String] = [""]
  var depth = 0
  for character in text {
    if character == "(" { depth += 1 }
    if character == ")" { depth -= 1 }
    if character == ";", depth == 0 { found.append("") } else { found[found.count - 1].append(character) }
  }
  return found.filter { !$0.isEmpty }
}

/// An operation in one line, such as
/// `GET /owners/{ownerId}/pets list pets in=owners env=data page=offset:skip/limit`.
func line(_ operation: OperationDescription) -> String {
  var text = "\(operation.method) \(operation.path) \(operation.kind.rawValue) \(operation.resource ?? "-")"
  if let id = operation.idParameter { text += " id=\(operation.isIDInQuery ? "?" : "")\(id)" }
  if let id = operation.idContentMember { text += " id=body.\(id)" }
  if !operation.scopes.isEmpty {
    text += " in=" + operation.scopes.map { $0.parent ?? "{\($0.parameter)}" }.joined(separator: ",")
  }
  if !operation.answerEnvelope.isEmpty { text += " env=" + operation.answerEnvelope.joined(separator: ".") }
  if !operation.requestEnvelope.isEmpty { text += " req=" + operation.requestEnvelope.joined(separator: ".") }
  if let paging = operation.paging {
    text += " page=\(paging.style.rawValue):\(paging.position ?? "-")"
    if let backward = paging.backward { text += "<\(backward)" }
    if let size = paging.size { text += "/\(size)" }
    if paging.hasLinkHeader { text += "+Link" }
  }
  if let change = operation.change {
    let value = change.value.string ?? change.value.bool.map(String.init) ?? "?"
    text += " set=\(change.member):\(value)"
  }
  return text
}
