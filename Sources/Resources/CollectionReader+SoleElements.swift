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
}
