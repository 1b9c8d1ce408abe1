import JSON
import JSONSchema

/// Describes the operations, one by one.
extension ModelBuilder {
  func describe(_ number: Int) -> OperationDescription {
    var made = understood(number)
    if let other = creationByPath(number, inPlaceOf: made) { made = other }
    if made.kind == .call, let other = answeredRecord(number) ?? command(number) { made = other }
    if made.kind == .action, made.moments.isEmpty, let resource = made.resource.flatMap({ numbers[$0] }) {
      let target = collections.targets[number]
      made.moments = StateChangeReader(index: index).moments(
        verbWords: target.verbWords, record: shapes[resource],
        isUndone: collections.operations[number].method == "DELETE")
    }
    // What an action does is a guess where nothing says what it sets.
    if made.kind == .action, made.change == nil, made.moments.isEmpty, made.produced == nil {
      made.confidence = min(made.confidence, 0.85)
    }
    if made.kind != .call, made.confidence < Explanation.sure, let resource = made.resource {
      made.corrections = [.init("x-mock-kind", made.kind.rawValue), .init("x-mock-resource", resource)]
      if !made.answerEnvelope.isEmpty {
        made.corrections.append(.init("x-mock-envelope", made.answerEnvelope.joined(separator: ".")))
      }
    }
    return made
  }

  private func understood(_ number: Int) -> OperationDescription {
    let facts = collections.operations[number]
    let target = collections.targets[number]
    if target.forced == nil, let made = onRelationship(facts) { return made }
    guard let at = collections.numbers[target.key], let resource = nodes[at].resource, facts.method != "OPTIONS",
      facts.method != "TRACE"
    else { return unkept(facts, target) }
    if target.forced == .call { return call(facts, "x-mock-kind says so", confidence: 1) }
    if target.forced == nil, let made = tree(facts, target) ?? searchBelow(facts, target) { return made }
    let node = nodes[at]
    var made: OperationDescription
    switch (node.kind, target.form) {
    case (.singleton, .collection): made = newest(facts, target) ?? singleton(facts, resource: resource)
    case (.singleton, .collectionAction) where facts.meaning != "GET" && facts.method != "HEAD":
      made = singletonAction(facts, target, resource: resource)
    case (.singleton, _): return call(facts, "nothing is kept below \(node.key)")
    case (_, .item): made = item(facts, target, resource: resource)
    case (_, .itemAction), (_, .collectionAction): made = action(facts, target, node: node, resource: resource)
    case (_, .collection): made = collection(facts, target, node: node, resource: resource)
    }
    made.status = facts.status
    if var several = ofSeveral(facts, target, resource: resource, than: made) {
      several.scopes = scopes(target, resource: resource)
      return several
    }
    if let kind = target.forced {
      (made.kind, made.resource) = (kind, resources[resource].name)
      (made.confidence, made.reason) = (1, "x-mock-kind says so")
    }
    if made.kind == .call { return made }
    if made.kind == .read, made.isNewestFirst { return made }
    made.scopes = scopes(target, resource: resource)
    for number in made.scopes.indices where made.scopes[number].lookupMembers.isEmpty {
      guard let parent = made.scopes[number].parent.flatMap({ numbers[$0] }) else { continue }
      made.scopes[number].lookupMembers = describedNames(
        facts, parameter: made.scopes[number].parameter, resource: parent)
    }
    made.scopes += queryScopes(facts, made, resource: resource)
    showParent(facts, resource: resource, in: &made)
    made.forms = forms(facts, made, names: node.names)
    if let id = made.idParameter, made.lookupMembers.isEmpty {
      made.lookupMembers = RecordReader(index: index).lookupMembers(
        shapes[resource], parameter: id, idMember: resources[resource].idMember, literal: resources[resource].name)
      if made.lookupMembers.isEmpty { made.lookupMembers = otherIDs(facts, parameter: id, resource: resource) }
    }
    return made
  }

  /// Notes that the answer shows the record's parent rather than the record.
  private func showParent(_ facts: OperationFacts, resource: Int, in made: inout OperationDescription) {
    guard [.create, .replace, .update, .delete, .action].contains(made.kind),
      let parent = made.scopes.last?.parent.flatMap({ numbers[$0] }), parent != resource,
      let place = collections.record(facts, names: [resources[parent].name], known: views[parent]),
      views[parent].contains(place.record), !views[resource].contains(place.record)
    else { return }
    made.showsParent = true
    (made.recordSchema, made.answerEnvelope) = (place.record.place, place.envelope)
    made.reason += "; the answer is one of the \(resources[parent].name)"
  }

