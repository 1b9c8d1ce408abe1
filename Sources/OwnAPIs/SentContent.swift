import Contract
import HTTPCore
import JSON
import Resources
import Synthesis
import World

/// What a request says: its query, and its content as one JSON value, whatever form it came in.
struct SentContent {
  let query: QueryParameters
  /// Why the path can name no record, by the document; nil when it can. A record that is there all the same is shown.
  var pathRefusal: Problem?
  /// The content; nil when there is none.
  let body: JSONValue?
  /// Whether the content is a JSON Patch (RFC 6902).
  var isPatch = false
  /// Whether the content is a JSON Merge Patch (RFC 7396).
  var isMergePatch = false

  /// Reads a request and holds it against the document.
  ///
  /// - Throws: ``Problem`` that names every parameter and member that is wrong.
  init(_ call: Call, _ documented: DocumentedOperation, _ handler: OperationHandler) throws(Problem) {
    let request = call.request
    query = try request.query()
    let check = RequestCheck(documented)
    let wrong = call.isAsDocumented ? [] : check.parameterDeviations(request) { call.parameters[$0] }.filter(\.isRefusal)
    let inPath = wrong.filter { $0.location.hasPrefix("path ") }
    if inPath.count < wrong.count { throw Self.refusal(.invalidParameter, wrong) }
    if let first = inPath.first {
      // A number beyond the document's bounds is that of no record; what is no number is wrong.
      let isWrong = inPath.contains { $0.message.hasPrefix("must be a ") || $0.message.hasPrefix("must be an ") }
      let isTold = isWrong && documented.answers.contains { $0.status == "400" || $0.status == "422" }
      let absent = Problem(
        .notFound, "there is nothing at this path: \(first)", field: String(first.location.dropFirst("path ".count)))
      pathRefusal = isTold ? Self.refusal(.invalidParameter, inPath) : absent
    }
    guard !request.body.isEmpty else {
      body = nil
      // A file or a text may have no bytes, and a form no fields.
      let type = request.headers["Content-Type"].flatMap(MediaType.init)?.essence
      let mayBeEmpty = check.content(for: type).map { type != nil && !Self.hasSyntax($0.mediaType) } ?? false
      guard documented.requestContent.isEmpty || !documented.isContentRequired || mayBeEmpty else {
        throw Problem(.malformedBody, "a body is needed; none came", field: "body")
      }
      return
    }
    let type = Self.mediaType(of: request, documented, check)
    isPatch = type == "application/json-patch+json"
    isMergePatch = type == "application/merge-patch+json"
    guard let content = check.content(for: type) else {
      if documented.requestContent.isEmpty {
        // What the document does not know is read as far as it can be.
        body = try? request.json()
        return
      }
      let types = documented.requestContent.map(\.mediaType).joined(separator: " or ")
      throw Problem(
        forcing: 415, "the Content-Type must be \(types), but is \(type?.clipped(to: 60) ?? "missing")",
        details: [Problem.Detail("Content-Type", "must be \(types)")])
    }
    let body = try Self.value(request, type ?? content.mediaType, content, handler.api.maker)
    self.body = body
    let isChecked = call.isAsDocumented && type?.hasSuffix("json") == true
    if let body, !isPatch, !isChecked {
      let deviations = check.violations(body, content)
      if !deviations.isEmpty { throw Self.refusal(.validation, deviations) }
    }
  }

  /// The media type of the content, without parameters; nil when the request names none. JSON that is called a form where
  /// the document takes none is JSON: curl calls everything so that it sends with `-d`.
  private static func mediaType(
    of request: Request, _ documented: DocumentedOperation, _ check: RequestCheck
  ) -> String? {
    let type = request.headers["Content-Type"].flatMap(MediaType.init)?.essence
    guard type == "application/x-www-form-urlencoded", check.content(for: type) == nil,
      let first = request.body.first(where: { !" \t\r\n".utf8.contains($0) }), "{[".utf8.contains(first)
    else { return type }
    return documented.requestContent.first { $0.mediaType.hasSuffix("json") }?.mediaType ?? type
  }

  /// The object at a place inside the content; nil when there is none.
  func record(_ envelope: [String]) -> JSONObject? {
    envelope.reduce(body) { $0?[$1] }?.object
  }

  private static func value(
    _ request: Request, _ type: String, _ content: DocumentedOperation.Content, _ maker: ValueMaker
  ) throws(Problem) -> JSONValue? {
    if type.hasSuffix("json") { return try request.json() }
    // A schema of a form is that of an object; one of a text is meant for a file in it.
    let types = maker.shape(of: content.place).types
    if !types.isEmpty, !types.contains("object"), type.hasSuffix("form-data") || type.hasSuffix("urlencoded") {
      return nil
    }
    switch type {
    case "application/x-www-form-urlencoded":
      return FormReader(maker).value(try QueryParameters(request.body).parameters, content.place)
    case "multipart/form-data":
      let parts = try MultipartForm(request, takesBytes: true).parts
      return FormReader(maker).value(parts, content.place)
    case "text/plain":
      return .string(String(decoding: request.body, as: UTF8.self))
    default:
      // A file: what can be told of it.
      return nil
    }
  }

  /// Whether content of a media type is never empty.
  private static func hasSyntax(_ mediaType: String) -> Bool {
    mediaType.hasSuffix("json") || mediaType.hasSuffix("xml") || mediaType.contains("*")
  }

