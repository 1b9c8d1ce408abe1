import HTTPCore
import JSON
import JSONSchema

/// Holds a request against the operation it is for.
package struct RequestCheck {
  private let operation: DocumentedOperation

  /// How many things wrong with one body are told of.
  private static let maximumViolations = 20

  /// A check against an operation.
  package init(_ operation: DocumentedOperation) {
    self.operation = operation
  }

  /// In what the request leaves the document; empty when it does not.
  ///
  /// - Parameters:
  ///   - path: The value of a parameter of the path.
  package func deviations(_ request: Request, path: (String) -> String) -> [Deviation] {
    let query = QueryCheck(request, operation)
    var deviations = ParameterCheck.deviations(request, operation, path: path) + query.deviations
    if let missing = missingCredential(request, query.parameters) { deviations.append(missing) }
    return deviations + bodyDeviations(request)
  }

  /// What to say when none of the choices of credentials came along.
  private func missingCredential(_ request: Request, _ query: [QueryParameters.Parameter]) -> Deviation? {
    guard !operation.credentials.isEmpty else { return nil }
    let isSatisfied = operation.credentials.contains { choice in
      choice.allSatisfy { credential in
        switch credential {
        case .authorization: request.headers["Authorization"] != nil
        case .header(let name): request.headers[name] != nil
        case .query(let name): query.contains { $0.name == name }
        }
      }
    }
    guard !isSatisfied, let wanted = operation.credentials.first?.first else { return nil }
    let location =
      switch wanted {
      case .authorization: "header Authorization"
      case .header(let name): "header \(name)"
      case .query(let name): "query \(name)"
      }
    return Deviation(kind: .missingCredentials, location: location, message: "is required and missing")
  }

  private func bodyDeviations(_ request: Request) -> [Deviation] {
    guard !operation.requestContent.isEmpty else { return [] }
    guard !request.body.isEmpty else {
      guard operation.isContentRequired else { return [] }
      return [Deviation(kind: .missingBody, location: "body", message: "is required and missing")]
    }
    let type = request.headers["Content-Type"].flatMap(MediaType.init)?.essence
    guard let content = operation.requestContent.first(where: { $0.mediaType == type }) else {
      let types = operation.requestContent.map(\.mediaType).joined(separator: " or ")
      let found = type.map { "is \($0.clipped(to: 60))" } ?? "is missing"
      let wrong = Deviation(
        kind: .wrongContentType, location: "header Content-Type", message: "must be \(types), but \(found)")
      let json = operation.requestContent.first { $0.mediaType == "application/json" }
      return [wrong] + (json.map { jsonDeviations(request, $0) } ?? [])
    }
    return content.mediaType == "application/json" ? jsonDeviations(request, content) : formDeviations(request, content)
  }

  private func jsonDeviations(_ request: Request, _ content: DocumentedOperation.Content) -> [Deviation] {
    let value: JSONValue
    do {
      value = try JSONParser.parse(request.body)
    } catch {
      return [Deviation(kind: .unreadableBody, location: "body", message: "is not JSON: \(error)")]
    }
    return valueDeviations(value, content)
  }

  /// A form's fields are text; they are held against the schema where it allows text.
  private func formDeviations(_ request: Request, _ content: DocumentedOperation.Content) -> [Deviation] {
    guard let form = try? FormContent(request) else {
      return [Deviation(kind: .unreadableBody, location: "body", message: "is not \(content.mediaType)")]
    }
    var object = JSONObject()
    for field in form.fields.parameters { object[field.name] = .string(field.value) }
    return MemberCheck.deviations(.object(object), schema: content.place, in: operation.document)
  }

  private func valueDeviations(_ value: JSONValue, _ content: DocumentedOperation.Content) -> [Deviation] {
    let members = MemberCheck.deviations(value, schema: content.place, in: operation.document)
    guard !content.schema.isValid(value) else { return members }
    let violations = content.schema.violations(of: value, limit: Self.maximumViolations)
    return members
      + violations.map { violation in
        Deviation(
          kind: .wrongBody, location: "body \(violation.instance)",
          message: "\(violation.expected), but \(violation.found)")
      }
  }
}
