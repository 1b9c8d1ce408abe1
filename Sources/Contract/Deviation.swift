import JSON
import JSONSchema

/// One way in which a request or a response deviates from the document.
package struct Deviation: Sendable, Equatable {
  /// What kind of deviation it is; each is reported once.
  package enum Kind: String, Sendable {
    case undocumentedParameter, missingParameter, wrongParameter
    case missingCredentials, wrongContentType, missingBody, unreadableBody, wrongBody, undocumentedMember
    case undocumentedStatus, wrongAnswerType, wrongAnswer, missingAnswerHeader, wrongAnswerHeader
  }

  /// Where in a request or response it is.
  package enum Place: Sendable, Equatable {
    case path(String)
    case query(String)
    case header(String)
    case cookie(String)
    /// A value inside the body; the root is the whole body.
    case body(JSONPointer)
    /// A value inside the payload of a message; the root is the whole payload.
    case payload(JSONPointer)
    case status(Int)
  }

  package let kind: Kind
  package let place: Place
  /// Why the schema does not allow the value; nil for a deviation that no schema is about.
  package let violation: Violation?
  /// What is wrong, in a sentence for people.
  package let message: String

  init(_ kind: Kind, _ place: Place, _ message: String) {
    (self.kind, self.place, self.message, violation) = (kind, place, message, nil)
  }

  init(_ kind: Kind, _ place: Place, _ violation: Violation) {
    (self.kind, self.place, self.message, self.violation) = (kind, place, violation.message, violation)
  }

  private init(_ kind: Kind, _ place: Place, _ message: String, _ violation: Violation?) {
    (self.kind, self.place, self.message, self.violation) = (kind, place, message, violation)
  }

  /// The same deviation at another place.
  func moved(to place: Place) -> Deviation { Deviation(kind, place, message, violation) }

  /// The place as text: `body /nombre`, `payload /order/id`, `query limit`, `header Authorization`, `path id`, `status`.
  package var location: String {
    switch place {
    case .path(let name): "path \(name)"
    case .query(let name): "query \(name)"
    case .header(let name): "header \(name)"
    case .cookie(let name): "cookie \(name)"
    case .body(let pointer): pointer.tokens.isEmpty ? "body" : "body \(pointer)"
    case .payload(let pointer): pointer.tokens.isEmpty ? "payload" : "payload \(pointer)"
    case .status: "status"
    }
  }
}

extension Deviation: CustomStringConvertible {
  package var description: String { "\(location): \(message)" }
}
