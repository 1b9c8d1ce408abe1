import JSON
import JSONSchema
import OpenAPI

extension APIModel {
  /// What is understood of a document.
  package init(_ document: OpenAPIDocument) {
    var builder = ModelBuilder(document.root)
    self = builder.model()
  }
}

/// Makes the model of a document from what was read of its paths and schemas.
struct ModelBuilder {
  let index: SchemaIndex
  let collections: CollectionReader
  let nodes: [CollectionNode]
  let groups: [[Int]]
  let lists: ListReader
  let finder: EnvelopeFinder
  var resources: [ResourceDescription] = []
  /// The number of a resource by its name, and by the singular of that.
  var numbers: [String: Int] = [:]
  var named: [String: Int] = [:]
  /// The same by what paths call its records beside that.
  var otherwiseNamed: [String: Int] = [:]
  /// The numbers of the operations on each resource.
  private var uses: [[Int]] = []
  /// The resources whose records a schema shows, by its place: the first few that have a list of their own.
  private var listedBy: [Schema: [Int]] = [:]
  private static let mostListing = 8
  /// Whether operations on a resource only read, and whether its creation asks for members, by its number.
  var areRead: [Bool] = []
  var areDemanding: [Bool] = []
  var corrections: Corrections
  /// The places of all schemas that show a resource's records, and what requests call its ids, by its number.
  var views: [Set<Schema>] = []
  var idNames: [Set<String>] = []
  /// The shapes of the resources' records, and those of the requests that create one.
  var shapes: [SchemaShape] = []
  var createdShapes: [SchemaShape?] = []
  /// How many resources have records of a schema, by its place.
  var schemaCounts: [[String]: Int] = [:]

  init(_ root: JSONValue) {
    index = SchemaIndex(root)
    let operations = OperationReader(index: index).operations()
    collections = CollectionReader(index: index, operations: operations)
    corrections = collections.corrections
    let grouping = ResourceGrouping(index: index, nodes: collections.nodes)
    (nodes, groups) = (grouping.nodes, grouping.groups)
    (lists, finder) = (ListReader(index: index), EnvelopeFinder(index: index))
  }

  mutating func model() -> APIModel {
    describeResources()
    for resource in resources { schemaCounts[resource.schema.tokens, default: 0] += 1 }
    findViewParts()
    views = groups.map { $0.reduce(into: []) { $0.formUnion(nodes[$1].views) } }
    createdShapes = groups.indices.map(createdShape)
    idNames = resources.indices.map(namesOfID)
    uses = Array(repeating: [], count: resources.count)
    areRead = groups.indices.map(isReadOnly)
    areDemanding = groups.indices.map(isDemanding)
    var described = collections.operations.indices.map(describe)
    describeMemberships(&described)
    for number in described.indices {
      if let resource = described[number].resource.flatMap({ numbers[$0] }) { uses[resource].append(number) }
    }
    for (number, group) in views.enumerated() where isListed(number, described) {
      for view in group where listedBy[view, default: []].count < Self.mostListing {
        listedBy[view, default: []].append(number)
      }
    }
    for number in resources.indices {
      resources[number].references = references(number, described)
      resources[number].sentReferences = sentReferences(number, described)
      resources[number].sharedIDMember = sharedID(number, uses[number].filter { described[$0].kind == .create })
      resources[number].chosenFrom = choice(number, described)
      if resources[number].chosenFrom != nil {
        for use in uses[number] where isChoice(described[use]) { described[use].kind = .replace }
      }
      readUniqueness(number, described)
      let reader = LifecycleReader(index: index)
      resources[number].lifecycles = reader.lifecycles(of: shapes[number]) { corrections.note($0, $1) }
      if resources[number].lifecycles.isEmpty, !areRead[number] {
        resources[number].proposedLifecycle = reader.proposal(for: shapes[number])
      }
    }
    linkLists(&described)
    fitIDs(described)
    // What all the operations on it turned out to be calls is no resource.
    let used = Set(described.compactMap(\.resource))
    var model = APIModel(resources: resources.filter { used.contains($0.name) }, operations: described)
    for number in model.operations.indices {
      for scope in model.operations[number].scopes.indices {
        if let parent = model.operations[number].scopes[scope].parent, !used.contains(parent) {
          model.operations[number].scopes[scope].parent = nil
        }
      }
    }
    for number in model.resources.indices {
      model.resources[number].references = model.resources[number].references.filter { used.contains($0.value) }
      model.resources[number].sentReferences = model.resources[number].sentReferences.filter { used.contains($0.value) }
      if let source = model.resources[number].chosenFrom, !used.contains(source) {
        model.resources[number].chosenFrom = nil
      }
    }
    findSearches(in: &model)
    findRelationships(in: &model)
    followConvention(in: &model)
    let own = resources.indices.map { (resources[$0].name, views[$0]) }
    AccountReader(
      index: index, operations: collections.operations, views: Dictionary(own) { first, _ in first }
    ).read(&model)
    findLongPolls(in: &model)
    corrections.finish(&model, collections.said, collections.operations)
    model.notes = corrections.notes + MockValues.refused(in: index.root)
    return model
  }

