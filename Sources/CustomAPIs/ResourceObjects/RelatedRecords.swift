import HTTPCore
import JSON
import Records
import Resources
import Store
import World

/// The relationships of records in the style of JSON:API (§7.2.2.2): which records they lead to, and how responses show
/// them. A record holds the ids of those that it names; the others follow from what those records name.
struct RelatedRecords {
  typealias Relationship = ResourceObject.Relationship

  /// The most related records that are shown.
  static let maximum = 100

  let api: CustomAPI
  let world: World

  private var seeds: RecordSeeds { RecordSeeds(api: api, world: world) }

  /// The collection of the related records; nil for one that the API does not keep.
  func target(_ relationship: Relationship) -> RecordCollection? { relationship.target.flatMap { api.collections[$0] } }

  /// The ids of the records that a relationship leads to.
  func ids(_ relationship: Relationship, of record: StoredRecord) throws -> [String] {
    guard let inverse = relationship.inverse, let target = target(relationship) else {
      return Self.ids(record.content[["relationships", relationship.name, "data"]])
    }
    guard target.isReachableWithoutParents else { return [] }
    try seeds.require(target, below: [])
    var query = target.query([:])
    query.require(Self.names(record.id, in: inverse, target))
    query.limit = Self.maximum
    return try world.store.read { try target.documents.records($0, query) }.map(\.id)
  }

  /// Whether records name a record in a relationship.
  private static func names(_ id: String, in relationship: String, _ collection: RecordCollection) -> RowQuery.Part {
    let records = collection.documents.records
    guard collection.resource.resourceObject?.relationship(relationship)?.isMany == true else {
      return records.condition(anyOf: [path(relationship)], is: id)
    }
    return records.condition(elementsOf: list(relationship), have: "id", is: id)
  }

  /// The records that a relationship leads to, each with its collection: they may be of several types.
  func records(
    _ relationship: Relationship, of record: StoredRecord
  ) throws -> [(record: StoredRecord, collection: RecordCollection)] {
    let linkage = try linkage(relationship, of: record)
    return try (linkage.array ?? [linkage]).prefix(Self.maximum).compactMap { identifier in
      guard let id = identifier["id"].flatMap(RecordCollection.text),
        let collection = target(relationship) ?? identifier["type"]?.string.flatMap(collection(ofType:))
      else { return nil }
      return try seeds.record(of: collection, id, beside: record.scope).map { ($0, collection) }
    }
  }

  private func collection(ofType type: String) -> RecordCollection? {
    api.collections.values.filter { $0.resource.resourceObject?.type == type }.min {
      $0.resource.name < $1.resource.name
    }
  }

  /// What stands under `data`: one resource identifier object or null, or an array of them (§7.2.2.3 "Resource Linkage").
  func linkage(_ relationship: Relationship, of record: StoredRecord) throws -> JSONValue {
    if relationship.inverse == nil, let held = record.content[["relationships", relationship.name, "data"]],
      (held.array ?? [held]).allSatisfy({ $0["type"] != nil })
    {
      // Records of several types may be related; what was sent says which.
      return held
    }
    let identifiers = try ids(relationship, of: record).map { identifier($0, relationship) }
    return relationship.isMany ? .array(identifiers) : identifiers.first ?? .null
  }

  private func identifier(_ id: String, _ relationship: Relationship) -> JSONValue {
    let type = target(relationship)?.resource.resourceObject?.type ?? relationship.name
    return .object(JSONObject([("type", .string(type)), ("id", .string(id))]))
  }

  /// The links of a relationship of a record.
  ///
  /// - Parameters:
  ///   - address: That of the record.
  static func links(_ relationship: Relationship, at address: String) -> JSONObject {
    JSONObject(
      relationship.links.map { name in
        let path = name == "self" ? "/relationships/\(relationship.name)" : "/\(relationship.name)"
        return (name, .string(address + path))
      })
  }

  /// Has a record show its type, and its relationships as they are now.
  ///
  /// - Parameters:
  ///   - resource: The name of the record's resource.
  ///   - address: That of the record; nil where no operation reads one.
  ///   - included: The names of the relationships whose records the response shows, so that their ids must be there
  ///     (§7.2.2.3, "full linkage").
  func show(
    in content: inout JSONObject, of record: StoredRecord, _ object: ResourceObject, _ resource: String,
    at address: String?, included: Set<String>
  ) throws {
    if let type = object.type { content["type"] = .string(type) }
    if object.relationships.isEmpty { return }
    var shown = JSONObject()
    for relationship in object.relationships {
      var one = JSONObject()
      if let address, !relationship.links.isEmpty {
        one["links"] = .object(Self.links(relationship, at: address))
      }
      if relationship.showsIDs || included.contains(relationship.name) {
        let data = try linkage(relationship, of: record)
        if !data.isNull || allowsNone(relationship, resource) { one["data"] = data }
      }
      shown[relationship.name] = .object(one)
    }
    content["relationships"] = .object(shown)
    try count(in: &content, of: record, object, resource)
  }

