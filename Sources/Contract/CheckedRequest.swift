import HTTPCore
import JSON
import JSONSchema
import Synchronization

/// A request compared with its operation in the API's document: its parameters, its credentials and its body.
///
/// Each part is parsed and checked on first use, and once. The pipeline checks all parts and passes the value to the
/// endpoint. Where the pipeline checks nothing, the endpoint of a custom API creates the value and checks what it refuses
/// requests for.
package final class CheckedRequest: RequestVerdict {
  private struct Found {
    var query: QueryCheck?
    /// The deviations of the parameters in the path, the headers and the query.
    var parameters: [Deviation]?
    /// The deviations of the body as JSON, with the place of the schema.
    var content: (place: JSONPointer, deviations: [Deviation])?
  }

  package let request: Request
  package let operation: DocumentedOperation
  /// Type and subtype of the body from `Content-Type`; nil without a valid one.
  package let mediaType: String?
  private let path: PathParameters
  private let found = Mutex(Found())

  /// How many deviations of one body are reported at most.
  private static let maximumViolations = 20

  /// Creates a request that is not checked yet.
  ///
  /// - Parameters:
  ///   - path: The parameters of the path.
  package init(_ request: Request, _ path: PathParameters, of operation: DocumentedOperation) {
    (self.request, self.path, self.operation) = (request, path, operation)
    mediaType = request.headers["Content-Type"].flatMap(MediaType.init)?.essence
  }

  package var operationID: String { operation.entry.operationID }

  /// How the request deviates from the document; empty when it does not.
  package func deviations() -> [Deviation] {
    parameterDeviations() + (missingCredential().map { [$0] } ?? []) + contentDeviations()
  }

  // MARK: Parameters

  /// The parameters of the query.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when the query cannot be read.
  package func query() throws(Problem) -> QueryParameters { try queryCheck().reading.get() }

  /// How the parameters in the path, the headers and the query deviate from the document.
  package func parameterDeviations() -> [Deviation] {
    if let known = found.withLock({ $0.parameters }) { return known }
    let made = ParameterCheck.deviations(request.headers, path, operation) + queryCheck().deviations
    found.withLock { $0.parameters = made }
    return made
  }

  private func queryCheck() -> QueryCheck {
    if let known = found.withLock({ $0.query }) { return known }
    let made = QueryCheck(request.target.rawQuery, operation)
    found.withLock { $0.query = made }
    return made
  }

  // MARK: Credentials

  /// The first missing credential when the request satisfies none of the choices; nil when it satisfies one.
  package func missingCredential() -> Deviation? {
    guard !operation.credentials.isEmpty else { return nil }
    let isSatisfied = operation.credentials.contains { choice in choice.allSatisfy(brings) }
    guard !isSatisfied, let wanted = operation.credentials.first?.first else { return nil }
    let place: Deviation.Place =
      switch wanted {
      case .authorization: .header("Authorization")
      case .header(let name): .header(name)
      case .query(let name): .query(name)
      case .cookie(let name): .cookie(name)
      }
    return Deviation(.missingCredentials, place, "is required and missing")
  }

  private func brings(_ credential: DocumentedOperation.Credential) -> Bool {
    switch credential {
    case .authorization: request.headers["Authorization"] != nil
    case .header(let name): request.headers[name] != nil
    case .query(let name): queryCheck().parameters.contains { $0.name == name }
    case .cookie(let name): hasCookie(name)
    }
  }

  /// Whether a cookie of a name came (RFC 6265 §4.2.1).
  private func hasCookie(_ name: String) -> Bool {
    request.headers.values("Cookie").contains { line in
      line.split(separator: ";").contains { pair in
        String(pair.prefix { $0 != "=" }).trimmingBlanks() == name
      }
    }
  }

  // MARK: Content

  /// What the document says of content of a media type; nil when it does not take that.
  ///
  /// - Parameters:
  ///   - type: Type and subtype; nil when the request does not say, and means the first.
  package func content(for type: String?) -> DocumentedOperation.Content? {
    let contents = operation.requestContent
    guard let type else { return contents.first }
    if let content = contents.first(where: { $0.mediaType == type }) { return content }
    let range = type.prefix { $0 != "/" } + "/*"
    return contents.first { $0.mediaType == range } ?? contents.first { $0.mediaType == "*/*" }
  }

  /// Why the document does not allow the request's JSON as some content. Undocumented members are not a reason.
  ///
  /// - Throws: `JSONSyntaxError` when the body is not JSON.
  package func jsonViolations(_ content: DocumentedOperation.Content) throws(JSONSyntaxError) -> [Deviation] {
    let value = try request.parsedBody.json()
    if let known = found.withLock({ $0.content }), known.place == content.place { return known.deviations }
    let made = violations(value, content)
    found.withLock { $0.content = (content.place, made) }
    return made
  }

  /// Why the document does not allow a value as some content. Undocumented members are not a reason.
  package func violations(_ value: JSONValue, _ content: DocumentedOperation.Content) -> [Deviation] {
    guard !content.schema.isValid(value) else { return [] }
    return content.schema.violations(of: value, limit: Self.maximumViolations).map { violation in
      Deviation(.wrongBody, .body(violation.instance), violation)
    }
  }

  private func contentDeviations() -> [Deviation] {
    guard !operation.requestContent.isEmpty else { return [] }
    guard !request.body.isEmpty else {
      guard operation.isContentRequired else { return [] }
      return [Deviation(.missingBody, .body(.root), "is required and missing")]
    }
    guard let mediaType, let content = content(for: mediaType) else {
      let types = operation.requestContent.map(\.mediaType).joined(separator: " or ")
      let found = mediaType.map { "is \($0.clipped(to: 60))" } ?? "is missing"
      let wrong = Deviation(.wrongContentType, .header("Content-Type"), "must be \(types), but \(found)")
      let json = operation.requestContent.first { $0.mediaType == "application/json" }
      return [wrong] + (json.map(jsonDeviations) ?? [])
    }
    return mediaType.hasSuffix("json") ? jsonDeviations(content) : formDeviations(mediaType, content)
  }

  private func jsonDeviations(_ content: DocumentedOperation.Content) -> [Deviation] {
    do throws(JSONSyntaxError) {
      let value = try request.parsedBody.json()
      return MemberCheck.deviations(value, content.memberShape(in: operation.document), in: operation.document)
        + (try jsonViolations(content))
    } catch {
      return [Deviation(.unreadableBody, .body(.root), "is not JSON: \(error)")]
    }
  }

  /// A form's fields are text: of them and of a form's files the names are checked, and which are missing.
  private func formDeviations(_ type: String, _ content: DocumentedOperation.Content) -> [Deviation] {
    // Of a file, or XML, nothing more is known.
    guard type == "application/x-www-form-urlencoded" || type == "multipart/form-data" else { return [] }
    guard let form = try? FormBody(request) else {
      return [Deviation(.unreadableBody, .body(.root), "is not \(content.mediaType)")]
    }
    var object = JSONObject()
    for field in form.fields.parameters { object[field.name] = .string(field.value) }
    if type == "multipart/form-data", let parts = try? MultipartForm(request, takesBytes: true).parts {
      for part in parts where object[part.name] == nil { object[part.name] = .null }
    }
    let shape = content.memberShape(in: operation.document)
    let missing = shape.required.filter { name in
      // Objects and lists come as `address[city]`, `address.city` and `tags[]`.
      !object.keys.contains { $0 == name || $0.hasPrefix("\(name)[") || $0.hasPrefix("\(name).") }
    }.map { name in
      let violation = Violation(
        instance: .root, keyword: "required", schemaLocation: "#\(content.place)/required", reason: .missingMember(name)
      )
      return Deviation(.wrongBody, .body(.root), violation)
    }
    return missing + MemberCheck.deviations(.object(object), shape, in: operation.document)
  }
}
