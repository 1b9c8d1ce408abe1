import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// What clients ask of responses in the style of JSON:API: related records beside those that were asked for (§8.3 "Inclusion
// of Related Resources"), and some properties alone (§8.4 "Sparse Fieldsets").

extension OperationHandler {
  /// How many relationships a path of `include` follows.
  private static let maximumSteps = 5
  /// The most records beside those of a response.
  private static let maximumIncluded = 200

  /// A record as responses in the style of JSON:API show it: with its relationships, and of its properties those that the
  /// request names.
  func showRelationships(
    in content: inout JSONObject, of record: StoredRecord, _ collection: RecordCollection, _ call: Call,
    included: Set<String>? = nil
  ) throws {
    guard let object = collection.resource.resourceObject else { return }
    let first = included ?? Set(Self.includedPaths(call).compactMap(\.first))
    try RelatedRecords(api: api, world: call.world).show(
      in: &content, of: record, object, collection.resource.name, at: address(of: record, collection, call),
      included: first)
    guard let type = object.type, let names = Self.fields(of: type, call) else { return }
    for holder in ["attributes", "relationships"] {
      guard let all = content[holder]?.object else { continue }
      content[holder] = .object(JSONObject(all.members.filter { names.contains($0.key) }.map { ($0.key, $0.value) }))
    }
  }

  /// The address of a record; nil when no operation reads it.
  func address(of record: StoredRecord, _ collection: RecordCollection, _ call: Call) -> String? {
    let reads = api.readsByID[collection.resource.name] ?? []
    guard let reading = reads.min(by: { $0.scopes.count < $1.scopes.count }),
      let path = CreationPlan.path(of: record, by: reading)
    else { return nil }
    return call.request.origin + base(call) + path
  }

  /// The related records that a request asks for with `include`, each once and none that is among the records already;
  /// nil for a request that asks for none.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for a relationship that records do not have.
  func included(
    _ records: [StoredRecord], _ collection: RecordCollection, _ call: Call
  ) throws -> JSONValue? {
    let paths = Self.includedPaths(call)
    guard collection.resource.resourceObject != nil, !paths.isEmpty else { return nil }
    let related = RelatedRecords(api: api, world: call.world)
    var known = Set(records.map { "\(collection.resource.name)/\($0.id)" })
    var shown: [JSONValue] = []
    for path in paths {
      var current = records.map { (record: $0, collection: collection) }
      for (step, name) in path.enumerated() {
        let next = Set(paths.filter { $0.starts(with: path[...step]) && $0.count > step + 1 }.map { $0[step + 1] })
        var found: [(record: StoredRecord, collection: RecordCollection)] = []
        try requireRelationship(name, of: step == 0 ? [collection] : current.map(\.collection))
        var followed: Set<String> = []
        for (record, holder) in current where found.count < Self.maximumIncluded {
          guard let relationship = holder.resource.resourceObject?.relationship(name) else { continue }
          found += try related.records(relationship, of: record).filter { record, owner in
            followed.insert("\(owner.resource.name)/\(record.id)").inserted
          }
        }
        current = found
        for (record, owner) in found
        where shown.count < Self.maximumIncluded && known.insert("\(owner.resource.name)/\(record.id)").inserted {
          shown.append(.object(try shownRelated(record, of: owner, call, included: next)))
        }
      }
    }
    return .array(shown)
  }

  /// - Throws: As ``included(_:_:_:)``, where none of the collections has it.
  private func requireRelationship(_ name: String, of collections: [RecordCollection]) throws(Problem) {
    guard let first = collections.first,
      !collections.contains(where: { $0.resource.resourceObject?.relationship(name) != nil })
    else { return }
    let has = first.resource.resourceObject?.relationships.map(\.name).joined(separator: ", ") ?? ""
    throw Problem(
      .invalidParameter,
      "include: \(first.resource.name) have no relationship \"\(name.clipped(to: 60))\"; they have \(has)",
      field: "include")
  }

  /// A record beside those of a response.
  ///
  /// - Parameters:
  ///   - included: The names of its relationships whose records the response shows as well.
  func shownRelated(
    _ record: StoredRecord, of collection: RecordCollection, _ call: Call, included: Set<String> = []
  ) throws -> JSONObject {
    var content = api.shown(record.content, of: collection.resource.name)
    try showRelationships(in: &content, of: record, collection, call, included: included)
    return content
  }

  /// What a response has beside its records, in the form of facts of a response.
  func includedFacts(
    _ records: [StoredRecord], _ collection: RecordCollection, _ call: Call
  ) throws -> [(path: [String], value: JSONValue?)] {
    try included(records, collection, call).map { [(["included"], $0)] } ?? []
  }

  private static func includedPaths(_ call: Call) -> [[String]] {
    guard let text = (try? call.request.query())?["include"] else { return [] }
    return text.split(separator: ",").prefix(20).map { path in
      path.split(separator: ".").prefix(maximumSteps).map(String.init)
    }
  }

  /// The names of the properties that a request wants of records of a type; nil for all.
  private static func fields(of type: String, _ call: Call) -> Set<String>? {
    (try? call.request.query())?["fields[\(type)]"].map { text in
      Set(text.split(separator: ",").map { String($0.trimmingPrefix { $0 == " " }) })
    }
  }

  /// Whether a request wants some properties alone, or other records beside those of the response, whatever the document
  /// says of these.
  func isShaped(_ call: Call) -> Bool {
    guard collection?.resource.resourceObject != nil, let query = try? call.request.query() else { return false }
    return query.parameters.contains { $0.name == "include" || $0.name.hasPrefix("fields[") }
  }
}
