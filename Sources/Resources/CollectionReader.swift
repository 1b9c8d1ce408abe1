import JSON
import JSONSchema

/// Reads what collections there are from the operations.
struct CollectionReader {
  let index: SchemaIndex
  let finder: EnvelopeFinder
  private(set) var operations: [OperationFacts]
  private(set) var corrections: Corrections
  var targets: [OperationTarget]
  var nodes: [CollectionNode] = []
  /// The number of the node by its path.
  var numbers: [String: Int] = [:]
  /// What corrections say of each operation.
  let said: [Corrections.OfOperation]
  /// All paths of the document.
  let places: Set<String>
  /// The names of each node's ``CollectionNode/idParameters``.
  private var idNames: [Set<String>] = []

  init(index: SchemaIndex, operations: [OperationFacts]) {
    (self.index, self.finder, self.corrections) = (index, EnvelopeFinder(index: index), Corrections(index: index))
    places = Set(operations.map { PathShape.key($0.shape.segments) })
    var corrections = Corrections(index: index)
    let said = operations.map { corrections.read($0) }
    let kept = operations.indices.filter { !said[$0].isIgnored }
    self.said = kept.map { said[$0] }
    self.operations = kept.map { number in
      var facts = operations[number]
      facts.place = said[number].envelope.flatMap { corrections.place(facts, envelope: $0) }
      return facts
    }
    let reader = TargetReader(self.operations, index: index)
    targets = self.operations.map(reader.target)
    takeListsFromItems()
    for (number, original) in kept.enumerated() where !said[original].isEmpty {
      targets[number].apply(said[original], facts: operations[original])
    }
    self.corrections = corrections
    nameSiblings()
    findNouns()
    for (number, target) in targets.enumerated() { add(number, target) }
    for number in nodes.indices { read(number) }
    readAnswersOfParents()
    readAnswersOfOthers()
    keepKnown()
    foldViews()
    foldLookups()
  }

  /// Takes actions such as `completeTask` apart where `tasks` are known.
  private mutating func findNouns() {
    let known = Set(targets.filter { $0.form == .collection || $0.form == .item }.map(\.key))
    for number in targets.indices where targets[number].form == .collectionAction {
      let words = targets[number].verbWords
      guard words.count >= 2, let last = words.last else { continue }
      let noun = words.dropFirst().dropLast()
      var before = targets[number].segments
      if let literal = before.last?.literal, Words.split(literal) == words { before.removeLast() }
      for form in [Words.plural(last), last] {
        for separator in ["_", "-", ""] {
          let segments = before + [.literal((noun + [form]).joined(separator: separator))]
          guard known.contains(PathShape.key(segments)), targets[number].verbWords.count > 1 else { continue }
          targets[number].segments = segments
          targets[number].literal = segments.last?.literal ?? ""
          targets[number].verbWords = [words[0]]
        }
      }
    }
  }

  /// What a correction names at one operation of a path is named so at the others.
  private mutating func nameSiblings() {
    var names: [String: String] = [:]
    for target in targets {
      guard let name = target.named else { continue }
      let path = PathShape.key(target.segments)
      names[path] = names[path] ?? name
    }
    if names.isEmpty { return }
    for number in targets.indices where targets[number].named == nil {
      targets[number].named = names[PathShape.key(targets[number].segments)]
    }
  }

  /// Paths that end in a parameter whose only answer is a list, such as `/products/category/{category}`, are lists.
  private mutating func takeListsFromItems() {
    var methods: [String: Set<String>] = [:]
    for number in targets.indices where targets[number].form == .item {
      methods[PathShape.key(operations[number].shape.segments), default: []].insert(operations[number].meaning)
    }
    for number in targets.indices where targets[number].form == .item && targets[number].verb == nil {
      let segments = operations[number].shape.segments
      guard methods[PathShape.key(segments)] == ["GET"], let answer = operations[number].answer,
        let place = finder.list(in: answer, names: [targets[number].literal]), place.confidence >= 0.8,
        index.shape(place.record).isObject, !hasMembersOfItsOwn(answer, place)
      else { continue }
      targets[number].form = .collection
      targets[number].segments = segments
      targets[number].trailing = []
      // `/users/list/{flag}` lists users.
      let literals = segments.compactMap(\.literal)
      if literals.count >= 2, let last = literals.last, Vocabulary.list.contains(last.lowercased()) {
        targets[number].literal = literals[literals.count - 2]
      }
    }
  }

