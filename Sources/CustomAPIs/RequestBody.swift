import Contract
import HTTPCore
import JSON
import Resources
import Synthesis
import World

/// What a request says: its query, and its content as one JSON value, whatever form it came in.
struct RequestBody {
  let query: QueryParameters
  /// Why the path can name no record, by the document; nil when it can. A record that is there all the same is shown.
  var pathRefusal: Problem?
  /// The content; nil when there is none.
  var body: JSONValue?
  /// The file that is the content, or the first one in it; nil for none.
  private(set) var upload: Upload?
  /// Whether the content is a JSON Patch (RFC 6902).
  var isPatch = false
  /// Whether the content is a JSON Merge Patch (RFC 7396).
  var isMergePatch = false

  /// Reads a request that is compared with its document.
  ///
  /// - Parameters:
  ///   - isChange: Whether the operation changes something, also by GET.
  /// - Throws: ``Problem`` that names every parameter and member that is wrong.
  init(_ checked: CheckedRequest, _ api: CustomAPI, isChange: Bool = false) throws(Problem) {
    let (request, documented) = (checked.request, checked.operation)
    query = try checked.query()
    let wrong = checked.parameterDeviations().filter(\.isRefusal)
    let inPath = wrong.filter { $0.isInPath }
    if inPath.count < wrong.count {
      // Many documents have their credentials as a header that must be there.
      let isKeyMissing = wrong.contains { $0.isMissingKey }
      let tells401 = documented.answers.contains { $0.status == "401" }
      throw Self.refusal(isKeyMissing && tells401 ? .unauthenticated : .invalidParameter, wrong)
    }
    if let first = inPath.first {
      // A number beyond the document's bounds is that of no record; what is no number is wrong.
      let isDocumented =
        inPath.contains { $0.isMalformed } && documented.answers.contains { $0.status == "400" || $0.status == "422" }
      let absent = Problem(
        .notFound, "there is nothing at this path: \(first)", field: first.memberName)
      pathRefusal = isDocumented ? Self.refusal(.invalidParameter, inPath) : absent
    }
    guard !request.body.isEmpty else {
      body = Self.queryRecord(checked, query, api, isChange: isChange).map(JSONValue.object)
      // A file or a text may have no bytes, and a form no fields.
      let content = checked.mediaType.flatMap { checked.content(for: $0) }
      let mayBeEmpty = content.map { !Self.hasSyntax($0.mediaType) } ?? false
      guard documented.requestContent.isEmpty || !documented.isContentRequired || mayBeEmpty else {
        throw Problem(.malformedBody, "a body is needed; none came", field: "body")
      }
      return
    }
    let type = Self.mediaType(of: checked)
    isPatch = type == "application/json-patch+json"
    isMergePatch = type == "application/merge-patch+json"
    guard let content = Self.content(checked, type) else {
      if documented.requestContent.isEmpty {
        // What the document does not know is read as far as it can be.
        if isPatch {
          body = try request.json()
          _ = try JSONPatch(body)
        } else if let type, Self.isForm(type), let fields = try? request.parsedBody.fields() {
          body = Self.queryRecord(checked, fields, api).map(JSONValue.object)
        } else {
          body = try? request.json()
        }
        return
      }
      let types = documented.requestContent.map(\.mediaType).joined(separator: " or ")
      throw Problem(
        forcing: 415, "the Content-Type must be \(types), but is \(type?.clipped(to: 60) ?? "missing")",
        details: [Problem.Detail("Content-Type", "must be \(types)")])
    }
    var upload: Upload?
    let body = try Self.value(request, type ?? content.mediaType, content, api, &upload)
    (self.body, self.upload) = (body, upload)
    // Its media type says what it is, however the document describes it.
    if isPatch { _ = try JSONPatch(body) }
    if let body, !isPatch {
      // A merge patch holds what changes, and null for what goes, although documents describe it as a whole record.
      var deviations = Self.violations(checked, body, type ?? content.mediaType, content).filter {
        !isMergePatch || !$0.isOfPart
      }
      if type?.hasSuffix("urlencoded") == true, documented.answer(400) == nil, documented.answer(422) == nil {
        // Where the document has no refusal, an object in a form may be written in whatever way.
        let reader = FormReader(api.maker)
        deviations.removeAll { $0.formMember.map { reader.mayHoldObjects($0, content.place) } ?? false }
      }
      if !deviations.isEmpty { throw Self.refusal(.validation, deviations) }
    }
    if let type, Self.isForm(type), let form = body?.object { self.body = .object(FormReader.record(form)) }
  }

