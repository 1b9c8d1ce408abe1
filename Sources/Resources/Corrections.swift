import JSON
import JSONSchema

/// The members `x-mock-…` by which a document, or an overlay, says what its operations and schemas are.
struct Corrections {
  /// At an operation or a path.
  static let operationNames = [
    "x-mock-resource", "x-mock-kind", "x-mock-id", "x-mock-envelope", "x-mock-sets", "x-mock-makes",
  ]
  /// At a schema.
  static let schemaNames = [
    "x-mock-id-member", "x-mock-records", "x-mock-references", "x-mock-owner", "x-mock-unique",
  ]
  /// Read by others.
  static let otherNames = ["x-mock-value", "x-mock-values", LifecycleReader.name, LongPollReader.name]
  /// The greatest number of records that a document may ask for.
  static let mostRecords = 10_000

  /// What is said of one operation.
  struct OfOperation {
    var resource: String?
    var kind: OperationDescription.Kind?
    var isIgnored = false
    /// The name of a parameter, or of a member of the request's content.
    var id: String?
    var envelope: [String]?
    /// The property of each listed view that holds the record proper.
    var view: String?
    /// What an action sets.
    var change: OperationDescription.StateChange?
    /// The resource of which an action makes a record.
    var makes: String?

    var isEmpty: Bool { resource == nil && kind == nil && !isIgnored && id == nil && envelope == nil && change == nil }
  }

  let index: SchemaIndex
  /// What could not be followed, with its place.
  private(set) var notes: [String] = []
  private var noted: Set<String> = []
  /// What holds the record proper in views, by the views' schemas.
  private var views: [Schema: String] = [:]

  init(index: SchemaIndex) {
    self.index = index
  }

  mutating func note(_ place: JSONPointer, _ text: String) {
    let note = "#\(place): \(text)"
    if noted.insert(note).inserted { notes.append(note) }
  }

  mutating func read(_ facts: OperationFacts) -> OfOperation {
    var said = OfOperation()
    for (object, place) in [(facts.pathItem, facts.itemPointer), (facts.object, facts.pointer)] {
      for member in object.members where member.key.hasPrefix("x-mock-") {
        read(member.key, member.value, at: place.appending(member.key), facts: facts, into: &said)
      }
    }
    return said
  }