  /// Where the answer's other media types show what the operation shows.
  private func forms(
    _ facts: OperationFacts, _ made: OperationDescription, names: [String]
  ) -> [String: OperationDescription.ResponseForm] {
    var forms: [String: OperationDescription.ResponseForm] = [:]
    let isList = made.kind == .list || made.kind == .search
    for (type, schema) in facts.otherAnswers {
      guard let place = isList ? finder.list(in: schema, names: names) : finder.record(in: schema, names: names) else {
        continue
      }
      var form = OperationDescription.ResponseForm(recordSchema: place.record.place, envelope: place.envelope)
      if isList {
        var other = facts
        other.answer = schema
        form.paging = lists.paging(other, envelope: place.envelope)
      }
      forms[type] = form
    }
    return forms
  }

  /// A call, or what looks like a resource of which no record is known.
  private func unkept(_ facts: OperationFacts, _ target: OperationTarget) -> OperationDescription {
    if let made = unnamedAction(facts, target) ?? deletionInside(facts, target) ?? checkout(facts, target) {
      return made
    }
    if target.forced == nil, let made = openList(facts) { return made }
    var made = call(facts, reason(nothing: facts, target))
    if target.forced == nil, saysItChanges(facts) {
      made.confidence = 0.6
      made.reason = "the path says that something changes, but no operation shows what"
    }
    guard target.forced == nil, let answer = facts.answer, !facts.isFile, index.shape(answer).isObject else {
      if target.forced == .call { (made.confidence, made.reason) = (1, "x-mock-kind says so") }
      return made
    }
    let sent = Set((facts.request.map { flat($0) } ?? []))
    let echoes = sent.intersection(flat(answer)).count >= 2
    let isThing =
      facts.method == "POST" && echoes && target.verb == nil && Words.isPluralName(target.literal)
      && target.form == .collection
    guard isThing else { return made }
    made.confidence = 0.65
    made.reason = "the answer shows what was sent, as creations do, but no operation shows such records again"
    made.corrections = [
      .init("x-mock-kind", "create"), .init("x-mock-resource", Words.resourceName(target.literal, plural: true)),
    ]
    return made
  }

  /// `DELETE /wishlist/products/{productId}` deletes what the wishlist has of that product.
  private func deletionInside(_ facts: OperationFacts, _ target: OperationTarget) -> OperationDescription? {
    guard facts.method == "DELETE", target.forced == nil, let parameter = facts.shape.segments.last?.parameter,
      facts.shape.segments.count >= 3
    else { return nil }
    let above = PathShape.key(facts.shape.segments.dropLast(2))
    let key = Words.key(parameter)
    let inside = nodes.indices.first { number in
      nodes[number].isBelowSingleton && nodes[number].resource != nil
        && PathShape.key(nodes[number].segments.dropLast()) == above
    }
    guard let inside, let resource = nodes[inside].resource,
      let member = shapes[resource].members.first(where: { Words.key($0.name) == key })
    else { return nil }
    var made = make(
      facts, .delete, resource, 0.85, "DELETE of the \(resources[resource].name) with that \(member.name)")
    (made.idParameter, made.lookupMembers, made.status) = (parameter, [member.name], facts.status)
    made.scopes = [
      OperationDescription.Scope(
        parameter: OperationDescription.Scope.onlyOne,
        parent: collections.numbers[above].flatMap { nodes[$0].resource }.map { resources[$0].name }, member: nil)
    ]
    return made
  }

  /// Whether a path has a word such as `create`, `send` or `delete` before a noun, as commands have: what they change is
  /// kept somewhere.
  private func saysItChanges(_ facts: OperationFacts) -> Bool {
    guard !["GET", "HEAD", "OPTIONS", "TRACE"].contains(facts.meaning), !facts.isFile else { return false }
    let literals = facts.shape.segments.compactMap(\.literal).suffix(3)
    return literals.contains { literal in
      let command = literal.split(separator: ".").last.map(String.init) ?? literal
      guard let verb = Words.split(command).first.flatMap(Vocabulary.verb) else { return false }
      return [.create, .update, .delete, .action].contains(verb)
    }
  }