  /// What a request says in its query where its operation takes no content but changes something: `POST /clips?title=`.
  /// nil for another operation, and where the query has none of the parameters.
  private static func queryRecord(
    _ checked: CheckedRequest, _ query: QueryParameters, _ api: CustomAPI, isChange: Bool = false
  ) -> JSONObject? {
    guard checked.operation.requestContent.isEmpty,
      isChange || ["POST", "PUT", "PATCH"].contains(checked.request.method.rawValue),
      !query.parameters.isEmpty
    else { return nil }
    let reader = FormReader(api.maker)
    var record = JSONObject()
    for parameter in checked.operation.parameters where parameter.location == .query && !parameter.isFreeForm {
      guard let place = parameter.place else { continue }
      let texts = query.values(parameter.name)
      guard let last = texts.last else { continue }
      let isList = api.maker.shape(of: place).types.contains("array")
      record[parameter.name] =
        isList
        ? .array(texts.map { reader.leaf($0, api.maker.shape(of: place).items) }) : reader.leaf(last, place)
    }
    return record.isEmpty ? nil : FormReader.record(record)
  }

  /// The media type of the content, without parameters; nil when the request names none. JSON that is called a form where
  /// the document takes none is JSON: curl calls everything so that it sends with `-d`.
  private static func mediaType(of checked: CheckedRequest) -> String? {
    let type = checked.mediaType
    guard type == "application/x-www-form-urlencoded", checked.content(for: type) == nil,
      let first = checked.request.body.first(where: { !" \t\r\n".utf8.contains($0) }), "{[".utf8.contains(first)
    else { return type }
    return checked.operation.requestContent.first { $0.mediaType.hasSuffix("json") }?.mediaType ?? type
  }

  /// The content that a media type means. Where the document does not name it, JSON is JSON under each of its names, and a
  /// form is a form in either encoding; the contract reports the type.
  private static func content(_ checked: CheckedRequest, _ type: String?) -> DocumentedOperation.Content? {
    if let named = checked.content(for: type) { return named }
    guard let type, type != "application/json-patch+json" else { return nil }
    for isAlike in [isJSON, isForm] where isAlike(type) {
      return checked.operation.requestContent.first { isAlike($0.mediaType) }
    }
    return nil
  }

  private static func isJSON(_ mediaType: String) -> Bool {
    mediaType == "application/json" || mediaType.hasSuffix("+json")
  }

  private static func isForm(_ mediaType: String) -> Bool {
    mediaType.hasSuffix("urlencoded") || mediaType.hasSuffix("form-data")
  }

  /// Why the document does not allow a value that was parsed from the body.
  private static func violations(
    _ checked: CheckedRequest, _ value: JSONValue, _ type: String, _ content: DocumentedOperation.Content
  ) -> [Deviation] {
    guard type.hasSuffix("json"), let known = try? checked.jsonViolations(content) else {
      return checked.violations(value, content)
    }
    return known
  }

  /// The object at a place inside the content; nil when there is none.
  func record(_ envelope: [String]) -> JSONObject? {
    envelope.reduce(body) { $0?[$1] }?.object
  }

  /// The query with the texts and numbers of the content.
  var withContent: QueryParameters {
    let members = body?.object?.members.compactMap { member in
      (member.value.string ?? member.value.number?.literal).map {
        QueryParameters.Parameter(name: member.key, value: $0)
      }
    }
    return QueryParameters(query.parameters + (members ?? []))
  }

  /// The array at a place inside the content; nil when there is none.
  func records(_ envelope: [String]) -> [JSONValue]? {
    envelope.reduce(body) { $0?[$1] }?.array
  }

