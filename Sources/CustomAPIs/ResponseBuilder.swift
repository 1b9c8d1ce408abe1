import Contract
import HTTPCore
import JSON
import JSONSchema
import Resources
import Store
import Synthesis
import World

/// Makes the answers of one operation: what is stored, in the shape that the document has, and checked against it.
struct ResponseBuilder {
  let documented: DocumentedOperation
  private let handler: OperationHandler
  let call: Call
  /// What links in answers begin with.
  let origin: String

  private var operation: OperationDescription { handler.operation }
  var api: CustomAPI { handler.api }

  init(_ handler: OperationHandler, _ documented: DocumentedOperation, _ call: Call) {
    (self.handler, self.documented, self.call) = (handler, documented, call)
    origin = call.request.origin
  }

  // MARK: Answers

  /// An answer that shows a record or a list, with the status that the document has when all goes well.
  ///
  /// - Parameters:
  ///   - status: Another documented status.
  ///   - facts: What else the response says, at places inside of it.
  ///   - envelope: The names that lead to what is shown, where these are not the operation's.
  func response(
    showing shown: JSONValue, seed: UInt64, status: Int? = nil,
    adding facts: [(path: [String], value: JSONValue)] = [], within envelope: [String]? = nil
  ) throws(Problem) -> Response {
    let status = status ?? operation.status
    guard let content = content(status) else {
      guard isOpen(status) else { return empty(status) }
      return open(shown, status)
    }
    var fixed = enveloped(shown, in: content, envelope)
    for fact in facts { Self.set(&fixed, fact.path[...], fact.value) }
    if let stream = stream(status, content, fixed.object ?? JSONObject(), seed: seed) { return stream }
    return response(status, content, try body(content, fixed: fixed, seed: seed), seed: seed)
  }

  /// A response that the document says nothing of: what is shown, with what other responses have around it.
  private func open(_ shown: JSONValue?, _ status: Int) -> Response {
    Response(
      status: status, headers: headers(status, "application/json", seed: 0),
      content: .bytes(
        LocalLink.expand(
          in: JSONWriter.serialize(aroundOpen(shown), sortedKeys: false), origin: origin)))
  }

  private func aroundOpen(_ shown: JSONValue?) -> JSONValue {
    guard let convention = api.model.convention else { return shown ?? .object(JSONObject()) }
    let isList = operation.kind == .list || operation.kind == .search
    var whole = convention.statement
    if let shown {
      let inner = (isList ? convention.list : [convention.holder]).reversed().reduce(shown) {
        .object(JSONObject([($1, $0)]))
      }
      for member in inner.object?.members ?? [] { whole[member.key] = member.value }
    }
    return .object(whole)
  }

  /// An answer of some content that was made.
  private func response(
    _ status: Int, _ content: DocumentedOperation.Content, _ body: Body, seed: UInt64
  ) -> Response {
    var response = Response(
      status: status, headers: headers(status, content.mediaType, seed: seed),
      content: .bytes(LocalLink.expand(in: body.bytes, origin: origin)))
    if body.isValid { response.validSchema = content.schemaIdentity }
    return response
  }

  /// Whether an answer may be kept: it follows from method, path, query and stored records alone.
  var mayBeKept: Bool {
    call.request.method.isSafe && call.request.body.isEmpty
      && !documented.parameters.contains { $0.location == .header }
  }

  /// An answer that is kept until something changes that it was made of.
  ///
  /// - Parameters:
  ///   - make: Makes its content; all that it reads from the database decides how long the answer is kept. nil for
  ///     content that shows nothing stored.
  /// - Returns: nil when nothing was made.
  func kept(_ make: () throws -> RenderedBody?) throws -> Response? {
    let request = call.request
    var key = api.name
    key += " "
    key += operation.operationID
    key += " "
    key += origin
    key += request.target.rawPath
    key += "?"
    key += String(decoding: request.target.rawQuery, as: UTF8.self)
    let account = call.parameters[AccountUse.parameter]
    if !account.isEmpty { key += " as \(account)" }
    if let accept = request.headers["Accept"] {
      key += " "
      key += accept
    }
    return try call.world.rendered.content(key, edition: api.edition) { try make()?.linked(to: origin) }.map(
      finished)
  }

