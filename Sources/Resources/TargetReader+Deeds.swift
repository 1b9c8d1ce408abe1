// Paths with the deed before the id of the record: `/orders/cancel/{id}`, `/orders/change-status/{orderId}`.

extension TargetReader {
  /// Takes the deed out of a path that has it between a collection and the id of one of its records; nil for another path.
  func takeDeed(from segments: inout [PathShape.Segment], _ operation: OperationFacts) -> [String]? {
    let at = segments.count - 2
    guard at >= 1, let parameter = segments.last?.parameter, let deed = segments[at].literal,
      let collection = segments[at - 1].literal, operation.method != "GET", operation.method != "HEAD",
      case let path = PathShape.key(segments), methods[path]?.contains("GET") != true,
      methods[PathShape.key(segments.dropLast())] == nil
    else { return nil }
    let above = segments[..<at]
    // The collection has records of its own.
    guard withItems.contains(PathShape.key(above)) || methods[PathShape.key(above)] != nil else { return nil }
    let words = Words.split(deed)
    let own = Words.singularKey(collection)
    let isItsID = [own + "id", own + "uuid"].contains(Words.key(parameter))
    guard let first = words.first, isItsID || ["id", "uuid", "pk"].contains(Words.key(parameter)) else { return nil }
    switch Vocabulary.verb(first) {
    case .action?, .update?, .delete?:
      // `/users/follows/{id}` are things, and so is what a noun names behind its own verb: `/posts/likes/{id}`.
      guard !Words.isPluralName(deed) || words.count > 1 else { return nil }
    case .create?, .list?, .read?, .search?: return nil
    case nil:
      guard isItsID, !Words.isPluralName(deed), ["PUT", "PATCH", "POST"].contains(operation.method),
        !PathShape.isVersion(collection)
      else { return nil }
    }
    segments.remove(at: at)
    // What a DELETE says of itself tells what becomes of the record.
    return operation.method == "DELETE" && methods[path]?.count == 1 ? [] : words
  }
}
