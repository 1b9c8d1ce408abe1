import HTTPCore
import JSON
import JSONSchema
import Resources
import World

// What a client's message means, and what it gets in response.

/// A message of the server to one client.
struct ChannelReply: Sendable {
  /// The message's name in the document.
  let name: String
  let payload: JSONValue

  var bytes: [UInt8] { JSONWriter.serialize(payload, sortedKeys: false) }
}

extension ChannelClient {
  // MARK: Which message

  /// The kind of message that a client sent, with its channel; nil for none of the document's.
  func recognized(_ sent: JSONValue) -> (ChannelModel.Message, Place)? {
    let candidates = places.flatMap { place in
      place.channel.messages.filter(\.isOfClient).map { (message: $0, place: place) }
    }
    let recognition = MessageRecognition(sent, candidates.map(\.message)) { live.schema(of: $0)?.isValid(sent) ?? true }
    guard case .one(let number) = recognition else { return nil }
    return candidates[number]
  }

  // MARK: Responses

  /// The responses to a message: the documented ones, otherwise a message of the server that says so by its name.
  ///
  /// - Parameters:
  ///   - likely: Words of such a message.
  func replies(
    to message: ChannelModel.Message, _ sent: JSONValue, at place: Place, likely: [String],
    record: JSONObject? = nil, of resource: String? = nil
  ) -> [ChannelReply] {
    let documented = places.flatMap { $0.channel.messages }.filter { reply in
      message.document.replies.contains(reply.name) && !reply.isError
    }
    var replies = Array(documented.prefix(1))
    if replies.isEmpty, let found = self.reply(likely, to: message) { replies = [found] }
    var made: [ChannelReply] = []
    for reply in replies {
      for part in parts(of: sent, in: reply) {
        let known = known(of: reply, from: part, in: message, record: record, resource, likely)
        if let payload = payload(reply, at: place, known: known) {
          made.append(ChannelReply(name: reply.name, payload: payload))
        }
      }
    }
    return made
  }

  private static let maximumParts = 100

  /// A message with several values, of which each reply has room for one, as as many messages.
  private func parts(of sent: JSONValue, in reply: ChannelModel.Message) -> [JSONValue] {
    guard let payload = reply.payload, let object = sent.object else { return [sent] }
    let members = live.api.maker.members(of: payload)
    for (place, member) in object.members.enumerated() {
      guard let elements = member.value.array, !elements.isEmpty,
        let own = members.first(where: { Words.singularKey($0.name) == Words.singularKey(member.key) }),
        !own.types.contains("array")
      else { continue }
      return elements.prefix(Self.maximumParts).map { element in
        var part = object
        part.replaceValue(at: place, with: element)
        return .object(part)
      }
    }
    return [sent]
  }

  private func reply(_ likely: [String], to sent: ChannelModel.Message) -> ChannelModel.Message? {
    let all = places.flatMap { $0.channel.messages }
    let own = all.filter { $0.isOfServer && !$0.isError && !$0.trigger.isWrite && !answersAnother($0, sent, all) }
    for word in likely {
      if let found = own.first(where: { message in
        (Words.split(message.name) + message.marks.values.flatMap(Words.split)).contains(word)
      }) {
        return found
      }
    }
    return nil
  }

  /// Whether a message is the response to another one of clients than this: `heartbeat_ack` to `heartbeat`.
  private func answersAnother(
    _ reply: ChannelModel.Message, _ sent: ChannelModel.Message, _ all: [ChannelModel.Message]
  ) -> Bool {
    let rest = Set(Words.split(reply.name)).subtracting(ChannelVocabulary.answers).subtracting(
      ChannelVocabulary.fillers)
    guard !rest.isEmpty, rest.isDisjoint(with: Words.split(sent.name)) else { return false }
    return all.contains { $0.isOfClient && $0.name != sent.name && rest.isSubset(of: Words.split($0.name)) }
  }