  /// An answer that is not kept.
  func unkept(_ content: RenderedBody) -> Response { finished(content.linked(to: origin)) }

  private func finished(_ content: RenderedBody) -> Response {
    var response = content.response(to: call.request, cacheControl: "no-cache")
    if response.status == 200 { response.status = operation.status }
    return response
  }

  /// The content of an answer that shows a record or a list.
  ///
  /// - Parameters:
  ///   - paging: What else the answer says, at places inside of it.
  func content(
    showing shown: JSONValue, seed: UInt64, adding facts: [(path: [String], value: JSONValue?)] = [],
    headers: HeaderFields = [:]
  ) throws(Problem) -> RenderedBody {
    guard let content = content(operation.status) else {
      guard isOpen(operation.status) else { return RenderedBody([], mediaType: "text/plain", headers: headers) }
      let bytes = JSONWriter.serialize(aroundOpen(shown), sortedKeys: false)
      return rendered(Body(bytes: bytes, isValid: false), nil, mediaType: Response.jsonType, headers)
    }
    var fixed = enveloped(shown, in: content)
    for fact in facts { Self.set(&fixed, fact.path[...], fact.value) }
    var fields = self.headers(operation.status, content.mediaType, seed: seed)
    fields["Content-Type"] = nil
    return rendered(
      try body(content, fixed: fixed, seed: seed), content, mediaType: Self.mediaType(content.mediaType),
      fields + headers)
  }

  /// Content under a tag that is the same under all hosts, although addresses of records and pages are in it.
  private func rendered(
    _ body: Body, _ content: DocumentedOperation.Content?, mediaType: String, _ headers: HeaderFields
  ) -> RenderedBody {
    RenderedBody(
      body.bytes, mediaType: mediaType, headers: headers,
      tagged: LocalLink.withoutOrigin(in: body.bytes, origin: origin),
      validSchema: body.isValid ? content?.schemaIdentity : nil)
  }

  /// An answer in which nothing stored is shown: generated, the same for the same request.
  ///
  /// - Parameters:
  ///   - known: What is known all the same.
  ///   - id: The id of the record that this is of; nil for none.
  func generated(
    for sent: RequestBody, with known: JSONObject? = nil, of id: String? = nil
  ) throws(Problem) -> Response {
    let status = operation.status
    guard let content = content(status) else { return empty(status) }
    if let all = try allValues(content, status) { return all }
    if saysThatDone(content) { return response(status, content, Body(valid: .bool(true)), seed: 0) }
    var text = "\(operation.operationID) \(call.request.target.rawPath)?"
    text += String(decoding: call.request.target.rawQuery, as: UTF8.self)
    let seed = SplitMix64.seed(of: text) ^ SplitMix64.seed(of: String(decoding: sentBytes(sent), as: UTF8.self))
    // What an answer has in common with its request is the same: the model of a completion, the text of a message.
    var fixed = known ?? JSONObject()
    for member in Self.plain(sent.body?.object ?? JSONObject(), depth: 0).members where fixed[member.key] == nil {
      fixed[member.key] = member.value
    }
    for member in namedAlike(sent, at: content.place) where fixed[member.key] == nil {
      fixed[member.key] = member.value
    }
    // So it is inside of an object in the answer: the e-mail address of the `user` that registers.
    for (name, place) in api.maker.shape(of: content.place).members where fixed[name] == nil {
      let inner = api.maker.shape(of: place)
      guard inner.types == ["object"] else { continue }
      let common = fixed.members.filter { inner.members[$0.key] != nil }
      if !common.isEmpty { fixed[name] = .object(JSONObject(common.map { ($0.key, $0.value) })) }
    }
    for member in api.maker.members(of: content.place) where fixed[member.name] == nil {
      // As RFC 6749 has it, whatever else is generated.
      if Words.key(member.name) == "tokentype", member.types.contains("string"), api.enumeration(of: member) == nil {
        fixed[member.name] = "Bearer"
      }
    }
    showNamed(in: &fixed, content.place, handler.namedIDs(call, id), depth: 0)
    var whole = JSONValue.object(fixed)
    addSuccess(to: &whole, content, envelope: [])
    if let stream = stream(status, content, fixed, seed: seed) { return stream }
    // Nothing known leaves maps their generated members.
    let isEmpty = whole.object?.isEmpty == true
    let made = try body(
      content, fixed: isEmpty ? nil : whole, seed: seed ^ call.world.randomSeed, isRecord: false)
    return response(status, content, made, seed: seed)
  }

