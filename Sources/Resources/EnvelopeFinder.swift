import JSON
import JSONSchema

/// Finds the records in answers, and the record in requests.
struct EnvelopeFinder {
  /// Where records stand in some content.
  struct Place {
    var envelope: [String]
    var record: Schema
    /// How sure it is that this member holds the records, from 0 to 1.
    var confidence: Double
  }

  let index: SchemaIndex

  /// The array of records within content, for a collection that goes by these names.
  func list(in node: Schema, names: [String]) -> Place? {
    list(in: node, keys: Self.keys(names), depth: 0)
  }

  /// Where content names records rather than shows them: `{"data": [{"rid": "5", "rtype": "lamp"}]}`; nil for other content.
  func named(in node: Schema, names: [String]) -> Place? {
    guard let list = list(in: node, names: names), list.confidence >= 0.7,
      case let shape = index.shape(list.record), shape.isObject,
      RecordReference.isOne(shape.members.map { ($0.name, index.shape($0.node).isScalar) })
    else { return nil }
    return list
  }

  /// What members are compared with for a collection: its name, and the last word of that.
  private static func keys(_ names: [String]) -> Set<String> {
    var keys: Set<String> = []
    for name in names {
      keys.insert(Words.singularKey(name))
      if let last = Words.split(name).last, last.utf8.count > 3 { keys.insert(Words.singular(last)) }
    }
    return keys
  }

  private func list(in node: Schema, keys: Set<String>, depth: Int) -> Place? {
    let shape = index.shape(node)
    if shape.isArray {
      guard let items = shape.items else { return nil }
      return Place(envelope: [], record: items, confidence: 1)
    }
    guard shape.isObject else { return nil }
    let ownID = Self.hasOwnID(shape)
    var best: Place?
    for member in shape.members {
      let inner = index.shape(member.node)
      let isOwn = keys.contains(Words.singularKey(member.words))
      let wrapper = Vocabulary.listWrappers.contains(Words.key(Words.local(member.name)))
      var place: Place?
      if inner.isArray, let items = inner.items {
        let item = index.shape(items)
        var confidence = isOwn ? 0.95 : wrapper ? 0.9 : 0.5
        if !item.isObject { confidence -= item.isScalar ? 0.3 : 0.1 }
        if ownID { confidence -= 0.45 }
        place = Place(envelope: [member.name], record: items, confidence: confidence)
      } else if depth < 2, inner.isObject,
        isOwn || wrapper || Vocabulary.nesting.contains(member.key) || isSole(member, in: shape),
        let nested = list(in: member.node, keys: keys, depth: depth + 1), nested.confidence >= 0.7
      {
        place = Place(
          envelope: [member.name] + nested.envelope, record: nested.record,
          confidence: nested.confidence * (ownID ? 0.5 : 0.95))
      }
      if let place, place.confidence > best?.confidence ?? 0 { best = place }
    }
    // Another array is that of the records when the rest is about the page.
    if var found = best, found.confidence < 0.7, found.confidence >= 0.45 {
      let others = shape.members.filter { $0.name != found.envelope.first }
      let arrays = others.filter { index.shape($0.node).isArray }
      let aboutPage = others.filter { Self.isAboutPage($0) }
      let parts = others.filter { !Self.isAboutPage($0) && index.shape($0.node).isObject }
      if !parts.isEmpty { found.confidence = 0.3 }
      if arrays.isEmpty, parts.isEmpty, others.isEmpty || aboutPage.count * 2 > others.count { found.confidence = 0.8 }
      best = found
    }
    return best
  }

  /// The one record within content, for a collection that goes by these names.
  func record(in node: Schema, names: [String], known: Set<Schema> = []) -> Place? {
    record(in: node, keys: Self.keys(names), known: known, depth: 0)
  }