  /// The names of a schema's members, and of those of its objects.
  private func flat(_ node: Schema) -> [String] {
    index.shape(node).members.flatMap { member in [member.name] + index.shape(member.node).members.map(\.name) }
  }

  func reason(nothing facts: OperationFacts, _ target: OperationTarget) -> String {
    if facts.isFile { return "the answer is a file, and no record is kept at this path" }
    if !facts.hasAnswer { return "the answer has no content, and no record is kept at this path" }
    return target.verb == .action
      ? "\(target.verbWords.joined(separator: " ")) may change something, but no record is kept at this path"
      : "neither the path nor the answer shows a record that is kept"
  }

  func call(_ facts: OperationFacts, _ reason: String, confidence: Double = 0.75) -> OperationDescription {
    var made = OperationDescription(
      operationID: facts.id, method: facts.method, path: facts.path, kind: .call, resource: nil, confidence: confidence,
      reason: reason)
    made.status = facts.status
    return made
  }

  func make(
    _ facts: OperationFacts, _ kind: OperationDescription.Kind, _ resource: Int, _ confidence: Double, _ reason: String
  ) -> OperationDescription {
    OperationDescription(
      operationID: facts.id, method: facts.method, path: facts.path, kind: kind, resource: resources[resource].name,
      confidence: confidence, reason: reason)
  }

  // MARK: Kinds

  func singleton(_ facts: OperationFacts, resource: Int) -> OperationDescription {
    let name = resources[resource].name
    var made: OperationDescription
    if areRead[resource], facts.query.contains(where: \.isRequired) {
      return call(facts, "what is asked for is in the query, and nothing else is done with \(name)")
    }
    switch facts.meaning {
    case "GET", "HEAD": made = make(facts, .read, resource, 0.8, "\(name) is one thing: no id follows it")
    case "PUT":
      let isPart = updatesPart(facts, resource: resource)
      made = make(
        facts, isPart ? .update : .replace, resource, 0.85,
        isPart ? "PUT changes the one \(name), no member of which must be sent" : "PUT replaces the one \(name)")
    case "PATCH": made = make(facts, .update, resource, 0.9, "PATCH changes the one \(name)")
    case "DELETE": made = make(facts, .delete, resource, 0.85, "DELETE removes the one \(name)")
    default:
      made = make(
        facts, facts.status == 201 ? .create : .update, resource, 0.7, "\(facts.method) writes the one \(name)")
    }
    readBodies(facts, resource: resource, names: [name], into: &made)
    return made
  }

  private func singletonAction(
    _ facts: OperationFacts, _ target: OperationTarget, resource: Int
  ) -> OperationDescription {
    let name = resources[resource].name
    let words = target.verbWords.joined(separator: " ")
    var made = make(facts, .action, resource, 0.8, "\(words) acts on the one \(name)")
    made.change = StateChangeReader(index: index).change(
      verbWords: target.verbWords, record: shapes[resource], isUndone: facts.method == "DELETE", facts: facts)
    readBodies(facts, resource: resource, names: [name], into: &made)
    readProduct(facts, target.verbWords, resource: resource, into: &made)
    return made
  }