  /// The answer to a GET that asks for nothing in particular and is a list of documented values: it has all of them, such as
  /// the kinds of food that a client may choose from. nil for other answers.
  private func allValues(
    _ content: DocumentedOperation.Content, _ status: Int
  ) throws(Problem) -> Response? {
    guard operation.kind == .call, call.request.method.isSafe, content.mediaType.hasSuffix("json"),
      !documented.parameters.contains(where: { $0.location == .query || $0.location == .path })
    else { return nil }
    let holders = [[]] + api.maker.shape(of: content.place).members.keys.sorted().map { [$0] }
    for holder in holders {
      guard let items = place(of: holder).flatMap({ api.maker.shape(of: $0).items }).flatMap(api.resolved),
        let values = api.document.root[items]?["enum"]?.array?.filter({ !$0.isNull }), values.count > 1
      else { continue }
      let list = JSONValue.array(values)
      let whole = holder.first.map { JSONValue.object(JSONObject([($0, list)])) } ?? list
      return response(status, content, try body(content, fixed: whole, seed: 0, isRecord: false), seed: 0)
    }
    return nil
  }

  /// Whether a response is nothing but true, which says that a record was changed or deleted.
  private func saysThatDone(_ content: DocumentedOperation.Content) -> Bool {
    [.replace, .update, .delete].contains(operation.kind) && content.mediaType.hasSuffix("json")
      && api.maker.shape(of: content.place).types == ["boolean"] && content.schema.isValid(.bool(true))
  }

  /// What a request sent, without the boundary of its parts, which is another each time.
  private func sentBytes(_ sent: RequestBody) -> [UInt8] {
    guard call.request.headers["Content-Type"]?.lowercased().hasPrefix("multipart/") == true else {
      return call.request.body
    }
    return (sent.body.map { JSONWriter.serialize($0) } ?? []) + (sent.upload?.bytes ?? [])
  }

  /// An answer that sends several events, where the content is that of a stream; nil for other content.
  func stream(
    _ status: Int, _ content: DocumentedOperation.Content, _ known: JSONObject, seed: UInt64
  ) -> Response? {
    guard EventTexts.mediaTypes.contains(content.mediaType) else { return nil }
    let place = JSONPointer(["paths", operation.path, operation.method.lowercased()])
    let words = api.document.root[place].map { String(decoding: JSONWriter.serialize($0), as: UTF8.self) } ?? ""
    let texts = EventTexts(
      maker: api.maker, content: content, endsWithDone: words.contains("[DONE]"),
      context: ValueContext(now: call.world.clock.now.seconds, origin: origin))
    let events = texts.events(known, seed: seed ^ call.world.randomSeed)
    guard !events.texts.isEmpty else { return nil }
    var headers = headers(status, content.mediaType, seed: seed)
    headers["Cache-Control"] = "no-store"
    return Response(
      status: status, headers: headers,
      content: .stream(EventFeed.stream(events.texts, call.world, interval: events.interval)))
  }

