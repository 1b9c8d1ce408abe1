import Contract
import HTTPCore
import JSON
import Synthesis

struct CheckRequest: Equatable {
  let method: String
  /// Path and query.
  let target: String
  let headers: HeaderFields
  /// Empty for none.
  var body: [UInt8]
  /// The body as a value, if it is one.
  let value: JSONValue?

  static func == (left: CheckRequest, right: CheckRequest) -> Bool {
    left.method == right.method && left.target == right.target && left.body == right.body
      && left.headers["Content-Type"] == right.headers["Content-Type"]
  }
}

/// Generates the requests of a document's operations: from its examples if it has any, otherwise from values that its
/// schemas allow, with the ids of existing records.
struct CheckRequests {
  /// How a request is generated.
  struct Draft {
    /// The index of its media type in ``CheckRequests/contents(_:)``; nil for no body.
    var content: Int?
    var values = Values.example
    /// Whether ids of earlier responses replace those of examples.
    var usesLearnedIDs = true
    /// The number of optional query parameters with an example that are sent.
    var optionalCount = 0

    /// The source of the values in the body.
    enum Values {
      case example
      /// Generated from the schema.
      case made
      /// The same, with only the required properties.
      case required
    }
  }

  let document: ContractDocument
  var ids = LearnedIDs()
  /// Tokens of sign-in responses, for requests with properties of these names.
  private var tokens: [String: JSONValue] = [:]
  /// The latest records in responses, by the paths of operations.
  private var shown: [String: JSONObject] = [:]
  /// Entity tags by the paths of operations.
  private var tags: [String: String] = [:]
  private let maker: ValueGenerator
  private let seed: UInt64
  private let now: Int64
  private let generates: Bool

  /// The most requests of one operation.
  private static let mostDrafts = 4

  /// - Parameters:
  ///   - seed: The seed of generated values; it differs from run to run, because backends keep records.
  ///   - generates: Whether values are generated and ids learned; otherwise only the document's examples are sent.
  init(_ document: ContractDocument, seed: UInt64, now: Int64, generates: Bool) {
    (self.document, self.seed, self.now, self.generates) = (document, seed, now, generates)
    maker = ValueGenerator(document.schemas)
  }

  /// The ways to generate a request of an operation, the best one first.
  func drafts(_ operation: DocumentedOperation) -> [Draft] {
    let contents = Self.contents(operation)
    var drafts: [Draft] = []
    for (index, content) in contents.enumerated() {
      let isExemplified = !content.examples.isEmpty
      if !generates {
        if isExemplified { drafts.append(Draft(content: index)) }
        continue
      }
      if isExemplified { drafts.append(Draft(content: index)) }
      drafts.append(Draft(content: index, values: .made))
      if GeneratedBody.isValue(content.mediaType), !isExemplified {
        drafts.append(Draft(content: index, values: .required))
      }
      if isExemplified { drafts.append(Draft(content: index, usesLearnedIDs: false)) }
    }
    // The first of each media type before the others: a backend may accept only one of them.
    let firsts = contents.indices.compactMap { index in drafts.first { $0.content == index } }
    if contents.count > 1 { drafts = firsts + drafts.filter { draft in !firsts.contains { Self.same($0, draft) } } }
    if contents.isEmpty || !generates && drafts.isEmpty {
      // Some operations need one of several parameters, none of which is required by itself.
      drafts = [
        Draft(content: nil), Draft(content: nil, usesLearnedIDs: false), Draft(content: nil, optionalCount: .max),
        Draft(content: nil, optionalCount: 1),
      ]
    } else if !operation.isContentRequired, generates {
      drafts = Array(drafts.prefix(Self.mostDrafts - 1)) + [Draft(content: nil)]
    }
    return Array(drafts.prefix(generates ? Self.mostDrafts : 1))
  }

  private static func same(_ left: Draft, _ right: Draft) -> Bool {
    left.content == right.content && left.values == right.values && left.usesLearnedIDs == right.usesLearnedIDs
  }

  /// The request bodies of an operation, JSON first, because most backends accept it.
  private static func contents(_ operation: DocumentedOperation) -> [DocumentedOperation.Content] {
    let all = operation.requestContent
    return all.filter { $0.mediaType == "application/json" } + all.filter { $0.mediaType != "application/json" }
  }

  // MARK: A request

