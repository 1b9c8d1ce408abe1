import JSONSchema

// Collections of which the document has paths and methods alone, as frameworks write it that know nothing of requests
// and responses.

extension CollectionReader {
  /// Whether records are listed, made and found by their ids at a node although no schema shows one.
  func isUnsaid(_ node: CollectionNode) -> Bool {
    guard node.record == nil, node.hasItems, Words.isPluralName(node.literal) else { return false }
    let listing = node.operations.filter { isOpenList($0) }
    // What is made by a query alone is kept for what deletes it.
    let isWritten = node.operations.contains { number in
      operations[number].method == "POST" && targets[number].form == .collection && !operations[number].query.isEmpty
        && !operations[number].hasRequest && !operations[number].hasAnswer
    }
    return
      (node.canCreate
      ? isWritten || !listing.isEmpty : listing.contains { ListReader(index: index).isPaged(operations[$0]) })
      && node.operations.contains { operations[$0].meaning != "POST" && targets[$0].form == .item }
  }

  /// What a node is that is read and written although the document does not say what is shown: one thing, such as
  /// `/profile`, or one for each id, such as `/goals/{period}`; nil for another node.
  func unsaidKind(_ node: CollectionNode) -> CollectionNode.Kind? {
    if isUnsaidSet(node) || isUnsaidLog(node) { return .collection }
    guard node.list == nil, node.record == nil || !hasAnswers(node),
      Words.split(node.literal).last.map(Self.alone.contains) == true
    else { return nil }
    let form: OperationTarget.Form = node.hasItems ? .item : .collection
    let own = node.operations.filter { targets[$0].verb == nil && targets[$0].forced == nil }
    guard own.count == node.operations.count, own.allSatisfy({ targets[$0].form == form }),
      own.contains(where: {
        operations[$0].method == "GET" && !operations[$0].isFile && operations[$0].isAnswerOpen(index)
      }),
      own.contains(where: { ["POST", "PUT", "PATCH"].contains(operations[$0].method) })
    else { return nil }
    return node.hasItems ? .collection : .singleton
  }

  /// Whether clients put ids into a list and take them out, and the document does not say what the list shows:
  /// `GET /favorites` beside `POST` and `DELETE` of `/favorites/{id}`.
  func isUnsaidSet(_ node: CollectionNode) -> Bool {
    let name = Words.split(node.literal).last ?? ""
    guard node.record == nil, node.hasItems, !node.canCreate, Words.isPlural(name) || Self.marks.contains(name) else {
      return false
    }
    let items = Set(node.operations.filter { targets[$0].form == .item }.map { operations[$0].method })
    return items.isSubset(of: ["POST", "PUT", "DELETE"]) && items.contains("DELETE") && items.count > 1
      && node.operations.contains { targets[$0].form == .collection && isOpenList($0) }
      && node.operations.allSatisfy { !operations[$0].hasAnswer && !operations[$0].hasRequest }
  }

  /// Names of what clients choose.
  private static let marks: Set<String> = [
    "favorite", "favourite", "bookmark", "like", "starred", "saved", "watchlist",
  ]

  /// Whether clients write down what the document lists by its day alone, without saying what that shows: `POST /naps` beside
  /// `GET /naps/date/{date}`.
  func isUnsaidLog(_ node: CollectionNode) -> Bool {
    node.record == nil && node.canCreate
      && places.contains(PathShape.key(node.segments + [.literal("date"), .parameter("date")]))
      && node.operations.contains { number in
        operations[number].method == "POST" && targets[number].form == .collection && takesDay(operations[number])
      }
  }

  /// Whether a creation takes the day of what it writes down.
  func takesDay(_ facts: OperationFacts) -> Bool {
    facts.query.contains { $0.key == "date" } || facts.request.map { index.shape($0).member("date") != nil } ?? false
  }

  /// Whether any response of a node is described.
  private func hasAnswers(_ node: CollectionNode) -> Bool {
    node.operations.contains { !operations[$0].isAnswerOpen(index) && operations[$0].hasAnswer }
  }

  /// Names of what there is one of, or one for each name.
  private static let alone: Set<String> = [
    "goal", "goals", "profile", "setting", "settings", "preference", "preferences", "config", "configuration",
    "options",
  ]

  /// Whether an operation lists records of which the document does not say what they hold.
  func isOpenList(_ number: Int) -> Bool {
    let facts = operations[number]
    return facts.method == "GET" && targets[number].form == .collection && !facts.isFile
      && (facts.isAnswerOpen(index) || answersWithAnyObject(facts))
  }

  /// Whether a document says no more of an answer than that it is an object.
  func answersWithAnyObject(_ facts: OperationFacts) -> Bool {
    guard let shape = facts.answer.map(index.shape) else { return false }
    return shape.types == ["object"] && shape.members.isEmpty && !shape.isMap
  }

  /// Whether a node lists below a record what another node of its name keeps: the cards of `/lanes/{id}/cards`.
  func listsOpenly(_ node: CollectionNode) -> Bool {
    Words.isPluralName(node.literal) && node.segments.dropLast().last?.parameter != nil
      && node.operations.allSatisfy { isOpenList($0) }
  }
}