  func item(_ facts: OperationFacts, _ target: OperationTarget, resource: Int) -> OperationDescription {
    let name = resources[resource].name
    let id = target.trailing.last ?? ""
    var made: OperationDescription
    switch (target.verb, facts.meaning) {
    case (.delete?, _), (nil, "DELETE"):
      made = ending(facts, resource: resource) ?? make(facts, .delete, resource, 0.95, "DELETE of \(name) by \(id)")
    case (.update?, _), (nil, "PATCH"):
      made = make(facts, .update, resource, 0.95, "\(facts.method) of \(name) by \(id)")
    case (_, "GET"), (_, "HEAD"):
      if let answer = facts.answer, index.shape(answer).isArray,
        let place = finder.list(in: answer, names: [target.literal])
      {
        return list(
          facts, target, place: place, resource: resource, confidence: 0.65, "an array answers for \(id)",
          isScoped: true)
      }
      made = make(facts, .read, resource, 0.95, "GET of \(name) by \(id)")
    case (_, "PUT"):
      let isPart = updatesPart(facts, resource: resource) || isOfPart(facts, resource: resource)
      made = make(
        facts, isPart ? .update : .replace, resource, 0.9,
        isPart ? "PUT of \(name) by \(id), none of whose members must be sent" : "PUT of \(name) by \(id)")
    case (_, "POST")
    where facts.makesAtPath || collections.numbers[target.key].map { collections.isUnsaidSet(nodes[$0]) } == true:
      made = make(facts, .replace, resource, 0.85, "POST to \(name) by \(id) makes what PUT changes")
    default:
      let others = facts.pathItem.keys.contains { ["put", "patch"].contains($0.lowercased()) }
      made = make(
        facts, .update, resource, others ? 0.65 : 0.8,
        others
          ? "\(facts.method) to \(name) by \(id) beside a PUT or PATCH"
          : "\(facts.method) to \(name) by \(id) changes that record")
    }
    made.idParameter = id
    readBodies(facts, resource: resource, names: [target.literal], into: &made)
    return made
  }

  /// Whether a PUT takes a part of the record: nothing must be sent of it although a creation asks for members.
  func updatesPart(_ facts: OperationFacts, resource: Int) -> Bool {
    guard let request = facts.request else { return false }
    if index.shape(request).isArray, isPatch(request) { return true }
    let place = finder.record(in: request, names: [resources[resource].name])
    guard let sent = place.map({ index.shape($0.record) }), !sent.members.isEmpty,
      sent.required.allSatisfy({ name in
        // The id that the path has already.
        sent.member(name)?.isReadOnly == true || name == "id" || name == resources[resource].idMember
      })
    else { return false }
    // Nothing else changes a part.
    if !facts.pathItem.keys.contains(where: { $0.lowercased() == "patch" }) { return true }
    if let record = place?.record, !views[resource].contains(record), !shapes[resource].required.isEmpty {
      return true
    }
    return areDemanding[resource]
  }

  /// Whether nothing but reading is done with a resource.
  func isReadOnly(_ resource: Int) -> Bool {
    groups[resource].allSatisfy { node in
      nodes[node].operations.allSatisfy { ["GET", "HEAD"].contains(collections.operations[$0].meaning) }
    }
  }

  /// Whether a creation of a resource asks for members.
  func isDemanding(_ resource: Int) -> Bool {
    groups[resource].contains { node in
      nodes[node].operations.contains { number in
        guard collections.operations[number].meaning == "POST", collections.targets[number].form == .collection,
          let body = collections.operations[number].request,
          let place = finder.record(in: body, names: [resources[resource].name])
        else { return false }
        return !index.shape(place.record).required.isEmpty
      }
    }
  }

