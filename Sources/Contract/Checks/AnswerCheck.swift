import HTTPCore
import JSON
import JSONSchema

/// Holds an answer against the operation it is of.
package struct AnswerCheck {
  let operation: DocumentedOperation
  private static let maximumViolations = 20

  /// A check against an operation.
  package init(_ operation: DocumentedOperation) {
    self.operation = operation
  }

  /// In what the answer leaves the document; empty when it does not.
  ///
  /// - Parameters:
  ///   - hasContent: false for the answer to HEAD, which never has content.
  package func deviations(_ response: Response, hasContent: Bool = true) -> [Deviation] {
    guard let answer = operation.answer(response.status) else {
      let known = operation.answers.map(\.status).joined(separator: ", ")
      return [
        Deviation(
          kind: .undocumentedStatus, location: "status", message: "is \(response.status); documented are \(known)")
      ]
    }
    let headers = answer.headers.flatMap { header -> [Deviation] in
      let location = "header \(header.name)"
      guard let text = response.headers[header.name] else {
        guard header.isRequired else { return [] }
        return [Deviation(kind: .missingAnswerHeader, location: location, message: "is required and missing")]
      }
      guard let schema = header.schema, let violation = TextCheck.violation(schema, [text]) else { return [] }
      return [
        Deviation(
          kind: .wrongAnswerHeader, location: location, message: "\(violation.expected), but \(violation.found)")
      ]
    }
    return headers + (hasContent ? contentDeviations(response, answer) : [])
  }

  private func contentDeviations(_ response: Response, _ answer: DocumentedOperation.Answer) -> [Deviation] {
    let bytes = response.content.bytes
    guard !answer.content.isEmpty else {
      guard !bytes.isEmpty else { return [] }
      return [Deviation(kind: .wrongAnswerType, location: "body", message: "is there, but none is documented")]
    }
    let type = response.headers["Content-Type"].flatMap(MediaType.init)?.essence
    guard let content = answer.content.first(where: { $0.mediaType == type }) else {
      let types = answer.content.map(\.mediaType).joined(separator: " or ")
      return [
        Deviation(
          kind: .wrongAnswerType, location: "header Content-Type",
          message: "must be \(types), but is \(type ?? "missing")")
      ]
    }
    guard content.mediaType.hasSuffix("json") else { return [] }
    // What is to come is not known yet.
    if case .stream = response.content { return [] }
    guard let value = try? JSONParser.parse(bytes) else {
      return [Deviation(kind: .wrongAnswer, location: "body", message: "is not JSON")]
    }
    let members = MemberCheck.deviations(value, schema: content.place, in: operation.document)
    guard !content.schema.isValid(value) else { return members }
    return members
      + content.schema.violations(of: value, limit: Self.maximumViolations).map { violation in
        Deviation(
          kind: .wrongAnswer, location: "body \(violation.instance)",
          message: "\(violation.expected), but \(violation.found)")
      }
  }
}