  /// Whether `data` may be null, as JSON:API has it for no related record. Documents that leave null out have such a
  /// relationship without `data`.
  private func allowsNone(_ relationship: Relationship, _ resource: String) -> Bool {
    let place = ["relationships", relationship.name, "data"].reduce(api.collections[resource]?.resource.schema) {
      place, name in place.flatMap { api.maker.shape(of: $0).members[name] }
    }
    return place.map { api.maker.allows(.null, on: $0) } ?? true
  }

  /// Has attributes such as `numberOfItems` and `itemsCount`, which clients do not send, count what the relationship of that
  /// name leads to.
  private func count(
    in content: inout JSONObject, of record: StoredRecord, _ object: ResourceObject, _ resource: String
  ) throws {
    for member in content["attributes"]?.object?.members ?? [] where member.value.number != nil {
      let words = Words.split(member.key)
      guard words.count > 1, words.first == "number" || words.last == "count" else { continue }
      let key = words.filter { !["number", "of", "count"].contains($0) }.map(Words.singular).joined()
      guard let relationship = object.relationships.first(where: { $0.isMany && Words.singularKey($0.name) == key }),
        !api.isSent(member.key, in: "attributes", of: resource)
      else { continue }
      content[["attributes", member.key]] = .number(JSONNumber(try ids(relationship, of: record).count))
    }
  }

  /// The ids in what stands under `data`.
  static func ids(_ linkage: JSONValue?) -> [String] {
    (linkage?.array ?? linkage.map { [$0] } ?? []).compactMap { $0["id"].flatMap(RecordCollection.text) }
  }

  /// The path of the id of a record's one related record, as SQLite's JSON functions take it.
  static func path(_ relationship: String) -> String {
    "$" + ResourceObject.path(relationship).map { RecordTable.path($0).dropFirst() }.joined()
  }

  /// The path of the list of a record's related records.
  static func list(_ relationship: String) -> String {
    String(path(relationship).dropLast(RecordTable.path("id").count - 1))
  }

  // MARK: Changes

  /// Makes sure that the records are there which a request names in relationships.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for one that is not (§8.1.1), and of kind `conflict` for a type that is
  ///   another one than that of the record's collection.
  func requireRelated(in input: JSONObject, _ object: ResourceObject) throws {
    if let type = object.type, let sent = input["type"]?.string, sent != type {
      throw Problem(.conflict, "the type must be \"\(type)\", but is \"\(sent.clipped(to: 60))\"", field: "type")
    }
    for relationship in object.relationships {
      let place = ["relationships", relationship.name, "data"]
      try requireRecords(input[place], relationship, field: place.joined(separator: "."))
    }
  }

  /// - Throws: As ``requireRelated(in:_:)``.
  func requireRecords(_ linkage: JSONValue?, _ relationship: Relationship, field: String) throws {
    guard let target = target(relationship), target.isKnownToAPI, target.isReachableWithoutParents else { return }
    let type = target.resource.resourceObject?.type
    for one in (linkage?.array ?? linkage.map { [$0] } ?? []).prefix(Self.maximum * 10) {
      guard let id = one["id"].flatMap(RecordCollection.text) else { continue }
      if let type, let sent = one["type"]?.string, sent != type {
        throw Problem(.conflict, "\(field): \"\(sent.clipped(to: 60))\" is not the type \"\(type)\"", field: field)
      }
      if try seeds.record(of: target, id, below: []) != nil { continue }
      guard try isMade(id, target) else {
        throw Problem(
          .notFound, "\(field): there is no \(target.resource.name) \"\(id.clipped(to: 60))\"", field: field)
      }
    }
  }

  /// Makes a record that is nothing but its id and that no operation makes, such as a tag: it is there as soon as another
  /// record names it.
  ///
  /// - Returns: Whether it is such a record.
  private func isMade(_ id: String, _ target: RecordCollection) throws -> Bool {
    guard target.attributes.isEmpty, !target.isMadeByClients, target.resource.attributesMember == nil,
      let type = target.resource.resourceObject?.type, !id.isEmpty, id.utf8.count <= 200
    else { return false }
    try world.store.transaction { connection in
      let content = JSONObject([("type", .string(type)), ("id", .string(id))])
      try target.documents.insert(connection, id: id, scope: [:], content)
    }
    return true
  }

  /// What a new record holds of its relationships: what was sent, the parents that it stands below, and nothing else.
  static func begun(_ input: JSONObject, _ object: ResourceObject, below scope: [String: String]) -> JSONObject {
    var held = JSONObject()
    for relationship in object.relationships where relationship.inverse == nil {
      let sent = input[["relationships", relationship.name, "data"]]
      let parent = object.isParent(relationship) ? relationship.target.flatMap { scope[$0] } : nil
      let above = parent.map { JSONValue.object(JSONObject([("id", .string($0))])) }
      held[[relationship.name, "data"]] = sent ?? above ?? (relationship.isMany ? .array([]) : .null)
    }
    return held
  }
}