  func collection(
    _ facts: OperationFacts, _ target: OperationTarget, node: CollectionNode, resource: Int
  ) -> OperationDescription {
    let name = resources[resource].name
    let queryID = self.queryID(facts, target: target, resource: resource)
    let place = collections.listPlace(facts, hasItems: node.hasItems, literal: node.literal)
    switch (target.verb, facts.meaning) {
    case (.list?, _), (.search?, _), (nil, "GET"), (nil, "HEAD"), (.read?, _), (_, "QUERY"):
      if place == nil, queryID == nil, target.verb == .read,
        let member = contentID(facts, target: target, resource: resource)
      {
        return byContent(facts, .read, member, resource: resource)
      }
      if place == nil, let made = oneByOptionalQuery(facts, queryID, resource: resource) { return made }
      if let queryID, place == nil || target.verb == .read { return byQuery(facts, .read, queryID, resource: resource) }
      if let place {
        return list(
          facts, target, place: place, resource: resource, confidence: place.confidence,
          place.envelope.isEmpty
            ? "the answer is an array of \(name)"
            : "the answer holds \(name) in \(place.envelope.joined(separator: "."))")
      }
      if target.verb != .read, facts.isAnswerOpen(index), let record = record(of: resource) {
        return list(
          facts, target,
          place: EnvelopeFinder.Place(
            envelope: facts.openHolder(index).map { [$0] } ?? [], record: record, confidence: 0.8),
          resource: resource, confidence: 0.8, "the document leaves open what GET of \(name) answers")
      }
      if target.verb != .read, let made = objectAlone(facts, target, node: node, resource: resource) { return made }
      return readOfSole(facts, node: node, resource: resource) ?? oneByQuery(facts, resource: resource)
        ?? oneByFilters(facts, resource: resource)
        ?? call(facts, "the answer shows no list of \(name)", confidence: 0.6)
    case (.delete?, _), (nil, "DELETE"):
      if let queryID { return deletion(facts, queryID: queryID, resource: resource) }
      if let member = contentID(facts, target: target, resource: resource) {
        return byContent(
          facts, setsFlag(facts, target, resource: resource) ? .update : .delete, member, resource: resource)
      }
      if facts.method != "DELETE" {
        return deletionByMatch(facts, resource: resource)
          ?? call(facts, "nothing in the request names one of the \(name)", confidence: 0.6)
      }
      if facts.hasRequest {
        return call(facts, "the request chooses among the \(name) in a way of its own")
      }
      var made = make(facts, .delete, resource, 0.7, "DELETE of all \(name)")
      made.filters = lists.filters(facts, record: shapes[resource], used: [])
      // What else chooses is not known, and to delete all would be too much, unless it need not be sent below a record.
      let unknown = facts.query.filter { made.filters[$0.name] == nil }
      let isBelow = facts.shape.segments.dropLast().last?.parameter != nil
      if !unknown.isEmpty, !isBelow || unknown.contains(where: \.isRequired) {
        return call(facts, "the request chooses among the \(name) in a way of its own")
      }
      if !made.filters.isEmpty { made.reason = "DELETE of all \(name) that the query chooses" }
      return made
    case (nil, "PUT") where collections.makesByPut(facts, target):
      var made = make(facts, .create, resource, 0.9, "PUT to \(name), whose records change by other paths")
      readBodies(facts, resource: resource, names: [target.literal], into: &made)
      return made
    case (.update?, _), (nil, "PUT"), (nil, "PATCH"):
      if target.verb == .update,
        let made = updateByMatch(facts, resource: resource) ?? replacementOfAll(facts, resource: resource)
      {
        return made
      }
      if target.verb == .update, queryID == nil, facts.method != "PUT" {
        guard let member = contentID(facts, target: target, resource: resource) else {
          return call(facts, "nothing in the request names one of the \(name)", confidence: 0.6)
        }
        return byContent(facts, .update, member, resource: resource)
      }
      let kind = facts.method == "PUT" ? OperationDescription.Kind.replace : .update
      if let queryID { return byQuery(facts, kind, queryID, resource: resource) }
      // Of a change whose content the document leaves out, the id is in the content, too.
      let unsaid = target.verb == .update && !facts.hasRequest ? resources[resource].idMember : nil
      if let made = ofListedIDs(facts, resource: resource) { return made }
      if let made = ofSeveralRecords(facts, kind, resource: resource, names: [target.literal]) { return made }
      guard
        let member = contentID(facts, target: target, resource: resource) ?? sentID(facts, resource: resource) ?? unsaid
      else {
        return call(facts, "nothing in the request names one of the \(name)")
      }
      // Where nothing but the id must be sent, the rest of the record stays.
      let isPart = facts.request.map { index.shape($0).required.isSubset(of: [member]) } ?? false
      var made = make(
        facts, isPart ? .update : kind, resource, 0.75, "\(facts.method) to \(name), whose \(member) is in the content")
      readBodies(facts, resource: resource, names: [target.literal], into: &made)
      made.idContentMember = member
      return made
    default:
      // `POST /product` with criteria.
      if target.verb == nil, facts.method == "POST", facts.status == 200,
        facts.request.map(index.shape).map(ReadingPosts.asksForPage) == true, let place, place.confidence >= 0.7
      {
        return list(
          facts, target, place: place, resource: resource, confidence: 0.8,
          "the request asks for a page, and the answer is a list of \(name)")
      }
      var made = make(
        facts, .create, resource, node.hasItems || node.list != nil ? 0.95 : 0.75, "\(facts.method) to \(name)")
      readBodies(facts, resource: resource, names: [target.literal], into: &made)
      made.change = madeState(facts, target, resource: resource)
      return made
    }
  }

