/// Something in which a request or an answer leaves the document.
package struct Deviation: Sendable, Hashable {
  /// What kind of thing it is; each is told of once.
  package enum Kind: String, Sendable {
    case undocumentedParameter, missingParameter, wrongParameter
    case missingCredentials, wrongContentType, missingBody, unreadableBody, wrongBody, undocumentedMember
    case undocumentedStatus, wrongAnswerType, wrongAnswer, missingAnswerHeader, wrongAnswerHeader
  }

  package let kind: Kind
  /// Where: `body /nombre`, `query limit`, `header Authorization`, `path id`, `status`.
  package let location: String
  /// What is wrong, in a sentence.
  package let message: String
}

extension Deviation: CustomStringConvertible {
  package var description: String { "\(location): \(message)" }
}
