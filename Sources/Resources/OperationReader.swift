import JSON
import JSONSchema

/// Reads the operations of a document in its order.
struct OperationReader {
  static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  let index: SchemaIndex

  func operations() -> [OperationFacts] {
    guard let paths = index.root["paths"]?.object else { return [] }
    var found: [OperationFacts] = []
    let entries = paths.members.filter { $0.key.hasPrefix("/") }
    let shapes = entries.map { PathShape($0.key) }
    let verbsFirst = VerbFirstPaths(shapes)
    for (entry, shape) in zip(entries, shapes.map(verbsFirst.nounFirst)) {
      let place = JSONPointer(["paths", entry.key])
      guard let (item, itemPlace) = index.object(entry.value, at: place) else { continue }
      for member in item.members where Self.methods.contains(member.key.lowercased()) {
        guard let operation = member.value.object else { continue }
        found.append(
          facts(
            operation, method: member.key.uppercased(), path: entry.key, shape: shape, item: item, itemPlace: itemPlace,
            pointer: itemPlace.appending(member.key)))
      }
    }
    ReadingPosts(index: index).mark(&found)
    return found
  }

  private func facts(
    _ operation: JSONObject, method: String, path: String, shape: PathShape, item: JSONObject, itemPlace: JSONPointer,
    pointer: JSONPointer
  ) -> OperationFacts {
    var facts = OperationFacts(
      id: operation["operationId"]?.string ?? "\(method.lowercased()) \(path)", method: method, path: path,
      shape: shape,
      object: operation, pathItem: item, itemPointer: itemPlace, pointer: pointer)
    var parameters = self.parameters(operation["parameters"], at: pointer.appending("parameters"))
    for shared in self.parameters(item["parameters"], at: itemPlace.appending("parameters"))
    where !parameters.contains(where: { $0.name == shared.name && $0.place == shared.place }) {
      parameters.append(shared)
    }
    facts.parameters = parameters
    if let (body, place) = index.object(operation["requestBody"], at: pointer.appending("requestBody")) {
      let content = content(body["content"], at: place.appending("content"))
      facts.request = content?.schema
      facts.hasRequest = content != nil
      facts.hasFileRequest = content?.type.lowercased().hasPrefix("multipart/") ?? false
    }
    readAnswer(operation, pointer: pointer, into: &facts)
    return facts
  }

  private func parameters(_ value: JSONValue?, at place: JSONPointer) -> [ParameterFacts] {
    var found: [ParameterFacts] = []
    for (number, element) in (value?.array ?? []).enumerated() {
      guard let (object, at) = index.object(element, at: place.appending(number)), let name = object["name"]?.string
      else { continue }
      var schema = index.node(at: at.appending("schema"))
      if schema == nil { schema = content(object["content"], at: at.appending("content"))?.schema }
      let parameter = ParameterFacts(
        name: name, place: object["in"]?.string ?? "query", isRequired: object["required"]?.bool ?? false,
        schema: schema, object: object)
      found += members(of: parameter) ?? [parameter]
    }
    return found
  }

  /// The parameters that an object in the query stands for: `page` and `size` of an exploded `pageable`, `page[size]` of
  /// `page` as `deepObject` (OpenAPI 3.1 §4.8.12.2); nil for one that is a parameter itself.
  private func members(of parameter: ParameterFacts) -> [ParameterFacts]? {
    let style = parameter.object["style"]?.string ?? "form"
    let isExploded = style == "form" && parameter.object["explode"]?.bool != false
    guard parameter.place == "query", isExploded || style == "deepObject", let schema = parameter.schema else {
      return nil
    }
    let shape = index.shape(schema)
    guard shape.isObject, !shape.members.isEmpty else { return nil }
    return shape.members.map { member in
      ParameterFacts(
        name: isExploded ? member.name : "\(parameter.name)[\(member.name)]", place: "query",
        isRequired: parameter.isRequired && shape.required.contains(member.name), schema: member.node,
        object: member.node.object)
    }
  }