  /// The request of a draft.
  ///
  /// - Parameters:
  ///   - credential: The value of a credential; nil omits it.
  func request(
    _ operation: DocumentedOperation, _ draft: Draft, credential: (DocumentedOperation.Credential) -> String?
  ) -> CheckRequest {
    var path = operation.entry.path
    var query: [(String, String)] = []
    var headers = HeaderFields()
    var optionalLeft = draft.optionalCount
    for parameter in operation.parameters where !parameter.isFreeForm {
      let isOptional = parameter.location != .path && !parameter.isRequired
      if isOptional {
        guard optionalLeft > 0, parameter.location == .query, parameter.example != nil else { continue }
        optionalLeft -= 1
      }
      guard let text = text(of: parameter, operation.entry, usesLearnedIDs: draft.usesLearnedIDs)
      else { continue }
      switch parameter.location {
      case .path: path = path.replacing("{\(parameter.name)}", with: PercentEncoding.encode(text))
      case .query: query.append((parameter.name, text))
      case .header: headers.append(parameter.name, text)
      }
    }
    for wanted in operation.credentials.first ?? [] {
      guard let value = credential(wanted) else { continue }
      switch wanted {
      case .authorization: headers.append("Authorization", "Bearer \(value)")
      case .header(let name): headers.append(name, value)
      case .query(let name): query.append((name, value))
      case .cookie(let name): headers.append("Cookie", "\(name)=\(value)")
      }
    }
    var (body, value): ([UInt8], JSONValue?) = ([], nil)
    if let index = draft.content {
      let documented = Self.contents(operation)[index]
      value = self.value(of: documented, operation, draft)
      let content = GeneratedBody(documented, value, document, maker)
      headers["Content-Type"] = nil
      headers.append("Content-Type", content.type)
      body = content.bytes
    }
    let pairs = query.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
    return CheckRequest(
      method: operation.entry.method, target: path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")),
      headers: headers, body: body, value: value)
  }

  /// The text of a parameter: a learned id, the document's example, or a value that its schema allows.
  private func text(
    of parameter: DocumentedOperation.Parameter, _ entry: ContractDocument.Entry, usesLearnedIDs: Bool
  ) -> String? {
    if generates {
      if parameter.location == .header, parameter.name.lowercased() == "if-match", let tag = tags[entry.path] {
        return tag
      }
      if parameter.location != .header, usesLearnedIDs,
        let id = ids.id(ofParameter: parameter.name, in: entry.path), Self.allows(id, parameter)
      {
        return id
      }
    }
    if let example = parameter.example { return Self.text(example) }
    guard generates, let place = parameter.place else { return nil }
    return (try? maker.value(place, seed: seed, context: context(number: 0))).map(Self.text)
  }

  /// The value of a parameter in the addresses of channels: a learned id, or what a request to a path with the same parameter
  /// has.
  ///
  /// - Parameters:
  ///   - onlyLearned: Whether only ids in the backend's responses will do.
  func text(ofParameter name: String, in address: String, onlyLearned: Bool) throws -> String? {
    if let id = ids.id(ofParameter: name, in: address) { return id }
    guard !onlyLearned, let entry = document.entries.first(where: { $0.path.contains("{\(name)}") }) else { return nil }
    let parameter = try document.operation(entry).parameters.first { $0.name == name && $0.location == .path }
    return parameter.flatMap { text(of: $0, entry, usesLearnedIDs: true) }
  }

  /// Whether the schema of a parameter allows an id, which may be that of another kind of record.
  private static func allows(_ id: String, _ parameter: DocumentedOperation.Parameter) -> Bool {
    if parameter.schema.isValid(.string(id)) { return true }
    guard let number = JSONNumber(literal: id) else { return false }
    return parameter.schema.isValid(.number(number))
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? value.array?.first.map(text) ?? String(decoding: JSONWriter.serialize(value), as: UTF8.self)
  }

  private func context(number: Int) -> ValueContext { ValueContext(direction: .request, now: now, number: number) }

  // MARK: Bodies

  /// The value of a body; nil for a file.
  private func value(
    of content: DocumentedOperation.Content, _ operation: DocumentedOperation, _ draft: Draft
  ) -> JSONValue? {
    let path = operation.entry.path
    // A JSON Patch that is generated from its schema alone changes properties that do not exist.
    if content.mediaType == "application/json-patch+json", content.examples.isEmpty || draft.values != .example {
      return patch(of: shown[path] ?? JSONObject())
    }
    guard var value = plainValue(of: content, draft) else { return nil }
    guard generates, draft.usesLearnedIDs else { return value }
    value = withReferences(value)
    if let name = path.split(separator: "/").last, name.hasPrefix("{"), name.hasSuffix("}"),
      let id = ids.id(ofParameter: String(name.dropFirst().dropLast()), in: path), var object = value.object
    {
      // A replacement of a record must have the record's id.
      for key in ["id", String(name.dropFirst().dropLast())] {
        if let old = object[key] { object[key] = Self.like(old, id) }
      }
      value = .object(object)
    }
    return value
  }