  private static func value(
    _ request: Request, _ type: String, _ content: DocumentedOperation.Content, _ api: CustomAPI,
    _ upload: inout Upload?
  ) throws(Problem) -> JSONValue? {
    let maker = api.maker
    if !isData(content.mediaType) {
      // Whatever type a client gives to a file, all of it is the file.
      upload = Upload(
        mediaType: request.headers["Content-Type"],
        fileName: request.headers["Content-Disposition"].flatMap { MediaType("form/\($0)")?.parameter("filename") },
        bytes: request.body)
    }
    // A drawing or a document of data, where the schema is that of any file, is no value of that schema.
    if upload != nil, type != "text/plain", maker.shape(of: content.place).types == ["string"] { return nil }
    if type.hasSuffix("json") { return try request.json() }
    if type.hasSuffix("xml") {
      return try XMLBody(maker, root: api.document.root).value(request.body, content.place)
    }
    // A schema of a form is that of an object; one of a text is meant for a file in it.
    let types = maker.shape(of: content.place).types
    if !types.isEmpty, !types.contains("object"), isForm(type) {
      return nil
    }
    switch type {
    case "application/x-www-form-urlencoded":
      return try FormReader(maker).value(request.parsedBody.fields().parameters, content.place)
    case "multipart/form-data":
      let parts = try MultipartForm(request, takesBytes: true).parts
      upload = parts.first { $0.fileName != nil }.map {
        Upload(mediaType: $0.mediaType, fileName: $0.fileName, bytes: Array($0.bytes))
      }
      return try FormReader(maker).value(parts, content.place)
    case "text/plain":
      return .string(String(decoding: request.body, as: UTF8.self))
    default:
      // A file: what is known of it.
      return nil
    }
  }

  /// Whether content of a media type is data rather than a file.
  private static func isData(_ mediaType: String) -> Bool {
    mediaType.hasSuffix("json") || mediaType.hasSuffix("xml") || isForm(mediaType)
  }

  /// Whether content of a media type is never empty.
  private static func hasSyntax(_ mediaType: String) -> Bool {
    mediaType.hasSuffix("json") || mediaType.hasSuffix("xml") || mediaType.contains("*")
  }

  private static func refusal(_ kind: Problem.Kind, _ deviations: [Deviation]) -> Problem {
    let details = deviations.map { Problem.Detail($0.memberName, $0.message) }
    let sentences = deviations.prefix(3).map { "\($0)" }.joined(separator: "; ")
    return Problem(kind, sentences.clipped(to: 500), details: details)
  }
}

extension Deviation {
  /// Whether a request is refused for it; one that says more than is documented is not.
  fileprivate var isRefusal: Bool {
    // A number that is too great for `float` or `double` is still one: only its precision suffers.
    if case .numberFormat(let format) = violation?.reason, format.isFloatingPoint { return false }
    return switch kind {
    case .undocumentedParameter, .undocumentedMember, .missingCredentials: false
    default: true
    }
  }

  /// Whether a header is missing that is named like credentials.
  fileprivate var isMissingKey: Bool {
    guard kind == .missingParameter, case .header(let header) = place else { return false }
    let name = header.lowercased().filter(\.isLetter)
    return ["apikey", "accesskey", "token", "authorization", "secret"].contains { name.contains($0) }
  }

  /// Whether it is wrong with a whole record, but not with a part that changes one.
  fileprivate var isOfPart: Bool {
    missingMember != nil || violation?.value == .null
  }

  /// The member of a form that is wrong, or that has something wrong inside; nil when it is the form itself.
  fileprivate var formMember: String? {
    if case .body(let pointer) = place { pointer.tokens.first } else { nil }
  }

  /// The parameter, or the path to the member with dots: `address.city`.
  fileprivate var memberName: String {
    switch place {
    case .path(let name), .query(let name), .header(let name), .cookie(let name): return name
    case .status, .payload: return location
    case .body(let pointer):
      // The place of a missing member is that of the object around it.
      let names = pointer.tokens + (missingMember.map { [$0] } ?? [])
      return names.isEmpty ? "body" : names.joined(separator: ".")
    }
  }

  /// The member that an object lacks; nil for another deviation.
  private var missingMember: String? {
    if case .missingMember(let name, _) = violation?.reason { name } else { nil }
  }

  fileprivate var isInPath: Bool {
    if case .path = place { true } else { false }
  }

  /// Whether a value is not of the type or format of the schema, rather than beyond its bounds.
  fileprivate var isMalformed: Bool {
    switch violation?.reason {
    case .type, .numberFormat, .stringFormat, .notMultiple: true
    default: false
    }
  }
}
