// Paths with the action before the id of the record: `/orders/cancel/{id}`, `/orders/change-status/{orderId}`; those with a mark
// before the collection: `/likes/posts/{id}`; and those of several records: `/batch/orders/cancel`.

extension TargetReader {
  /// Takes the action out of a path that has it between a collection and the id of one of its records; nil for another path.
  func takeAction(from segments: inout [PathShape.Segment], _ operation: OperationFacts) -> [String]? {
    let at = segments.count - 2
    guard at >= 1, let parameter = segments.last?.parameter, let action = segments[at].literal,
      let collection = segments[at - 1].literal, operation.method != "GET", operation.method != "HEAD",
      case let path = PathShape.key(segments), methods[path]?.contains("GET") != true,
      methods[PathShape.key(segments.dropLast())] == nil
    else { return nil }
    let above = segments[..<at]
    // The collection has records of its own.
    guard withItems.contains(PathShape.key(above)) || methods[PathShape.key(above)] != nil else { return nil }
    let words = Words.split(action)
    let own = Words.singularKey(collection)
    let isItsID = [own + "id", own + "uuid"].contains(Words.key(parameter))
    guard let first = words.first, isItsID || ["id", "uuid", "pk"].contains(Words.key(parameter)) else { return nil }
    switch Vocabulary.verb(first) {
    case .action?, .update?, .delete?:
      // `/users/follows/{id}` are things, and so is what a noun names behind its own verb: `/posts/likes/{id}`.
      guard !Words.isPluralName(action) || words.count > 1 else { return nil }
    case .create?, .list?, .read?, .search?: return nil
    case nil:
      guard isItsID, !Words.isPluralName(action), ["PUT", "PATCH", "POST"].contains(operation.method),
        !PathShape.isVersion(collection)
      else { return nil }
    }
    segments.remove(at: at)
    // What a DELETE says of itself decides what becomes of the record.
    return operation.method == "DELETE" && methods[path]?.count == 1 ? [] : words
  }

  /// Takes a mark out of a path that has it before a collection that has its own path: `POST /likes/posts/{id}` likes what
  /// `GET /posts/{id}` shows. nil for another path.
  func takeMark(from segments: inout [PathShape.Segment], _ operation: OperationFacts) -> [String]? {
    let at = segments.count - 3
    guard at >= 0, let action = segments[at].literal, segments[at + 1].literal != nil,
      segments[at + 2].parameter != nil,
      ["POST", "PUT", "DELETE"].contains(operation.method), methods[PathShape.key(segments)]?.contains("GET") != true
    else { return nil }
    let words = Words.split(action).map(Words.singular)
    let plain = segments[..<at] + segments[(at + 1)...]
    guard words.count == 1, Self.markingActions.contains(words[0]),
      methods[PathShape.key(plain)]?.contains("GET") == true
    else { return nil }
    segments.remove(at: at)
    return words
  }

  /// Takes the action, and what says that it is done to several records, out of a path such as `/batch/photos/delete`, where
  /// the collection has records of its own; nil for another path.
  func takeActionOfMany(from segments: inout [PathShape.Segment], _ operation: OperationFacts) -> [String]? {
    let at = segments.count - 3
    guard at >= 0, let word = segments[at].literal?.lowercased(), Self.many.contains(word),
      let collection = segments[at + 1].literal, let action = segments[at + 2].literal,
      operation.method != "GET", operation.method != "HEAD"
    else { return nil }
    let plain = segments[..<at] + [.literal(collection)]
    guard withItems.contains(PathShape.key(plain)), !withItems.contains(PathShape.key(segments)) else { return nil }
    segments = Array(plain)
    return Words.split(action)
  }

  /// Verbs by which accounts mark records.
  private static let markingActions: Set<String> = [
    "like", "favorite", "favourite", "bookmark", "star", "follow", "repost", "save", "upvote", "downvote", "subscribe",
    "watch", "boost", "mute", "block", "pin",
  ]
}