  private func plainValue(of content: DocumentedOperation.Content, _ draft: Draft) -> JSONValue? {
    if draft.values == .example, let example = content.examples.first { return example.value }
    guard generates, GeneratedBody.isValue(content.mediaType) else { return nil }
    if draft.values == .required {
      let empty = JSONValue.object(JSONObject())
      return try? maker.projected(empty, on: content.place, seed: seed &+ 1, context: context(number: 1))
    }
    for attempt in 0..<UInt64(Self.attempts) {
      let made = try? maker.value(content.place, seed: seed &+ attempt, context: context(number: 1))
      if let made, content.schema.isValid(made) || attempt + 1 == Self.attempts { return made }
    }
    return nil
  }

  private static let attempts = 4
  private static let maximumDepth = 8

  /// A value whose properties refer to existing records.
  func withReferences(_ value: JSONValue, depth: Int = 0) -> JSONValue {
    guard depth < Self.maximumDepth else { return value }
    switch value {
    case .object(var object):
      for member in object.members {
        if let token = tokens[member.key] {
          object[member.key] = token
        } else if let id = ids.id(ofReference: member.key) {
          object[member.key] = Self.like(member.value, id)
        } else {
          object[member.key] = withReferences(member.value, depth: depth + 1)
        }
      }
      return .object(object)
    case .array(let elements): return .array(elements.map { withReferences($0, depth: depth + 1) })
    case .null, .bool, .number, .string: return value
    }
  }

  /// An id of the same type as a value.
  private static func like(_ old: JSONValue, _ id: String) -> JSONValue {
    switch old {
    case .string: .string(id)
    case .number: JSONNumber(literal: id).map { .number($0) } ?? old
    case .array(let elements): elements.first.map { .array([like($0, id)]) } ?? old
    case .null, .bool, .object: old
    }
  }

  /// A JSON Patch (RFC 6902) that every record allows: it sets a text of a record to its current value.
  private func patch(of record: JSONObject) -> JSONValue {
    let texts = record.members.filter { member in
      member.value.string != nil
        && LearnedIDs.record(in: .object(JSONObject([(member.key, member.value)])), parameter: nil) == nil
    }
    let names = ["name", "title", "description"]
    guard let member = texts.first(where: { names.contains($0.key) }) ?? texts.first else { return .array([]) }
    return [
      ["op": "replace", "path": .string(JSONPointer([member.key]).description), "value": member.value]
    ]
  }

  // MARK: Responses

  /// Stores what later requests need from a successful response.
  mutating func learn(_ entry: ContractDocument.Entry, _ response: Response) {
    guard generates else { return }
    let path = entry.path
    if entry.method == "GET" {
      if let tag = response.headers["ETag"] { tags[path] = tag }
      if let body = try? JSONParser.parse(response.content.bytes),
        let record = LearnedIDs.record(in: body, parameter: parameter(below: path))?.content
      {
        shown[path] = record
      }
      if path.split(separator: "/").last?.hasPrefix("{") == false {
        ids.noteListed(response, path: path, parameter: parameter(below: path))
      }
    } else if entry.method == "POST", response.status == 201 || parameter(below: path) != nil {
      ids.noteCreated(response, path: path, parameter: parameter(below: path))
      // `/wallets/connect` creates a wallet.
      let segments = path.split(separator: "/").dropLast()
      let owner = "/" + segments.joined(separator: "/")
      if parameter(below: path) == nil, segments.last?.hasPrefix("{") == false, let name = parameter(below: owner) {
        ids.noteCreated(response, path: owner, parameter: name)
      }
    }
  }

  /// Stores the tokens in the response to a sign-in.
  mutating func learnTokens(_ body: JSONValue) {
    guard generates else { return }
    for object in [body] + (body.object?.members.map(\.value) ?? []) {
      for member in object.object?.members ?? [] where member.key.lowercased().hasSuffix("token") {
        if member.value.string != nil { tokens[member.key] = member.value }
      }
    }
  }

  /// The parameter of the paths that name a record of a collection; nil when there are none.
  private func parameter(below path: String) -> String? {
    ReplayOrder.parameter(below: path, document)
  }
}