  /// An object without its lists, and without what is inside of too many objects.
  private static func plain(_ object: JSONObject, depth: Int) -> JSONObject {
    JSONObject(
      object.members.compactMap { member in
        if let inner = member.value.object {
          return depth < 3 ? (member.key, .object(plain(inner, depth: depth + 1))) : nil
        }
        return member.value.array == nil ? (member.key, member.value) : nil
      })
  }

  /// The answer that a client prefers (RFC 7240); nil when it is the usual one.
  func preferred(_ preference: PreferHeader) throws(Problem) -> Response? {
    let status = preference.status ?? operation.status
    guard documented.answer(status) != nil else {
      let known = documented.answers.map(\.status).joined(separator: ", ")
      throw Problem(.notFound, "the document has no answer \(status) here; it has \(known)", field: "Prefer")
    }
    if let name = preference.example {
      guard let content = content(status), let example = content.examples.first(where: { $0.name == name }) else {
        let known = content(status)?.examples.map(\.name).joined(separator: ", ") ?? "none"
        throw Problem(
          .notFound, "the document has no example \"\(name.clipped(to: 60))\" here; it has \(known)", field: "Prefer")
      }
      return Response(
        status: status, headers: headers(status, content.mediaType, seed: 0),
        content: .bytes(JSONWriter.serialize(example.value, sortedKeys: false)))
    }
    guard preference.status != nil || preference.isDynamic else { return nil }
    guard let content = content(status) else { return empty(status) }
    let seed = preference.isDynamic ? call.world.random.next() : SplitMix64.seed(of: operation.operationID)
    if !preference.isDynamic, let example = content.examples.first(where: { content.schema.isValid($0.value) }) {
      var response = Response(
        status: status, headers: headers(status, content.mediaType, seed: seed),
        content: .bytes(JSONWriter.serialize(example.value, sortedKeys: false)))
      response.validSchema = content.schemaIdentity
      return response
    }
    if status >= 400, !preference.isDynamic, content.mediaType.hasSuffix("json") {
      return api.errors.answer(
        Problem(forcing: status, ErrorResponses.sentence(status)), documented, path: call.request.target.rawPath,
        now: call.world.clock.now.seconds)
    }
    return response(status, content, try body(content, fixed: nil, seed: seed), seed: seed)
  }

  private func empty(_ status: Int) -> Response {
    let isOpen = [200, 201, 202].contains(status) && operation.method != "HEAD" && content(status) == nil
    if isOpen, api.model.convention?.statement.isEmpty == false { return open(nil, status) }
    return Response(status: status, headers: headers(status, nil, seed: 0))
  }

  /// An answer without content, as the document has it for a request that gets none.
  func withoutContent(_ status: Int) -> Response { empty(status) }

  /// The types of a member of the answer by its path; none where the document names none.
  func types(at path: [String]) -> Set<String> {
    guard let last = path.last, let place = place(of: Array(path.dropLast())) else { return [] }
    return Set(api.maker.members(of: place).first { $0.name == last }?.types ?? [])
  }

  /// Whether the document says nothing of what a response holds that may hold something.
  var saysNothing: Bool {
    [200, 201, 202].contains(operation.status) && (content(operation.status).map { saysNothing($0.place) } ?? true)
  }

  // MARK: Content

  /// The schema of the content that a list is shown in; nil for none.
  var place: JSONPointer? { content(operation.status)?.place }

  /// The schema of what stands at a path in that content; nil for nothing.
  func place(of path: [String]) -> JSONPointer? {
    path.reduce(place) { place, name in place.flatMap { api.maker.shape(of: $0).members[name] } }
  }

  /// The paging as that content shows it.
  var paging: Paging? {
    let form = chosenForm ?? content(operation.status).flatMap { operation.forms[$0.mediaType] }
    return form.map(\.paging) ?? operation.paging
  }