  /// The content of the type that is most likely meant: the first JSON before all, then forms.
  private func content(_ value: JSONValue?, at place: JSONPointer) -> (schema: Schema?, type: String)? {
    guard let types = value?.object, let first = types.members.first else { return nil }
    func rank(_ type: String) -> Int {
      let name = type.prefix { $0 != ";" }.lowercased()
      if name.hasSuffix("json") { return name.contains("patch") ? 3 : 0 }
      if name.contains("json") { return 1 }
      if name.hasPrefix("*/*") || name.hasPrefix("application/*") { return 2 }
      if name.contains("x-www-form-urlencoded") { return 4 }
      if name.hasPrefix("multipart/") { return 5 }
      return name.contains("xml") ? 6 : 7
    }
    var chosen = first
    if types.count > 1 {
      let ranks = types.keys.map(rank)
      let best = ranks.indices.min { (ranks[$0], $0) < (ranks[$1], $1) }
      chosen = types.members[best ?? 0]
    }
    guard let (_, mediaPlace) = index.object(chosen.value, at: place.appending(chosen.key)) else {
      return (nil, chosen.key)
    }
    return (index.node(at: mediaPlace.appending("schema")), chosen.key)
  }

  /// The same answer in other forms of JSON, as some APIs have it for clients that ask for one.
  private func otherAnswers(
    _ value: JSONValue?, at place: JSONPointer, beside content: (schema: Schema?, type: String)
  ) -> [(mediaType: String, schema: Schema)] {
    var found: [(mediaType: String, schema: Schema)] = []
    for type in value?.object?.keys ?? [] where type != content.type && found.count < 8 {
      let name = type.prefix { $0 != ";" }.lowercased()
      guard name.hasSuffix("json"), let (_, at) = index.object(value?[type], at: place.appending(type)),
        let schema = index.node(at: at.appending("schema")), schema != content.schema
      else { continue }
      found.append((name, schema))
    }
    return found
  }

  /// The schema of what is answered where an author wrote `items` of what is no array: an object that says no type.
  private func withoutStrayItems(_ schema: Schema) -> Schema {
    guard schema["type"] == nil, schema["properties"] == nil, let items = schema.items.flatMap(index.node),
      items["properties"] != nil
    else { return schema }
    return items
  }

  private func readAnswer(_ operation: JSONObject, pointer: JSONPointer, into facts: inout OperationFacts) {
    guard let answers = operation["responses"]?.object else { return }
    facts.successes = answers.keys.compactMap { Int($0) }.filter { (200...299).contains($0) }
    var key: String?
    let order: [Int] =
      switch facts.method {
      case "POST": [201, 200, 202, 204]
      case "DELETE": [200, 204, 202]
      case "PUT", "PATCH": [200, 201, 204, 202]
      default: [200]
      }
    if let status = order.first(where: facts.successes.contains) ?? facts.successes.first {
      (key, facts.status) = (answers.keys.first { Int($0) == status }, status)
      // A deletion that may say nothing says nothing, unless the other answer has content.
      if facts.method == "DELETE", status == 200, facts.successes.contains(204),
        index.object(answers["200"], at: pointer.appending("responses").appending("200"))?.0["content"] == nil
      {
        (key, facts.status) = ("204", 204)
      }
    } else if let range = answers.keys.first(where: { $0.lowercased() == "2xx" }) {
      key = range
    } else if answers.contains("default") {
      key = "default"
    } else if let status = answers.keys.lazy.compactMap({ Int($0) }).first(where: { (300...399).contains($0) }) {
      (key, facts.status) = (answers.keys.first { Int($0) == status }, status)
    }
    guard let key,
      let (answer, place) = index.object(answers[key], at: pointer.appending("responses").appending(key))
    else { return }
    facts.hasLinkHeader = answer["headers"]?.object?.keys.contains { $0.lowercased() == "link" } ?? false
    guard let content = content(answer["content"], at: place.appending("content")) else { return }
    facts.hasAnswer = true
    facts.answer = content.schema.map { facts.method == "GET" ? $0 : withoutStrayItems($0) }
    facts.otherAnswers = otherAnswers(answer["content"], at: place.appending("content"), beside: content)
    let type = content.type.lowercased()
    let isData = type.contains("json") || type.contains("*") || type.contains("form") || type.contains("xml")
    facts.isFile = !isData || content.schema?["format"]?.string == "binary"
  }
}