  /// What a reply takes from the message that it answers: the ids by which a client finds it, and properties of the same
  /// name.
  private func known(
    of reply: ChannelModel.Message, from sent: JSONValue, in message: ChannelModel.Message, record: JSONObject?,
    _ resource: String?, _ likely: [String]
  ) -> JSONObject {
    var known = JSONObject()
    guard let payload = reply.payload else { return record ?? known }
    let sentMembers = Dictionary(
      flattened(sent, depth: 0).map { (Words.key($0.key), $0.value) }
    ) { first, _ in first }
    let recordMembers = Dictionary((record?.members ?? []).map { (Words.key($0.key), $0.value) }) { first, _ in first }
    for member in live.api.maker.members(of: payload) {
      let key = Words.key(member.name)
      if ChannelVocabulary.marks.contains(key), reply.marks[member.name] != nil { continue }
      if let record, let id = record["id"], let own = resource, key == Words.singularKey(own) + "id" {
        known[member.name] = member.types.contains("string") ? id.text.map(JSONValue.string) ?? id : id
      } else if let record, ChannelVocabulary.wrappers.contains(key), member.types.contains("object") {
        known[member.name] = .object(record)
      } else if ChannelVocabulary.correlations.contains(key), let value = sent[member.name] ?? sentMembers[key] {
        known[member.name] = value
      } else if let value = recordMembers[key] {
        known[member.name] = value
      } else if let value = sentMembers[key] ?? sentMembers[key + "s"], !ChannelVocabulary.marks.contains(key) {
        known[member.name] = value
      } else if Self.lists.contains(key), member.types.contains("array"),
        let list = flattened(sent, depth: 0).first(where: { $0.value.array?.first?.string != nil })
      {
        // The channels of a subscription.
        known[member.name] = list.value
      } else if key == "result", member.isNullable, !member.types.contains("object") {
        // Nothing went wrong.
        known[member.name] = .null
      } else if ["success", "ok"].contains(key), member.types.contains("boolean") {
        known[member.name] = true
      } else if ["status", "result", "state"].contains(key), let values = live.api.maker.shape(of: member.place).values
      {
        known[member.name] =
          (likely + ChannelVocabulary.goodStates).lazy.compactMap { word in
            values.first { $0.string?.lowercased() == word }
          }.first
      }
    }
    correlate(&known, sent, from: message.document.correlation, to: reply.document.correlation)
    return known
  }

  private static let lists: Set<String> = ["result", "channels", "subscriptions", "topics", "subscribed", "streams"]

  /// Copies the correlation id to where the reply has it.
  private func correlate(_ known: inout JSONObject, _ sent: JSONValue, from: String?, to: String?) {
    func pointer(_ location: String?) -> JSONPointer? {
      location.flatMap { text in text.firstIndex(of: "#").map { String(text[text.index(after: $0)...]) } }
        .flatMap(JSONPointer.init(parsing:))
    }
    guard let source = pointer(from) ?? pointer(to), let target = pointer(to) ?? pointer(from), let value = sent[source]
    else { return }
    var whole = JSONValue.object(known)
    whole.set(value, at: target.tokens)
    known = whole.object ?? known
  }

  /// The members of a message and of the objects in it.
  private func flattened(_ value: JSONValue, depth: Int) -> [JSONObject.Member] {
    guard depth < 3, let object = value.object else { return [] }
    return object.members + object.members.flatMap { flattened($0.value, depth: depth + 1) }
  }

  /// The response to a ping.
  func pong(to message: ChannelModel.Message, _ sent: JSONValue, at place: Place) -> [ChannelReply] {
    let replies = replies(to: message, sent, at: place, likely: ["pong"])
    if !replies.isEmpty { return replies }
    // `heartbeat_ack`
    let answer = place.channel.messages.first { other in
      let words = Set(Words.split(other.name) + other.marks.values.flatMap(Words.split))
      return other.isOfServer && other.name != message.name && !words.isDisjoint(with: ChannelVocabulary.ping)
        && !words.isDisjoint(with: ChannelVocabulary.answers)
    }
    if let answer {
      let known = known(of: answer, from: sent, in: message, record: nil, nil, [])
      if let payload = payload(answer, at: place, known: known) {
        return [ChannelReply(name: answer.name, payload: payload)]
      }
    }
    if message.isOfServer { return [ChannelReply(name: message.name, payload: sent)] }
    var object = sent.object ?? JSONObject()
    for mark in message.marks where mark.value.lowercased() == "ping" {
      object[mark.key] = .string(mark.value == "PING" ? "PONG" : "pong")
    }
    return [ChannelReply(name: "pong", payload: .object(object))]
  }

  // MARK: Errors

  /// The code with which the socket is closed for an invalid token: the one that the document names, otherwise 4401.
  var closeCode: UInt16 {
    for words in places.map(\.channel.document.words) {
      let numbers = words.split { !$0.isNumber }.compactMap { UInt16($0) }.filter { (4000...4999).contains($0) }
      if let code = numbers.first { return code }
    }
    return 4401
  }

