import JSON

/// Puts what references into neighbour files mean into one tree, and makes every reference one of the form `#/…`.
///
/// A reference stays where it leads to a named component of the first file. Everything else, from another file or from
/// the middle of a schema, becomes a component of its own.
struct ReferenceBundler: PartTransformer {
  /// Something that is to become a component.
  private struct Extract: Hashable {
    let file: String
    let pointer: String
    let part: DocumentPart
  }

  private var files: DocumentFiles
  private let isSwagger: Bool
  /// The file that the parts which are being looked at stand in.
  private var current: SourceFile
  private var names: [Extract: String] = [:]
  private var pending: [(extract: Extract, name: String)] = []
  /// The names in each section, those that were given out too.
  private var taken: [[String]: UniqueNames] = [:]
  /// Where the schemas of each file stand that have names of their own.
  private var named: [String: NamedSchemas] = [:]
  private var count = 0
  /// How many references are being put in place, one in another.
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
  ) throws(DocumentFailure) -> (object: JSONObject, isOpen: Bool) {
    count += 1
    guard count <= DocumentLimits.values else {
      throw current.failure(path, "with all that its references lead to, the document is too large")
    }
    var object = before
    if part == .schema { try enterSchema(&object, path) }
    guard let text = object["$ref"]?.string else { return (object, true) }
    if section(part).isEmpty { return (try inline(object, text, part, path), false) }
    object["$ref"] = .string(try resolve(text, part, path + ["$ref"]))
    return (object, true)
  }

  /// Puts what a reference means in its place, for parts that are no components: operations in files of their own.
  private mutating func inline(
    _ object: JSONObject, _ text: String, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> JSONObject {
    let target: Target
    do throws(UnresolvedReference) {
      guard inlined < Self.maximumInlined else { throw UnresolvedReference.endless }
      target = try self.target(text)
    } catch {
      throw current.failure(path + ["$ref"], "the reference \"\(text.shortened)\" \(error.reason)")
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
      } else if let found = try? resolve(text, .schema, path) {
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

// Where references lead.

extension ReferenceBundler {
  /// A place in a file.
  private struct Target {
    let file: SourceFile
    let pointer: [String]
    let value: JSONValue
  }

  /// Why a reference leads nowhere.
  private struct UnresolvedReference: Error {
    let reason: String

    static let endless = UnresolvedReference(reason: "refers to references that never lead to a value")
  }

  /// The text of the reference in the one tree.
  private mutating func resolve(
    _ text: String, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> String {
    let target: Target
    do throws(UnresolvedReference) {
      target = try self.target(text)
      try checkChain(from: target)
    } catch {
      throw current.failure(path, "the reference \"\(text.shortened)\" \(error.reason)")
    }
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
    // A percent sign in a name means something else to some who read references.
    return pointer.count == section(part).count + 1 && Array(pointer.dropLast()) == section(part)
      && pointer.last?.contains("%") == false
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
    // Swagger once let a name stand alone.
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

  /// Follows references that refer to references, to see that they end.
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

  /// A name for a new component that no other has.
  private mutating func freshName(_ target: Target, _ part: DocumentPart) -> String {
    let section = section(part)
    // Taken out while it is changed, so that it is not copied.
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

  /// The schemas of a file that have names of their own.
  private mutating func names(in file: SourceFile) -> NamedSchemas {
    if let known = named[file.path] { return known }
    let found = NamedSchemas(file.value)
    named[file.path] = found
    return found
  }
}

extension JSONObject {
  /// Whether a reference object says nothing of its own.
  fileprivate var hasNothingBesideReference: Bool {
    members.allSatisfy { ["$ref", "description", "summary"].contains($0.key) }
  }
}
