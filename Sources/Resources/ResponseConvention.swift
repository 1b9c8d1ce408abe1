import JSON

/// What an API's responses have around a record or a list, so that responses that the document says nothing of have it
/// too: `{"success": true, "message": "…", "data": …}`.
package struct ResponseConvention: Sendable, Equatable {
  /// The property that holds the record, such as `data`.
  package var holder: String
  /// The properties that lead to a list, such as `data` and `items`.
  package var list: [String]
  /// The other properties of such responses that say that all went well.
  package var statement: JSONObject

  /// A convention from its parts.
  package init(holder: String, list: [String], statement: JSONObject) {
    (self.holder, self.list, self.statement) = (holder, list, statement)
  }
}

extension ResponseConvention {
  mutating func code(_ coder: inout ModelCoder) {
    coder.text("holder", &holder)
    coder.texts("list", &list)
    coder.member("statement", &statement, or: JSONObject(), { .object($0) }, { $0.object })
  }
}