  /// The error message: the documented one, otherwise one of this server's.
  func errorMessage(_ problem: Problem, _ sent: JSONValue?) -> ChannelReply {
    for place in places {
      for message in place.channel.messages where message.isOfServer && message.isError {
        let known = errorContent(message, problem, sent)
        if let payload = payload(message, at: place, known: known) {
          return ChannelReply(name: message.name, payload: payload)
        }
      }
    }
    // A status with the value `error`.
    for place in places {
      for message in place.channel.messages where message.isOfServer {
        guard let state = errorState(message) else { continue }
        var known = errorContent(message, problem, sent)
        known[state.name] = state.value
        if let payload = payload(message, at: place, known: known) {
          return ChannelReply(name: message.name, payload: payload)
        }
      }
    }
    if sent?["jsonrpc"] != nil {
      // JSON-RPC 2.0 §5.1: invalid params, or whatever a server defines.
      let code = problem.kind == .validation ? -32602 : -32000
      return ChannelReply(
        name: "error",
        payload: [
          "jsonrpc": "2.0", "id": sent?["id"] ?? .null,
          "error": ["code": .number(JSONNumber(code)), "message": .string(problem.message)],
        ])
    }
    return ChannelReply(
      name: "error",
      payload: ["type": "error", "error": ["code": .string(Self.code(problem)), "message": .string(problem.message)]])
  }

  /// The state by which a message says that something failed, where it has room for an explanation; nil for another
  /// message.
  private func errorState(_ message: ChannelModel.Message) -> (name: String, value: JSONValue)? {
    guard let payload = message.payload else { return nil }
    let members = live.api.maker.members(of: payload)
    guard members.contains(where: { Self.explanations.contains(Words.key($0.name)) && $0.types.contains("string") })
    else { return nil }
    for member in members {
      let value = live.api.maker.shape(of: member.place).values?.first { value in
        value.string.map { ChannelVocabulary.errors.contains($0.lowercased()) } ?? false
      }
      if let value, message.marks[member.name] == nil { return (member.name, value) }
    }
    return nil
  }

  private static let explanations: Set<String> = [
    "message", "detail", "error", "reason", "description", "errormessage", "msg", "text",
  ]

  private static func code(_ problem: Problem) -> String {
    problem.kind == .unauthenticated || problem.kind == .tokenExpired ? "UNAUTHORIZED" : "VALIDATION_ERROR"
  }

  /// The documented code that fits a problem best.
  private static func code(_ problem: Problem, among values: [JSONValue]) -> JSONValue? {
    let status = problem.forcedStatus ?? problem.kind.status
    let words: [String] =
      switch status {
      case 401: ["unauthorized", "unauthenticated", "auth", "token"]
      case 403: ["forbidden", "denied", "permission"]
      case 404: ["notfound", "unknown", "missing"]
      case 409: ["conflict", "exists", "duplicate"]
      case 429: ["limit", "many"]
      default: ["validation", "invalid", "bad", "malformed", "format"]
      }
    for word in words {
      if let value = values.first(where: { $0.string.map(Words.key)?.contains(word) ?? false }) { return value }
    }
    return values.first { $0.number?.literal == "\(status)" }
      ?? values.first { $0.string?.hasPrefix("\(status)") ?? false }
  }

  private func errorContent(
    _ message: ChannelModel.Message, _ problem: Problem, _ sent: JSONValue?
  ) -> JSONObject {
    guard let payload = message.payload else {
      return ["error": ["code": .string(Self.code(problem)), "message": .string(problem.message)]]
    }
    return errorContent(at: payload, problem, sent, marks: message.marks, depth: 0)
  }

  private func errorContent(
    at place: JSONPointer, _ problem: Problem, _ sent: JSONValue?, marks: [String: String], depth: Int
  ) -> JSONObject {
    var known = JSONObject()
    for member in live.api.maker.members(of: place) {
      let key = Words.key(member.name)
      let isText = member.types.contains("string")
      if marks[member.name] != nil { continue }
      if depth < 2, member.types.contains("object"), !isText {
        let inner = errorContent(at: member.place, problem, sent, marks: [:], depth: depth + 1)
        if !inner.isEmpty { known[member.name] = .object(inner) }
      } else if Self.explanations.contains(key), isText {
        if !live.api.maker.shape(of: member.place).isEnumerated { known[member.name] = .string(problem.message) }
      } else if ["code", "errorcode", "status", "statuscode", "type"].contains(key),
        let values = live.api.maker.shape(of: member.place).values
      {
        known[member.name] = Self.code(problem, among: values)
      } else if ["code", "errorcode", "status", "statuscode"].contains(key) {
        known[member.name] =
          isText ? .string(Self.code(problem)) : .number(JSONNumber(problem.forcedStatus ?? problem.kind.status))
      } else if ChannelVocabulary.correlations.contains(key), let value = sent?[member.name] {
        known[member.name] = value
      }
    }
    return known
  }