  /// The form of a list that a parameter of the query asks for; nil for the usual one.
  private var chosenForm: OperationDescription.ResponseForm? {
    guard let choice = operation.pageChoice, let query = try? call.request.query(),
      choice.isAsked(query.parameters.first { $0.name == choice.parameter }?.value)
    else { return nil }
    return choice.form
  }

  /// What the document says of the usual content; nil where it has none.
  var plan: ResponsePlan? { content(operation.status).map(handler.plan) }

  /// Whether an answer is a record's id alone, as that of commands is which create.
  var showsIDAlone: Bool { plan?.showsIDAlone ?? false }

  /// A JSON response where the document has none for the operation's success; nil where it has one.
  func undocumented(_ value: () throws -> JSONValue) rethrows -> Response? {
    let status = operation.status
    guard content(status).map({ saysNothing($0.place) }) ?? true, [200, 201].contains(status) else { return nil }
    return open(try value(), status)
  }

  /// Whether a schema allows everything: `{}`, which frameworks write where the code does not say what a response holds.
  private func saysNothing(_ place: JSONPointer) -> Bool { Self.saysNothing(place, api) }

  /// The same of a schema of an API.
  static func saysNothing(_ place: JSONPointer, _ api: CustomAPI) -> Bool {
    guard let schema = api.resolved(place).flatMap({ api.document.root[$0]?.object }) else { return false }
    let isAbout = { (name: String) in ["title", "description", "nullable"].contains(name) || name.hasPrefix("x-") }
    if schema.members.allSatisfy({ isAbout($0.key) }) { return true }
    // What only requests have: frameworks describe both by one schema.
    let properties = schema["properties"]?.object?.members ?? []
    return !properties.isEmpty && schema["additionalProperties"]?.bool != false
      && properties.allSatisfy { $0.value["writeOnly"]?.bool == true }
  }

  /// Whether records are shown although the document has no content for a status: what frameworks make of code lacks what
  /// the code does not say.
  private func isOpen(_ status: Int) -> Bool {
    let kinds: Set<OperationDescription.Kind> = [.list, .search, .read, .create, .replace, .update, .action]
    // What a careful document says nothing of is no content.
    if operation.kind == .action, api.model.describesResponses { return false }
    return operation.resource != nil && kinds.contains(operation.kind) && [200, 201, 202].contains(status)
  }

  /// The content of a status that suits the client: JSON where there is a choice.
  private func content(_ status: Int) -> DocumentedOperation.Content? {
    guard let contents = documented.answer(status)?.content, let first = contents.first else { return nil }
    let isJSON = { (content: DocumentedOperation.Content) in content.mediaType.hasSuffix("json") }
    guard contents.count > 1 else { return first }
    if let stream = contents.first(where: { EventTexts.mediaTypes.contains($0.mediaType) }), asksForStream {
      return stream
    }
    let accept = call.request.headers["Accept"] ?? "*/*"
    if accept != "*/*" {
      let wanted = accept.split(separator: ",").compactMap { MediaType(String($0))?.essence }
      for type in wanted where !type.hasSuffix("/*") {
        if let content = contents.first(where: { $0.mediaType == type }) { return content }
      }
    }
    return contents.first(where: isJSON) ?? first
  }

  /// Whether the usual answer is a stream of events.
  var showsStream: Bool { content(operation.status).map { EventTexts.mediaTypes.contains($0.mediaType) } ?? false }

  /// Whether the content of the request says that the answer is to be a stream.
  private var asksForStream: Bool {
    guard !call.request.body.isEmpty, let body = try? call.request.parsedBody.json() else { return false }
    return body["stream"]?.bool == true
  }

  /// A response's whole content without what stands around its record.
  func withoutEnvelope(_ whole: JSONValue) -> JSONValue {
    operation.answerEnvelope.reduce(whole) { $0[$1] ?? $0 }
  }