  private mutating func add(_ number: Int, _ target: OperationTarget) {
    let key = target.key
    let node = numbers[key] ?? nodes.count
    if node == nodes.count {
      nodes.append(
        CollectionNode(
          key: key, segments: target.segments, literal: target.named ?? target.literal, isNamed: target.named != nil))
      numbers[key] = node
      idNames.append([])
    }
    nodes[node].operations.append(number)
    if target.named != nil, numbers[PathShape.key(target.segments)] == nil {
      numbers[PathShape.key(target.segments)] = node
    }
    guard target.form == .item || target.form == .itemAction, let id = target.trailing.last else { return }
    if target.form == .item { nodes[node].hasItems = true }
    if let parameter = operations[number].parameters.first(where: { $0.name == id && $0.place == "path" }),
      !target.namesOtherwise, idNames[node].insert(id).inserted
    {
      nodes[node].idParameters.append(parameter)
    }
  }

  // MARK: What a node is

  private mutating func read(_ number: Int) {
    // Changed here and put back once: a change in its place would copy all nodes each time.
    let node = nodes[number]
    var changed = node
    var views: [(rank: Int, node: Schema)] = []
    // The records that are known so far: those of views, and that of the list.
    var known: Set<Schema> = []
    var (viewed, listed): (Set<Schema>, Schema?) = ([], nil)
    var noted = 0
    var isReadAlone = false
    for operation in inTellingOrder(node.operations) {
      let facts = operations[operation]
      let target = targets[operation]
      for view in views[noted...] {
        viewed.insert(view.node)
        known.insert(view.node)
      }
      noted = views.count
      if let listed, listed != changed.list?.record, !viewed.contains(listed) { known.remove(listed) }
      listed = changed.list?.record
      if let listed { known.insert(listed) }
      switch (target.form, facts.meaning) {
      case (.collection, "GET"):
        readList(facts, target: target, into: &changed, views: &views, isReadAlone: &isReadAlone)
      case (.collection, _) where target.verb == .list || target.verb == .search || target.verb == .read:
        readList(facts, target: target, into: &changed, views: &views, isReadAlone: &isReadAlone)
      case (.item, "GET"):
        guard let answer = facts.answer, !facts.isFile else { continue }
        if index.shape(answer).isArray {
          if let place = finder.list(in: answer, names: node.names) { views.append((5, place.record)) }
        } else if let place = soleElement(facts, names: node.names) ?? record(facts, names: node.names, known: known) {
          views.append((0, place.record))
        }
      case (.collection, "POST"):
        changed.canCreate = true
        addRecord(facts, rank: 1, names: node.names, known: known, into: &views)
      case (.collection, "PUT") where makesByPut(facts, target):
        changed.canCreate = true
        addRecord(facts, rank: 1, names: node.names, known: known, into: &views)
      case (.item, "POST") where facts.makesAtPath:
        changed.canCreate = true
        addRecord(facts, rank: 2, names: node.names, known: known, into: &views)
      case (.item, _), (.collection, "PUT"), (.collection, "PATCH"):
        if facts.method != "DELETE" { addRecord(facts, rank: 2, names: node.names, known: known, into: &views) }
      default: break
      }
    }
    // Of views that say nothing of a record only the first is of use, where there is no other.
    if views.contains(where: { !index.shape($0.node).members.isEmpty }) {
      views.removeAll { index.shape($0.node).members.isEmpty }
    }
    if let list = changed.list {
      // What has a record of the list inside, or an array of such ones, and no id of its own, is an envelope of it.
      views.removeAll { view in
        let shape = index.shape(view.node)
        return view.node != list.record && !EnvelopeFinder.hasOwnID(shape)
          && shape.members.contains { $0.node == list.record || index.shape($0.node).items == list.record }
      }
      if views.isEmpty || !index.shape(list.record).members.isEmpty { views.append((3, list.record)) }
    }
    changed.views = Set(views.map(\.node))
    changed.record = views.min { $0.rank < $1.rank }.map { plain($0.node, among: changed.views) }
    if let record = changed.record, let list = changed.list, record != list.record, isPartlyUnknown(record),
      !EnvelopeFinder.hasOwnID(index.shape(record)), EnvelopeFinder.hasOwnID(index.shape(list.record))
    {
      changed.record = list.record
    }
    changed.isRequested = changed.list == nil && !views.isEmpty && !isShown(changed)
    changed.kind = kind(changed, isReadAlone: isReadAlone)
    nodes[number] = changed
  }