  func list(
    _ facts: OperationFacts, _ target: OperationTarget, place: EnvelopeFinder.Place, resource: Int, confidence: Double,
    _ reason: String, isScoped: Bool = false
  ) -> OperationDescription {
    let isSearch = facts.method != "GET" && facts.method != "HEAD"
    var made = make(facts, isSearch ? .search : .list, resource, confidence, reason)
    var place = place
    if let item = itemMember(of: place.record, resource) {
      (made.itemMember, place.record) = (item.name, item.node)
    }
    let facts = isSearch ? facts.withContentAsQuery(index) : facts
    made.answerEnvelope = place.envelope
    made.recordSchema = place.record.place
    made.paging = lists.paging(facts, envelope: place.envelope)
    made.pageChoice = pageChoice(facts, made.paging, names: [target.literal])
    made.sorting = lists.sorting(facts)
    made.searchParameter = lists.searchParameter(facts)
    var used: Set<String> = []
    for name in [
      made.paging?.position, made.paging?.backward, made.paging?.size, made.sorting?.parameter,
      made.sorting?.direction, made.searchParameter,
    ] {
      if let name { used.insert(name) }
    }
    let record = index.shape(place.record)
    made.conditions = lists.conditions(facts, record: record, used: used)
    used.formUnion(made.conditions.keys)
    let main = resources[resource].viewMember.flatMap(record.member)
    made.filters = lists.filters(facts, record: record, main: main, used: used)
    made.filters.merge(filtersByOtherNames(facts, resource: resource, used: used)) { first, _ in first }
    used.formUnion(made.filters.keys)
    made.filters.merge(relationshipFilters(facts, resource: resource, used: used)) { first, _ in first }
    used.formUnion(made.filters.keys)
    // What a list does not show of its records is compared all the same.
    for known in [shapes[resource], createdShape(resource)].compactMap(\.self) {
      let others = lists.filters(facts, record: known, used: used.union(made.conditions.keys))
      made.filters.merge(others) { shown, _ in shown }
      used.formUnion(others.keys)
    }
    if resources[resource].createdAtMember == nil {
      made.filters.merge(ListReader.filtersByCreation(facts, used: used)) { first, _ in first }
    }
    made.isNewestFirst = lists.isNewestFirst(facts)
    made.usualOrder =
      made.isNewestFirst ? nil : lists.statedOrder(facts, record: record, created: resources[resource].createdAtMember)
    let name = isSearch ? target.verbWords.last : facts.shape.segments.last?.literal
    made.listed = name.flatMap { listedState(named: $0, record: record, resource: resource) }
    let created = resources[resource].createdAtMember
    (made.lowerBounds, made.upperBounds) = lists.bounds(facts, record: record, created: created, used: used)
    return made
  }

  /// A GET such as `/categories/tree`, whose elements show those below them; nil for another operation.
  private func tree(_ facts: OperationFacts, _ target: OperationTarget) -> OperationDescription? {
    guard facts.method == "GET", let last = facts.shape.segments.last?.literal?.lowercased(),
      ["tree", "hierarchy", "nested"].contains(last),
      let at = collections.numbers[PathShape.key(facts.shape.segments.dropLast())], nodes[at].kind == .collection,
      let resource = nodes[at].resource, let answer = facts.answer,
      let place = finder.list(in: answer, names: [nodes[at].literal, last])
    else { return nil }
    let key = Words.singularKey(resources[resource].name)
    let parents = ["parentid", "parent", "parent" + key + "id", "parentuuid"]
    guard let children = index.shape(place.record).members.first(where: { index.shape($0.node).items == place.record }),
      let parent = shapes[resource].members.first(where: { parents.contains(Words.key($0.name)) })
    else { return nil }
    var made = list(
      facts, target, place: place, resource: resource, confidence: 0.85,
      "its elements show those below them, as \(parent.name) of the \(resources[resource].name) says")
    made.tree = TreeMembers(parent: parent.name, children: children.name)
    made.status = facts.status
    return made
  }

  /// The property of a list's elements that shows the record beside what a search says of it; nil where the elements are
  /// records.
  private func itemMember(of element: Schema, _ resource: Int) -> SchemaShape.Member? {
    let shape = index.shape(element)
    guard resources[resource].viewMember == nil, element.place != resources[resource].schema,
      !EnvelopeFinder.hasOwnID(shape), shape.members.count <= 6
    else { return nil }
    let objects = shape.members.filter { index.shape($0.node).isObject }
    guard objects.count == 1,
      views[resource].contains(objects[0].node) || objects[0].node.place == resources[resource].schema,
      objects[0].key == Words.singularKey(resources[resource].name)
    else { return nil }
    return objects[0]
  }