  /// Has ids be as long as the parameters want them by which clients read on behind a record: `before` and `after`.
  private mutating func fitIDs(_ described: [OperationDescription]) {
    for (number, made) in described.enumerated() {
      guard made.kind == .list, let paging = made.paging, paging.style == .record,
        let resource = made.resource.flatMap({ numbers[$0] }), resources[resource].idStyle == .text,
        let parameter = collections.operations[number].query.first(where: { $0.name == paging.position }),
        let schema = parameter.schema, schema["pattern"] == nil,
        let length = schema["minLength"]?.number?.integer, schema["maxLength"]?.number?.integer == length,
        (6...64).contains(length)
      else { continue }
      resources[resource].idStyle = .prefixed("", length: Int(length))
    }
  }

  // MARK: Resources

  private mutating func describeResources() {
    var taken: Set<String> = []
    var next: [String: Int] = [:]
    for group in groups {
      let first = nodes[group[0]]
      let isSingleton = first.kind == .singleton
      let name = uniqueName(first, isSingleton: isSingleton, taken: &taken, next: &next)
      let record = fullest(group)
      let shape = record.map(index.shape) ?? SchemaShape()
      let reader = RecordReader(index: index)
      let parameters = group.flatMap { nodes[$0].idParameters }
      let view = corrections.view(record, literal: first.literal)
      let main = isSingleton ? nil : view ?? ViewReader(index: index).main(record, literal: first.literal)
      let called: String? =
        isSingleton || main != nil
        ? nil
        : reader.idMember(
          shape, literal: first.literal, parameters: parameters,
          isRequest: group.allSatisfy { nodes[$0].isRequested || nodes[$0].record == nil })
      // What paths name by a slug that the server makes is what others refer to by its id.
      let isMade = group.contains { nodes[$0].canCreate }
      let sent = isMade ? sentShape(of: group) : nil
      let member = called.map { name in
        // So is what clients send by the name of the path's parameter, beside an id that they do not send: the `favoriteId`
        // of what was made a favourite.
        let isOfOther = Words.key(name) != "id" && sent?.member(name) != nil && sent?.member("id") == nil
        guard isMade, Words.key(name) == "slug" || isOfOther && Words.key(name).hasSuffix("id") else { return name }
        return ["id", "_id", "uuid"].first { shape.member($0) != nil } ?? name
      }
      var resource = ResourceDescription(name: name, schema: record?.place ?? .root, idMember: member)
      resource.idStyle = reader.idStyle(
        member.flatMap(shape.member), record: record, member: member, parameters: parameters)
      if let template = member.flatMap(shape.member).flatMap(ResourceName.template) {
        (resource.nameTemplate, resource.idStyle) = (template, .integer)
      }
      resource.isSingleton = isSingleton
      if !isSingleton, member == nil { resource.nestedIDMember = reader.nestedID(shape, parameters: parameters) }
      resource.attributesMember = shape.attributes(index) == nil ? nil : "attributes"
      if let main {
        (resource.viewMember, resource.attributesMember) = (main.name, main.name)
        resource.nestedIDMember = [main.name, main.id]
        resource.idStyle = reader.idStyle(
          shape.member(main.name).flatMap { index.shape($0).member(main.id) }, record: nil, member: nil, parameters: [])
      }
      resource.addressMembers = reader.addressMembers(shape)
      resource.isTakenAsItComes =
        !isSingleton
        && !group.contains {
          nodes[$0].list != nil || nodes[$0].canCreate || collections.isUnsaidSet(nodes[$0])
        }
      if resource.isTakenAsItComes, group.contains(where: { isAlone(nodes[$0]) }) {
        (resource.isTakenAsItComes, resource.seedCount) = (false, 1)
      }
      (resource.createdAtMember, resource.updatedAtMember) = reader.times(shape)
      if main == nil, let attributes = shape.attributes(index).map(index.shape) {
        let times = reader.times(attributes)
        resource.createdAtMember = resource.createdAtMember ?? times.created
        resource.updatedAtMember = resource.updatedAtMember ?? times.updated
      }
      if let record { corrections.apply(record, shape: shape, to: &resource) }
      numbers[name] = resources.count
      let key = Words.singularKey(name)
      if named[key] == nil || resources[named[key] ?? 0].isSingleton { named[key] = resources.count }
      resources.append(resource)
      shapes.append(shape)
    }
    followOthersInIDs()
    preferWholeCollections()
    findResourceObjects()
    nameByPaths()
    // What properties refer to may have the name of its schema: `menuItemId`.
    for number in resources.indices where !resources[number].isSingleton {
      let tokens = resources[number].schema.tokens
      guard tokens.count >= 2, ["schemas", "definitions"].contains(tokens[tokens.count - 2]) else { continue }
      let key = Words.singularKey(tokens[tokens.count - 1])
      if named[key] == nil { named[key] = number }
    }
    findOtherNames()
  }

