import JSONSchema

// Operations that set one property of the acting account.

extension AccountReader {
  /// How an operation sets a property of the acting account that its path names: `PUT /user/goal` with `{"goal": …}`; nil
  /// for another operation.
  func settingOwnProperty(
    _ facts: OperationFacts, _ known: OperationDescription, _ record: Schema?
  ) -> AccountUse? {
    let literals = facts.shape.segments.compactMap(\.literal).map(Words.key)
    guard ["PUT", "PATCH", "POST"].contains(facts.method), [.call, .action].contains(known.kind), let record,
      facts.shape.segments.count == literals.count, literals.count >= 2, let last = literals.last,
      case let before = literals[literals.count - 2],
      AccountWords.me.contains(before) || AccountWords.meAlone.contains(before),
      case let own = Set(index.shape(record).members.map(\.key)), own.contains(last),
      let request = facts.request.map({ index.shape($0).members }), !request.isEmpty,
      request.allSatisfy({ own.contains($0.key) && !AccountWords.isPassword($0.name) })
    else { return nil }
    let keys = Set(request.map(\.key))
    func shows(_ shape: SchemaShape) -> Bool { shape.members.contains { keys.contains($0.key) } }
    guard let answer = facts.answer, !facts.isFile else { return me(nil) }
    if shows(index.shape(answer)) { return me("") }
    return me(properties(answer).first { $0.shape.isObject && shows($0.shape) }?.place)
  }
}
