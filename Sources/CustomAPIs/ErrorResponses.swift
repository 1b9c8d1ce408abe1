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
  /// The codes in the examples of the document's errors.
  private let codes: ErrorCodes
  /// The status that the document has most often for wrong content.
  private let usualValidation: Int
  private let root: JSONValue

  private static let problemType = "application/problem+json"
  private static let maximumDepth = 6
  private static let maximumDetails = 20

  /// The refusals of a document.
  ///
  /// - Parameters:
  ///   - root: The document.
  package init(_ root: JSONValue, _ maker: ValueGenerator) {
    (self.maker, self.root) = (maker, root)
    let found = Self.usual(in: root)
    (usual, codes, usualValidation) = (found.content, found.codes, found.validation)
  }

  /// The answer to a request that is refused.
  ///
  /// - Parameters:
  ///   - documented: The operation; nil when the request led to none.
  ///   - path: The path of the request.
  ///   - now: The world's time in seconds; 0 where no world is known.
  ///   - named: The parameters of the path, which some errors show by their names.
  package func answer(
    _ problem: Problem, _ documented: DocumentedOperation? = nil, path: String, now: Int64 = 0,
    naming named: [String: String] = [:]
  ) -> Response {
    let problem = Self.byMember(problem)
    let status = status(of: problem, documented)
    var response: Response
    let answer = documented?.answers.first { $0.status == "\(status)" } ?? documented?.answer(status)
    if let answer, let content = answer.content.first(where: { Self.holdsJSON($0.mediaType) }) {
      let example = answer.status == "\(status)" ? Self.example(content.examples, problem, status) : nil
      let facts = Facts(problem: problem, status: status, path: path, now: now, named: named)
      let made = body(content.place, facts, example, isValid: { content.schema.isValid($0) })
      response = Response(
        status: status, headers: ["Content-Type": Self.typeText(content.mediaType)],
        content: .bytes(JSONWriter.serialize(made.value, sortedKeys: false)))
      if made.isValid { response.validSchema = content.schemaIdentity }
    } else if answer == nil, let failure = FailureAlternative(documented, maker, root) {
      let facts = Facts(problem: problem, status: status, path: path, now: now, named: named, isCoded: true)
      let made = body(failure.place, facts, nil, isValid: { failure.content.schema.isValid(failure.whole($0)) })
      response = Response(
        status: failure.status, headers: ["Content-Type": Self.typeText(failure.content.mediaType)],
        content: .bytes(JSONWriter.serialize(failure.whole(made.value), sortedKeys: false)))
      if made.isValid { response.validSchema = failure.content.schemaIdentity }
    } else if answer != nil, answer?.content.isEmpty == true {
      response = Response(status: status)
    } else if let usual {
      let facts = Facts(problem: problem, status: status, path: path, now: now, isFree: true)
      let bytes = JSONWriter.serialize(body(usual.place, facts, nil, isValid: { _ in true }).value, sortedKeys: false)
      response = Response(
        status: status, headers: ["Content-Type": Self.typeText(usual.mediaType)], content: .bytes(bytes))
    } else if let envelope = SuccessEnvelope(documented, maker, root) {
      response = envelope.refusal(problem, status)
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
      copy.details = [Problem.Detail(first.value, problem.message)]
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
      case .unauthenticated, .tokenExpired: [401, 403]
      case .wrongCredentials: [401, 422, 400, 403]
      case .notFound: [404, 410]
      case .conflict: [409, 422, 400]
      default: [problem.forcedStatus ?? problem.kind.status]
      }
    var known = Set(documented?.answers.map(\.status) ?? [])
    // What a framework documents of wrong content is not meant for a wrong password.
    if [.wrongCredentials, .conflict].contains(problem.kind), isOfFramework(documented?.answer(422)) {
      known.remove("422")
    }
    if problem.kind == .validation, known.contains("400"), isForValidContent(documented) { return 400 }
    // Of 400 and 422 the first that is there; 400 comes first for wrong parameters.
    let ordered = problem.kind == .invalidParameter ? choices.reversed() : choices
    if let status = ordered.first(where: { known.contains("\($0)") }) { return status }
    switch problem.kind {
    case .validation: return usualValidation
    case .invalidParameter: return 400
    default: return choices[0]
    }
  }

  /// Whether 422 is for content that is valid: "parameters are valid but cannot be processed".
  private func isForValidContent(_ documented: DocumentedOperation?) -> Bool {
    guard let entry = documented?.entry else { return false }
    let answers = root[JSONPointer(["paths", entry.path, entry.method.lowercased(), "responses"])]
    let text = answers?["422"]?["description"]?.string?.lowercased() ?? ""
    return ["valid but", "valid, but"].contains(where: text.contains)
  }

  /// Whether an answer is the one that FastAPI documents for every request with content.
  private func isOfFramework(_ answer: DocumentedOperation.Answer?) -> Bool {
    answer?.content.contains { content in
      root[content.place]?["$ref"]?.string?.hasSuffix("/HTTPValidationError") == true
        || content.place.tokens.last == "HTTPValidationError"
    } ?? false
  }

  /// Whether errors of a media type can be JSON, as those of `*/*` can.
  private static func holdsJSON(_ mediaType: String) -> Bool {
    mediaType.hasSuffix("json") || mediaType == "*/*" || mediaType == "application/*"
  }

  static func typeText(_ essence: String) -> String {
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

  /// What an answer of a status says when nobody knows more: that it was asked for.
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

  /// An error in the shape of a schema, filled in by what its members are called, and whether it is valid.
  private func body(
    _ place: JSONPointer, _ facts: Facts, _ example: JSONValue?, isValid: (JSONValue) -> Bool
  ) -> (value: JSONValue, isValid: Bool) {
    let context = ValueContext(now: facts.now)
    let known = value(place, facts, example ?? self.example(of: place), depth: 0)
    if let known, isValid(known) { return (known, true) }
    if let made = try? maker.projected(known ?? .object(JSONObject()), on: place, seed: 1, context: context),
      isValid(made)
    {
      return (made, true)
    }
    for fixed in [known, nil] {
      guard let made = try? maker.value(place, seed: 1, context: context, fixed: fixed), isValid(made) else { continue }
      return (made, true)
    }
    return (known ?? .object(JSONObject([("message", .string(facts.problem.message))])), false)
  }

  /// What there is to report.
  private struct Facts {
    let problem: Problem
    let status: Int
    let path: String
    let now: Int64
    /// The parameters of the path.
    var named: [String: String] = [:]
    /// Whether the document describes no such answer, so that its usual errors need not allow what this one says.
    var isFree = false
    /// Whether the document describes the codes of problems in words.
    var isCoded = false
    /// The one fact of several that an element of an array reports.
    var detail: Problem.Detail?

    var message: String { detail.map { "\($0.name) \($0.value)" } ?? problem.message }
  }

  private func value(_ place: JSONPointer, _ facts: Facts, _ example: JSONValue?, depth: Int) -> JSONValue? {
    guard depth < Self.maximumDepth else { return nil }
    let shape = maker.shape(of: place)
    if let items = shape.items, shape.types.contains("array") {
      let details = facts.problem.details.prefix(Self.maximumDetails)
      let each =
        details.isEmpty
        ? [facts]
        : details.map {
          Facts(problem: facts.problem, status: facts.status, path: facts.path, now: facts.now, detail: $0)
        }
      return .array(each.compactMap { value(items, $0, example?.array?.first, depth: depth + 1) })
    }
    if shape.members.isEmpty {
      if let example = example?.object, !shape.types.contains("string") { return filled(example, facts, depth) }
      if shape.types.contains("object"), let others = shape.others {
        return map(facts, isList: maker.shape(of: others).types.contains("array"))
      }
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
      if let value = self.value(of: member, facts, example?[member.name], depth, hasMessage: hasMessage) {
        object[member.name] = value
      }
    }
    if !members.contains(where: { Self.isMessage($0.name) && object[$0.name] != nil }) {
      tellInOtherMember(members, facts, &object)
    }
    return .object(object)
  }

  /// Puts the message into the first text that may hold it, where no member is called so.
  private func tellInOtherMember(_ members: [ValueGenerator.Member], _ facts: Facts, _ object: inout JSONObject) {
    guard !object.members.contains(where: { $0.value.object != nil || $0.value.array != nil }) else { return }
    let free = members.filter { member in
      member.types.contains("string") && member.format == nil && object[member.name] == nil
        && !maker.shape(of: member.place).isEnumerated
    }
    let named = free.first { member in
      ["err", "info", "note", "cause", "result", "problem"].contains { Self.plain(member.name).contains($0) }
    }
    guard let member = named ?? (free.count == 1 ? free.first : nil) else { return }
    object[member.name] = .string(facts.message)
  }

  /// An example of an error with what is true of this one, where the schema does not describe the members.
  private func filled(_ example: JSONObject, _ facts: Facts, _ depth: Int) -> JSONValue {
    let hasMessage = example.members.contains {
      Self.messageNames.contains(Self.plain($0.key)) && $0.value.string != nil
    }
    var object = JSONObject()
    for member in example.members {
      let name = Self.plain(member.key)
      switch member.value {
      case .string(let text):
        object[member.key] =
          self.text(name, member.key, facts, text, hasMessage: hasMessage).map(JSONValue.string) ?? member.value
      case .number:
        object[member.key] = Self.statusNames.contains(name) ? .number(JSONNumber(facts.status)) : member.value
      case .object(let inner) where depth < Self.maximumDepth:
        let isMap = Self.listNames.contains(name) && !inner.keys.map(Self.plain).contains(where: Self.isKnown)
        object[member.key] =
          isMap
          ? map(facts, isList: inner.members.first?.value.array != nil) : filled(inner, facts, depth + 1)
      case .array(let elements) where depth < Self.maximumDepth:
        let first = elements.first
        let details = facts.problem.details.prefix(Self.maximumDetails)
        if first?.string != nil {
          object[member.key] = .array(
            details.isEmpty ? [.string(facts.message)] : details.map { .string("\($0.name) \($0.value)") })
        } else if let inner = first?.object {
          let each = details.map {
            Facts(problem: facts.problem, status: facts.status, path: facts.path, now: facts.now, detail: $0)
          }
          object[member.key] = .array(
            (each.isEmpty && !hasMessage ? [facts] : each).map { filled(inner, $0, depth + 1) })
        } else {
          object[member.key] = member.value
        }
      default: object[member.key] = member.value
      }
    }
    return .object(object)
  }

  /// `{"title": ["is too short"]}`.
  private func map(_ facts: Facts, isList: Bool) -> JSONValue {
    var object = JSONObject()
    // Where no member is wrong, none is named.
    for detail in facts.problem.details.prefix(Self.maximumDetails) {
      object[detail.name] = isList ? .array([.string(detail.value)]) : .string(detail.value)
    }
    return .object(object)
  }

  private func value(
    of member: ValueGenerator.Member, _ facts: Facts, _ example: JSONValue?, _ depth: Int, hasMessage: Bool
  ) -> JSONValue? {
    let types = member.types
    let name = Self.plain(member.name)
    if types.contains("array"), name == "loc" {
      // Where it is, as pydantic writes it: `["body", "title"]`.
      let kind = facts.problem.kind
      let place =
        kind == .invalidParameter ? "query" : kind == .notFound ? "path" : kind == .unauthenticated ? "header" : "body"
      guard let detail = facts.detail ?? facts.problem.details.first else { return .array([.string(place)]) }
      let names = detail.name.split(separator: ".").map { JSONValue.string(String($0)) }
      return .array([.string(place)] + (detail.name == place ? [] : names))
    }
    if types.contains("object") || types.contains("array"), !types.contains("string") {
      let shape = maker.shape(of: member.place)
      if Self.listNames.contains(name), types.contains("object"),
        let fields = fieldMap(member.place, shape, facts)
      {
        return fields
      }
      // Other lists, such as those of links or types, say nothing about what is wrong.
      if types.contains("array"), hasMessage, !Self.listNames.contains(name) || isTyped(shape.items) {
        return .array([])
      }
      return value(member.place, facts, example, depth: depth + 1)
    }
    if types.contains("integer") || types.contains("number") {
      if facts.isCoded, let text = root[member.place]?["description"]?.string,
        let code = FailureAlternative.code(facts.problem, describedBy: text)
      {
        return .number(JSONNumber(code))
      }
      return Self.statusNames.contains(name) ? .number(JSONNumber(facts.status)) : nil
    }
    if types.contains("boolean") {
      let isSignedIn = facts.status == 401 && Self.signedInNames.contains(name)
      return Self.successNames.contains(name) || isSignedIn ? .bool(false) : nil
    }
    guard types.contains("string") || types.isEmpty else { return nil }
    if let values = maker.shape(of: member.place).values {
      let fitting = ErrorCodes.fitting(facts.problem.kind, facts.status, of: values.compactMap(\.string))
      return (fitting ?? (facts.isFree ? ErrorCodes.code(facts.problem.kind) : nil)).map(JSONValue.string)
    }
    if Self.fieldNames.contains(name) {
      if let name = facts.detail?.name ?? facts.problem.details.first?.name { return .string(name) }
      // Where no member is wrong, none is named if that may be.
      if member.isNullable { return .null }
      guard member.isRequired else { return nil }
      return .string(Self.subject(facts.problem.kind))
    }
    if name == "type", member.format?.hasPrefix("uri") == true { return .string("about:blank") }
    if member.isRequired, hasMessage, member.format == nil, name == "id" { return .string("\(facts.status)") }
    let known = text(name, member.name, facts, example?.string, hasMessage: hasMessage) ?? facts.named[member.name]
    return (known ?? kind(of: member)).map(JSONValue.string)
  }

  /// What a property calls all errors, by its example: `error` in `{"object": "error", "message": …}`; nil for another one.
  private func kind(of member: ValueGenerator.Member) -> String? {
    let example = self.example(of: member.place)?.string
    return example.flatMap { ["error", "fail", "failure"].contains($0.lowercased()) ? $0 : nil }
  }

  /// What a text of an error says, by its name in lower case; nil for one that says something else.
  ///
  /// - Parameters:
  ///   - example: What the document shows there.
  private func text(
    _ name: String, _ property: String, _ facts: Facts, _ example: String?, hasMessage: Bool
  ) -> String? {
    switch name {
    case _ where Self.messageNames.contains(name): return facts.detail?.value ?? facts.problem.message
    // Beside a message, `error` is the name of the status.
    case "error": return hasMessage ? Self.reason(facts.status) : facts.problem.message
    case "title", "errortitle", "statustext": return Self.reason(facts.status)
    case "path", "instance", "uri", "requesturi": return facts.path
    case "status", "statuscode", "httpstatus", "httpcode": return "\(facts.status)"
    case "name" where !hasMessage: return nil
    case _ where ErrorCodes.names.contains(name):
      if let example, ErrorCodes.fitting(facts.problem.kind, facts.status, of: [example]) != nil { return example }
      return codes.code(facts.problem.kind, facts.status, property: property)
    case "timestamp", "time", "date", "datetime":
      return facts.now == 0 ? nil : Timestamp(seconds: facts.now).iso8601
    default: return nil
    }
  }

  /// Whether elements are those of a protocol buffer, which begin with their types and say nothing else.
  private func isTyped(_ items: JSONPointer?) -> Bool {
    guard let items else { return false }
    return maker.members(of: items).map(\.name) == ["@type"]
  }

  /// `{"title": ["is too short"]}`, where the document describes such a map by the names in its example.
  private func fieldMap(
    _ place: JSONPointer, _ shape: ValueGenerator.Shape, _ facts: Facts
  ) -> JSONValue? {
    guard let first = shape.members.sorted(by: { $0.key < $1.key }).first,
      !shape.members.keys.map(Self.plain).contains(where: Self.isKnown),
      maker.members(of: place).allSatisfy({ !$0.isRequired })
    else { return nil }
    return map(facts, isList: maker.shape(of: first.value).types.contains("array"))
  }

  /// Whether a property of this name says what kind of error it is, or where, rather than being named after a property
  /// of the request.
  private static func isKnown(_ name: String) -> Bool {
    isMessage(name) || statusNames.contains(name) || fieldNames.contains(name) || ErrorCodes.names.contains(name)
  }

  /// The example of a schema itself, references followed.
  private func example(of place: JSONPointer) -> JSONValue? {
    var place = place
    for _ in 0..<8 {
      guard let schema = root[place]?.object else { return nil }
      if let example = schema["example"] ?? schema["examples"]?.array?.first { return example }
      guard let text = schema["$ref"]?.string, let next = JSONPointer(parsing: String(text.dropFirst())) else {
        return nil
      }
      place = next
    }
    return nil
  }

  /// The documented example of an answer that fits a problem best.
  private static func example(
    _ examples: [(name: String, value: JSONValue)], _ problem: Problem, _ status: Int
  ) -> JSONValue? {
    guard examples.count > 1 else { return examples.first?.value }
    let name = ErrorCodes.fitting(problem.kind, status, of: examples.map(\.name))
    return examples.first { $0.name == name }?.value
  }

  /// The names of properties that list what is wrong.
  private static let listNames: Set<String> = [
    "errors", "error", "messages", "details", "detail", "violations", "issues", "fields", "fielderrors", "causes",
    "validationerrors", "invalidparams", "tppmessages", "invalidfields", "formerrors",
  ]

  private static func isMessage(_ name: String) -> Bool {
    let name = plain(name)
    return messageNames.contains(name) || name == "error"
  }

  /// Members that name a member of the content.
  private static let fieldNames: Set<String> = [
    "field", "param", "parameter", "property", "pointer", "location", "attribute", "source", "loc", "key", "campo",
  ]

  static let messageNames: Set<String> = [
    "message", "msg", "detail", "details", "description", "errordescription", "errormessage", "reason", "usermessage",
    "mensaje", "developermessage", "text", "statusmsg", "statusmessage", "errmsg",
  ]

  static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

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

  static let statusNames: Set<String> = [
    "status", "statuscode", "code", "httpstatus", "httpcode", "httpstatuscode", "errorcode", "responsecode", "estado",
    "errcode", "retcode",
  ]
  /// Flags that say whether the caller has signed in.
  private static let signedInNames: Set<String> = ["isauthenticated", "authenticated", "isloggedin", "loggedin"]
  static let successNames: Set<String> = ["success", "ok", "succeeded", "issuccess"]

  /// The schema that stands in most of the document's answers of 4XX, 5XX and default, the codes of their examples, and
  /// the status that most of them have for wrong content.
  private static func usual(
    in root: JSONValue
  ) -> (content: (place: JSONPointer, mediaType: String)?, codes: ErrorCodes, validation: Int) {
    var codes = ErrorCodes()
    var statuses: [String: Int] = [:]
    var counts: [String: (count: Int, place: JSONPointer, mediaType: String)] = [:]
    for path in root["paths"]?.object?.members ?? [] {
      for operation in path.value.object?.members ?? [] {
        for answer in operation.value["responses"]?.object?.members ?? [] {
          guard answer.key.hasPrefix("4") || answer.key.hasPrefix("5") || answer.key == "default" else { continue }
          if operation.value["requestBody"] != nil { statuses[answer.key, default: 0] += 1 }
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
          if let example = content.value["example"] { codes.add(example) }
          for example in content.value["examples"]?.object?.members ?? [] {
            if let value = example.value["value"] { codes.add(value) }
          }
          let key = schema["$ref"]?.string ?? "\(place)"
          let found =
            counts[key] ?? (0, place.appending("content").appending(content.key).appending("schema"), content.key)
          counts[key] = (found.count + 1, found.place, found.mediaType)
        }
      }
    }
    let best = counts.min { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    return (
      best.map { ($0.value.place, MediaType($0.value.mediaType)?.essence ?? "application/json") }, codes,
      statuses["422", default: 0] > statuses["400", default: 0] ? 422 : 400
    )
  }
}
