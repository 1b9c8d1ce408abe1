import Contract
import HTTPCore
import JSON
import Synthesis
import World

/// Refusals in the shape that the document has for errors, else as a problem document (RFC 9457).
package struct ErrorResponses: Sendable {
  private let maker: ValueGenerator
  /// The schema and media type of the errors that the document has most often; nil when it has none.
  private let usual: (place: JSONPointer, mediaType: String)?

  private static let problemType = "application/problem+json"
  private static let maximumDepth = 6
  private static let maximumDetails = 20

  /// The refusals of a document.
  ///
  /// - Parameters:
  ///   - root: The document.
  package init(_ root: JSONValue, _ maker: ValueGenerator) {
    self.maker = maker
    usual = Self.usual(in: root)
  }

  /// The answer to a request that is refused.
  ///
  /// - Parameters:
  ///   - documented: The operation; nil when the request led to none.
  ///   - path: The path of the request.
  package func answer(_ problem: Problem, _ documented: DocumentedOperation? = nil, path: String) -> Response {
    let problem = Self.byMember(problem)
    let status = status(of: problem, documented)
    var response: Response
    let answer = documented?.answers.first { $0.status == "\(status)" } ?? documented?.answer(status)
    if let answer, let content = answer.content.first(where: { Self.holdsJSON($0.mediaType) }) {
      let bytes = JSONWriter.serialize(
        body(content.place, problem, status, path, isValid: { content.schema.isValid($0) }), sortedKeys: false)
      response = Response(
        status: status, headers: ["Content-Type": Self.typeText(content.mediaType)], content: .bytes(bytes))
    } else if answer != nil, answer?.content.isEmpty == true {
      response = Response(status: status)
    } else if let usual, problem.kind == .notFound || problem.kind == .unknownRoute || problem.kind == .unauthenticated
    {
      let bytes = JSONWriter.serialize(
        body(usual.place, problem, status, path, isValid: { _ in true }), sortedKeys: false)
      response = Response(
        status: status, headers: ["Content-Type": Self.typeText(usual.mediaType)], content: .bytes(bytes))
    } else {
      response = Self.problemDocument(problem, status, path)
    }
    for header in answer?.headers ?? [] where header.isRequired && response.headers[header.name] == nil {
      let value = header.place.flatMap { try? maker.value($0, seed: 1, context: ValueContext(now: 0)) }
      guard let text = value.map({ $0.string ?? String(decoding: JSONWriter.serialize($0), as: UTF8.self) }) else {
        continue
      }
      response.headers.append(header.name, text)
    }
    response.replaceHeaders(with: problem.headers)
    return response
  }

  /// The problem with a detail for each member that is wrong, in place of those that name one: `field` and `value`.
  private static func byMember(_ problem: Problem) -> Problem {
    guard let first = problem.details.first, first.name == "field" else { return problem }
    var copy = problem
    copy.details.removeFirst()
    if copy.details.first?.name == "value" { copy.details.removeFirst() }
    if copy.details.isEmpty, [.validation, .invalidParameter, .malformedBody, .conflict].contains(problem.kind) {
      let prefix = "\(first.value) "
      let reason = problem.message.hasPrefix(prefix) ? String(problem.message.dropFirst(prefix.count)) : problem.message
      copy.details = [Problem.Detail(first.value, reason)]
    }
    return copy
  }

  /// The first status that the document has among those that say the same.
  private func status(of problem: Problem, _ documented: DocumentedOperation?) -> Int {
    if let forced = problem.forcedStatus, forced != 415 || documented?.answer(415) != nil { return forced }
    let choices: [Int] =
      switch problem.kind {
      case .validation, .invalidParameter: [422, 400]
      case .malformedBody, .malformedRequest: [400, 422]
      case .unauthenticated, .tokenExpired, .wrongCredentials: [401, 403]
      case .notFound: [404, 410]
      case .conflict: [409, 422, 400]
      default: [problem.forcedStatus ?? problem.kind.status]
      }
    let known = Set(documented?.answers.map(\.status) ?? [])
    // Of 400 and 422 the first that is there; wrong parameters are told with 400 first.
    let ordered = problem.kind == .invalidParameter ? choices.reversed() : choices
    if let status = ordered.first(where: { known.contains("\($0)") }) { return status }
    switch problem.kind {
    case .validation, .invalidParameter: return 400
    default: return choices[0]
    }
  }

  /// Whether errors of a media type can be JSON, as those of `*/*` can.
  private static func holdsJSON(_ mediaType: String) -> Bool {
    mediaType.hasSuffix("json") || mediaType == "*/*" || mediaType == "application/*"
  }

  private static func typeText(_ essence: String) -> String {
    essence.hasSuffix("/json") || essence.hasSuffix("*") ? Response.jsonType : essence
  }

  private static func problemDocument(_ problem: Problem, _ status: Int, _ path: String) -> Response {
    var body = JSONObject([
      ("type", .string("about:blank")), ("title", .string(reason(status))), ("status", .number(JSONNumber(status))),
      ("detail", .string(problem.message)), ("instance", .string(path)),
    ])
    let errors = problem.details.prefix(maximumDetails).map {
      JSONValue.object(JSONObject([("name", .string($0.name)), ("reason", .string($0.value))]))
    }
    if !errors.isEmpty { body["errors"] = .array(Array(errors)) }
    return Response(
      status: status, headers: ["Content-Type": problemType],
      content: .bytes(JSONWriter.serialize(.object(body), sortedKeys: false)))
  }

  /// What an answer of a status says when nobody knows more: that it was wished for.
  static func sentence(_ status: Int) -> String {
    switch status {
    case 400: "the request is malformed"
    case 401: "credentials are needed"
    case 402: "payment is needed"
    case 403: "this is not allowed"
    case 404: "there is nothing here"
    case 405: "this method is not allowed here"
    case 409: "the record is in another state"
    case 410: "it is gone"
    case 413: "the content is too large"
    case 415: "content of this type is not taken"
    case 422: "the content cannot be processed"
    case 429: "there were too many requests"
    case 500...599: "the server has failed"
    default: "the request failed with \(status)"
    }
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    default: "Error"
    }
  }

  // MARK: The document's shape

  /// An error in the shape of a schema, filled in by what its members are called.
  private func body(
    _ place: JSONPointer, _ problem: Problem, _ status: Int, _ path: String, isValid: (JSONValue) -> Bool
  ) -> JSONValue {
    let facts = Facts(problem: problem, status: status, path: path)
    let context = ValueContext(now: 0)
    let known = value(place, facts, depth: 0)
    if let made = try? maker.projected(known ?? .object(JSONObject()), on: place, seed: 1, context: context),
      isValid(made)
    {
      return made
    }
    if let made = try? maker.value(place, seed: 1, context: context, fixed: known), isValid(made) { return made }
    if let made = try? maker.value(place, seed: 1, context: context), isValid(made) { return made }
    return known ?? .object(JSONObject([("message", .string(problem.message))]))
  }

  /// What there is to tell.
  private struct Facts {
    let problem: Problem
    let status: Int
    let path: String
    /// The one fact of several that an element of an array tells.
    var detail: Problem.Detail?

    var message: String { detail.map { "\($0.name) \($0.value)" } ?? problem.message }
  }

  private func value(_ place: JSONPointer, _ facts: Facts, depth: Int) -> JSONValue? {
    guard depth < Self.maximumDepth else { return nil }
    let shape = maker.shape(of: place)
    if let items = shape.items, shape.types.contains("array") {
      let details = facts.problem.details.prefix(Self.maximumDetails)
      let each =
        details.isEmpty
        ? [facts] : details.map { Facts(problem: facts.problem, status: facts.status, path: facts.path, detail: $0) }
      return .array(each.compactMap { value(items, $0, depth: depth + 1) })
    }
    if shape.members.isEmpty {
      if shape.types.contains("object"), let others = shape.others { return map(others, facts, depth) }
      return shape.types.contains("string") ? .string(facts.message) : nil
    }
    var object = JSONObject()
    let members = maker.members(of: place)
    let hasMessage = members.contains { Self.messageNames.contains(Self.plain($0.name)) && $0.types.contains("string") }
    for member in members {
      // The message says it all where no member is wrong.
      if hasMessage, facts.problem.details.isEmpty, listsMembers(member) {
        object[member.name] = .array([])
        continue
      }
      if let value = self.value(of: member, facts, depth) { object[member.name] = value }
    }
    return .object(object)
  }

  /// `{"title": ["is too short"]}`.
  private func map(_ others: JSONPointer, _ facts: Facts, _ depth: Int) -> JSONValue {
    let isList = maker.shape(of: others).types.contains("array")
    var object = JSONObject()
    // Where no member is wrong, none is named.
    for detail in facts.problem.details.prefix(Self.maximumDetails) {
      object[detail.name] = isList ? .array([.string(detail.value)]) : .string(detail.value)
    }
    return .object(object)
  }

  private func value(of member: ValueGenerator.Member, _ facts: Facts, _ depth: Int) -> JSONValue? {
    let types = member.types
    let name = Self.plain(member.name)
    if types.contains("array"), name == "loc", let detail = facts.detail ?? facts.problem.details.first {
      // Where it is, as pydantic tells it: `["body", "title"]`.
      let place = facts.problem.kind == .invalidParameter ? "query" : facts.problem.kind == .notFound ? "path" : "body"
      let names = detail.name.split(separator: ".").map { JSONValue.string(String($0)) }
      return .array([.string(place)] + (detail.name == place ? [] : names))
    }
    if types.contains("object") || types.contains("array"), !types.contains("string") {
      return value(member.place, facts, depth: depth + 1)
    }
    if types.contains("integer") || types.contains("number") {
      return Self.statusNames.contains(name) ? .number(JSONNumber(facts.status)) : nil
    }
    if types.contains("boolean") { return Self.successNames.contains(name) ? .bool(false) : nil }
    guard types.contains("string") || types.isEmpty else { return nil }
    if maker.shape(of: member.place).isEnumerated { return nil }
    switch name {
    case _ where Self.messageNames.contains(name):
      return .string(facts.detail?.value ?? facts.problem.message)
    case "error" where member.format == nil: return .string(facts.problem.message)
    case "title", "errortitle", "statustext": return .string(Self.reason(facts.status))
    case _ where Self.fieldNames.contains(name):
      if let name = facts.detail?.name ?? facts.problem.details.first?.name { return .string(name) }
      // Where no member is wrong, none is named if that may be.
      if member.isNullable { return .null }
      guard member.isRequired else { return nil }
      return .string(Self.subject(facts.problem.kind))
    case "path", "instance", "uri", "requesturi": return .string(facts.path)
    case "type" where member.format?.hasPrefix("uri") == true: return .string("about:blank")
    case "code", "errorcode", "type", "errortype", "kind", "codigo": return .string(Self.code(facts.problem.kind))
    case "status", "statuscode", "httpstatus", "httpcode": return .string("\(facts.status)")
    default: return nil
    }
  }

  /// Members that name a member of the content.
  private static let fieldNames: Set<String> = [
    "field", "param", "parameter", "property", "pointer", "location", "attribute", "source", "loc", "key", "campo",
  ]

  private static let messageNames: Set<String> = [
    "message", "msg", "detail", "details", "description", "errordescription", "errormessage", "reason", "usermessage",
    "mensaje", "developermessage", "text",
  ]

  private static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

  /// Whether a member is a list of what is wrong with each member of the content.
  private func listsMembers(_ member: ValueGenerator.Member) -> Bool {
    guard member.types.contains("array"), let items = maker.shape(of: member.place).items else { return false }
    return maker.members(of: items).contains {
      ["field", "param", "parameter", "property", "attribute", "campo"].contains(Self.plain($0.name))
    }
  }

  /// What a problem is about when it is about no member of the content.
  private static func subject(_ kind: Problem.Kind) -> String {
    switch kind {
    case .notFound, .conflict: "id"
    case .unauthenticated, .tokenExpired, .wrongCredentials: "Authorization"
    case .validation, .malformedBody: "body"
    default: "request"
    }
  }

  private static let statusNames: Set<String> = [
    "status", "statuscode", "code", "httpstatus", "httpcode", "httpstatuscode", "errorcode", "responsecode", "estado",
  ]
  private static let successNames: Set<String> = ["success", "ok", "succeeded", "issuccess"]

  /// The kind of a problem as APIs write it: `not_found`.
  private static func code(_ kind: Problem.Kind) -> String {
    var text = ""
    for character in kind.rawValue {
      if character.isUppercase { text += "_" }
      text += character.lowercased()
    }
    return text
  }

  /// The schema that stands in most of the document's answers of 4XX, 5XX and default.
  private static func usual(in root: JSONValue) -> (place: JSONPointer, mediaType: String)? {
    var counts: [String: (count: Int, place: JSONPointer, mediaType: String)] = [:]
    for path in root["paths"]?.object?.members ?? [] {
      for operation in path.value.object?.members ?? [] {
        for answer in operation.value["responses"]?.object?.members ?? [] {
          guard answer.key.hasPrefix("4") || answer.key.hasPrefix("5") || answer.key == "default" else { continue }
          var place = JSONPointer(["paths", path.key, operation.key, "responses", answer.key])
          if let target = answer.value["$ref"]?.string, target.hasPrefix("#"),
            let pointer = JSONPointer(parsing: String(target.dropFirst()))
          {
            place = pointer
          }
          guard
            let content = root[place]?["content"]?.object?.members.first(where: {
              $0.key.contains("json") || holdsJSON($0.key)
            }),
            let schema = content.value["schema"]
          else { continue }
          let key = schema["$ref"]?.string ?? "\(place)"
          let found =
            counts[key] ?? (0, place.appending("content").appending(content.key).appending("schema"), content.key)
          counts[key] = (found.count + 1, found.place, found.mediaType)
        }
      }
    }
    let best = counts.min { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    return best.map { ($0.value.place, MediaType($0.value.mediaType)?.essence ?? "application/json") }
  }
}
