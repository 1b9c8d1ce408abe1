import JSONSchema

extension ModelBuilder {
  /// Where an answer names the records that were written rather than shows them: `{"data": [{"rid": "5", "rtype": "lamp"}]}`;
  /// nil for another answer.
  func namedPlace(
    _ facts: OperationFacts, of resource: Int, names: [String], in made: OperationDescription
  ) -> EnvelopeFinder.Place? {
    guard [.create, .replace, .update, .delete, .action].contains(made.kind), !facts.isFile,
      resources[resource].idMember != nil, !resources[resource].isSingleton,
      facts.request.map({ !index.shape($0).isArray }) ?? true, let answer = facts.answer,
      let list = finder.named(in: answer, names: names), !views[resource].contains(list.record)
    else { return nil }
    return list
  }
}
