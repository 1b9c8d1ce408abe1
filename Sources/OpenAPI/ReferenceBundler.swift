import JSON

/// Combines the document and the files that it refers to into one tree, and rewrites every reference to the form `#/…`.
///
/// A reference to a named component of the first file stays. Everything else, from another file or from the middle of a
/// schema, becomes a new component.
struct ReferenceBundler: PartTransformer {
  /// A part that becomes a component.
  private struct Extract: Hashable {
    let file: String
    let pointer: String
    let part: DocumentPart
  }

  private struct Reference: Hashable {
    let file: String
    let text: String
    let part: DocumentPart
  }

  private var files: DocumentFiles
  private let isSwagger: Bool
  /// The file of the current part.
  private var current: SourceFile
  private var names: [Extract: String] = [:]
  /// References by what was written, with what they are in the combined tree: most are there many times.
  private var known: [Reference: String] = [:]
  private var pending: [(extract: Extract, name: String)] = []
  /// The names in each section, including generated ones.
  private var taken: [[String]: UniqueNames] = [:]
  /// The schemas of each file that have their own names.
  private var named: [String: NamedSchemas] = [:]
  private var count = 0
  /// The number of nested references that are being inlined.
  private var inlined = 0
  private static let maximumInlined = 16
  private(set) var notes: DocumentNotes

  private init(_ files: DocumentFiles, isSwagger: Bool, notes: DocumentNotes) {
    self.files = files
    self.isSwagger = isSwagger
    self.notes = notes
    current = files.first
  }

