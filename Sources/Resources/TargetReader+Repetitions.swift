/// Paths that say twice what they are about: `/products/getAllProducts`, `/order/saveOrder`, `/orders/findById/{id}`.
extension TargetReader {
  /// Takes a name that repeats the collection before it out of a path, and says what it does; nil for another path.
  func takeRepetition(from segments: inout [PathShape.Segment], _ operation: OperationFacts) -> String? {
    let hasParameter = segments.last?.parameter != nil
    let at = segments.count - (hasParameter ? 2 : 1)
    guard at >= 1, let name = segments[at].literal, let before = segments[at - 1].literal else { return nil }
    let own = Words.singularKey(before)
    var words = Words.split(name)
    if words.count == 1 { words = Self.parts(of: words[0], own) ?? words }
    guard words.count >= 2, let verb = Self.verb(words[0], operation) else { return nil }
    let by = words.firstIndex(of: "by")
    let noun = words[1..<(by ?? words.count)].filter { !Self.fillers.contains($0) }
    // `read-all` is an action.
    let isEmptyName = by != nil || words.contains("all") && operation.method == "GET"
    guard noun.isEmpty ? isEmptyName : Words.singularKey(noun.joined(separator: "_")) == own
    else { return nil }
    if let by {
      let key = words[(by + 1)...].joined()
      guard key == "id" || key == own + "id" || ["uuid", "slug", "code", "name", "email", "username"].contains(key)
      else {
        return nil
      }
    }
    let isList = words.contains("all") || noun.last.map(Words.isPlural) == true && by == nil
    guard let does = does(verb, isList: isList, hasParameter: hasParameter, before, operation) else { return nil }
    segments.remove(at: at)
    return does
  }

  /// What the word before a repeated name says: `/group/my-groups` lists those of the caller.
  private static func verb(_ word: String, _ operation: OperationFacts) -> Vocabulary.Verb? {
    switch word {
    case "save": .create
    case "my", "own": operation.method == "GET" ? .list : nil
    default: Vocabulary.verb(word)
    }
  }

  private func does(
    _ verb: Vocabulary.Verb, isList: Bool, hasParameter: Bool, _ before: String, _ operation: OperationFacts
  ) -> String? {
    switch verb {
    case .create:
      return !hasParameter && ["POST", "PUT"].contains(operation.method) && !asksForOne(operation, before)
        ? "create" : nil
    case .list, .read, .search:
      guard ["GET", "POST"].contains(operation.method) else { return nil }
      if hasParameter { return operation.method == "GET" && verb != .list ? "get" : nil }
      if verb == .search, !asksForOne(operation, before) { return nil }
      let isArray = operation.answer.map { index.shape($0).isArray } ?? false
      return isList || isArray || !asksForOne(operation, before) ? "list" : "get"
    case .update: return ["POST", "PUT", "PATCH"].contains(operation.method) ? "update" : nil
    case .delete: return "delete"
    case .action: return nil
    }
  }

  /// Whether the query or the content of a request has the id of one record of a collection.
  func asksForOne(_ operation: OperationFacts, _ literal: String?) -> Bool {
    let own = literal.map { Words.singularKey($0) } ?? ""
    let sent = operation.request.map { index.shape($0).members.map(\.name) } ?? []
    return (operation.query.map(\.name) + sent).contains { ["id", own + "id", own + "uuid"].contains(Words.key($0)) }
  }

  /// `getorder` behind `order`.
  private static func parts(of word: String, _ own: String) -> [String]? {
    let verb = ["get", "list", "add", "create", "update", "delete", "edit", "remove", "save", "find"].first {
      word.hasPrefix($0) && word.count > $0.count && Words.singularKey(String(word.dropFirst($0.count))) == own
    }
    return verb.map { [$0, String(word.dropFirst($0.count))] }
  }

  private static let fillers: Set<String> = [
    "all", "new", "one", "the", "a", "single", "details", "detail", "list", "info",
  ]
}