  private func record(in node: Schema, keys: Set<String>, known: Set<Schema>, depth: Int) -> Place? {
    let shape = index.shape(node)
    guard shape.isObject else { return nil }
    if known.contains(node) { return Place(envelope: [], record: node, confidence: 1) }
    let whole = Place(envelope: [], record: node, confidence: 0.85)
    if depth == 0, let place = besideID(shape, keys: keys) ?? besideDetails(shape, keys: keys, known: known) {
      return place
    }
    guard depth < 3, !Self.hasOwnID(shape) else { return whole }
    for member in shape.members {
      let inner = index.shape(member.node)
      guard inner.isObject, !inner.members.isEmpty || known.contains(member.node) else { continue }
      let isKnown = known.contains(member.node)
      // Inside of what all answers have, what stands beside the record says how it went and who answers.
      let isOnlyObject =
        depth > 0
        && shape.members.allSatisfy { other in
          other.name == member.name || index.shape(other.node).isScalar || ["error", "errors"].contains(other.key)
        }
      let isOwn = keys.contains(Words.singularKey(member.words)) && (shape.members.count <= 4 || isOnlyObject)
      let key = member.key
      let others = shape.members.filter { $0.name != member.name }
      let isWrapper =
        Vocabulary.recordWrappers.contains(key) && key != "attributes" && others.count <= 5
        && (key == "data" || others.allSatisfy { Self.isAboutPage($0) })
      let isSole =
        shape.members.count > 1
        ? isSole(member, in: shape)
        : Self.hasOwnID(inner) && (depth > 0 || keys.contains(member.words.last.map(Words.singular) ?? ""))
      // The only member may hold the member that holds the record: `{"ocs": {"meta": …, "data": {…}}}`.
      let isAlone = shape.members.count == 1
      guard isKnown && shape.members.count <= 4 || isOwn || isWrapper || isSole || isAlone else { continue }
      guard let place = record(in: member.node, keys: keys, known: known, depth: depth + 1) else { continue }
      let isHolder = place.envelope.first.map { Vocabulary.recordWrappers.contains(Words.key($0)) } ?? false
      guard isHolder || !isAlone || isKnown || isOwn || isWrapper || isSole else { continue }
      return Place(
        envelope: [member.name] + place.envelope, record: place.record, confidence: isOwn || isKnown ? 0.95 : 0.85)
    }
    return whole
  }

  /// The record in an answer that has nothing else than its id beside it: `{"id": …, "role": {…}}`.
  private func besideID(_ shape: SchemaShape, keys: Set<String>) -> Place? {
    guard shape.members.count == 2, Self.hasOwnID(shape),
      let member = shape.members.first(where: { keys.contains(Words.singularKey($0.words)) }),
      case let inner = index.shape(member.node), inner.isObject, inner.members.count >= 2, !Self.hasOwnID(inner)
    else { return nil }
    return Place(envelope: [member.name], record: member.node, confidence: 0.9)
  }

  /// The record in an answer that must have it by its name, beside what is not required: `{"product": {…}, "options": […]}`.
  private func besideDetails(_ shape: SchemaShape, keys: Set<String>, known: Set<Schema>) -> Place? {
    guard shape.required.count == 1, let name = shape.required.first, let node = shape.member(name),
      known.contains(node), keys.contains(Words.singularKey(name))
    else { return nil }
    return Place(envelope: [name], record: node, confidence: 0.95)
  }

  /// Whether all other members are about the answer rather than about a record.
  private func isSole(_ own: SchemaShape.Member, in shape: SchemaShape) -> Bool {
    shape.members.count <= 5 && !Self.isAboutPage(own)
      && shape.members.allSatisfy { $0.name == own.name || (Self.isAboutPage($0) && !index.shape($0.node).isObject) }
  }

  /// Whether an object shows an id, as records do and envelopes seldom.
  static func hasOwnID(_ shape: SchemaShape) -> Bool {
    ["id", "_id", "pk", "uuid", "sid", "guid", "ID", "Id", "uid"].contains { shape.member($0) != nil }
  }

  private static let pageWords: Set<String> = [
    "total", "count", "page", "pages", "limit", "offset", "next", "previous", "prev", "size", "per", "has", "more",
    "cursor", "token", "links", "link", "meta", "metadata", "pagination", "paging", "object", "url", "uri", "href",
    "first", "last", "start", "end", "kind", "etag", "status", "success", "ok", "code", "message", "msg", "error",
    "errors",
    "self", "marker", "version", "request", "api", "included", "jsonapi", "warnings", "incomplete", "length", "pagina",
    "paginas", "siguiente", "anterior",
  ]

  /// Whether a member is about the page rather than about a record.
  static func isAboutPage(_ member: SchemaShape.Member) -> Bool { member.words.contains(where: pageWords.contains) }
}
