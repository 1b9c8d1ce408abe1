import JSON

/// The members `x-mock-…` by which a document, or an overlay, says what its operations and schemas are.
struct Corrections {
  /// At an operation or a path.
  static let operationNames = ["x-mock-resource", "x-mock-kind", "x-mock-id", "x-mock-envelope"]
  /// At a schema.
  static let schemaNames = ["x-mock-id-member", "x-mock-records"]
  /// Read by others.
  static let otherNames = ["x-mock-value", "x-mock-values"]
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

    var isEmpty: Bool { resource == nil && kind == nil && !isIgnored && id == nil && envelope == nil }
  }

  let index: SchemaIndex
  /// What could not be followed, with its place.
  private(set) var notes: [String] = []
  private var noted: Set<String> = []

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
      said.envelope = envelope(text, at: place, facts: facts)
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
  mutating func apply(_ record: SchemaNode, shape: SchemaShape, to resource: inout ResourceDescription) {
    for member in record.value.members where member.key.hasPrefix("x-mock-") {
      let place = record.pointer.appending(member.key)
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
        if !Self.otherNames.contains(member.key) {
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
