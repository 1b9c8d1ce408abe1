import Foundation

/// An error body as AgroBridge documents it: `error` with `code`, `message` and, at will, `details`, whose values
/// are all text.
package struct DocumentedError {
  package let code: String
  package let message: String
  package let details: [String: String]

  private static let codes: Set = [
    "VALIDATION_ERROR", "AUTH_FAILED", "TOKEN_EXPIRED", "RESOURCE_NOT_FOUND", "DUPLICATE_ENTRY",
    "PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED", "SERVER_ERROR",
  ]

  /// nil when the answer has any other shape.
  package init?(_ answer: RawResponse) {
    guard answer.header("Content-Type") == "application/json; charset=utf-8", answer.json.count == 1,
      let code = answer.error["code"] as? String, Self.codes.contains(code),
      let message = answer.error["message"] as? String, !message.isEmpty,
      Set(answer.error.keys).isSubset(of: ["code", "message", "details"])
    else { return nil }
    (self.code, self.message) = (code, message)
    guard let given = answer.error["details"] else {
      details = [:]
      return
    }
    guard let details = given as? [String: String], !details.isEmpty else { return nil }
    self.details = details
  }

  /// The field that the error is about.
  package var field: String? { details["field"] }
}

extension RawResponse {
  /// The documented error in the answer; throws when there is none.
  package func documentedError(_ comment: String) throws -> DocumentedError {
    guard let error = DocumentedError(self) else {
      throw RawClient.Failure(what: "\(comment): no documented error: \(excerpt)")
    }
    return error
  }

  /// The beginning of the answer, for a test's messages.
  package var excerpt: String { "\(status) " + String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))) }
}
