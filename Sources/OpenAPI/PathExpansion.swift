import JSON

/// Writes a path whose parameter names a kind of record or an action as one path for each of its values.
///
/// `/objects/{entity}/{id}` with the entities `products` and `tasks` becomes `/objects/products/{id}` and
/// `/objects/tasks/{id}`, each with the schema of its kind, so that each kind has records of its own. In the same way
/// `POST /requests/{id}/{status}` with the values `approve` and `decline` becomes two actions, and
/// `/{parentType}/{parentId}/comments` with the values `posts` and `photos` the comments of two other collections. The path
/// itself stays, for other values.
struct PathExpansion {
  private var root: JSONValue
  private var names: UniqueNames
  private var count = 0
  private static let maximumValues = 60
  private static let maximumOperations = 1500
  private static let maximumDepth = 8

  /// The document with the paths of all values.
  static func expand(_ root: JSONValue) -> JSONValue {
    var expansion = PathExpansion(root)
    expansion.run()
    return expansion.root
  }

  private init(_ root: JSONValue) {
    self.root = root
    let items = root["paths"]?.object?.members.map(\.value) ?? []
    let ids = items.flatMap { item in DocumentPart.methods.compactMap { item[$0]?["operationId"]?.string } }
    names = UniqueNames(taken: ids)
  }

  /// A parameter whose values are written out.
  private struct Variable {
    /// What the values name.
    enum Meaning {
      /// Kinds of records, with the schemas of those that have one.
      case kinds([String: String])
      case actions
      /// Other collections of the document, to whose records the next parameter leads.
      case parents
    }

    let name: String
    let values: [String]
    let meaning: Meaning
  }

  private mutating func run() {
    guard let before = root["paths"]?.object, before.members.contains(where: { $0.key.contains("{") }) else { return }
    var paths = JSONObject()
    var hasChanged = false
    for member in before.members {
      guard let item = member.value.object, let variable = variable(of: member.key, item, before) else {
        if paths[member.key] == nil { paths[member.key] = member.value }
        continue
      }
      hasChanged = true
      if case .actions = variable.meaning {
        paths[member.key] = .object(item)
      } else {
        paths[member.key] = .object(Self.asCall(item))
      }
      for value in variable.values {
        let path = member.key.replacing("{\(variable.name)}", with: value)
        guard before[path] == nil, paths[path] == nil, count < Self.maximumOperations else { continue }
        paths[path] = .object(expanded(item, variable, value))
      }
    }
    if hasChanged { root.set(.object(paths), at: ["paths"]) }
  }

  /// A path of which no value is left, unless the document allows any.
  private static func asCall(_ item: JSONObject) -> JSONObject {
    var item = item
    for method in DocumentPart.methods {
      guard var operation = item[method]?.object, operation["x-mock-kind"] == nil else { continue }
      operation["x-mock-kind"] = "call"
      item[method] = .object(operation)
    }
    return item
  }

  // MARK: Parameters

  private func variable(of path: String, _ item: JSONObject, _ paths: JSONObject) -> Variable? {
    let segments = path.split(separator: "/").map(String.init)
    for (place, segment) in segments.enumerated() where segment.hasPrefix("{") && segment.hasSuffix("}") {
      let name = String(segment.dropFirst().dropLast())
      guard !name.lowercased().hasSuffix("id"), let values = values(of: name, item) else { continue }
      if let schemas = kinds(values, name, segments[...place], item, paths) {
        return Variable(name: name, values: values, meaning: .kinds(schemas))
      }
      if isAction(place, segments, item, values) { return Variable(name: name, values: values, meaning: .actions) }
      if isParent(place, segments, values, paths) { return Variable(name: name, values: values, meaning: .parents) }
    }
    return nil
  }

  /// The values that a parameter of the path may have; nil where there are no, too few or too many.
  private func values(of name: String, _ item: JSONObject) -> [String]? {
    var lists = [item["parameters"]?.array ?? []]
    lists += DocumentPart.methods.compactMap { item[$0]?["parameters"]?.array }
    var found: [String] = []
    for parameter in lists.flatMap(\.self).map(resolved)
    where parameter["in"]?.string == "path" && parameter["name"]?.string == name {
      let schema = parameter["schema"].map(resolved)
      for value in schema?["enum"]?.array?.compactMap(\.string) ?? [] where !found.contains(value) {
        found.append(value)
      }
    }
    let isPlain = found.allSatisfy { value in
      !value.isEmpty && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
    }
    return (2...Self.maximumValues).contains(found.count) && isPlain ? found : nil
  }

  private func resolved(_ value: JSONValue) -> JSONValue {
    var value = value
    for _ in 0..<Self.maximumDepth {
      guard let text = value["$ref"]?.string, let place = JSONPointer(parsing: String(text.dropFirst())),
        let next = root[place]
      else { break }
      value = next
    }
    return value
  }

  // MARK: Actions

  /// Whether the values are actions on one record: the last segment, after the record's id, of requests that change.
  private func isAction(_ place: Int, _ segments: [String], _ item: JSONObject, _ values: [String]) -> Bool {
    place == segments.count - 1 && place > 0 && segments[place - 1].hasPrefix("{")
      && (item["post"] != nil || item["put"] != nil) && item["get"] == nil && item["delete"] == nil
      && values.count <= 20
  }

  // MARK: Parents