  /// Whether a part of a schema says nothing, such as one that leads out of the machine.
  private func isPartlyUnknown(_ schema: Schema) -> Bool {
    schema.subschemas("allOf").contains { part in index.node(part)?.saysNothing ?? true }
  }

  /// Whether a response shows a record of a node.
  private func isShown(_ node: CollectionNode) -> Bool {
    node.operations.contains { number in
      let facts = operations[number]
      guard !facts.isFile, let answer = facts.answer.map(index.shape) else { return false }
      return !answer.isOpen && !Acknowledgement.isOne(answer, index) && !beginsSession(facts)
    }
  }

  /// Whether a registration answers with nothing of the account but its id, beside tokens.
  private func beginsSession(_ facts: OperationFacts) -> Bool {
    guard let answer = facts.answer.map(index.shape), let last = facts.shape.segments.last?.literal,
      AccountWords.contain(Words.split(last), AccountWords.register)
    else { return false }
    return AccountWords.tellSession(answer.members.map(\.key))
  }

  /// Of a choice between schemas, such as a customer and a deleted customer, the one that other operations show too.
  private func plain(_ record: Schema, among views: Set<Schema>) -> Schema {
    for keyword in ["anyOf", "oneOf"] {
      for variant in record.subschemas(keyword).compactMap(index.node) where variant != record {
        if views.contains(variant) { return variant }
      }
    }
    return record
  }