  /// The schema of a whole record; nil when none is known.
  private func record(of resource: Int) -> Schema? {
    let place = resources[resource].schema
    // A resource of which no record is known has no schema: what is at the root allows anything.
    return place.tokens.isEmpty && !hasRecords(resource) ? nil : index.document.schema(at: place)
  }

  /// What the request that creates a record holds of it; nil for none.
  func createdShape(_ resource: Int) -> SchemaShape? {
    if createdShapes.indices.contains(resource) { return createdShapes[resource] }
    return sentShape(of: groups[resource], names: [resources[resource].name], known: views[resource])
  }

  /// The same by the nodes of a resource.
  func sentShape(of group: [Int], names: [String] = [], known: Set<Schema> = []) -> SchemaShape? {
    for node in group {
      for number in nodes[node].operations {
        // In their place: a copy of all facts of each operation would take long.
        guard collections.targets[number].form == .collection, collections.operations[number].meaning == "POST",
          let request = collections.operations[number].request
        else { continue }
        let place = finder.record(in: request, names: names, known: known)
        return index.shape(place?.record ?? request)
      }
    }
    return nil
  }

  /// The record in the answer and in the request.
  func readBodies(
    _ facts: OperationFacts, resource: Int, names: [String], into made: inout OperationDescription
  ) {
    let known = views[resource]
    let isOfOne = made.kind != .action && !resources[resource].isSingleton
    let element =
      isOfOne ? collections.soleElement(facts, names: names).flatMap { known.contains($0.record) ? $0 : nil } : nil
    if !facts.isFile, let place = element ?? recordPlace(facts, of: resource, names: names, known: known) {
      let named = known.contains(place.record) ? nil : namedPlace(facts, of: resource, names: names, in: made)
      made.recordSchema = (named ?? place).record.place
      made.answerEnvelope = (named ?? place).envelope
    } else if let holder = facts.openHolder(index) {
      (made.recordSchema, made.answerEnvelope) = (resources[resource].schema, [holder])
    }
    if let request = facts.request, let place = finder.record(in: request, names: names, known: known) {
      // A member of the record itself, such as `item` of a comment, is no envelope.
      let isMember = place.envelope.first.map { shapes[resource].member($0) != nil } ?? false
      made.requestEnvelope = isMember ? [] : place.envelope
    }
    if made.kind == .create {
      readAlternatives(facts, resource: resource, into: &made)
      made.idContentMember = requestedID(facts, resource: resource, names: names)
    }
    if let request = facts.request, index.shape(request).isArray { made.isBulk = !isPatch(request) }
    if made.kind == .create, let member = soleArray(facts, names: names, resource: resource) {
      (made.isBulk, made.requestEnvelope) = (true, [member])
      if let list = facts.answer.flatMap({ finder.list(in: $0, names: names) }), known.contains(list.record) {
        (made.recordSchema, made.answerEnvelope) = (list.record.place, list.envelope)
      }
    }
    if made.idParameter == nil, [.replace, .update, .delete].contains(made.kind), !resources[resource].isSingleton {
      made.idContentMember = resources[resource].idMember
    }
  }

  /// How a creation has the record, or several ones, by the names that its request has for them: `{"transaction": {…}}` or
  /// `{"transactions": […]}`.
  private func readAlternatives(_ facts: OperationFacts, resource: Int, into made: inout OperationDescription) {
    guard made.requestEnvelope.count == 1, let request = facts.request.map(index.shape),
      let one = request.member(made.requestEnvelope[0])
    else { return }
    let many = request.members.first { index.shape($0.node).items == one }
    made.severalMember = many?.name
    // The answer may show it by the same name among others.
    guard made.answerEnvelope.last != made.requestEnvelope[0],
      let whole = made.recordSchema.flatMap(index.node).map(index.shape), !EnvelopeFinder.hasOwnID(whole),
      let shown = whole.member(made.requestEnvelope[0]), index.shape(shown).isObject
    else { return }
    made.answerEnvelope.append(made.requestEnvelope[0])
    made.recordSchema = shown.place
  }
}
