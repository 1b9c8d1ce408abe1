import HTTPCore
import JSON
import JSONSchema
import Synchronization

/// Compares a request with what the document says about its operation.
package struct RequestCheck {
  private let operation: DocumentedOperation

  /// How many deviations of one body are reported at most.
  private static let maximumViolations = 20

  /// A check against an operation.
  package init(_ operation: DocumentedOperation) {
    self.operation = operation
  }

  /// How the request deviates from the document; empty when it does not.
  ///
  /// - Parameters:
  ///   - path: The value of a parameter of the path.
  package func deviations(_ request: Request, path: (String) -> String) -> [Deviation] {
    let query = QueryCheck(request.target.rawQuery, operation)
    var deviations = ParameterCheck.deviations(request, operation, path: path) + query.deviations
    if let missing = missingCredential(request.headers, query.parameters) { deviations.append(missing) }
    return deviations + bodyDeviations(request)
  }

  /// How the parameters of the path, the query and the header section deviate from the document.
  ///
  /// - Parameters:
  ///   - path: The value of a parameter of the path.
  package func parameterDeviations(_ request: Request, path: (String) -> String) -> [Deviation] {
    ParameterCheck.deviations(request, operation, path: path)
      + QueryCheck(request.target.rawQuery, operation).deviations
  }

  /// Why the document does not allow a value as some content; members that it does not mention are no reason.
  package func violations(_ value: JSONValue, _ content: DocumentedOperation.Content) -> [Deviation] {
    guard !content.schema.isValid(value) else { return [] }
    return content.schema.violations(of: value, limit: Self.maximumViolations).map { violation in
      Deviation(.wrongBody, .body(violation.instance), violation)
    }
  }

  /// What the document says of content of a media type; nil when it does not take that.
  ///
  /// - Parameters:
  ///   - type: Type and subtype; nil when the request does not tell, and means the first.
  package func content(for type: String?) -> DocumentedOperation.Content? {
    let contents = operation.requestContent
    guard let type else { return contents.first }
    let range = type.prefix { $0 != "/" } + "/*"
    return contents.first { $0.mediaType == type } ?? contents.first { $0.mediaType == range }
      ?? contents.first { $0.mediaType == "*/*" }
  }

  /// What to say when a request satisfies none of the choices of credentials; nil when it does.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when the query cannot be read.
  package func missingCredential(_ request: Request) throws(Problem) -> Deviation? {
    operation.credentials.isEmpty ? nil : missingCredential(request.headers, try request.query().parameters)
  }

  /// What to say when a request satisfies none of the choices of credentials.
  private func missingCredential(_ headers: HeaderFields, _ query: [QueryParameters.Parameter]) -> Deviation? {
    guard !operation.credentials.isEmpty else { return nil }
    let isSatisfied = operation.credentials.contains { choice in
      choice.allSatisfy { credential in
        switch credential {
        case .authorization: headers["Authorization"] != nil
        case .header(let name): headers[name] != nil
        case .query(let name): query.contains { $0.name == name }
        case .cookie(let name): Self.hasCookie(name, headers)
        }
      }
    }
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

  /// Whether a cookie of a name came (RFC 6265 §4.2.1).
  private static func hasCookie(_ name: String, _ headers: HeaderFields) -> Bool {
    headers.values("Cookie").contains { line in
      line.split(separator: ";").contains { pair in
        String(pair.prefix { $0 != "=" }).trimmingBlanks() == name
      }
    }
  }

  private func bodyDeviations(_ request: Request) -> [Deviation] {
    guard !operation.requestContent.isEmpty else { return [] }
    guard !request.body.isEmpty else {
      guard operation.isContentRequired else { return [] }
      return [Deviation(.missingBody, .body(.root), "is required and missing")]
    }
    let type = request.headers["Content-Type"].flatMap(MediaType.init)?.essence
    guard let type, let content = content(for: type) else {
      let types = operation.requestContent.map(\.mediaType).joined(separator: " or ")
      let found = type.map { "is \($0.clipped(to: 60))" } ?? "is missing"
      let wrong = Deviation(.wrongContentType, .header("Content-Type"), "must be \(types), but \(found)")
      let json = operation.requestContent.first { $0.mediaType == "application/json" }
      return [wrong] + (json.map { jsonDeviations(request, $0) } ?? [])
    }
    if type.hasSuffix("json") { return jsonDeviations(request, content) }
    return formDeviations(request, content)
  }

  private func jsonDeviations(_ request: Request, _ content: DocumentedOperation.Content) -> [Deviation] {
    let value: JSONValue
    do {
      value = try JSONParser.parse(request.body)
    } catch {
      return [Deviation(.unreadableBody, .body(.root), "is not JSON: \(error)")]
    }
    return valueDeviations(value, content)
  }

  /// A form's fields are text: of them and of a form's files the names are checked, and which are missing.
  private func formDeviations(_ request: Request, _ content: DocumentedOperation.Content) -> [Deviation] {
    let type = request.headers["Content-Type"].flatMap(MediaType.init)?.essence ?? content.mediaType
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

  private func valueDeviations(_ value: JSONValue, _ content: DocumentedOperation.Content) -> [Deviation] {
    MemberCheck.deviations(value, content.memberShape(in: operation.document), in: operation.document)
      + violations(value, content)
  }
}

/// Checks the query of a request against an operation.
struct QueryCheck {
  /// The parameters, as they came; empty when the query cannot be read.
  let parameters: [QueryParameters.Parameter]
  /// What is wrong with them.
  let deviations: [Deviation]

  init(_ raw: [UInt8], _ operation: DocumentedOperation) {
    if raw.isEmpty, !operation.requiresQuery {
      (parameters, deviations) = ([], [])
      return
    }
    if let known = operation.faultlessQueries.parameters(raw) {
      parameters = known
      deviations = []
      return
    }
    parameters = (try? QueryParameters(raw))?.parameters ?? []
    let values = parameters.map { (name: Self.listName($0.name), value: $0.value) }
    deviations =
      operation.parameters.filter { $0.location == .query && !$0.isFreeForm }.flatMap { parameter in
        ParameterCheck.deviations(parameter, values.filter { $0.name == parameter.name }.map(\.value))
      } + Self.undocumented(values.map(\.name), operation.query)
    if deviations.isEmpty { operation.faultlessQueries.remember(raw, parameters) }
  }

  private static func undocumented(_ names: [String], _ query: DocumentedQuery) -> [Deviation] {
    var seen: Set<String> = []
    return names.filter { name in !query.contains(name) && seen.insert(name).inserted }.map { name in
      Deviation(.undocumentedParameter, .query(name.clipped(to: 60)), KnownNames(query.names).undocumented(name))
    }
  }

  /// `values[]` is another way to write `values` more than once.
  private static func listName(_ name: String) -> String { name.hasSuffix("[]") ? String(name.dropLast(2)) : name }
}

/// Checks the parameters of the path and the header section against an operation.
enum ParameterCheck {
  /// What is wrong with the parameters of the path and the header section.
  ///
  /// - Parameters:
  ///   - path: The value of a parameter of the path.
  static func deviations(
    _ request: Request, _ operation: DocumentedOperation, path: (String) -> String
  ) -> [Deviation] {
    var found: [Deviation] = []
    // By index, since to go through the parameters themselves would count a reference to each of their parts.
    for index in operation.parameters.indices where operation.parameters[index].location != .query {
      let parameter = operation.parameters[index]
      switch parameter.location {
      case .path: found += deviations(parameter, [path(parameter.name)])
      case .header: found += deviations(parameter, request.headers.values(parameter.name))
      case .query: continue
      }
    }
    return found
  }

  /// What is wrong with all that came for one parameter.
  static func deviations(_ parameter: DocumentedOperation.Parameter, _ texts: [String]) -> [Deviation] {
    var place: Deviation.Place {
      switch parameter.location {
      case .path: .path(parameter.name)
      case .query: .query(parameter.name)
      case .header: .header(parameter.name)
      }
    }
    guard !texts.isEmpty else {
      guard parameter.isRequired else { return [] }
      return [Deviation(.missingParameter, place, "is required and missing")]
    }
    guard let violation = TextCheck.violation(parameter.schema, texts, separator: parameter.separator) else {
      return []
    }
    return [Deviation(.wrongParameter, place, violation)]
  }
}

/// Checks the text of parameters and header fields against schemas. Text has no type of its own: it is read as a text,
/// number, boolean or list of these, whichever the schema allows.
enum TextCheck {
  /// Why the schema does not allow the texts, of which there is at least one; nil when it does.
  ///
  /// - Parameters:
  ///   - separator: What stands between the elements of a list that is one text.
  static func violation(
    _ schema: CompiledSchema, _ texts: [String], separator: Character? = nil
  ) -> Violation? {
    if schema.isValid(.string(texts[0])) { return nil }
    let plain = texts.map(JSONValue.string)
    let typed = texts.map(typed)
    for candidate in [typed[0], .array(plain), .array(typed)] where schema.isValid(candidate) { return nil }
    // An empty text is no element, and may be nothing.
    if texts == [""] {
      for candidate in [JSONValue.array([]), .null] where schema.isValid(candidate) { return nil }
    } else if texts == ["null"], schema.isValid(.null) {
      return nil
    }
    guard let separator, texts.count == 1 else { return schema.violations(of: typed[0], limit: 1).first }
    let parts = texts[0].split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    // `a,1,b,2` is the object of a and b.
    if schema.isValid(.array(parts.map(JSONValue.string))) || schema.isValid(.array(parts.map(self.typed)))
      || isObject(parts, schema)
    {
      return nil
    }
    return schema.violations(of: typed[0], limit: 1).first
  }

  private static func isObject(_ parts: [String], _ schema: CompiledSchema) -> Bool {
    let pairs: [(name: String, value: String)]
    if parts.allSatisfy({ $0.contains("=") }) {
      pairs = parts.map { part in
        (String(part.prefix { $0 != "=" }), String(part.drop { $0 != "=" }.dropFirst()))
      }
    } else if parts.count.isMultiple(of: 2) {
      pairs = stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) }
    } else {
      return false
    }
    return schema.isValid(.object(JSONObject(pairs.map { ($0.name, typed($0.value)) })))
      || schema.isValid(.object(JSONObject(pairs.map { ($0.name, .string($0.value)) })))
  }

  private static func typed(_ text: String) -> JSONValue {
    switch text {
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONNumber(literal: text).map(JSONValue.number) ?? .string(text)
    }
  }
}

/// Remembers the queries of an operation that were found to be as documented, so that a query that comes again and
/// again is read and checked once. The result depends on the bytes of the query alone.
final class ConformingQueries: Sendable {
  private let known = Mutex<[[UInt8]: [QueryParameters.Parameter]]>([:])

  private static let maximumCount = 256
  private static let maximumLength = 256

  /// The parameters of a query that was remembered.
  func parameters(_ query: [UInt8]) -> [QueryParameters.Parameter]? {
    known.withLock { $0[query] }
  }

  /// Remembers a query that is as documented. When there are too many, all others are forgotten.
  func remember(_ query: [UInt8], _ parameters: [QueryParameters.Parameter]) {
    guard query.count <= Self.maximumLength else { return }
    known.withLock { known in
      if known.count >= Self.maximumCount { known.removeAll() }
      known[query] = parameters
    }
  }
}

extension KnownNames {
  /// "`name` is not documented", and the name that was probably meant.
  func undocumented(_ name: String) -> String {
    "\"\(name.clipped(to: 60))\" is not documented\(suggestion(for: name))"
  }
}
