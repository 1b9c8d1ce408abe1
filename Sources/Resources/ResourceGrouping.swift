import JSON
import JSONSchema

/// Makes resources of collections: those that appear under several paths become one.
struct ResourceGrouping {
  let index: SchemaIndex
  var nodes: [CollectionNode]
  /// The nodes of each resource, in the document's order; the one that names it first.
  private(set) var groups: [[Int]] = []
  /// The groups with a node that a correction names.
  private var named: Set<Int> = []
  /// The names of the members of each record, by its place.
  private var memberNames: [Schema: Set<String>] = [:]
  /// How many resources of one name are compared with a collection.
  private static let maximumTries = 50

  init(index: SchemaIndex, nodes: [CollectionNode]) {
    (self.index, self.nodes) = (index, nodes)
    group()
  }

  private mutating func group() {
    var byName: [String: [Int]] = [:]
    // Collections with records of their own come first, as what the others are of.
    let order = nodes.indices.filter { nodes[$0].kind == .collection && nodes[$0].hasItems }
    for number in order {
      let name = Words.singularKey(nodes[number].literal)
      if let group = group(for: number, among: byName[name] ?? []) ?? groupOfView(number, name, byName) {
        join(number, group: group)
      } else {
        byName[name, default: []].append(groups.count)
        start(number)
      }
    }
    var byKey: [String: Int] = [:]
    for (group, members) in groups.enumerated() { for number in members { byKey[nodes[number].key] = group } }
    var byView: [Schema: Int] = [:]
    for (group, members) in groups.enumerated() {
      for number in members {
        for view in nodes[number].views where byView[view] == nil && isTelling(view) {
          byView[view] = group
        }
      }
    }
    var shared: [Schema: Set<String>] = [:]
    for node in nodes where node.kind == .collection {
      guard let listed = node.list?.record else { continue }
      shared[listed, default: []].insert(Words.singularKey(node.literal))
    }
    // What a search finds is kept elsewhere, if anywhere.
    let isSearch = nodes.map { Vocabulary.search.contains($0.literal.lowercased()) }
    let others = nodes.indices.filter { nodes[$0].kind == .collection && !nodes[$0].hasItems }
    let flat = flatPaths()
    for number in others.filter({ !isSearch[$0] }) + others.filter({ isSearch[$0] }) {
      let name = Words.singularKey(nodes[number].literal)
      if let item = flat[number], let group = groups.firstIndex(where: { $0 == [item] }) {
        // The collection says what its records are.
        groups[group] = [number, item]
        byName[name, default: []].append(group)
        for view in nodes[number].views where byView[view] == nil && isTelling(view) { byView[view] = group }
      } else if let group = group(for: number, among: byName[name] ?? []) {
        join(number, group: group)
        for view in nodes[number].views where byView[view] == nil && isTelling(view) { byView[view] = group }
      } else if let group = nodes[number].views.filter({ !isGeneral($0, shared, for: number) }).compactMap({
        byView[$0]
      })
      .min() {
        join(number, group: group)
      } else if let group = groupOfFeed(number) {
        join(number, group: group)
      } else if let group = groupAbove(number, byKey), nodes[number].record != nil, canJoin(number, group: group) {
        join(number, group: group)
      } else {
        byName[name, default: []].append(groups.count)
        for view in nodes[number].views where byView[view] == nil && isTelling(view) {
          byView[view] = groups.count
        }
        start(number)
      }
    }
    for number in nodes.indices where nodes[number].kind == .singleton { start(number) }
    groups.sort { ($0.min() ?? 0) < ($1.min() ?? 0) }
    for (group, members) in groups.enumerated() { for number in members { nodes[number].resource = group } }
  }

  /// Paths that change records of a collection below another one, and are called after both: `/personChannels/{id}` beside
  /// `/persons/{id}/channels`; the latter's node with that of the former.
  private func flatPaths() -> [Int: Int] {
    var items: [String: Int] = [:]
    for number in nodes.indices where nodes[number].kind == .collection && nodes[number].hasItems {
      let isBare = nodes[number].list == nil && !nodes[number].canCreate
      guard isBare, nodes[number].record == nil || nodes[number].isRequested else { continue }
      let key = Words.singularKey(nodes[number].literal)
      if items[key] == nil { items[key] = number }
    }
    var found: [Int: Int] = [:]
    for number in nodes.indices where nodes[number].kind == .collection && !nodes[number].hasItems {
      if let item = nodes[number].flatName.flatMap({ items[$0] }), !found.values.contains(item) { found[number] = item }
    }
    return found
  }

  /// The group whose records a path shows in full: `/plan-details/{id}` those of `/plans`.
  private mutating func groupOfView(_ number: Int, _ name: String, _ byName: [String: [Int]]) -> Int? {
    guard
      let suffix = ["info", "detail", "full", "view", "summary"].first(where: { name.hasSuffix($0) && name != $0 }),
      !nodes[number].canCreate
    else { return nil }
    return group(for: number, among: byName[String(name.dropLast(suffix.count))] ?? [])
  }

  /// The first of some groups that a node can be one with.
  private mutating func group(for number: Int, among candidates: [Int]) -> Int? {
    for group in candidates.prefix(Self.maximumTries) where canJoin(number, group: group) { return group }
    return nil
  }

  /// Whether a schema such as `IdName` shows records of several kinds: lists of other names than its own have it.
  private func isGeneral(_ view: Schema, _ shared: [Schema: Set<String>], for number: Int) -> Bool {
    let names = shared[view] ?? []
    let tokens = view.place.tokens
    guard names.count >= 3, tokens.count >= 2, ["schemas", "definitions"].contains(tokens[tokens.count - 2]),
      Words.isPluralName(nodes[number].literal)
    else { return false }
    let own = Words.key(tokens[tokens.count - 1])
    return !names.contains { own.contains($0) }
  }