  /// A name that no other resource has; `next` has the number to try first behind each name that was taken.
  private func uniqueName(
    _ node: CollectionNode, isSingleton: Bool, taken: inout Set<String>, next: inout [String: Int]
  ) -> String {
    var name = node.isNamed ? node.literal : Words.resourceName(node.literal, plural: !isSingleton)
    if taken.insert(name).inserted { return name }
    // The names of what it stands below make the difference.
    for literal in node.segments.dropLast().reversed().compactMap(\.literal) {
      let before = Words.resourceName(literal, plural: false)
      let words = Words.split(before)
      let singular = (words.dropLast() + words.suffix(1).map(Words.singular)).joined(separator: "-")
      name = singular + "-" + name
      if taken.insert(name).inserted { return name }
    }
    var number = next[name] ?? 2
    while !taken.insert("\(name)-\(number)").inserted { number += 1 }
    next[name] = number + 1
    return "\(name)-\(number)"
  }

  /// The fullest view of a record among those of a resource's paths.
  private func fullest(_ group: [Int]) -> Schema? {
    let areShown = group.contains { nodes[$0].record != nil && !nodes[$0].isRequested }
    let withItems = group.filter { number in
      nodes[number].hasItems && nodes[number].record != nil && !(areShown && nodes[number].isRequested)
    }
    let candidates = withItems.isEmpty ? group : withItems
    return candidates.compactMap { nodes[$0].record }.enumerated().max {
      (index.shape($0.element).members.count, -$0.offset) < (index.shape($1.element).members.count, -$1.offset)
    }?.element
  }

  /// Members that name records of other resources.
  private func references(_ number: Int, _ operations: [OperationDescription]) -> [String: String] {
    guard number < shapes.count else { return [:] }
    var found: [String: String] = [:]
    let own = resources[number]
    for use in uses[number] {
      for scope in operations[use].scopes {
        if let member = scope.member, let parent = scope.parent { found[member] = parent }
      }
    }
    for member in shapes[number].members where member.name != own.idMember && found[member.name] == nil {
      let beside = referenceBeside(member, of: number)
      if let target = beside ?? reference(member.name, member.node, of: number, operations) {
        found[member.name] = target
      }
      guard let element = index.shape(member.node).items.map(index.shape), element.isObject else { continue }
      for inner in element.members where index.shape(inner.node).isScalar {
        guard let target = reference(inner.name, inner.node, of: number, operations) else { continue }
        found["\(member.name)[].\(inner.name)"] = target
      }
    }
    return found
  }