  /// Whether the values are other collections of the document: an id follows, and then what belongs to its record.
  private func isParent(_ place: Int, _ segments: [String], _ values: [String], _ paths: JSONObject) -> Bool {
    guard segments.count > place + 2, segments[place + 1].hasPrefix("{"), !segments[place + 2].hasPrefix("{") else {
      return false
    }
    let known = values.filter { value in
      paths.members.contains { path in
        let others = path.key.split(separator: "/")
        return others.count >= 2 && others[others.count - 1].hasPrefix("{") && others[others.count - 2] == value
      }
    }
    return known.count >= 2 && known.count * 2 >= values.count
  }

  // MARK: Kinds

  /// The schemas of the kinds that values name; nil where they name none.
  private func kinds(
    _ values: [String], _ name: String, _ prefix: ArraySlice<String>, _ item: JSONObject, _ paths: JSONObject
  ) -> [String: String]? {
    let base = "/" + prefix.joined(separator: "/")
    // Records of a kind have ids of their own.
    let hasRecords = paths.members.contains { path in
      guard path.key.hasPrefix(base + "/{") else { return false }
      return path.key.dropFirst(base.count + 1).allSatisfy { $0 != "/" }
    }
    guard hasRecords else { return nil }
    var schemas: [String: String] = [:]
    let components = root["components"]?["schemas"]?.object?.keys ?? []
    for value in values {
      if let component = Self.component(of: value, in: components) { schemas[value] = component }
    }
    return schemas.count * 3 >= values.count && schemas.count >= 2 ? schemas : nil
  }

  /// The schema of a kind: `Product` of `products`, or `ShoppingListItem` of `shopping_list`.
  private static func component(of value: String, in names: [String]) -> String? {
    let key = key(value)
    let singular = singular(key)
    if let exact = names.first(where: { singular == Self.singular(Self.key($0)) }) { return exact }
    let longer = names.filter { name in
      ["item", "entry", "record", "model", "dto"].contains {
        Self.key(name) == key + $0 || Self.key(name) == singular + $0
      }
    }
    return longer.min { $0.utf8.count < $1.utf8.count }
  }

  private static func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private static func singular(_ word: String) -> String {
    for (ending, replacement) in [("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("xes", "x"), ("s", "")]
    where word.hasSuffix(ending) && !word.hasSuffix("ss") && !word.hasSuffix("us") {
      return String(word.dropLast(ending.utf8.count)) + replacement
    }
    return word
  }

  // MARK: Expansion

  private mutating func expanded(_ item: JSONObject, _ variable: Variable, _ value: String) -> JSONObject {
    var result = item
    result["parameters"] = item["parameters"].map { without(variable.name, $0) }
    for method in DocumentPart.methods {
      guard var operation = item[method]?.object else { continue }
      count += 1
      operation["parameters"] = operation["parameters"].map { without(variable.name, $0) }
      let id = operation["operationId"]?.string ?? "\(method)"
      operation["operationId"] = .string(names.name("\(id).\(value)"))
      if case .kinds(let schemas) = variable.meaning {
        let schema = schemas[value]
        for key in ["requestBody", "responses"] {
          operation[key] = operation[key].map { choosing(schema, in: $0, depth: 0) }
        }
      }
      result[method] = .object(operation)
    }
    return result
  }

  private func without(_ name: String, _ list: JSONValue) -> JSONValue {
    .array(
      (list.array ?? []).filter { parameter in
        let parameter = resolved(parameter)
        return parameter["in"]?.string != "path" || parameter["name"]?.string != name
      })
  }

  /// The value with the schema of one kind in the place of the choice between all.
  private func choosing(_ schema: String?, in value: JSONValue, depth: Int) -> JSONValue {
    guard depth < Self.maximumDepth + 4 else { return value }
    switch value {
    case .array(let elements): return .array(elements.map { choosing(schema, in: $0, depth: depth + 1) })
    case .object(let object):
      for key in ["oneOf", "anyOf"] where isChoice(object[key]) { return chosen(schema, object[key]?.array ?? []) }
      if let text = object["$ref"]?.string {
        let target = resolved(value)
        let isOpen = ["oneOf", "anyOf"].contains { isChoice(target[$0]) }
        let isPart = text.hasPrefix("#/components/") && !text.hasPrefix("#/components/schemas/")
        return isOpen || isPart ? choosing(schema, in: target, depth: depth + 1) : value
      }
      return .object(JSONObject(object.members.map { ($0.key, choosing(schema, in: $0.value, depth: depth + 1)) }))
    default: return value
    }
  }

  /// Whether a list is a choice between kinds of records.
  private func isChoice(_ list: JSONValue?) -> Bool {
    let objects = (list?.array ?? []).filter { resolved($0)["properties"] != nil || resolved($0)["allOf"] != nil }
    return objects.count >= 2
  }

  /// The schema of a kind; for one without, the properties that at least half of the kinds have.
  private func chosen(_ schema: String?, _ all: [JSONValue]) -> JSONValue {
    if let schema { return ["$ref": .string("#\(JSONPointer(["components", "schemas", schema]))")] }
    let members = all.map { resolved($0)["properties"]?.object ?? JSONObject() }
    var shared = JSONObject()
    for member in members.flatMap(\.members) where shared[member.key] == nil {
      if members.filter({ $0.contains(member.key) }).count * 2 >= members.count { shared[member.key] = member.value }
    }
    return ["type": "object", "properties": .object(shared)]
  }
}
