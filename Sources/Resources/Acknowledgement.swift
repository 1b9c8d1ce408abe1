/// Answers that say that something was done, and show nothing of the record but its id: `{"success": true, "id": 5}`.
enum Acknowledgement {
  private static let words: Set<String> = [
    "message", "msg", "success", "ok", "status", "code", "error", "errors", "detail", "details", "result", "info",
    "count", "affected", "changes", "statuscode", "issuccess", "timestamp", "mensaje",
  ]

  /// Whether a schema is that of such an answer.
  static func isOne(_ shape: SchemaShape, _ index: SchemaIndex) -> Bool {
    guard shape.isObject, !shape.members.isEmpty, shape.members.count <= 6 else { return false }
    var ids = 0
    for member in shape.members {
      guard !index.shape(member.node).isObject, !index.shape(member.node).isArray else { return false }
      if ["id", "uuid", "guid"].contains(member.words.last ?? "") || member.key == "insertid" {
        ids += 1
      } else if !words.contains(member.key) {
        return false
      }
    }
    return ids <= 1
  }
}