  private static func refusal(_ kind: Problem.Kind, _ deviations: [Deviation]) -> Problem {
    let details = deviations.map { Problem.Detail($0.memberName, $0.message) }
    let sentences = deviations.prefix(3).map { "\($0)" }.joined(separator: "; ")
    return Problem(kind, sentences.clipped(to: 500), details: details)
  }
}

extension Deviation {
  /// Whether a request is refused for it; one that says more than is documented is not.
  fileprivate var isRefusal: Bool {
    // A number that is too great for `float` or `double` is still one: only its precision suffers.
    if message.contains("floating-point number") { return false }
    return switch kind {
    case .undocumentedParameter, .undocumentedMember, .missingCredentials: false
    default: true
    }
  }

  /// The parameter, or the path to the member with dots: `address.city`.
  fileprivate var memberName: String {
    guard let space = location.firstIndex(of: " ") else { return location }
    let name = location[location.index(after: space)...]
    guard location.hasPrefix("body"), let pointer = JSONPointer(parsing: String(name)) else { return String(name) }
    // Of a member that is missing the place is that of the object around it.
    let missing = message.split(separator: "\"", maxSplits: 2).dropFirst().first.map(String.init)
    let names = pointer.tokens + (message.hasPrefix("must have the member \"") ? missing.map { [$0] } ?? [] : [])
    return names.isEmpty ? "body" : names.joined(separator: ".")
  }
}

/// Makes a JSON value of the fields of a form, in the way in which its schema has them. `a[b][]=1`, `a.b=1` and `a=1&a=2`
/// are members inside members, and arrays.
struct FormReader {
  private let maker: ValueMaker
  private static let maximumDepth = 16

  init(_ maker: ValueMaker) { self.maker = maker }

  /// The value of the fields.
  func value(_ fields: [QueryParameters.Parameter], _ schema: JSONPointer) -> JSONValue {
    value(fields.map { (Self.path($0.name), JSONValue.string($0.value)) }, schema)
  }

  /// The value of the parts of a multipart form.
  func value(_ parts: [MultipartForm.Part], _ schema: JSONPointer) -> JSONValue {
    value(parts.map { (Self.path($0.name), $0.text.map(JSONValue.string) ?? .string($0.fileName ?? "")) }, schema)
  }

  private func value(_ fields: [(path: [String], value: JSONValue)], _ schema: JSONPointer) -> JSONValue {
    var tree = FormTree()
    for field in fields { tree.insert(field.path[...], field.value) }
    let value = fields.isEmpty ? .object(JSONObject()) : typed(tree, schema, depth: 0)
    guard var object = value.object else { return value }
    // An empty list has no field.
    for member in maker.members(of: schema) where member.isRequired && member.types.contains("array") {
      if !object.contains(member.name) { object[member.name] = .array([]) }
    }
    return .object(object)
  }

  /// The names in `a[b][]`: `a`, `b` and nothing.
  private static func path(_ name: String) -> [String] {
    guard let open = name.firstIndex(of: "["), open > name.startIndex, name.hasSuffix("]") else { return [name] }
    let inner = name[name.index(after: open)...].dropLast()
    return [String(name[..<open])]
      + inner.replacing("][", with: "[").split(separator: "[", omittingEmptySubsequences: false).map(String.init)
  }

  private func typed(_ tree: FormTree, _ schema: JSONPointer?, depth: Int) -> JSONValue {
    guard depth < Self.maximumDepth else { return .null }
    let shape = schema.map { maker.shape(of: $0) }
    if tree.children.isEmpty { return leaf(tree.values, shape, depth) }
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

  private func leaf(_ values: [JSONValue], _ shape: ValueMaker.Shape?, _ depth: Int) -> JSONValue {
    guard let shape, let last = values.last else { return values.last ?? .null }
    if shape.types.contains("array"), !shape.types.contains("string") || values.count > 1 {
      return .array(values.map { leaf([$0], shape.items.map { maker.shape(of: $0) }, depth + 1) })
    }
    guard let text = last.string else { return last }
    if shape.types.contains("null"), text == "null" { return .null }
    if shape.types.contains("string") { return last }
    if shape.types.contains("boolean"), text == "true" || text == "false" { return .bool(text == "true") }
    if shape.types.contains("integer") || shape.types.contains("number"), let number = JSONNumber(literal: text) {
      return .number(number)
    }
    if shape.types.contains("null"), text.isEmpty { return .null }
    if shape.types.contains("object") || shape.types.contains("array"),
      let value = try? JSONParser.parse(Array(text.utf8))
    {
      return value
    }
    return last
  }
}

/// The fields of a form by the names in their paths.
private struct FormTree {
  var values: [JSONValue] = []
  var children: [(name: String, tree: FormTree)] = []
  private static let maximumChildren = 1000

  mutating func insert(_ path: ArraySlice<String>, _ value: JSONValue) {
    guard let first = path.first, path.count <= 16 else { return values.append(value) }
    if let index = children.firstIndex(where: { $0.name == first }) {
      children[index].tree.insert(path.dropFirst(), value)
    } else if children.count < Self.maximumChildren {
      var tree = FormTree()
      tree.insert(path.dropFirst(), value)
      children.append((first, tree))
    }
  }
}
