/// Answers that say that something was done, and show nothing of the record but its id: `{"success": true, "id": 5}`.
enum Acknowledgement {
  private static let words: Set<String> = [
    "message", "msg", "success", "ok", "status", "code", "error", "errors", "detail", "details", "result", "info",
    "count", "affected", "changes", "statuscode", "issuccess", "timestamp", "mensaje", "statusmsg", "statusmessage",
    "errno", "errmsg", "errcode", "errorcode", "errormessage", "errormsg", "requestid", "traceid", "responsecode",
    "responsemessage", "succeeded", "time",
  ]
  /// What holds a record in other responses, and nothing here.
  private static let holders: Set<String> = ["data", "result", "payload", "content", "body", "response"]

  /// Whether a schema is that of such an answer.
  static func isOne(_ shape: SchemaShape, _ index: SchemaIndex) -> Bool {
    guard shape.isObject, !shape.members.isEmpty, shape.members.count <= 6 else { return false }
    var ids = 0
    for member in shape.members {
      let shape = index.shape(member.node)
      if holders.contains(member.key), shape.members.isEmpty, !shape.isArray { continue }
      guard !shape.isObject, !shape.isArray else { return false }
      if ["id", "uuid", "guid"].contains(member.words.last ?? "") || member.key == "insertid" {
        ids += 1
      } else if !words.contains(member.key) {
        return false
      }
    }
    return ids <= 1
  }

  /// The property of such an answer that may hold any record, since the document says nothing of it: `data` of
  /// `{"success": true, "data": {}, "message": "..."}`; nil for none.
  static func openHolder(_ shape: SchemaShape, _ index: SchemaIndex) -> String? {
    guard isOne(shape, index), !EnvelopeFinder.hasOwnID(shape) else { return nil }
    return shape.members.first { member in
      let inner = index.shape(member.node)
      return holders.contains(member.key) && (inner.isOpen || inner.isObject && inner.members.isEmpty)
    }?.name
  }
}
