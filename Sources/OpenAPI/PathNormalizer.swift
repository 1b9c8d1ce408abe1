import JSON

/// Normalises the paths of a document: resolves references to path items, merges equal templates, and gives each
/// operation a unique `operationId`.
struct PathNormalizer {
  private let file: SourceFile
  private var notes: DocumentNotes
  private var root: JSONValue

  /// The document with normalised paths.
  ///
  /// - Throws: ``DocumentFailure`` when there are none, or two that cannot be distinguished.
  static func normalize(
    _ document: JSONValue, file: SourceFile, notes: inout DocumentNotes
  ) throws(DocumentFailure) -> JSONValue {
    var normalizer = PathNormalizer(file: file, notes: notes, root: document)
    try normalizer.run()
    notes = normalizer.notes
    return normalizer.root
  }

  private mutating func run() throws(DocumentFailure) {
    guard let before = root["paths"]?.object else {
      let hooks = root["webhooks"] == nil ? "" : ", only webhooks, which others are to serve"
      throw file.failure([], "the document has no \"paths\"\(hooks)")
    }
    var paths = JSONObject()
    /// The first path of each template.
    var templates: [String: String] = [:]
    var hasOperations = false
    for member in before.members where !member.key.hasPrefix("x-") {
      guard let item = try self.item(member.value, at: ["paths", member.key]) else { continue }
      hasOperations = hasOperations || DocumentPart.methods.contains { item.contains($0) }
      let key = member.key.hasPrefix("/") ? member.key : "/" + member.key
      if key != member.key { notes.add(["paths", member.key], "the path is read with a slash before it") }
      let template = Self.template(key)
      guard let first = templates[template] else {
        templates[template] = key
        paths[key] = .object(item)
        continue
      }
      let before = paths[first]?.object ?? JSONObject()
      paths[first] = .object(try merge(item, of: member.key, into: before, of: first))
    }
    guard hasOperations || root[ChannelDocument.key] != nil else {
      throw file.failure(["paths"], "the document has no operations")
    }
    root.set(.object(paths), at: ["paths"])
    nameOperations()
  }

  /// A path item without its invalid parts; nil for an unreadable one.
  private mutating func item(_ value: JSONValue, at path: [String]) throws(DocumentFailure) -> JSONObject? {
    guard var item = value.object else {
      if !value.isNull { notes.add(path, "this is not a path item, and is left out") }
      return nil
    }
    for _ in 0..<16 {
      guard let reference = item["$ref"]?.string else { break }
      item["$ref"] = nil
      guard let pointer = JSONPointer(parsing: String(reference.dropFirst())), let target = root[pointer]?.object else {
        break
      }
      for member in target.members where !item.contains(member.key) { item[member.key] = member.value }
    }
    for method in DocumentPart.methods {
      guard let operation = item[method], operation.object == nil else { continue }
      notes.add(path + [method], "this is not an operation, and is left out")
      item[method] = nil
    }
    if let parameters = item["parameters"], parameters.array?.allSatisfy(Normalizer.isParameter) != true {
      item["parameters"] = .array((parameters.array ?? []).filter(Normalizer.isParameter))
    }
    return item
  }

  /// `/pets/{}` of `/pets/{petId}`.
  private static func template(_ path: String) -> String {
    var result = ""
    var isName = false
    for character in path {
      if character == "{" { isName = true }
      if !isName || character == "{" { result.append(character) }
      if character == "}" {
        if isName { result.append(character) }
        isName = false
      }
    }
    return result
  }

  /// The names in braces, in order.
  private static func names(_ path: String) -> [String] {
    path.split(separator: "{").dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }

  /// Merges the operations of two paths with the same template, with the first path's parameter names.
  private mutating func merge(
    _ item: JSONObject, of path: String, into first: JSONObject, of firstPath: String
  ) throws(DocumentFailure) -> JSONObject {
    var merged = first
    let renamed = Dictionary(zip(Self.names(path), Self.names(firstPath))) { old, _ in old }
    for method in DocumentPart.methods {
      guard let operation = item[method]?.object else { continue }
      guard !first.contains(method) else {
        let verb = method.uppercased()
        try notes.defect(
          file, ["paths", path, method], "\(verb) \(path) and \(verb) \(firstPath) are the same for a server",
          "it answers as \(verb) \(firstPath) does")
        continue
      }
      var own = operation
      let all = (own["parameters"]?.array ?? []) + (item["parameters"]?.array ?? [])
      let parameters = all.map { parameter in
        let resolved = self.resolved(parameter)
        guard resolved["in"]?.string == "path", let name = resolved["name"]?.string, let new = renamed[name],
          new != name, var changed = resolved.object
        else { return parameter }
        changed["name"] = .string(new)
        return .object(changed)
      }
      if !parameters.isEmpty { own["parameters"] = .array(parameters) }
      merged[method] = .object(own)
    }
    return merged
  }

  private func resolved(_ value: JSONValue) -> JSONValue {
    var value = value
    for _ in 0..<16 {
      guard let text = value["$ref"]?.string, let pointer = JSONPointer(parsing: String(text.dropFirst())),
        let next = root[pointer]
      else { break }
      value = next
    }
    return value
  }

  /// Gives each operation a unique id.
  private mutating func nameOperations() {
    guard var paths = root["paths"]?.object else { return }
    let items = paths.members
    // Generated names must differ from given ones.
    let given = items.flatMap { item in DocumentPart.methods.compactMap { item.value[$0]?["operationId"]?.string } }
    var names = UniqueNames(taken: given)
    var used: Set<String> = []
    for member in items {
      guard var item = member.value.object else { continue }
      for method in DocumentPart.methods {
        guard var operation = item[method]?.object else { continue }
        let own = operation["operationId"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let isFirst = own.map { used.insert($0).inserted } ?? false
        guard !isFirst else { continue }
        let name = names.name(own ?? Self.operationID(method, member.key))
        if let own {
          notes.add(["paths", member.key, method], "another operation has the id \"\(own)\"; this is \"\(name)\"")
        }
        operation["operationId"] = .string(name)
        item[method] = .object(operation)
      }
      paths[member.key] = .object(item)
    }
    root.set(.object(paths), at: ["paths"])
  }

  /// `getPetsPetId` of `GET /pets/{petId}`.
  private static func operationID(_ method: String, _ path: String) -> String {
    let words = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.reduce(method) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
