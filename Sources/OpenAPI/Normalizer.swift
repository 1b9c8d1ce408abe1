import JSON

/// Converts a document of OpenAPI 3.0 or 3.1 with internal references only to OpenAPI 3.1.
struct Normalizer: PartTransformer {
  private var repair: SchemaRepair
  private let discriminators: DiscriminatorRepair
  private let arrays: ArrayRepair
  private let contradictions: ContradictionRepair

  /// The normalised document.
  static func normalize(
    _ document: JSONValue, isLegacy: Bool, notes: inout DocumentNotes
  ) throws(DocumentFailure) -> JSONValue {
    var normalizer = Normalizer(
      repair: SchemaRepair(isLegacy: isLegacy, notes: notes), discriminators: DiscriminatorRepair(root: document),
      arrays: ArrayRepair(root: document), contradictions: ContradictionRepair(root: document))
    var path: [String] = []
    var root = try normalizer.transform(document, .document, &path)
    notes = normalizer.repair.notes
    root.set("3.1.0", at: ["openapi"])
    return root
  }

  mutating func enter(
    _ before: JSONObject, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> (replacement: JSONObject?, isOpen: Bool) {
    switch part {
    case .schema:
      let asArray = arrays.repaired(before)
      if asArray != nil {
        repair.notes.add(path, "\"type\": \"object\" stands for an array, as what is beside it says")
      }
      let plain = contradictions.repaired(asArray ?? before)
      if plain != nil { repair.notes.add(path, "properties beside a reference contradict it, and are left out") }
      let given = plain ?? asArray
      var repaired = repair.repair(given ?? before, path) ?? given
      let schema = repaired ?? before
      if let discriminator = schema["discriminator"],
        let completed = discriminators.completed(discriminator, in: schema)
      {
        repaired = schema
        repaired?["discriminator"] = completed
      }
      return (repaired, true)
    case .components: return (sections(before, path), true)
    case .parameter:
      let holder = schemaHolder(before, part, path)
      return (completingDirections(holder ?? before, path) ?? holder, true)
    case .header, .mediaType: return (schemaHolder(before, part, path), true)
    case .operation, .response, .requestBody: return (lists(before, path), true)
    default: return (nil, true)
    }
  }

  /// The sections of the components, each an object of objects.
  private mutating func sections(_ before: JSONObject, _ path: [String]) -> JSONObject {
    var components = before
    for section in before.members where !section.key.hasPrefix("x-") {
      guard let map = section.value.object else {
        components[section.key] = nil
        continue
      }
      var kept = map
      var hasChanged = false
      for member in map.members where member.value.object == nil {
        let isSchema = section.key == "schemas"
        if isSchema, member.value.bool != nil { continue }
        kept[member.key] = nil
        if isSchema { kept[member.key] = .object(JSONObject()) }
        hasChanged = true
        let end = isSchema ? "is read as a schema that allows anything" : "is left out"
        repair.notes.add(path + [section.key, member.key], "this is not an object, and \(end)")
      }
      if hasChanged { components[section.key] = .object(kept) }
    }
    return components
  }

  /// A part with a schema in `schema`; nil where it stays as it is.
  private mutating func schemaHolder(_ before: JSONObject, _ part: DocumentPart, _ path: [String]) -> JSONObject? {
    if part == .mediaType, case let isRequest = path.contains("requestBody") || path.contains("requestBodies"),
      isRequest || path.contains("responses"),
      let made = ExampleSchema.schema(
        of: before, isRequest: isRequest, in: arrays.root)
    {
      var holder = flags(before) ?? before
      holder["schema"] = made
      return holder
    }
    if part == .mediaType, let made = arrays.repairedBody(before) {
      var holder = flags(before) ?? before
      holder["schema"] = made
      repair.notes.add(path + ["schema"], "this is read as the schema of the elements, since the examples are arrays")
      return holder
    }
    guard let schema = before["schema"] else { return flags(before) }
    if schema.object != nil || schema.bool != nil { return flags(before) }
    var holder = flags(before) ?? before
    holder["schema"] = .object(JSONObject())
    repair.notes.add(path + ["schema"], "this is not a schema; the server allows any value here")
    return holder
  }

  /// A parameter that sorts, with the values that its description has and its list of values lacks: `price:desc` beside the
  /// value `price`; nil where nothing is missing.
  private mutating func completingDirections(_ parameter: JSONObject, _ path: [String]) -> JSONObject? {
    guard parameter["in"]?.string == "query", let text = parameter["description"]?.string,
      var schema = parameter["schema"]?.object, let values = schema["enum"]?.array, values.count <= 200
    else { return nil }
    let names = values.compactMap(\.string)
    let separators = [":", ",", "."].filter { separator in
      names.contains { text.contains("\($0)\(separator)desc") || text.contains("\($0)\(separator)asc") }
    }
    let hasSigns = names.contains { name in
      ["=", "`", "\"", "'"].contains { text.contains("\($0)-\(name)") }
    }
    let missing = names.flatMap { name in
      separators.flatMap { ["\(name)\($0)asc", "\(name)\($0)desc"] } + (hasSigns ? ["-\(name)"] : [])
    }.filter { !names.contains($0) }
    guard !missing.isEmpty else { return nil }
    schema["enum"] = .array(values + missing.map { .string($0) })
    var parameter = parameter
    parameter["schema"] = .object(schema)
    repair.notes.add(
      path + ["schema", "enum"], "the description has values with a direction, which are allowed as well")
    return parameter
  }

  /// `required: "true"` counts as true; nil for another value.
  private func flags(_ before: JSONObject) -> JSONObject? {
    guard let text = before["required"]?.string else { return nil }
    var object = before
    object["required"] = .bool(text.lowercased() == "true")
    return object
  }

  /// Whether a value refers to a parameter, or is one with a name.
  static func isParameter(_ value: JSONValue) -> Bool {
    value["$ref"]?.string != nil || value["name"]?.string != nil && value["in"]?.string != nil
  }

  /// A part without its invalid lists and maps; nil where it stays as it is.
  private mutating func lists(_ before: JSONObject, _ path: [String]) -> JSONObject? {
    var changed = flags(before)
    var object: JSONObject {
      get { changed ?? before }
      set { changed = newValue }
    }
    if let parameters = object["parameters"] {
      let usable = (parameters.array ?? []).filter(Self.isParameter)
      if usable.count != parameters.array?.count {
        repair.notes.add(path + ["parameters"], "ignored an entry that is not a parameter")
        object["parameters"] = .array(usable)
      }
    }
    for key in ["responses", "content", "headers", "links", "callbacks"] {
      guard let map = object[key] else { continue }
      let members = (map.object?.members ?? []).filter { $0.value.object != nil || $0.key.hasPrefix("x-") }
      guard members.count != map.object?.count else { continue }
      repair.notes.add(path + [key], "ignored an entry that is not an object")
      object[key] = .object(JSONObject(members.map { ($0.key, $0.value) }))
    }
    if let answers = object["responses"]?.object, answers.keys.contains(where: { $0.hasSuffix("xx") }) {
      // The standard writes these with capital letters.
      object["responses"] = .object(
        JSONObject(answers.members.map { ($0.key.hasSuffix("xx") ? $0.key.uppercased() : $0.key, $0.value) }))
    }
    if let body = object["requestBody"], body.object == nil { object["requestBody"] = nil }
    if let security = object["security"], security.array == nil { object["security"] = nil }
    return changed
  }
}
