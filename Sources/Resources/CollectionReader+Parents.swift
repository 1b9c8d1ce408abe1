import JSON
import JSONSchema

/// Paths behind a record whose operations answer with that record: `POST /carts/{id}/items` with the cart.
extension CollectionReader {
  /// Makes what such paths add a collection of its own where the record shows a list of it, else an action on the record.
  mutating func readAnswersOfParents() {
    for number in nodes.indices {
      guard let parent = parent(of: number), parent != number, let whole = nodes[parent].record,
        let literal = nodes[number].segments.last?.literal
      else { continue }
      let answering = nodes[number].operations.filter { operation in
        let facts = operations[operation]
        guard facts.meaning != "GET" else { return false }
        // Where the answer says nothing, what is added is one of those that the record lists.
        if nodes[number].list == nil, facts.method == "POST", isSilent(facts) {
          return element(literal, of: whole) != nil
        }
        let shown = record(facts, names: nodes[parent].names, known: nodes[parent].views)?.record
        // `POST /wishlist/items` may answer with the one that was added.
        let isElement = nodes[parent].kind == .singleton && facts.method == "POST" && nodes[number].list == nil
        if isElement, let element = element(literal, of: whole), shown == element { return true }
        return shown.map(nodes[parent].views.contains) ?? false
      }
      guard !answering.isEmpty, !isListed(number, of: nodes[parent].views) else { continue }
      if let element = element(literal, of: whole), !nodes[parent].views.contains(element) {
        nodes[number].isBelowSingleton = nodes[parent].kind == .singleton
        nodes[number].views = nodes[number].views.subtracting(nodes[parent].views).union([element])
        nodes[number].record = element
        nodes[number].kind = .collection
      } else if nodes[parent].kind == .collection,
        changesList(literal, of: whole) || !answering.contains(where: { isPart(operations[$0], of: whole) }),
        nodes[number].operations.allSatisfy({ operations[$0].meaning != "GET" })
      {
        act(on: parent, insteadOf: number)
      }
    }
  }

  /// Has commands such as `POST /management/add-dish`, which answer with a record that another path lists, be about the
  /// records that a list of their own name shows: the dishes of `GET /restaurants/dishes`.
  mutating func readAnswersOfOthers() {
    for number in nodes.indices where nodes[number].list == nil {
      let isCommand = nodes[number].operations.allSatisfy { operation in
        [.create, .update, .delete].contains(targets[operation].verb) && targets[operation].form == .collection
      }
      let key = Words.singularKey(nodes[number].literal)
      guard isCommand, let record = nodes[number].record,
        nodes.contains(where: { $0.list?.record == record && Words.singularKey($0.literal) != key }),
        let own = nodes.first(where: { other in
          Words.singularKey(other.literal) == key && other.list.map { $0.record != record } ?? false
        })?.list?.record, index.shape(own).isObject
      else { continue }
      (nodes[number].views, nodes[number].record) = ([own], own)
      nodes[number].kind = .collection
    }
  }

  /// The node with the record that stands before a path's last name: one of several, or the only one of its kind.
  private func parent(of number: Int) -> Int? {
    let segments = nodes[number].segments
    if segments.count >= 2, segments.last?.literal != nil, segments[segments.count - 2].literal != nil,
      let only = numbers[PathShape.key(segments.dropLast())], nodes[only].kind == .singleton
    {
      return only
    }
    guard segments.count >= 3, segments.last?.literal != nil, segments[segments.count - 2].parameter != nil,
      segments[segments.count - 3].literal != nil,
      let parent = numbers[PathShape.key(segments.dropLast(2))], nodes[parent].kind == .collection
    else { return nil }
    return parent
  }

  /// Whether an answer shows no record: it is open, or says that it is done.
  private func isSilent(_ facts: OperationFacts) -> Bool {
    facts.isAnswerOpen(index) || (facts.answer.map { Acknowledgement.isOne(index.shape($0), index) } ?? true)
  }

  private func isListed(_ number: Int, of views: Set<Schema>) -> Bool {
    nodes[number].list.map { views.contains($0.record) } ?? false
  }

  /// The schema of the objects in the record's list of this name: `items` of a cart, and `line_items` for `items`.
  private func element(_ literal: String, of record: Schema) -> Schema? {
    let key = Words.singularKey(literal)
    let lists = index.shape(record).members.compactMap { member -> (key: String, element: Schema)? in
      guard let element = index.shape(member.node).items, index.shape(element).isObject else { return nil }
      return (Words.singularKey(member.name), element)
    }
    return
      (lists.first { $0.key == key }
      ?? lists.first { $0.key.utf8.count >= 4 && ($0.key.hasSuffix(key) || key.hasSuffix($0.key)) }
      // `locations` are the `location_points` of a record.
      ?? lists.first { list in Self.parts.contains { list.key == key + $0 } })?.element
  }

  /// What names of lists have behind that of what their elements are of.
  private static let parts = ["point", "item", "entry", "record", "row", "line"]

  /// Whether a name says that elements of a list of a record's come or go: `addTags` where it has `tags`.
  private func changesList(_ literal: String, of record: Schema) -> Bool {
    let words = Words.split(literal)
    guard words.count >= 2, let verb = Vocabulary.verb(words[0]), [.create, .delete, .update].contains(verb) else {
      return false
    }
    let key = Words.singularKey(Array(words.dropFirst()))
    return index.shape(record).members.contains { member in
      Words.singularKey(member.words) == key && index.shape(member.node).isArray
    }
  }

  /// Whether a request holds a part of such a record, as that of a task below a task does.
  private func isPart(_ facts: OperationFacts, of record: Schema) -> Bool {
    guard let request = facts.request else { return false }
    let sent = index.shape(request).members.map(\.name)
    let known = Set(index.shape(record).members.map(\.name))
    return sent.filter(known.contains).count * 2 > sent.count
  }

  private mutating func act(on parent: Int, insteadOf number: Int) {
    guard let id = nodes[number].segments.dropLast().last?.parameter,
      let literal = nodes[number].segments.last?.literal
    else { return }
    for operation in nodes[number].operations {
      targets[operation].form = .itemAction
      targets[operation].segments = nodes[parent].segments
      targets[operation].literal = nodes[parent].literal
      targets[operation].trailing = [id]
      targets[operation].verbWords = Words.split(literal)
      targets[operation].verb = .action
    }
    nodes[parent].operations += nodes[number].operations
    nodes[number].operations = []
    nodes[number].kind = .none
    nodes[number].views = []
    nodes[number].record = nil
  }
}