  // MARK: Writes

  /// Does what a message asks for.
  ///
  /// - Parameters:
  ///   - subscriptions: What the client gets.
  ///   - authenticate: Moves the client to the account of the token in a message.
  /// - Throws: ``Problem`` that goes to the client.
  func answer(
    _ message: ChannelModel.Message, _ sent: JSONValue, at place: Place, _ subscriptions: ChannelSubscriptions,
    authenticate: () throws(Problem) -> Void
  ) throws(Problem) -> [ChannelReply] {
    switch message.effect {
    case .subscribe:
      subscriptions.wanted.add(WantedMessages.Selection(sent, places))
      return replies(to: message, sent, at: place, likely: ["subscribed", "subscription", "joined", "ack"])
    case .unsubscribe:
      subscriptions.wanted.remove(WantedMessages.Selection(sent, places))
      return replies(to: message, sent, at: place, likely: ["unsubscribed", "left", "subscription", "ack"])
    case .authenticate:
      try authenticate()
      return replies(to: message, sent, at: place, likely: ["authenticated", "auth", "authorized", "ready", "ack"])
    case .ping: return pong(to: message, sent, at: place)
    case .operation(let id): return try carryOut(id, message, sent, at: place)
    case .relay(let name):
      try relay(message, sent, as: name, at: place)
      return replies(to: message, sent, at: place, likely: ["ack", "acknowledgement", "delivered"])
    case .reply: return replies(to: message, sent, at: place, likely: [])
    case nil, ChannelModel.Effect.none?: return []
    }
  }

  /// The token in a message or in what a client sends to be let in; nil for none.
  static func token(in value: JSONValue, depth: Int = 0) -> String? {
    guard depth < 4, let object = value.object else { return nil }
    for member in object.members {
      let name = member.key.lowercased().filter { $0 != "_" && $0 != "-" }
      if ["token", "accesstoken", "authtoken", "jwt", "apikey", "authorization", "key", "bearer"].contains(name),
        let text = member.value.string, !text.isEmpty
      {
        return text.hasPrefix("Bearer ") ? String(text.dropFirst(7)) : text
      }
    }
    return object.members.lazy.compactMap { token(in: $0.value, depth: depth + 1) }.first
  }

  /// The account of a token that the client sent by a message.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` or `tokenExpired`.
  mutating func authenticate(by sent: JSONValue) throws(Problem) -> Bool {
    guard let token = Self.token(in: sent) else { throw Problem(.unauthenticated, "the message has no token") }
    guard let principal = try live.api.account(of: token, in: world) else { return false }
    identity = (token, principal)
    return true
  }

  /// Passes a client's message on as one of the server.
  ///
  /// - Throws: ``Problem`` of kind `internalError` when no valid message can be made of it.
  func relay(
    _ message: ChannelModel.Message, _ sent: JSONValue, as name: String, at place: Place
  ) throws(Problem) {
    let owners = [place] + places.filter { $0.channel.name != place.channel.name }
    let found = owners.lazy.compactMap { owner in
      owner.channel.messages.first { $0.name == name && ($0.isOfServer || owner.channel.name == place.channel.name) }
        .map {
          (owner, $0)
        }
    }.first
    guard let (place, target) = found else { return }
    var known = JSONObject()
    let members = Dictionary(flattened(sent, depth: 0).map { (Words.key($0.key), $0.value) }) { first, _ in first }
    if message.name == target.name {
      known = sent.object ?? known
    } else if let payload = target.payload {
      let subject = PayloadSubject(
        time: world.clock.now, number: Int(clamping: world.random.next() >> 16), parameters: place.parameters,
        address: place.channel.address(with: place.parameters))
      known = live.plan(target, of: place.channel, resource: nil).known(subject)
      known.merge(filled(payload, members, target.marks, depth: 0))
    }
    guard let payload = payload(target, at: place, known: known) else {
      throw Problem(.internalError, "no valid \(target.name) can be made of the message")
    }
    let words = Words.split(message.name)
    let isOwn = message.name == target.name || !ChannelVocabulary.ofSender.isDisjoint(with: words)
    world.channels.publish(
      ChannelHub.Message(
        channel: live.identity(place.channel), name: target.name, payload: payload,
        parameters: place.parameters, source: isOwn ? number : nil, cause: .message(message.name)))
  }