  /// Lists first, then what reads one record, then the rest: what is known of a record helps to find it elsewhere.
  private func inTellingOrder(_ numbers: [Int]) -> [Int] {
    func rank(_ number: Int) -> Int {
      let isRead = operations[number].meaning == "GET" || targets[number].verb == .list
      return isRead ? (targets[number].form == .collection ? 0 : 1) : 2
    }
    return numbers.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  private func addRecord(
    _ facts: OperationFacts, rank: Int, names: [String], known: Set<Schema>,
    into views: inout [(rank: Int, node: Schema)]
  ) {
    let sent = facts.request.map(index.shape)
    let isAnswered = facts.answer.map(index.shape).map { answer in
      // What was sent says more of a record than that it was kept, or than a schema that allows anything.
      sent?.isObject != true || sent?.members.isEmpty != false
        || !answer.isOpen && !Acknowledgement.isOne(answer, index) && !beginsSession(facts)
    }
    let isNamed = facts.answer.map { !index.shape($0).isArray && finder.named(in: $0, names: names) != nil } ?? false
    if isNamed, facts.method == "DELETE" || facts.request == nil { return }
    guard let answer = facts.answer, !facts.isFile, isAnswered == true, !isNamed else {
      // What is sent is the best that is known, where nothing is answered.
      if let request = facts.request, let place = finder.record(in: request, names: names, known: known) {
        views.append((rank + 4, place.record))
      }
      return
    }
    if index.shape(answer).isArray, let items = index.shape(answer).items {
      views.append((rank + 4, items))
    } else if let place = soleElement(facts, names: names) {
      views.append((rank, place.record))
    } else if let place = record(facts, names: names, known: known),
      !index.shape(place.record).members.isEmpty
    {
      views.append((EnvelopeFinder.hasOwnID(index.shape(place.record)) ? rank : rank + 3, place.record))
    }
  }

  private func readList(
    _ facts: OperationFacts, target: OperationTarget, into node: inout CollectionNode,
    views: inout [(rank: Int, node: Schema)], isReadAlone: inout Bool
  ) {
    guard let answer = facts.answer, !facts.isFile, facts.openHolder(index) == nil else { return }
    // `GET /category/delete?id=7` says that it is done.
    if [.delete, .update, .create].contains(target.verb), Acknowledgement.isOne(index.shape(answer), index) { return }
    if target.verb == .read, !index.shape(answer).isArray {
      if let place = record(facts, names: node.names) { views.append((0, place.record)) }
      return
    }
    if let place = listPlace(facts, hasItems: node.hasItems, literal: node.literal) {
      if place.confidence > node.list?.confidence ?? 0 { node.list = place }
    } else if index.shape(answer).isObject {
      isReadAlone = true
      if !node.hasItems, let place = record(facts, names: node.names) { views.append((0, place.record)) }
    }
  }

  /// The records in an operation's answer, when it is a list rather than one thing.
  func listPlace(_ facts: OperationFacts, hasItems: Bool, literal: String) -> EnvelopeFinder.Place? {
    if let place = facts.place { return place }
    guard let answer = facts.answer, let place = finder.list(in: answer, names: [literal]) else { return nil }
    let item = index.shape(place.record)
    if item.isScalar && !hasItems { return nil }
    if item.isArray { return nil }
    let isPaged = ListReader(index: index).isPaged(facts)
    // A cart with items and a currency is one thing, as is one whose items have paths of their own.
    if !hasItems, !isPaged, facts.meaning == "GET", let name = place.envelope.first, place.envelope.count == 1,
      !Words.isPluralName(literal), places.contains(PathShape.key(facts.shape.segments + [.literal(name)]))
    {
      return nil
    }
    if !hasItems, !isPaged, !Words.isPluralName(literal), hasMembersOfItsOwn(answer, place) { return nil }
    if place.confidence >= 0.7 { return place }
    if place.confidence >= 0.45, hasItems || isPaged || Words.isPluralName(literal) { return place }
    return nil
  }

  /// Whether an answer has scalars beside its array that are about it rather than about a page.
  private func hasMembersOfItsOwn(_ answer: Schema, _ place: EnvelopeFinder.Place) -> Bool {
    guard place.envelope.count == 1 else { return false }
    return index.shape(answer).members.contains { member in
      member.name != place.envelope[0] && !EnvelopeFinder.isAboutPage(member) && index.shape(member.node).isScalar
    }
  }

  /// The record in an operation's answer.
  func record(_ facts: OperationFacts, names: [String], known: Set<Schema> = []) -> EnvelopeFinder.Place? {
    if facts.place == nil, facts.openHolder(index) != nil { return nil }
    return facts.place ?? facts.answer.flatMap { finder.record(in: $0, names: names, known: known) }
  }

  private func kind(_ node: CollectionNode, isReadAlone: Bool) -> CollectionNode.Kind {
    let facts = node.operations.map { (operations[$0], targets[$0]) }
    if facts.allSatisfy({ $0.1.forced == .call }) { return .none }
    if facts.contains(where: { [.list, .create, .search].contains($0.1.forced) }) {
      return node.record == nil ? .none : .collection
    }
    if isUnsaid(node) { return .collection }
    if let kind = unsaidKind(node) { return kind }
    let hasItemOperation = facts.contains { $0.1.form == .item }
    if !hasItemOperation, isSettings(node) { return .singleton }
    if hasItemOperation || node.list != nil { return node.record == nil ? .none : .collection }
    let own = Words.singularKey(node.literal)
    let readsByQuery = facts.contains { facts, target in
      guard target.verb == .read, target.form == .collection else { return false }
      let sent = facts.request.map { index.shape($0).members.map(\.name) } ?? []
      return target.id != nil
        || (facts.query.map(\.name) + sent).contains { ["id", own, own + "id"].contains(Words.key($0)) }
    }
    if readsByQuery || idOfQuery(node) != nil, node.record != nil { return .collection }
    if isReadAlone || facts.contains(where: { $0.1.verb == .read && $0.1.form == .collection }) {
      return node.record == nil ? .none : .singleton
    }
    // The document may leave open what the list of what is created shows.
    let isListedOpenly = facts.contains { $0.0.method == "GET" && $0.1.form == .collection && $0.0.isAnswerOpen(index) }
    if node.canCreate, isListedOpenly, node.record != nil, Words.isPluralName(node.literal) { return .collection }
    // What can be created only is kept where it shows an id.
    guard node.canCreate || facts.contains(where: { ["PUT", "PATCH"].contains($0.0.method) }), let record = node.record
    else { return .none }
    let shape = index.shape(record)
    guard EnvelopeFinder.hasOwnID(shape) else { return .none }
    return node.canCreate
      && (Words.isPluralName(node.literal)
        || facts.contains { $0.0.status == 201 || $0.0.method != "POST" || $0.1.verb == .create })
      ? .collection : .none
  }

  /// Makes `/comments/{id}`, which only deletes, a place of the records that another path of this name shows.
  private mutating func keepKnown() {
    var known = Set(nodes.filter { $0.kind == .collection }.map { Words.singularKey($0.literal) })
    for node in nodes where node.kind == .collection {
      // `DELETE /personChannels/{id}` beside `/persons/{id}/channels`.
      if let name = node.flatName { known.insert(name) }
    }
    for number in nodes.indices where nodes[number].kind == .none && nodes[number].record == nil {
      let isForced = nodes[number].operations.allSatisfy { targets[$0].forced == .call }
      let isOfRecords = nodes[number].hasItems || nodes[number].operations.contains { targets[$0].form == .itemAction }
      // What is deleted below a wishlist is not the product itself.
      let before = nodes[number].segments.dropLast()
      if before.last?.literal != nil, let above = numbers[PathShape.key(before)], nodes[above].kind != .none {
        continue
      }
      guard isOfRecords || listsOpenly(nodes[number]), !isForced,
        known.contains(Words.singularKey(nodes[number].literal))
      else {
        continue
      }
      nodes[number].kind = .collection
    }
  }

  /// Makes paths such as `/products/slug/{slug}`, which read the records of what stands before, part of it.
  private mutating func foldLookups() {
    for number in nodes.indices where nodes[number].kind == .collection && nodes[number].hasItems {
      guard let literal = nodes[number].segments.last?.literal, let record = nodes[number].record,
        let parent = numbers[PathShape.key(nodes[number].segments.dropLast())], parent != number,
        nodes[parent].kind == .collection, nodes[parent].hasItems,
        // `/categories/slug/{slug}` has the name of a property.
        nodes[parent].views.contains(record)
          || nodes[parent].record.map({ index.shape($0).members.contains { $0.key == Words.key(literal) } }) == true
            && Words.key(literal) == "slug",
        nodes[number].operations.allSatisfy({ operations[$0].meaning == "GET" && targets[$0].form == .item })
      else { continue }
      nodes[number].kind = .none
      for operation in nodes[number].operations {
        targets[operation].segments = nodes[parent].segments
        targets[operation].literal = nodes[parent].literal
      }
      nodes[parent].operations += nodes[number].operations
      nodes[number].operations = []
    }
  }

  /// Makes paths behind a record's that read and write the whole record, such as `/pods/{name}/status`, or properties of
  /// it, such as `/users/{id}/settings/permissions`, part of it.
  private mutating func foldViews() {
    for number in nodes.indices where nodes[number].kind == .singleton {
      var before = nodes[number].segments
      let literal = before.popLast()
      if let group = before.last?.literal, Self.groupings.contains(group.lowercased()) { before.removeLast() }
      var trailing: [String] = []
      while let name = before.last?.parameter {
        trailing.insert(name, at: 0)
        before.removeLast()
      }
      guard literal != nil, !trailing.isEmpty, let parent = numbers[PathShape.key(before)],
        let record = nodes[number].record, let whole = nodes[parent].record, nodes[parent].kind == .collection,
        whole == record || isPart(record, of: whole),
        nodes[number].operations.contains(where: { ["PUT", "PATCH", "POST"].contains(operations[$0].meaning) })
      else { continue }
      nodes[number].kind = .none
      for operation in nodes[number].operations {
        targets[operation].form = .item
        targets[operation].segments = before
        targets[operation].literal = nodes[parent].literal
        targets[operation].trailing = trailing
      }
      nodes[parent].operations += nodes[number].operations
      nodes[number].operations = []
    }
  }

  /// Whether a schema shows nothing but properties of a record.
  private func isPart(_ schema: Schema, of record: Schema) -> Bool {
    let (shape, whole) = (index.shape(schema), index.shape(record))
    return !shape.members.isEmpty && !EnvelopeFinder.hasOwnID(shape)
      && shape.members.allSatisfy { member in
        whole.member(member.name).map { index.shape($0).types == index.shape(member.node).types } ?? false
      }
  }

  /// What stands in paths between a record and a group of its properties.
  private static let groupings: Set<String> = ["settings", "profile", "account", "preferences", "config"]
}