  /// What requests refer to by properties that records do not show: `categoryId`.
  private func sentReferences(_ number: Int, _ operations: [OperationDescription]) -> [String: String] {
    guard number < shapes.count else { return [:] }
    var found: [String: String] = [:]
    for member in createdShape(number)?.members ?? [] where shapes[number].member(member.name) == nil {
      guard ["id", "uuid"].contains(member.words.last ?? ""), index.shape(member.node).isScalar else { continue }
      let beside = referenceBeside(member, of: number)
      if let target = beside ?? reference(member.name, member.node, of: number, operations) {
        found[member.name] = target
      }
    }
    return found
  }

  private func reference(
    _ name: String, _ node: Schema, of number: Int, _ operations: [OperationDescription]
  ) -> String? {
    var words = Words.split(name)
    let shape = index.shape(node)
    if let template = ResourceName.template(node), let other = resources.first(where: { $0.nameTemplate == template }) {
      return other.name
    }
    let element = shape.isArray ? shape.items.map(index.shape) ?? SchemaShape() : shape
    guard element.enumeration.isEmpty, element.format != "date-time", !element.types.contains("boolean") else {
      return nil
    }
    let isNamed =
      ["id", "ids", "uuid", "uuids", "sid", "sids", "guid", "key"].contains(words.last ?? "") && words.count > 1
    if isNamed {
      guard element.isScalar || element.types.isEmpty else { return nil }
      words.removeLast()
      // What something replies to is of its own kind.
      if Vocabulary.replying.contains(words.joined()), !shape.isArray, fits(element, idOf: resources[number].name) {
        return resources[number].name
      }
      if words == ["parent"] {
        // Where another property names what it stands below, the parent is one of its own kind.
        let scope = uses[number].lazy.compactMap { operations[$0].scopes.last }.first { $0.parent != nil }
        let isOwnKind = scope?.member.map { $0 != name } ?? false
        return isOwnKind ? resources[number].name : scope?.parent ?? resources[number].name
      }
      // `externalCustomerId` and a new order's `clientOrderId` are names that others give.
      if words.count > 1, words.contains(where: Vocabulary.foreign.contains) { return nil }
      // The `consentId` of a card payment is that of a card payment consent.
      let family = Words.split(resources[number].name)
      let own = family.dropLast() + family.suffix(1).map(Words.singular)
      let relative = own.count > 1 ? target(own + words, of: number, orLastWord: false) : nil
      guard let other = relative ?? target(words, of: number, orLastWord: true) else { return nil }
      if other == resources[number].name, words.count > 1, words.contains(where: Vocabulary.naming.contains) {
        return nil
      }
      // A device's `deviceId` beside its `id` is what its maker calls it.
      if other == resources[number].name, Words.singularKey(other) == words.joined() { return nil }
      return fits(element, idOf: other) ? other : nil
    }
    if shape.isObject {
      guard let other = target(words, of: number, orLastWord: false),
        let to = numbers[other],
        let id = resources[to].idMember, shape.member(id) != nil
      else { return nil }
      return other
    }
    // `parent` of a tag is another tag.
    if words == ["parent"], element.isScalar, !shape.isArray, let id = resources[number].idMember,
      let idShape = shapes[number].member(id).map(index.shape),
      element.isInteger && idShape.isInteger || element.format == "uuid" && idShape.format == "uuid",
      !uses[number].contains(where: { operations[$0].scopes.last?.parent != nil })
    {
      return resources[number].name
    }
    if shape.isArray { return listed(words, element, of: number) }
    // The `category` of a measurement is one of the measurement categories.
    let own = Words.split(Words.singularKey(resources[number].name))
    // `comments` of an issue is their number.
    guard element.isScalar, words.last.map({ Words.singular($0) == $0 }) ?? false,
      element.types.contains("string") || element.isNumber,
      let other = target(words, of: number, orLastWord: false) ?? target(own + words, of: number, orLastWord: false)
        ?? relative(words, of: number),
      let to = numbers[other], to != number,
      let id = resources[to].idMember.flatMap({ shapes[to].member($0) })
    else { return nil }
    // The `message` of a request is a text, not the UUID of one of the messages.
    let idFormat = index.shape(id).format
    if idFormat == "uuid", element.format != idFormat { return nil }
    return index.shape(id).isNumber == element.isNumber && resources[to].idStyle != .text ? other : nil
  }