  /// The whole document in one tree.
  static func bundle(
    _ files: inout DocumentFiles, isSwagger: Bool, notes: inout DocumentNotes
  ) throws(DocumentFailure) -> JSONValue {
    var bundler = ReferenceBundler(files, isSwagger: isSwagger, notes: notes)
    var path: [String] = []
    var root = try bundler.transform(files.first.value, isSwagger ? .swagger : .document, &path)
    var extracts: [[String]: [(String, JSONValue)]] = [:]
    while let next = bundler.pending.popLast() {
      let file = try bundler.files.file(next.extract.file)
      guard let pointer = JSONPointer(parsing: next.extract.pointer), let value = file.value[pointer] else { continue }
      bundler.current = file
      var path = pointer.tokens
      let part = try bundler.transform(value, next.extract.part, &path)
      extracts[bundler.section(next.extract.part), default: []].append((next.name, part))
    }
    for (section, parts) in extracts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let before = root[JSONPointer(section)]?.object?.members.map { ($0.key, $0.value) } ?? []
      root.set(.object(JSONObject(before + parts)), at: section)
    }
    files = bundler.files
    notes = bundler.notes
    return root
  }

  mutating func enter(
    _ before: JSONObject, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> (replacement: JSONObject?, isOpen: Bool) {
    count += 1
    guard count <= DocumentLimits.values else {
      throw current.failure(path, "with all that its references lead to, the document is too large")
    }
    var object = before
    var hasChanged = part == .schema && (before.contains("discriminator") || before.contains("$dynamicRef"))
    if hasChanged { try enterSchema(&object, path) }
    if openMaps(&object, part) { hasChanged = true }
    guard let text = object["$ref"]?.string else { return (hasChanged ? object : nil, true) }
    if section(part).isEmpty { return (try inline(object, text, part, path), false) }
    var found = known[Reference(file: current.path, text: text, part: part)]
    if found == nil { found = try resolve(text, part, path + ["$ref"]) }
    if let found {
      if found == text, !hasChanged { return (nil, true) }
      object["$ref"] = .string(found)
    } else {
      object["$ref"] = nil
    }
    return (object, true)
  }

  /// Replaces a map that is a reference, such as `paths: {$ref: paths.yaml}`, by a reference for each of its members.
  /// Whether there was one.
  private mutating func openMaps(_ object: inout JSONObject, _ part: DocumentPart) -> Bool {
    var hasChanged = false
    for member in object.members {
      guard case .object(let value) = member.value, let text = value["$ref"]?.string,
        let slot = part.slot(member.key), slot.shape == .map, let target = try? target(text),
        let members = target.value.object?.members
      else { continue }
      let address = text.contains("#") ? text : text + "#"
      var map = value
      map["$ref"] = nil
      for inner in members where inner.value.object != nil && !map.contains(inner.key) {
        let token = JSONPointer([inner.key]).description.replacing("%", with: "%25")
        map[inner.key] = ["$ref": .string(address + token)]
      }
      object[member.key] = .object(map)
      hasChanged = true
    }
    return hasChanged
  }

  /// Replaces a reference by its target, for parts that cannot be components: operations in files of their own.
  private mutating func inline(
    _ object: JSONObject, _ text: String, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> JSONObject {
    let target: Target
    do throws(UnresolvedReference) {
      guard inlined < Self.maximumInlined else { throw UnresolvedReference.endless }
      target = try self.target(text)
    } catch {
      try unresolved(text, part, path + ["$ref"], error)
      return object
    }
    let file = current
    inlined += 1
    defer { (current, inlined) = (file, inlined - 1) }
    var own = object
    own["$ref"] = nil
    var ownPath = path
    var result = try transform(.object(own), part, &ownPath).object ?? own
    current = target.file
    var place = target.pointer
    let value = try transform(target.value, part, &place)
    for member in value.object?.members ?? [] where !result.contains(member.key) { result[member.key] = member.value }
    return result
  }

  private mutating func enterSchema(_ object: inout JSONObject, _ path: [String]) throws(DocumentFailure) {
    if let dynamic = object["$dynamicRef"]?.string {
      object["$dynamicRef"] = nil
      if object["$ref"] == nil, (try? target(dynamic)) != nil {
        object["$ref"] = .string(dynamic)
        notes.add(path, "the dynamic reference is read as a plain one")
      } else {
        notes.add(path, "the dynamic reference is left out")
      }
    }
    guard var discriminator = object["discriminator"]?.object, var mapping = discriminator["mapping"]?.object else {
      return
    }
    for member in mapping.members {
      guard let text = member.value.string else { continue }
      let component = section(.schema) + [text]
      if files.first.value[JSONPointer(component)] != nil {
        mapping[member.key] = .string("#\(JSONPointer(component))")
      } else if (try? self.target(text)) != nil, let found = try? resolve(text, .schema, path) {
        mapping[member.key] = .string(found)
      } else {
        mapping[member.key] = nil
        notes.add(path + ["discriminator", "mapping", member.key], "\"\(text.shortened)\" leads to no schema")
      }
    }
    discriminator["mapping"] = .object(mapping)
    object["discriminator"] = .object(discriminator)
  }

  private func section(_ part: DocumentPart) -> [String] {
    isSwagger && part == .schema ? ["definitions"] : part.section ?? []
  }
}

// Targets of references.

extension ReferenceBundler {
  /// A location in a file.
  private struct Target {
    let file: SourceFile
    let pointer: [String]
    let value: JSONValue
  }

  /// Why a reference is invalid.
  private struct UnresolvedReference: Error {
    let reason: String
    var isEndless = false

    static let endless = UnresolvedReference(
      reason: "refers to references that never lead to a value", isEndless: true)
  }

  /// Notes a reference that leads nowhere, and that the server ignores.
  private mutating func unresolved(
    _ text: String, _ part: DocumentPart, _ path: [String], _ error: UnresolvedReference
  ) throws(DocumentFailure) {
    let remedy =
      switch part {
      case .schema: "the server allows any value there"
      case .parameter, .swaggerParameter: "the server ignores that parameter"
      case .pathItem, .swaggerPathItem, .operation, .swaggerOperation: "the server has no such operation"
      default: "the server reads an empty object there"
      }
    try notes.defect(current, path, "the reference \"\(text.shortened)\" \(error.reason)", remedy)
  }

  /// A component with the name that an invalid reference ends with, as in `#/definitions/Pet` in a document of OpenAPI 3.
  private func namesake(_ text: String, _ part: DocumentPart) -> Target? {
    let section = section(part)
    guard let last = text.split(whereSeparator: { "/\\#".contains($0) }).last, !section.isEmpty else { return nil }
    let name = PercentText.decoded(String(last)).replacing("~1", with: "/").replacing("~0", with: "~")
    for candidate in [name, FilePath.baseName(name)] {
      let pointer = section + [candidate]
      if let value = files.first.value[JSONPointer(pointer)] {
        return Target(file: files.first, pointer: pointer, value: value)
      }
    }
    // `Kind_NotListable`, of which the document has `Kind`.
    let known = files.first.value[JSONPointer(section)]?.object?.keys ?? []
    guard let nearest = known.filter({ name.hasPrefix($0 + "_") }).max(by: { $0.utf8.count < $1.utf8.count }),
      let value = files.first.value[JSONPointer(section + [nearest])]
    else { return nil }
    return Target(file: files.first, pointer: section + [nearest], value: value)
  }

  /// The text of the reference in the combined tree; nil for one that leads nowhere.
  private mutating func resolve(
    _ text: String, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> String? {
    var target: Target
    // Each use of a defective reference is noted.
    var isDefective = false
    do throws(UnresolvedReference) {
      target = try self.target(text)
    } catch {
      isDefective = true
      guard let found = namesake(text, part), found.pointer != path.dropLast() else {
        try unresolved(text, part, path, error)
        return nil
      }
      let place = "#\(JSONPointer(found.pointer))"
      try notes.defect(
        current, path, "the reference \"\(text.shortened)\" \(error.reason)", "the server uses \(place.shortened)")
      target = found
    }
    do throws(UnresolvedReference) {
      try checkChain(from: target)
    } catch {
      // Elsewhere, a reference that this one leads to is noted by itself.
      if notes.isStrict || error.isEndless {
        try unresolved(text, part, path, error)
        return nil
      }
    }
    let place = place(of: target, part)
    if !isDefective { known[Reference(file: current.path, text: text, part: part)] = place }
    return place
  }

  /// The reference to a target in the combined tree.
  private mutating func place(of target: Target, _ part: DocumentPart) -> String {
    if target.file.path == files.first.path, isInPlace(target.pointer, part) {
      return "#\(JSONPointer(target.pointer))"
    }
    let extract = Extract(file: target.file.path, pointer: JSONPointer(target.pointer).description, part: part)
    if let name = names[extract] { return "#\(JSONPointer(section(part) + [name]))" }
    let name = freshName(target, part)
    names[extract] = name
    pending.append((extract, name))
    return "#\(JSONPointer(section(part) + [name]))"
  }

  /// Whether a pointer into the first file is that of a component of this kind, or of a path.
  private func isInPlace(_ pointer: [String], _ part: DocumentPart) -> Bool {
    if part == .pathItem || part == .swaggerPathItem, pointer.count == 2, pointer[0] == "paths" { return true }
    // Some readers of references interpret a percent sign in a name differently.
    return pointer.count == section(part).count + 1 && Array(pointer.dropLast()) == section(part)
      && pointer.last?.utf8.contains(UInt8(ascii: "%")) == false
  }

  private mutating func target(_ text: String) throws(UnresolvedReference) -> Target {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let address = PercentText.decoded(parts.first ?? "")
    let fragment = parts.count > 1 ? PercentText.decoded(parts[1]) : ""
    if address.isEmpty { return try target(fragment, text, in: current) }
    let isURL = address.contains("://") || address.hasPrefix("urn:")
    var reason = "leads out of the machine; only files are read"
    if !isURL {
      let file: SourceFile?
      do throws(DocumentFailure) {
        file = try files.neighbour(address, of: current)
      } catch {
        file = nil
        let line = error.line.map { ":\($0)" } ?? ""
        reason = "leads to \(error.file)\(line), which cannot be used: \(error.reason)"
      }
      if let file { return try target(fragment, text, in: file) }
    }
    if let place = names(in: current).identifiers[address] {
      return try target(fragment.isEmpty ? JSONPointer(place).description : fragment, text, in: current)
    }
    // Earlier versions of Swagger allowed a name alone.
    let component = section(.schema) + [text]
    guard let value = files.first.value[JSONPointer(component)] else { throw UnresolvedReference(reason: reason) }
    return Target(file: files.first, pointer: component, value: value)
  }

  private mutating func target(_ fragment: String, _ text: String, in file: SourceFile) throws(UnresolvedReference)
    -> Target
  {
    if fragment.isEmpty || fragment.hasPrefix("/") {
      guard let pointer = JSONPointer(parsing: fragment), let value = file.value[pointer] else {
        throw UnresolvedReference(reason: "leads nowhere")
      }
      return Target(file: file, pointer: pointer.tokens, value: value)
    }
    guard let pointer = names(in: file).anchors[fragment], let value = file.value[JSONPointer(pointer)] else {
      throw UnresolvedReference(reason: "leads nowhere: no schema has that anchor")
    }
    return Target(file: file, pointer: pointer, value: value)
  }

  /// Follows references to references, to check that they end.
  private mutating func checkChain(from start: Target) throws(UnresolvedReference) {
    var (target, file) = (start, current)
    defer { current = file }
    file = current
    for _ in 0..<64 {
      guard let object = target.value.object, let next = object["$ref"]?.string, object.hasNothingBesideReference
      else { return }
      current = target.file
      target = try self.target(next)
    }
    throw UnresolvedReference.endless
  }

  /// A unique name for a new component.
  private mutating func freshName(_ target: Target, _ part: DocumentPart) -> String {
    let section = section(part)
    // Removed while it is changed, so that it is not copied.
    var names =
      taken.removeValue(forKey: section)
      ?? UniqueNames(taken: files.first.value[JSONPointer(section)]?.object?.keys ?? [])
    defer { taken[section] = names }
    let last = target.pointer.last { Int($0) == nil && !["schema", "items", "properties"].contains($0) }
    let plain = (last ?? FilePath.baseName(target.file.path)).map { character in
      character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character)) ? character : "_"
    }
    return names.name(plain.isEmpty ? "part" : String(plain))
  }

  /// The schemas of a file that have their own names.
  private mutating func names(in file: SourceFile) -> NamedSchemas {
    if let known = named[file.path] { return known }
    let found = NamedSchemas(file.value)
    named[file.path] = found
    return found
  }
}

extension JSONObject {
  /// Whether a reference object has no other properties with a meaning.
  fileprivate var hasNothingBesideReference: Bool {
    members.allSatisfy { ["$ref", "description", "summary"].contains($0.key) }
  }
}
