import JSONSchema

/// Operations whose requests describe a record in place of its id.
extension ModelBuilder {
  private static let new: Set<String> = [
    "update", "updates", "new", "data", "changes", "change", "value", "values", "replacement", "after", "set",
  ]
  private static let maximumMembers = 4

  /// A deletion of the records that have what the request holds: `POST /routes/delete` with `{"host": …, "port": …}`; nil
  /// for another request.
  func deletionByMatch(_ facts: OperationFacts, resource: Int) -> OperationDescription? {
    guard facts.method != "GET", let request = facts.request,
      let members = compared(index.shape(request).members, resource: resource)
    else { return nil }
    let name = resources[resource].name
    var made = make(
      facts, .delete, resource, 0.8, "the request says what \(members.joined(separator: ", ")) of the \(name) are")
    made.match = RecordMatch(members: members)
    made.status = facts.status
    return made
  }

  /// A change of the record that the request describes beside what it is to be: `{"name": …, "data": {…}}`, and
  /// `{"target": {…}, "update": {…}}`; nil for another request.
  func updateByMatch(_ facts: OperationFacts, resource: Int) -> OperationDescription? {
    guard let request = facts.request, case let sent = index.shape(request).members,
      (2...Self.maximumMembers).contains(sent.count)
    else { return nil }
    let whole = sent.filter { member in
      views[resource].contains(member.node) && shapes[resource].member(member.name) == nil
    }
    let others = sent.filter { member in !whole.contains { $0.name == member.name } }
    var match: RecordMatch?
    var holder: SchemaShape.Member?
    if whole.count == 1, let members = compared(others, resource: resource) {
      (match, holder) = (RecordMatch(members: members), whole[0])
    } else if whole.count == 2, others.isEmpty,
      let new = whole.first(where: { !Self.new.isDisjoint(with: $0.words) }),
      let old = whole.first(where: { $0.name != new.name }), Self.new.isDisjoint(with: old.words)
    {
      let members = shapes[resource].members.filter { index.shape($0.node).isScalar }.map(\.name)
      (match, holder) = (RecordMatch(envelope: [old.name], members: members), new)
    }
    guard let match, let holder, !match.members.isEmpty else { return nil }
    let name = resources[resource].name
    var made = make(facts, .update, resource, 0.9, "the request describes one of the \(name) and what it is to be")
    (made.match, made.requestEnvelope, made.status) = (match, [holder.name], facts.status)
    return made
  }

  /// What sets all records of a list, which have no ids: `/setTags` with `{"tags": [{…}]}`; nil for another request.
  func replacementOfAll(_ facts: OperationFacts, resource: Int) -> OperationDescription? {
    guard facts.method != "GET", resources[resource].idMember == nil, let request = facts.request,
      case let sent = index.shape(request).members, sent.count == 1,
      let items = index.shape(sent[0].node).items, views[resource].contains(items)
    else { return nil }
    let name = resources[resource].name
    var made = make(facts, .replace, resource, 0.85, "the request has all of the \(name)")
    (made.isBulk, made.replacesAll, made.requestEnvelope, made.status) = (true, true, [sent[0].name], facts.status)
    return made
  }

  /// The names of properties by which a request may describe records: texts and numbers that records have; nil where it
  /// holds anything else.
  private func compared(_ sent: [SchemaShape.Member], resource: Int) -> [String]? {
    guard !sent.isEmpty, sent.count <= Self.maximumMembers else { return nil }
    let own = sent.allSatisfy { member in
      shapes[resource].member(member.name).map { index.shape($0).isScalar && index.shape(member.node).isScalar }
        ?? false
    }
    let names = sent.filter { index.shape($0.node).types != ["boolean"] }.map(\.name)
    return own && !names.isEmpty ? names : nil
  }
}
