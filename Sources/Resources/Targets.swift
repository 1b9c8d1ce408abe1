/// What an operation's path is about: a collection or one thing, one record of it, or an action.
struct OperationTarget {
  enum Form {
    /// `/pets`
    case collection
    /// `/pets/{id}`
    case item
    /// `/orders/{id}/cancel`
    case itemAction
    /// `/orders/export`, `/chat.postMessage`
    case collectionAction
  }

  var form: Form
  /// The path of the collection or thing, up to its name.
  var segments: [PathShape.Segment]
  /// What stands in the path for the collection: its last literal.
  var literal: String
  /// The parameters behind it, the record's own id last.
  var trailing: [String] = []
  /// The words of the action, or what the name of the operation's path says that its method does not.
  var verbWords: [String] = []
  var verb: Vocabulary.Verb?
  /// Whether the path names the record by another property than its id: `/releases/tags/{tag}`.
  var namesOtherwise = false
  /// The resource and the kind by a correction.
  var named: String?
  var forced: OperationDescription.Kind?
  /// The parameter of the query, or the member of the content, that names the record by a correction.
  var id: String?

  var key: String { named.map { "=" + $0 } ?? PathShape.key(segments) }
}
