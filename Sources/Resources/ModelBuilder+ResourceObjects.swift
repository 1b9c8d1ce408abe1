import JSON
import JSONSchema
import OpenAPI

// What documents in the style of JSON:API say of records: their type and their relationships.

extension ModelBuilder {
  /// Finds the types and relationships of all resources whose records are resource objects.
  mutating func findResourceObjects() {
    for number in resources.indices where isResourceObject(number) {
      let type = shapes[number].member("type").flatMap { self.type(of: $0, named: nodes[groups[number][0]].literal) }
      resources[number].resourceObject = ResourceObject(type: type)
    }
    let byType = Dictionary(
      resources.compactMap { resource in resource.resourceObject?.type.map { ($0, resource.name) } }
    ) { first, _ in first }
    for number in resources.indices where resources[number].resourceObject != nil {
      let holder = shapes[number].member("relationships").map(index.shape)
      let found = (holder?.members ?? []).map { relationship($0, of: number, byType) }
      resources[number].resourceObject?.relationships = found
    }
    for number in resources.indices { findInverses(number) }
  }

  private func isResourceObject(_ number: Int) -> Bool {
    let relationships = shapes[number].member("relationships").map(index.shape)
    guard resources[number].attributesMember == "attributes" || relationships?.isObject == true,
      resources[number].viewMember == nil, !resources[number].isSingleton, let type = shapes[number].member("type")
    else { return false }
    return index.shape(type).types.contains("string") && resources[number].idMember == "id"
  }

  /// The type that a schema allows alone, or that its description names as code: "The type of this resource: `accounts`";
  /// else the name of the collection, where the schema leaves the type open.
  private func type(of schema: Schema, named literal: String) -> String? {
    let values = index.shape(schema).enumeration.compactMap(\.string)
    if values.count == 1 { return values[0] }
    if let constant = schema["const"]?.string { return constant }
    if values.isEmpty { return Self.quoted(schema["description"]?.string) ?? literal }
    return values.contains(literal) ? literal : nil
  }

  /// The only text that a description has between backquotes.
  private static func quoted(_ description: String?) -> String? {
    let parts = (description ?? "").split(separator: "`", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty, parts[1].allSatisfy({ $0.isLetter || "-_".contains($0) }) else {
      return nil
    }
    return String(parts[1])
  }

  private func relationship(
    _ member: SchemaShape.Member, of number: Int, _ byType: [String: String]
  ) -> ResourceObject.Relationship {
    let shape = index.shape(member.node)
    let data = shape.member("data")
    let form = data.map(index.shape)
    let isMany = form.map { $0.isArray } ?? (Words.singular(member.name) != member.name)
    let identifier = form?.items.map(index.shape) ?? form
    let type = identifier?.member("type").flatMap { self.type(of: $0, named: "") }
    // A type that the API does not keep is that of no other resource.
    let target = (type ?? "").isEmpty ? related(member.words) : type.flatMap { byType[$0] }
    let links = shape.member("links").map(index.shape)?.members.map(\.name) ?? []
    return ResourceObject.Relationship(
      name: member.name, target: target, isMany: isMany, showsIDs: data != nil,
      links: links.filter { $0 == "self" || $0 == "related" })
  }

  /// The resource that a relationship is called like, its last word at least: `transferAccount` is an account.
  private func related(_ words: [String]) -> String? {
    for start in words.indices {
      let name = words[start...]
      let key = name.dropLast().joined() + Words.singular(name.last ?? "")
      if let found = named[key], resources[found].resourceObject != nil { return resources[found].name }
    }
    // An owner is one of the people.
    guard let last = words.last.map(Words.singular), Vocabulary.people.contains(last) else { return nil }
    return ["user", "account", "person", "member", "profile"].lazy.compactMap { named[$0] }.first {
      resources[$0].resourceObject != nil
    }.map { resources[$0].name }
  }

  /// Notes which of a resource's relationships follow from what the records of others name: the plantings of a crop from
  /// the crop of each planting.
  private mutating func findInverses(_ number: Int) {
    guard let own = resources[number].resourceObject else { return }
    for (place, relationship) in own.relationships.enumerated() where relationship.isMany {
      guard let target = relationship.target.flatMap({ numbers[$0] }), target != number else { continue }
      // Of two lists of ids that name each other, the one that is shown is kept, or the one that new records send.
      let naming = (resources[target].resourceObject?.relationships ?? []).filter {
        $0.target == resources[number].name
          && (!$0.isMany || $0.showsIDs && !relationship.showsIDs
            || isSent($0, by: target) && !isSent(relationship, by: number))
      }
      let key = Words.singularKey(resources[number].name)
      guard let inverse = naming.count == 1 ? naming[0] : naming.first(where: { Words.key($0.name) == key }) else {
        continue
      }
      resources[number].resourceObject?.relationships[place].inverse = inverse.name
    }
  }

  /// Whether a request for a new record names those that it is related to.
  private func isSent(_ relationship: ResourceObject.Relationship, by resource: Int) -> Bool {
    let record = sentShape(of: groups[resource], names: [resources[resource].name])
    return record?.member("relationships").map(index.shape)?.member(relationship.name) != nil
  }

  /// What an operation does on the path of a relationship (JSON:API §8.3 "Updating Relationships"):
  /// `/articles/{id}/relationships/tags`; nil for other paths.
  func onRelationship(_ facts: OperationFacts) -> OperationDescription? {
    let segments = facts.shape.segments
    guard segments.count >= 4, let name = segments[segments.count - 1].literal,
      segments[segments.count - 2].literal == "relationships",
      let parameter = segments[segments.count - 3].parameter,
      let node = collections.numbers[PathShape.key(segments.dropLast(3))], let resource = nodes[node].resource,
      let own = resources[resource].resourceObject?.relationship(name)
    else { return nil }
    let kinds: [String: (OperationDescription.Kind, String)] = [
      "GET": (.read, "shows which"), "PATCH": (.update, "sets which"), "POST": (.update, "adds to the"),
      "DELETE": (.update, "takes from the"),
    ]
    guard let (kind, verb) = kinds[facts.method], facts.method == "GET" || facts.hasRequest else { return nil }
    var made = make(
      facts, kind, resource, 0.9,
      "\(verb) \(own.target ?? own.name) that a relationship of \(resources[resource].name) has")
    made.idParameter = parameter
    made.relationship = name
    made.status = facts.status
    return made
  }

  /// The parameters of a list's query that name a related record: `filter[crop]`, `filter[crop.id]`.
  func relationshipFilters(_ facts: OperationFacts, resource: Int, used: Set<String>) -> [String: String] {
    guard let object = resources[resource].resourceObject else { return [:] }
    var found: [String: String] = [:]
    for parameter in facts.query where !used.contains(parameter.name) {
      let key = Words.singularKey(ListReader.conditionName(parameter.name))
      let match = object.relationships.first {
        let own = Words.singularKey($0.name)
        return $0.inverse == nil && [own, own + "id"].contains(key)
      }
      if let match { found[parameter.name] = match.filterMember }
    }
    return found
  }
}