  /// The properties of a payload that a client's message has too.
  private func filled(
    _ place: JSONPointer, _ sent: [String: JSONValue], _ marks: [String: String], depth: Int
  ) -> JSONObject {
    var known = JSONObject()
    for member in live.api.maker.members(of: place) where marks[member.name] == nil {
      let key = Words.key(member.name)
      if member.types.contains("object"), depth < 3,
        sent[key]?.object == nil || ChannelVocabulary.wrappers.contains(key)
      {
        let inner = filled(member.place, sent, [:], depth: depth + 1)
        if !inner.isEmpty { known[member.name] = .object(inner) }
      } else if let value = sent[key], !ChannelVocabulary.marks.contains(key) || depth > 0 {
        known[member.name] = value
      }
    }
    return known
  }

  /// Carries out an operation of the API with what a message holds, and responds as the document says.
  ///
  /// - Throws: ``Problem`` with the refusal of the operation.
  func carryOut(
    _ id: String, _ message: ChannelModel.Message, _ sent: JSONValue, at place: Place
  ) throws(Problem) -> [ChannelReply] {
    guard let operation = live.api.model.operations.first(where: { $0.operationID == id }) else { return [] }
    let request = try request(operation, sent, at: place)
    let response = perform(request)
    let content = try? JSONParser.parse(response.content.bytes)
    guard response.status < 400 else {
      let text = content.flatMap(Self.explanation) ?? "the server refused the message with status \(response.status)"
      throw Problem(forcing: response.status, text)
    }
    var record = content
    for name in operation.answerEnvelope { record = record?[name] }
    return replies(
      to: message, sent, at: place, likely: ["ack", "acknowledgement", "confirmation", "confirmed", "accepted"],
      record: record?.object, of: operation.resource)
  }

  private static func explanation(_ content: JSONValue) -> String? {
    for name in ["message", "detail", "error", "title", "description"] {
      if let text = content[name]?.string { return text }
      if let inner = content[name], let text = explanation(inner) { return text }
    }
    return content["errors"]?.array?.first.flatMap { $0.string ?? explanation($0) }
  }

  /// The request that does what a message asks for.
  private func request(
    _ operation: OperationDescription, _ sent: JSONValue, at place: Place
  ) throws(Problem) -> Request {
    var members = Dictionary(flattened(sent, depth: 0).map { (Words.key($0.key), $0.value) }) { first, _ in first }
    for (name, value) in place.parameters { members[Words.key(name)] = .string(value) }
    var path = operation.path
    for segment in operation.path.split(separator: "/") where segment.contains("{") {
      let name = String(segment.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" })
      let isID = name == operation.idParameter
      let singular = operation.resource.map { Words.singularKey($0) + "id" } ?? "id"
      guard let value = members[Words.key(name)]?.text ?? (isID ? members[singular]?.text ?? members["id"]?.text : nil)
      else {
        throw Problem(.validation, "the message does not say which \(name)", field: name)
      }
      path = path.replacing("{\(name)}", with: Self.encoded(value))
    }
    let base = live.api.basePath == "/" ? "" : live.api.basePath
    var headers = credentials
    if let token = identity?.token { headers["Authorization"] = "Bearer \(token)" }
    headers["Content-Type"] = "application/json"
    let body = operation.method == "GET" || operation.method == "DELETE" ? [] : body(operation, members)
    do {
      return Request(
        method: HTTPMethod(rawValue: operation.method),
        target: try RequestTarget(Array("\(base)\(path)".utf8)), headers: headers, body: body)
    } catch {
      throw Problem(.validation, "the message's values make no path")
    }
  }

  private static func encoded(_ text: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
    return text.utf8.reduce(into: "") { result, byte in
      if plain.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// The body: the properties of the operation's request that the message has.
  private func body(_ operation: OperationDescription, _ sent: [String: JSONValue]) -> [UInt8] {
    let members = live.api.requestMembers(of: operation)
    var record = JSONObject()
    for member in members {
      if let value = sent[Words.key(member.name)] { record[member.name] = value }
    }
    var content = JSONValue.object(record)
    for name in operation.requestEnvelope.reversed() { content = .object([name: content]) }
    return JSONWriter.serialize(content, sortedKeys: false)
  }
}