  /// What stands in an answer around a record or a list.
  private func enveloped(
    _ shown: JSONValue, in content: DocumentedOperation.Content, _ other: [String]? = nil
  ) -> JSONValue {
    let envelope =
      other ?? chosenForm?.envelope ?? operation.forms[content.mediaType]?.envelope ?? operation.answerEnvelope
    var shown = shown
    let place = envelope.reduce(content.place as JSONPointer?) { place, name in
      place.flatMap { api.maker.shape(of: $0).members[name] }
    }
    // PostgREST answers with an array of the one record that was made.
    if shown.object != nil, let place, api.maker.shape(of: place).types == ["array"] { shown = .array([shown]) }
    var fixed = envelope.reversed().reduce(shown) { .object(JSONObject([($1, $0)])) }
    addSuccess(to: &fixed, content, envelope: envelope)
    return fixed
  }

  /// Has an answer say of itself that all went well.
  private func addSuccess(to fixed: inout JSONValue, _ content: DocumentedOperation.Content, envelope: [String]) {
    guard var object = fixed.object else { return }
    let isUsual = envelope == operation.answerEnvelope
    let words = isUsual ? handler.plan(content).words : handler.successWords(content, envelope: envelope)
    if words.isEmpty { return }
    for word in words where !object.contains(word.name) || envelope.isEmpty { object[word.name] = word.value }
    fixed = .object(object)
  }

  private static func set(_ value: inout JSONValue, _ path: ArraySlice<String>, _ new: JSONValue?) {
    guard let name = path.first, var object = value.object else { return }
    if path.count == 1 {
      object[name] = new
    } else {
      var inner = object[name] ?? .object(JSONObject())
      set(&inner, path.dropFirst(), new)
      object[name] = inner
    }
    value = .object(object)
  }

  /// Makes sure that a record can be shown before it is stored. Small ones always can: the work that the schemas of a
  /// document need grows with what is shown.
  ///
  /// - Throws: ``Problem`` of kind `validation` when it has too many values for its schema.
  func requireShowable(_ record: JSONObject) throws(Problem) {
    let shown = JSONValue.object(record)
    let size = shown.size
    guard size.values >= Self.certainCount || size.depth >= Self.certainDepth, operation.recordSchema != nil,
      let content = content(operation.status)
    else { return }
    do throws(Problem) {
      _ = try body(content, fixed: enveloped(shown, in: content), seed: 0)
    } catch {
      throw Problem(.validation, error.message, field: "body")
    }
  }

  /// How many values, and how many objects inside one another, any usual schema shows.
  private static let certainCount = 5_000
  private static let certainDepth = 16

  /// Content that was made.
  private struct Body {
    let bytes: [UInt8]
    /// Whether its schema allows it.
    let isValid: Bool

    init(bytes: [UInt8], isValid: Bool) { (self.bytes, self.isValid) = (bytes, isValid) }

    /// JSON that the schema allows.
    init(valid value: JSONValue) { self.init(bytes: JSONWriter.serialize(value, sortedKeys: false), isValid: true) }
  }

