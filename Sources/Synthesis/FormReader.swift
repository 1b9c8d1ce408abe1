import HTTPCore
import JSON

/// Makes a JSON value of the fields of a form, in the way in which its schema has them. `a[b][]=1`, `a.b=1` and `a=1&a=2`
/// are members inside members, and arrays.
package struct FormReader {
  private let maker: ValueGenerator
  private static let maximumDepth = 16

  /// A reader for the schemas of a maker.
  package init(_ maker: ValueGenerator) { self.maker = maker }

  /// The value of the fields.
  ///
  /// - Throws: ``Problem`` of kind `contentTooLarge` for more names than a form may have, `malformedBody` for a name that is
  ///   nested too deep.
  package func value(
    _ fields: [QueryParameters.Parameter], _ schema: JSONPointer
  ) throws(Problem) -> JSONValue {
    let members = maker.shape(of: schema).members
    return try value(fields.map { (Self.path($0.name, members), JSONValue.string($0.value)) }, schema)
  }

  /// The value of the parts of a multipart form.
  ///
  /// - Throws: As for the fields of other forms.
  package func value(_ parts: [MultipartForm.Part], _ schema: JSONPointer) throws(Problem) -> JSONValue {
    let members = maker.shape(of: schema).members
    return try value(
      parts.map { (Self.path($0.name, members), $0.text.map(JSONValue.string) ?? .string($0.fileName ?? "")) }, schema)
  }

  /// The record that a form means whose schema writes the paths of its members as names, such as `track[title]` and
  /// `context[]`: the members themselves, without a name that all of them stand below.
  package static func record(_ form: JSONObject) -> JSONObject {
    let paths = form.members.map { path($0.key) }
    guard paths.contains(where: { $0.count > 1 }) else { return form }
    let roots = Set(paths.filter { $0.count > 1 && $0[1] != "" }.map { $0[0] })
    var record = JSONObject()
    for (member, path) in zip(form.members, paths) {
      var names = path.filter { !$0.isEmpty }
      if roots.count == 1, names.count > 1, roots.contains(names[0]) { names.removeFirst() }
      // What is nested deeper has no form that all agree on.
      record[names.count == 1 ? names[0] : member.key] = member.value
    }
    return record
  }

  private func value(
    _ fields: [(path: [String], value: JSONValue)], _ schema: JSONPointer
  ) throws(Problem) -> JSONValue {
    var tree = FormTree()
    for field in fields { try tree.insert(field.path[...], field.value) }
    let value = fields.isEmpty ? .object(JSONObject()) : typed(tree, schema, depth: 0)
    guard var object = value.object else { return value }
    // An empty list has no field.
    for member in maker.members(of: schema) where member.isRequired && member.types.contains("array") {
      if !object.contains(member.name) { object[member.name] = .array([]) }
    }
    return .object(object)
  }

  /// Whether a member of a form may hold objects, for which forms have no way of writing that all agree on.
  package func mayHoldObjects(_ member: String, _ schema: JSONPointer) -> Bool {
    guard let place = maker.shape(of: schema).members[member] else { return false }
    let shape = maker.shape(of: place)
    return shape.types.contains("object")
      || shape.types.contains("array") && shape.items.map { maker.shape(of: $0).types.contains("object") } ?? true
  }

  /// The names in `a[b][]`: `a`, `b` and nothing; the whole where the schema has a member of this name.
  private static func path(_ name: String, _ members: [String: JSONPointer] = [:]) -> [String] {
    guard members[name] == nil, let open = name.firstIndex(of: "["), open > name.startIndex, name.hasSuffix("]") else {
      return [name]
    }
    let inner = name[name.index(after: open)...].dropLast()
    return [String(name[..<open])]
      + inner.replacing("][", with: "[").split(separator: "[", omittingEmptySubsequences: false).map(String.init)
  }

  private func typed(_ tree: FormTree, _ schema: JSONPointer?, depth: Int) -> JSONValue {
    guard depth < Self.maximumDepth else { return .null }
    let shape = schema.map { maker.shape(of: $0) }
    if tree.children.isEmpty { return leaf(tree.values, shape, schema, depth) }
    let isList = tree.children.allSatisfy { $0.name.isEmpty || Int($0.name) != nil }
    if isList, shape?.types.contains("object") != true || shape?.items != nil {
      return .array(
        tree.children.flatMap { child -> [JSONValue] in
          // `a[]=1&a[]=2`: several values at one place.
          if child.name.isEmpty, child.tree.children.isEmpty {
            return child.tree.values.map { typed(FormTree(values: [$0]), shape?.items, depth: depth + 1) }
          }
          return [typed(child.tree, shape?.items, depth: depth + 1)]
        })
    }
    var object = JSONObject()
    for child in tree.children {
      object[child.name] = typed(child.tree, shape?.members[child.name] ?? shape?.others, depth: depth + 1)
    }
    return .object(object)
  }

  /// A text as the value that a schema wants.
  package func leaf(_ text: String, _ schema: JSONPointer?) -> JSONValue {
    leaf([.string(text)], schema.map { maker.shape(of: $0) }, schema, 0)
  }

  private func leaf(
    _ values: [JSONValue], _ shape: ValueGenerator.Shape?, _ schema: JSONPointer?, _ depth: Int
  ) -> JSONValue {
    guard let shape, let last = values.last else { return values.count > 1 ? .array(values) : values.last ?? .null }
    if shape.types.contains("array"), !shape.types.contains("string") || values.count > 1 {
      return .array(values.map { leaf([$0], shape.items.map { maker.shape(of: $0) }, shape.items, depth + 1) })
    }
    guard let text = last.string else { return last }
    if shape.types.contains("null"), text == "null" { return .null }
    guard let value = meant(text, shape.types) else { return last }
    guard shape.types.contains("string") else { return value }
    // Where only some texts are allowed, such as `auto`, any other one may be a number or an object.
    guard let schema, !maker.allows(last, on: schema), maker.allows(value, on: schema) else { return last }
    return value
  }

  /// What a text is other than a text; nil when it is none of the types.
  private func meant(_ text: String, _ types: [String]) -> JSONValue? {
    // Python's clients write `True`, as most servers accept.
    if types.contains("boolean"), ["true", "false"].contains(text.lowercased()) {
      return .bool(text.lowercased() == "true")
    }
    if types.contains("integer") || types.contains("number"), let number = JSONNumber(literal: text) {
      return .number(number)
    }
    if types.contains("null"), text.isEmpty { return .null }
    guard types.contains("object") || types.contains("array") else { return nil }
    return try? JSONParser.parse(Array(text.utf8))
  }
}

/// The fields of a form by the names in their paths.
private struct FormTree {
  var values: [JSONValue] = []
  var children: [(name: String, tree: FormTree)] = []
  private static let maximumChildren = 1000
  private static let maximumDepth = 15

  mutating func insert(_ path: ArraySlice<String>, _ value: JSONValue) throws(Problem) {
    guard let first = path.first else { return values.append(value) }
    guard path.count <= Self.maximumDepth else {
      throw Problem(
        .malformedBody, "a name in the form is nested deeper than \(Self.maximumDepth) levels", field: "body")
    }
    if let index = children.firstIndex(where: { $0.name == first }) {
      return try children[index].tree.insert(path.dropFirst(), value)
    }
    guard children.count < Self.maximumChildren else {
      throw Problem(
        .contentTooLarge, "the form has more than \(Self.maximumChildren) names; send JSON", field: "body")
    }
    var tree = FormTree()
    try tree.insert(path.dropFirst(), value)
    children.append((first, tree))
  }
}