  /// The resource whose ids an array holds that is called like it: `tags` of a document.
  private func listed(_ words: [String], _ element: SchemaShape, of number: Int) -> String? {
    guard let other = target(words, of: number, orLastWord: false), let to = numbers[other], to != number,
      let id = resources[to].idMember.flatMap({ shapes[to].member($0) }).map(index.shape)
    else { return nil }
    return element.isNumber && id.isNumber || element.format == "uuid" && id.format == "uuid" ? other : nil
  }

  /// The resource that has a longer name beginning with the same word: `account` of a mail rule is a mail account.
  private func relative(_ words: [String], of number: Int) -> String? {
    let own = Words.split(resources[number].name)
    guard words.count == 1, own.count > 1 else { return nil }
    return target([own[0]] + words, of: number, orLastWord: false)
  }

  /// Reads what no two records have, by the operations that create them.
  private mutating func readUniqueness(_ number: Int, _ operations: [OperationDescription]) {
    let creations = uses[number].filter { operations[$0].kind == .create }.compactMap { use in
      let facts = collections.operations[use]
      let place = facts.request.flatMap { finder.record(in: $0, names: [resources[number].name], known: views[number]) }
      let sent = (place?.record ?? facts.request).map(index.shape)
      return sent.map { (facts, $0.attributes(index).map(index.shape) ?? $0) }
    }
    let record = shapes[number].attributes(index).map(index.shape) ?? shapes[number]
    let reader = UniquenessReader(index: index)
    let id = resources[number].idMember
    resources[number].uniqueProperties = reader.properties(record, idMember: id, creations)
    if resources[number].uniqueProperties.isEmpty {
      resources[number].uniqueTogether = reader.together(record, idMember: id, creations)
    }
  }

  /// The resource that a client chooses records from, whose ids it sends with nothing else: products that become
  /// favourites by `PUT /favorites/{productId}`.
  private func choice(_ number: Int, _ operations: [OperationDescription]) -> String? {
    let own = uses[number]
    let isChosen = own.contains { isChoice(operations[$0]) }
    let isWritten = own.contains { operations[$0].kind == .create || collections.operations[$0].hasRequest }
    guard isChosen, !isWritten, let record = nodes[groups[number][0]].record else { return nil }
    let others = (listedBy[record] ?? []).filter { $0 != number }
    // What is called like its schema rather than another choice of it: users rather than followers.
    let named = record.place.tokens.last.map(Words.singularKey)
    return (others.first { resources[$0].key == named } ?? others.first).map { resources[$0].name }
  }

  /// Whether an operation may choose a record by its path alone: `PUT /favorites/{productId}`, or POST.
  private func isChoice(_ operation: OperationDescription) -> Bool {
    operation.idParameter != nil
      && (operation.kind == .replace || operation.kind == .update && operation.method == "POST")
  }

  /// Whether a client can list all records of a resource.
  private func isListed(_ number: Int, _ operations: [OperationDescription]) -> Bool {
    !resources[number].isSingleton
      && uses[number].contains { operations[$0].kind == .list && operations[$0].scopes.isEmpty }
  }

  /// Whether a member can hold a resource's ids: not a number those that are texts, and the like.
  func fits(_ shape: SchemaShape, idOf name: String) -> Bool {
    guard let to = numbers[name] else { return false }
    switch resources[to].idStyle {
    case .integer: return shape.format != "uuid"
    case .uuid: return !shape.isInteger && shape.types != ["number"]
    case .prefixed: return !shape.isInteger && shape.types != ["number"] && shape.format != "uuid"
    case .text: return true
    }
  }

  private func target(_ words: [String], of number: Int, orLastWord: Bool) -> String? {
    guard let last = words.last else { return nil }
    let key = words.dropLast().joined() + Words.singular(last)
    if let to = named[key] ?? otherwiseNamed[key], !resources[to].isSingleton { return resources[to].name }
    guard orLastWord else { return nil }
    if words.count > 1, let to = named[Words.singular(last)], !resources[to].isSingleton { return resources[to].name }
    // `owner_id` is that of a user.
    guard Vocabulary.people.contains(last) || last == "by" else { return nil }
    return ["user", "account", "person", "member"].lazy.compactMap { named[$0] }.first { !resources[$0].isSingleton }
      .map { resources[$0].name }
  }
}