  /// Some content that shows what is known. What is not valid is reported, and the document's example goes out.
  ///
  /// - Parameters:
  ///   - isRecord: Whether what is known is a record, of which nothing is generated that the schema does not require.
  /// - Throws: ``Problem`` of kind `internalError` when the work to show what is stored would be too much: another record
  ///   must not be shown in its place.
  private func body(
    _ content: DocumentedOperation.Content, fixed: JSONValue?, seed: UInt64, isRecord: Bool = true
  ) throws(Problem) -> Body {
    let isRecord = isRecord && operation.kind != .call
    guard content.mediaType.hasSuffix("json") || ["*/*", "application/*"].contains(content.mediaType) else {
      return Body(bytes: try NonJSONBody.bytes(content, fixed, seed, call, api), isValid: false)
    }
    let context = ValueContext(now: call.world.startedAt.startOfDay.seconds, origin: origin)
    if let fixed, isRecord, content.schema.isValid(fixed),
      handler.isShaped(call) || api.maker.shows(fixed, on: content.place, context: context)
    {
      return Body(valid: fixed)
    }
    let reason: String
    switch try valid(content, fixed: fixed, seed: seed, isRecord: isRecord, context) {
    case .success(let value):
      return shown(by: value, of: fixed, content, isRecord: isRecord)
    case .failure(let failure): reason = failure.reason
    }
    api.report("\(operation.method) \(operation.path): no valid answer can be made of \(content.place): \(reason)")
    if let example = content.examples.first(where: { content.schema.isValid($0.value) }) {
      return Body(valid: example.value)
    }
    if let value = try? api.maker.value(content.place, seed: seed, context: context), content.schema.isValid(value) {
      return Body(valid: value)
    }
    // The document allows nothing, or nothing that was found: what is known is better than a failure.
    return Body(bytes: JSONWriter.serialize(fixed ?? .object(JSONObject()), sortedKeys: false), isValid: false)
  }

  private static let maximumViolations = 200

  /// A valid body, unless it has lost what it is to show: where schemas overlap, such as those of several types, what is
  /// stored is better than nothing.
  private func shown(
    by value: JSONValue, of fixed: JSONValue?, _ content: DocumentedOperation.Content, isRecord: Bool
  ) -> Body {
    guard isRecord, let fixed else { return Body(valid: value) }
    var whole = restored(value, from: fixed, at: content.place, depth: 0)
    let places = [operation.answerEnvelope] + (handler.isShaped(call) ? [["included"]] : [])
    for place in places where !place.isEmpty {
      func held(_ value: JSONValue) -> JSONValue? { place.reduce(value) { $0?[$1] } }
      guard let known = held(fixed), held(whole) == nil else { continue }
      Self.set(&whole, place[...], known)
    }
    let isBetter =
      whole != value
      && content.schema.violations(of: whole, limit: Self.maximumViolations).allSatisfy {
        if case .twoAlternatives = $0.reason { true } else { false }
      }
    guard isBetter else { return Body(valid: value) }
    return Body(bytes: JSONWriter.serialize(whole, sortedKeys: false), isValid: false)
  }

  /// Why no valid value was made.
  private struct Invalid: Error {
    let reason: String
  }

  /// A value of some content that shows what is known, and that its schema allows.
  ///
  /// - Throws: As ``body(_:fixed:seed:)``.
  private func valid(
    _ content: DocumentedOperation.Content, fixed: JSONValue?, seed: UInt64, isRecord: Bool, _ context: ValueContext
  ) throws(Problem) -> Result<JSONValue, Invalid> {
    let isStored = fixed != nil && isRecord
    var reason: String
    do throws(SynthesisFailure) {
      let value =
        if let fixed, isStored {
          try api.maker.projected(fixed, on: content.place, seed: seed, context: context)
        } else {
          try api.maker.value(content.place, seed: seed, context: context, fixed: fixed)
        }
      if content.schema.isValid(value) { return .success(value) }
      reason = content.schema.violations(of: value, limit: 1).first.map { "\($0)" } ?? "it is too deep to be checked"
      let isCheckable = !isStored || content.schema.isCheckable(value)
      // What was stored may be the reason.
      if fixed != nil, isCheckable {
        let whole = try api.maker.value(content.place, seed: seed, context: context, fixed: fixed)
        if content.schema.isValid(whole) { return .success(whole) }
      }
      if isCheckable { return .failure(Invalid(reason: reason)) }
    } catch {
      reason = "\(error)"
      guard isStored, error.isOfWork else { return .failure(Invalid(reason: reason)) }
    }
    throw Problem(
      .internalError,
      "the record has too many values to be shown by the schema \(content.place): \(reason)".clipped(to: 500)
    )
  }
}