  private mutating func start(_ number: Int) {
    if nodes[number].isNamed { named.insert(groups.count) }
    groups.append([number])
  }

  private mutating func join(_ number: Int, group: Int) {
    if nodes[number].isNamed { named.insert(group) }
    let first = groups[group][0]
    // The shortest path with records of its own names the resource.
    if nodes[number].hasItems, nodes[number].segments.count < nodes[first].segments.count {
      groups[group].insert(number, at: 0)
    } else {
      groups[group].append(number)
    }
  }

  /// The group whose records a feed shows by a schema of its own with the same properties.
  private mutating func groupOfFeed(_ number: Int) -> Int? {
    let words = nodes[number].segments.compactMap(\.literal).suffix(2).flatMap(Words.split)
    guard words.contains(where: Vocabulary.feeds.contains), let record = nodes[number].record else { return nil }
    let own = names(record)
    for group in groups.indices {
      guard let first = groups[group].first, nodes[first].hasItems, let other = nodes[first].record else { continue }
      let known = names(other)
      let common = own.intersection(known).count
      if common >= 4, common * 20 >= min(own.count, known.count) * 17, canJoin(number, group: group) { return group }
    }
    return nil
  }

  /// The group of the path that another one stands behind with a name, such as `/properties/random`.
  private func groupAbove(_ number: Int, _ byKey: [String: Int]) -> Int? {
    guard let name = nodes[number].segments.last?.literal else { return nil }
    // What is created there, or is called so by its schema, is something else: `/services/categories`.
    let tokens = nodes[number].record?.place.tokens ?? []
    let isOfComponents = tokens.count >= 2 && ["schemas", "definitions"].contains(tokens[tokens.count - 2])
    if isOfComponents, nodes[number].canCreate || Words.key(tokens[tokens.count - 1]).contains(Words.singularKey(name))
    {
      return nil
    }
    return byKey[PathShape.key(nodes[number].segments.dropLast())]
  }

  /// Whether a schema says enough of a record to know it by.
  private func isTelling(_ view: Schema) -> Bool { index.shape(view).members.count >= 2 }

  /// Whether a record shows what paths name records by in place of an id.
  private static func hasName(_ shape: SchemaShape) -> Bool {
    ["slug", "username", "key", "code", "number", "login", "handle"].contains { shape.member($0) != nil }
  }

  private mutating func names(_ record: Schema) -> Set<String> {
    if let names = memberNames[record] { return names }
    let names = Set(index.shape(record).members.map(\.name))
    memberNames[record] = names
    return names
  }

  /// The name before a collection that no id stands between; nil for none, and for one that says nothing.
  private func namespace(_ number: Int) -> String? {
    nodes[number].segments.dropLast().last?.literal == nil ? nil : owner(number)?.lowercased()
  }

  /// What a path is compared by where admins have one of their own to the same records: `/admin/orders`.
  private func plainKey(_ number: Int) -> String {
    PathShape.key(nodes[number].segments.filter { $0.literal?.lowercased() != "admin" })
  }

  /// What the path names before a collection, such as `carts` before `items`; nil for nothing of its own.
  private func owner(_ number: Int) -> String? {
    let literals = nodes[number].segments.compactMap(\.literal)
    // `1` is a version, and `-` means the caller.
    guard literals.count >= 2, case let before = literals[literals.count - 2], !PathShape.isVersion(before),
      before.contains(where: \.isLetter)
    else { return nil }
    return ["api", "rest", "admin", "public", "v"].contains(before.lowercased()) ? nil : before
  }

  /// Whether a list of the same name shows records in short, with the id that the whole record leaves to the path:
  /// `{"id", "number", "total"}` of what `/orders/{id}` shows as `{"number", "total", "lines", …}`.
  private mutating func isShortForm(_ number: Int, of other: Int) -> Bool {
    guard !nodes[number].hasItems, nodes[other].hasItems, let list = nodes[number].list?.record,
      let whole = nodes[other].record,
      Words.singularKey(nodes[number].literal) == Words.singularKey(nodes[other].literal),
      EnvelopeFinder.hasOwnID(index.shape(list)), !EnvelopeFinder.hasOwnID(index.shape(whole))
    else { return false }
    let short = names(list).subtracting(["id", "_id", "uuid"])
    return short.count >= 2 && short.isSubset(of: names(whole))
  }

  private mutating func canJoin(_ number: Int, group: Int) -> Bool {
    if nodes[number].isNamed || named.contains(group) { return true }
    guard let other = groups[group].first else { return true }
    guard let left = nodes[number].record, let right = nodes[other].record else {
      // Of alerts below `finance` and others below `sos` no response shows that they are the same.
      let (first, second) = (namespace(number), namespace(other))
      return first == nil || second == nil || first == second
    }
    if plainKey(number) == plainKey(other) { return true }
    if left == right || !nodes[number].views.isDisjoint(with: nodes[other].views) { return true }
    // Of what no response shows, requests send different parts.
    if nodes[number].isRequested, nodes[other].isRequested {
      // The items of carts are others than those of wishlists.
      return owner(number) == owner(other) ? !names(left).isDisjoint(with: names(right)) : names(left) == names(right)
    }
    if isShortForm(number, of: other) || isShortForm(other, of: number) { return true }
    // Records without ids are the same only by their schema.
    guard EnvelopeFinder.hasOwnID(index.shape(left)) || Self.hasName(index.shape(left)) else { return false }
    let (first, second) = (names(left), names(right))
    let smaller = min(first.count, second.count)
    // A summary has fewer members than the whole, but hardly others.
    return smaller == 0 || first.intersection(second).count * 20 >= smaller * 17
  }
}
