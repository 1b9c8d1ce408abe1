import JSON

/// The schema of the JSON that has the same members as a form whose fields are named by their paths: `media_ids[]` is the
/// array `media_ids`, `poll[options][]` the array `options` of the object `poll`, and `fields[0][name]` the `name` of the
/// objects in the array `fields`.
struct FormTreeSchema {
  private struct Node {
    var leaf: JSONObject?
    var children: [(name: String, node: Node)] = []

    mutating func insert(_ path: ArraySlice<String>, _ schema: JSONObject) {
      guard let first = path.first else {
        leaf = schema
        return
      }
      if let known = children.firstIndex(where: { $0.name == first }) {
        return children[known].node.insert(path.dropFirst(), schema)
      }
      var node = Node()
      node.insert(path.dropFirst(), schema)
      children.append((first, node))
    }

    /// - Parameters:
    ///   - isInList: Whether it is a member of the objects in a list, so that a field with several values has one of each.
    func schema(isInList: Bool) -> JSONObject {
      guard let first = children.first else {
        let own = leaf ?? JSONObject()
        return isInList ? own["items"]?.object ?? own : own
      }
      guard children.allSatisfy({ $0.name.isEmpty || Int($0.name) != nil }) else {
        var members = JSONObject()
        for child in children { members[child.name] = .object(child.node.schema(isInList: isInList)) }
        return ["type": "object", "properties": .object(members)]
      }
      if first.node.children.isEmpty, first.node.leaf?["type"]?.string == "array" {
        return first.node.schema(isInList: false)
      }
      // Each number has the same members as the others.
      return ["type": "array", "items": .object(first.node.schema(isInList: true))]
    }
  }

  /// The schema of the JSON.
  let schema: JSONObject

  private static let maximumDepth = 8

  /// Reads the schema of a form; files have no place in JSON.
  init(_ form: JSONObject) {
    var root = Node()
    for field in form["properties"]?.object?.members ?? [] {
      guard let schema = field.value.object, schema["format"]?.string != "binary" else { continue }
      root.insert(Self.path(field.key)[...], schema)
    }
    var members = JSONObject()
    for child in root.children { members[child.name] = .object(child.node.schema(isInList: false)) }
    var made: JSONObject = ["type": "object", "properties": .object(members)]
    var required: [JSONValue] = []
    for name in form["required"]?.array?.compactMap(\.string) ?? [] {
      let first = JSONValue.string(Self.path(name)[0])
      if !required.contains(first) { required.append(first) }
    }
    if !required.isEmpty { made["required"] = .array(required) }
    schema = made
  }

  /// The names in `a[b][]`: `a`, `b` and nothing.
  private static func path(_ name: String) -> [String] {
    guard let open = name.firstIndex(of: "["), open > name.startIndex, name.hasSuffix("]") else { return [name] }
    let inner = name[name.index(after: open)...].dropLast()
    let names = inner.replacing("][", with: "[").split(separator: "[", omittingEmptySubsequences: false)
    guard names.count < maximumDepth else { return [name] }
    return [String(name[..<open])] + names.map(String.init)
  }
}