  private mutating func read(
    _ name: String, _ value: JSONValue, at place: JSONPointer, facts: OperationFacts, into said: inout OfOperation
  ) {
    guard Self.operationNames.contains(name) else {
      if !Self.otherNames.contains(name) {
        note(place, "unknown correction; \(Self.operationNames.joined(separator: ", ")) are known here")
      }
      return
    }
    if name == "x-mock-sets" {
      guard let member = value.object?.members.first, value.object?.count == 1 else {
        note(place, "an object with the one property that the action sets is expected")
        return
      }
      said.change = OperationDescription.StateChange(member: member.key, value: member.value)
      if said.kind == nil, facts.method != "GET" { said.kind = .action }
      return
    }
    guard let text = value.string else {
      note(place, "a text is expected, not \(value.typeName)")
      return
    }
    switch name {
    case "x-mock-resource":
      let isName = { (byte: UInt8) in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
      if !text.isEmpty, text.utf8.count <= 64, text.utf8.allSatisfy(isName) {
        said.resource = text
      } else {
        note(place, "a resource's name is of small letters, digits, - and _, at most 64 of them")
      }
    case "x-mock-kind":
      if text == "ignore" {
        said.isIgnored = true
      } else if let kind = OperationDescription.Kind(rawValue: text) {
        said.kind = kind
      } else {
        let kinds = OperationDescription.Kind.allCases.map(\.rawValue) + ["ignore"]
        note(place, "\"\(text.prefix(40))\" is none of \(kinds.joined(separator: ", "))")
      }
    case "x-mock-makes": said.makes = text
    case "x-mock-id":
      let isMember = facts.request.map { index.shape($0).member(text) != nil } ?? false
      if isMember || facts.parameters.contains(where: { $0.name == text && ["path", "query"].contains($0.place) })
        || facts.shape.segments.contains(.parameter(text))
      {
        said.id = text
      } else {
        note(place, "no parameter of path or query, and no member of the request, is called \"\(text.prefix(60))\"")
      }
    default:
      // `posts[].post`: a list of views, each with a record in `post`.
      let parts = text.split(separator: "[].", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      said.envelope = envelope(
        parts[0].hasSuffix("[]") ? String(parts[0].dropLast(2)) : parts[0], at: place, facts: facts)
      guard parts.count > 1, let envelope = said.envelope, let record = self.place(facts, envelope: envelope)?.record
      else { return }
      if index.shape(record).member(parts[1]) != nil {
        views[record] = parts[1]
      } else {
        note(place, "the elements of the list have no member \"\(parts[1].prefix(60))\"")
      }
    }
  }

  /// The property of a view that holds the record proper, and that of its id, where an operation is said to have one.
  func view(_ record: Schema?, literal: String) -> (name: String, id: String)? {
    guard let record, let name = views[record], let inner = index.shape(record).member(name) else { return nil }
    let id = RecordReader(index: index).idMember(index.shape(inner), literal: literal, parameters: [])
    return id.map { (name, $0) }
  }

  /// Has the finished model follow what is said of relations and of effects.
  mutating func finish(_ model: inout APIModel, _ said: [OfOperation], _ facts: [OperationFacts]) {
    let names = Set(model.resources.map(\.name))
    for number in model.operations.indices where number < said.count {
      if let change = said[number].change { model.operations[number].change = change }
      guard let made = said[number].makes else { continue }
      if names.contains(made) {
        model.operations[number].produced = made
      } else {
        note(facts[number].pointer.appending("x-mock-makes"), "there is no resource \"\(made.prefix(60))\"")
      }
    }
    for number in model.resources.indices {
      let place = model.resources[number].schema
      guard let schema = index.root[place]?.object else { continue }
      for name in ["x-mock-references", "x-mock-owner", "x-mock-unique"] {
        if let value = schema[name] {
          relate(&model.resources[number], name, value, at: place.appending(name), names)
        }
      }
    }
  }

  private mutating func relate(
    _ resource: inout ResourceDescription, _ name: String, _ value: JSONValue, at place: JSONPointer,
    _ names: Set<String>
  ) {
    let texts = value.string.map { [$0] } ?? value.array?.compactMap(\.string)
    switch name {
    case "x-mock-references":
      for member in value.object?.members ?? [] {
        if let target = member.value.string, names.contains(target) {
          resource.references[member.key] = target
        } else {
          // `null` or `false`: the property names no record.
          if member.value.string == nil { resource.references[member.key] = nil }
          if let unknown = member.value.string { note(place, "there is no resource \"\(unknown.prefix(60))\"") }
        }
      }
      if value.object == nil { note(place, "an object of properties and resources is expected") }
    case "x-mock-owner":
      resource.ownerMembers = texts?.filter { !$0.isEmpty } ?? []
    default:
      resource.uniqueProperties = texts?.filter { !$0.isEmpty } ?? []
    }
  }

  private mutating func envelope(_ text: String, at place: JSONPointer, facts: OperationFacts) -> [String]? {
    let path = text.split(separator: ".").map(String.init)
    var node = facts.answer
    for name in path {
      guard let next = node.flatMap({ index.shape($0).member(name) }) else {
        note(place, "the answer has no member \"\(name.prefix(60))\" there")
        return nil
      }
      node = next
    }
    if node == nil {
      note(place, "the answer has no content")
      return nil
    }
    return path
  }

  /// The record, or the records, where an operation is said to have them.
  func place(_ facts: OperationFacts, envelope: [String]) -> EnvelopeFinder.Place? {
    var node = facts.answer
    for name in envelope { node = node.flatMap { index.shape($0).member(name) } }
    guard let found = node else { return nil }
    let shape = index.shape(found)
    return EnvelopeFinder.Place(envelope: envelope, record: shape.isArray ? shape.items ?? found : found, confidence: 1)
  }

  /// What a schema says of its resource.
  mutating func apply(_ record: Schema, shape: SchemaShape, to resource: inout ResourceDescription) {
    for member in record.object.members where member.key.hasPrefix("x-mock-") {
      let place = record.place.appending(member.key)
      switch member.key {
      case "x-mock-id-member":
        if let name = member.value.string, shape.member(name) != nil {
          resource.idMember = name
        } else {
          note(place, "the schema has no member of this name")
        }
      case "x-mock-records":
        if let count = member.value.number?.integer, (0...Self.mostRecords).contains(count) {
          resource.seedCount = count
        } else {
          note(place, "a whole number from 0 to \(Self.mostRecords) is expected")
        }
      default:
        // Relations are read when all resources are known.
        if !Self.otherNames.contains(member.key), !Self.schemaNames.contains(member.key) {
          note(place, "unknown correction; \(Self.schemaNames.joined(separator: ", ")) are known here")
        }
      }
    }
  }
}

extension OperationTarget {
  /// The target as a correction says it is.
  mutating func apply(_ said: Corrections.OfOperation, facts: OperationFacts) {
    if let id = said.id, let end = facts.shape.segments.firstIndex(of: .parameter(id)) {
      var start = end
      while start > 0, facts.shape.segments[start - 1].parameter != nil { start -= 1 }
      segments = Array(facts.shape.segments[..<start])
      trailing = facts.shape.segments[start...end].compactMap(\.parameter)
      literal = segments.last?.literal ?? literal
      let isMutation = end + 1 < facts.shape.segments.count || facts.shape.verb != nil
      form = isMutation && facts.method != "GET" && said.kind == nil ? .itemAction : .item
      verb = nil
    } else if let id = said.id {
      self.id = id
      switch facts.method {
      case "GET": verb = .read
      case "DELETE": verb = .delete
      case "PUT", "PATCH": verb = .update
      default: break
      }
    }
    named = said.resource ?? named
    guard let kind = said.kind else { return }
    forced = kind
    let whole = facts.shape.segments
    switch kind {
    case .list, .create, .search:
      if said.id == nil, !trailing.isEmpty { (segments, trailing) = (whole, []) }
      (form, verb) = (.collection, kind == .list ? .list : kind == .create ? .create : .search)
    case .read, .replace, .update, .delete:
      form = trailing.isEmpty ? .collection : .item
      verb = kind == .read ? .read : kind == .delete ? .delete : .update
      // Without an id it is the one thing of its path.
      if kind == .read, form == .item || said.id == nil { verb = nil }
    case .action:
      form = trailing.isEmpty ? .collectionAction : .itemAction
      verb = .action
      if verbWords.isEmpty { verbWords = Words.split(whole.last?.literal ?? "") }
    case .call: break
    }
  }
}
