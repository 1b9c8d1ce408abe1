import HTTPCore
import JSON
import JSONSchema

/// Reads one operation out of a document.
struct OperationReader {
  let document: ContractDocument

  /// - Throws: ``ContractError`` when a reference leads nowhere or a schema cannot be used.
  func read(_ entry: ContractDocument.Entry) throws(ContractError) -> DocumentedOperation {
    let path = JSONPointer(["paths", entry.path])
    let operation = path.appending(entry.method.lowercased())
    let body = document.resolve(operation.appending("requestBody"))
    return DocumentedOperation(
      entry, in: document, parameters: try parameters(path) + parameters(operation),
      requestContent: try body.map { place throws(ContractError) in try content(place.pointer, .request) } ?? [],
      isContentRequired: body?.value["required"]?.bool ?? false, answers: try answers(operation),
      credentials: try credentials(operation, path))
  }

  private func parameters(_ owner: JSONPointer) throws(ContractError) -> [DocumentedOperation.Parameter] {
    let list = owner.appending("parameters")
    var parameters: [DocumentedOperation.Parameter] = []
    for index in (document.root[list]?.array ?? []).indices {
      let place = try resolved(list.appending(index))
      guard let name = place.value["name"]?.string,
        let location = place.value["in"]?.string.flatMap(DocumentedOperation.Parameter.Location.init)
      else { continue }
      // These are no parameters: content, responses and security describe them (OpenAPI 3.1 §4.8.12.1).
      if location == .header, ["accept", "content-type", "authorization"].contains(name.lowercased()) { continue }
      let schema = place.pointer.appending("schema")
      let types = document.resolve(schema)?.value["type"]
      let isObject = types?.string == "object" || types?.array?.contains("object") == true
      parameters.append(
        DocumentedOperation.Parameter(
          name: name, location: location, isRequired: place.value["required"]?.bool ?? false,
          schema: place.value["schema"] == nil ? try anything() : try document.compile(schema, .request),
          example: example(place),
          isFreeForm: isObject && location == .query, separator: Self.separator(place.value, location),
          place: place.value["schema"] == nil ? nil : schema))
    }
    return parameters
  }

  /// The separator of the style that a parameter has (OpenAPI 3.1 §4.8.12.2).
  private static func separator(
    _ parameter: JSONValue, _ location: DocumentedOperation.Parameter.Location
  ) -> Character? {
    switch parameter["style"]?.string {
    case "spaceDelimited": " "
    case "pipeDelimited": "|"
    case "deepObject": nil
    default: location == .query && parameter["explode"]?.bool != false ? nil : ","
    }
  }

  private func example(_ place: ContractDocument.Place) -> JSONValue? {
    place.value["example"] ?? examples(place.pointer).first?.value
      ?? document.resolve(place.pointer.appending("schema"))?.value["example"]
  }

  private func content(
    _ owner: JSONPointer, _ direction: SchemaDirection
  ) throws(ContractError) -> [DocumentedOperation.Content] {
    let pointer = owner.appending("content")
    var contents: [DocumentedOperation.Content] = []
    for member in document.root[pointer]?.object?.members ?? [] {
      let place = pointer.appending(member.key)
      // OpenAPI 3.2 describes the events of a stream so.
      let isStream =
        document.root[place.appending("schema")] == nil && document.root[place.appending("itemSchema")] != nil
      let schema = place.appending(isStream ? "itemSchema" : "schema")
      contents.append(
        DocumentedOperation.Content(
          mediaType: MediaType(member.key)?.essence ?? member.key.lowercased(),
          schema: document.root[schema] == nil ? try anything() : try document.compile(schema, direction),
          place: schema,
          examples: examples(place)))
    }
    return contents
  }

  private func examples(_ place: JSONPointer) -> [(name: String, value: JSONValue)] {
    if let example = document.root[place.appending("example")] { return [("example", example)] }
    let named = document.root[place.appending("examples")]?.object?.members ?? []
    return named.compactMap { member in
      let place = document.resolve(place.appending("examples").appending(member.key))
      return place?.value["value"].map { (member.key, $0) }
    }
  }

  private func answers(_ operation: JSONPointer) throws(ContractError) -> [DocumentedOperation.Answer] {
    let pointer = operation.appending("responses")
    var answers: [DocumentedOperation.Answer] = []
    for member in document.root[pointer]?.object?.members ?? [] {
      let place = try resolved(pointer.appending(member.key))
      answers.append(
        DocumentedOperation.Answer(
          status: member.key, content: try content(place.pointer, .answer), headers: try headers(place.pointer)))
    }
    return answers
  }

  private func headers(_ answer: JSONPointer) throws(ContractError) -> [DocumentedOperation.Header] {
    let pointer = answer.appending("headers")
    var headers: [DocumentedOperation.Header] = []
    for member in document.root[pointer]?.object?.members ?? [] {
      let header = try resolved(pointer.appending(member.key))
      let place = header.value["schema"].map { _ in header.pointer.appending("schema") }
      headers.append(
        DocumentedOperation.Header(
          name: member.key, isRequired: header.value["required"]?.bool ?? false,
          schema: try place.map { place throws(ContractError) in try document.compile(place, .answer) }, place: place))
    }
    return headers
  }

  /// The operation's own security, else the document's (OpenAPI §4.8.10); none when one of the choices is empty.
  ///
  /// Where there is no security, but a required header parameter `Authorization` and an answer 401, that is meant.
  private func credentials(
    _ operation: JSONPointer, _ path: JSONPointer
  ) throws(ContractError) -> [[DocumentedOperation.Credential]] {
    let own = document.root[operation.appending("security")]
    if own == nil, saysOpen(operation) { return [] }
    let security = own ?? document.root["security"]
    if security == nil, document.root[operation.appending("responses").appending("401")] != nil {
      for list in [path.appending("parameters"), operation.appending("parameters")] {
        for index in (document.root[list]?.array ?? []).indices {
          let parameter = try resolved(list.appending(index)).value
          if parameter["in"]?.string == "header", parameter["required"]?.bool == true,
            parameter["name"]?.string?.lowercased() == "authorization"
          {
            return [[.authorization]]
          }
        }
      }
    }
    let choices = (security?.array ?? []).map { choice in
      (choice.object?.keys ?? []).compactMap(document.credential)
    }
    return choices.contains { $0.isEmpty } ? [] : choices
  }

  /// Whether the summary or the description of an operation says that anybody may call it.
  private func saysOpen(_ operation: JSONPointer) -> Bool {
    let said = ["summary", "description"].compactMap { document.root[operation.appending($0)]?.string?.lowercased() }
    return said.contains { text in Self.openWords.contains { text.contains($0) } }
  }

  private static let openWords = [
    "no authentication required", "no authentication needed", "no authentication is required", "no auth required",
    "no auth needed", "no token required", "does not require authentication", "without authentication",
    "authentication is not required", "authentication not required", "publicly accessible", "public endpoint",
    "no requiere autenticación", "sin autenticación",
  ]

  private func resolved(_ pointer: JSONPointer) throws(ContractError) -> ContractDocument.Place {
    guard let place = document.resolve(pointer) else {
      throw ContractError("\(document.api)#\(pointer): the reference leads nowhere")
    }
    return place
  }

  private func anything() throws(ContractError) -> CompiledSchema {
    do {
      return try CompiledSchema(.bool(true))
    } catch {
      throw ContractError("\(error)")
    }
  }
}
