import JSONSchema

extension CollectionReader {
  /// The record in an answer that holds it as the only element of an array which is called like its collection, as
  /// `{"invoices": [{…}]}` does of `GET /invoices/{id}`; nil for another answer.
  func soleElement(_ facts: OperationFacts, names: [String]) -> EnvelopeFinder.Place? {
    guard facts.place == nil, !facts.isFile, let answer = facts.answer.map(index.shape), answer.isObject,
      answer.members.count <= 4, !EnvelopeFinder.hasOwnID(answer), facts.openHolder(index) == nil
    else { return nil }
    let arrays = answer.members.filter { index.shape($0.node).items.map { index.shape($0).isObject } ?? false }
    // What else stands there says how it went.
    guard arrays.count == 1, let array = arrays.first, Words.isPluralName(array.name),
      names.contains(where: { Words.singularKey($0) == Words.singularKey(array.words) }),
      let element = index.shape(array.node).items, index.shape(element).members.count >= 2
    else { return nil }
    return EnvelopeFinder.Place(envelope: [array.name], record: element, confidence: 0.9)
  }

  private static let settings: Set<String> = [
    "settings", "setting", "preferences", "config", "configuration", "options", "profile", "info",
  ]

  /// Whether a GET shows in a list the one thing that other requests set: `{"data": [{…}]}` of `GET /shop/{id}/profile`, which
  /// `POST /shop/{id}/profile` updates.
  func isSettings(_ node: CollectionNode) -> Bool {
    guard let list = node.list, !list.envelope.isEmpty, index.shape(list.record).isObject,
      Self.settings.contains(Words.split(node.literal).last ?? ""),
      node.operations.allSatisfy({ targets[$0].form == .collection && targets[$0].forced == nil }),
      case let reads = node.operations.filter({ operations[$0].method == "GET" }), !reads.isEmpty,
      reads.allSatisfy({ !ListReader(index: index).isPaged(operations[$0]) }),
      case let writes = node.operations.filter({ ["POST", "PUT", "PATCH"].contains(operations[$0].method) }),
      !writes.isEmpty
    else { return false }
    return writes.allSatisfy { number in
      let facts = operations[number]
      let words = Words.split(facts.object["summary"]?.string ?? "").prefix(3) + Words.split(facts.id).prefix(1)
      return !facts.successes.contains(201) && !Vocabulary.update.isDisjoint(with: words)
        && facts.answer.map { Acknowledgement.isOne(index.shape($0), index) } ?? true
    }
  }
}
