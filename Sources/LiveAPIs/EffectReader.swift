import JSON
import OpenAPI
import Resources

/// Tells what a client's message does.
struct EffectReader {
  let channel: ChannelDocument
  let messages: [ChannelModel.Message]
  let reader: ChannelReader

  /// Sets the effect; how sure it is and why is kept for messages that only clients send.
  func read(_ message: inout ChannelModel.Message) {
    var (effect, confidence, reason) = found(message)
    if effect == ChannelModel.Effect.none, confidence < 0.9, let reply = result(of: message) {
      message.document.replies.append(reply)
      (effect, confidence, reason) = (.reply, 0.8, "\(reply) shows its result")
    }
    message.effect = effect
    if !message.isOfServer { (message.confidence, message.reason) = (confidence, reason) }
  }

  private func found(_ message: ChannelModel.Message) -> (ChannelModel.Effect, Double, String) {
    if let text = message.document.corrections["x-mock-effect"]?.string, let effect = corrected(text) {
      return (effect, 1, "x-mock-effect says so")
    }
    let words = Words.split(message.name) + message.marks.values.sorted().flatMap(Words.split)
    let own = Set(words).subtracting(["message", "request", "event", "client", "to", "the", "command"])
    let isSmall = own.count <= 3
    for (vocabulary, effect, what) in [
      (ChannelVocabulary.unsubscribe, ChannelModel.Effect.unsubscribe, "ends a subscription"),
      (ChannelVocabulary.subscribe, .subscribe, "subscribes"),
      (ChannelVocabulary.authenticate, .authenticate, "signs in"),
      (ChannelVocabulary.ping, .ping, "asks whether the server is there"),
    ] where isSmall && !own.isDisjoint(with: vocabulary) { return (effect, 0.95, "its name says that it \(what)") }
    if own.contains("pong") || own == ["ack"] { return (.none, 0.9, "it answers a message of the server") }
    if let operation = operation(message, words) {
      return (.operation(operation.operationID), 0.85, "\(operation.method) \(operation.path) does what it asks for")
    }
    if let name = relayed(message) { return (.relay(name), 0.8, "the other clients get it as \(name)") }
    if !message.document.replies.isEmpty { return (.reply, 0.8, "the document names its reply") }
    return (.none, 0.5, "nothing in the document follows from it")
  }

  /// The message that says what became of a client's message: one with its correlation id, or `commandResult` of `command`.
  private func result(of message: ChannelModel.Message) -> String? {
    let words = Set(Words.split(message.name))
    let others = messages.filter { other in
      guard other.document.sender == .server, !other.trigger.isWrite else { return false }
      let theirs = Set(Words.split(other.name))
      guard theirs.isDisjoint(with: ChannelVocabulary.errors) else { return false }
      let isAnswer = !theirs.isDisjoint(with: ChannelVocabulary.answers.union(["results", "outcome", "status"]))
      let isCorrelated = message.document.correlation != nil && other.document.correlation != nil
      return isCorrelated || isAnswer && !theirs.isDisjoint(with: words)
    }
    return others.count == 1 ? others[0].name : nil
  }

  private func corrected(_ text: String) -> ChannelModel.Effect? {
    switch text {
    case "subscribe": .subscribe
    case "unsubscribe": .unsubscribe
    case "authenticate": .authenticate
    case "ping": .ping
    case "none": ChannelModel.Effect.none
    default:
      reader.model.operations.contains { $0.operationID == text }
        ? .operation(text) : messages.contains { $0.name == text } ? .relay(text) : nil
    }
  }

  /// The operation of the API that does what a message asks for.
  private func operation(_ message: ChannelModel.Message, _ words: [String]) -> OperationDescription? {
    let triggers = TriggerReader(channel: channel, reader: reader)
    var found = triggers.resource(in: words)
    if found == nil { found = triggers.resource(in: Words.split(channel.address)).map { ($0.0, words) } }
    guard let (resource, rest) = found else { return nil }
    let own = reader.model.operations.filter { $0.resource == resource.name }
    for (vocabulary, kinds) in [
      (ChannelVocabulary.delete, [OperationDescription.Kind.delete]),
      (ChannelVocabulary.update, [.update, .replace]), (ChannelVocabulary.create, [.create]),
    ] where !vocabulary.isDisjoint(with: rest) {
      for kind in kinds {
        if let operation = own.filter({ $0.kind == kind }).min(by: { $0.scopes.count < $1.scopes.count }) {
          return operation
        }
      }
    }
    for operation in own where operation.kind == .action {
      let last = operation.path.split(separator: "/").last { !$0.hasPrefix("{") }.map(String.init) ?? ""
      if !Set(Words.split(last)).isDisjoint(with: rest) { return operation }
    }
    // A message with the record's own name creates one: `ChatMessage`.
    let meaningful = rest.filter { !ChannelVocabulary.fillers.contains($0) }
    return meaningful.isEmpty && message.document.sender == .client ? own.first { $0.kind == .create } : nil
  }

  /// The message of the server as which the others get a client's message.
  private func relayed(_ message: ChannelModel.Message) -> String? {
    if message.document.sender == .either { return message.name }
    let members = names(of: message)
    let words = Set(Words.split(message.name)).subtracting(ChannelVocabulary.create).subtracting(["request", "command"])
    var best: (name: String, score: Int)?
    for other in messages where other.document.sender == .server {
      guard other.trigger.map({ $0 != .connection }) ?? true else { continue }
      let theirs = names(of: other)
      let otherWords = Set(Words.split(other.name))
      if !otherWords.isDisjoint(with: ChannelVocabulary.errors.union(["ack", "pong"])) { continue }
      let sharedWords = words.intersection(otherWords).subtracting(["event", "new"]).count
      let shared = members.intersection(theirs).count
      let isLike = sharedWords > 0 && (shared > 0 || members.isEmpty) || shared >= 2 && shared * 2 >= members.count
      let score = sharedWords * 3 + shared
      if isLike, score > best?.score ?? 0 { best = (other.name, score) }
    }
    return best?.name
  }

  /// The properties of a payload and of the objects in it, without those of every message.
  private func names(of message: ChannelModel.Message) -> Set<String> {
    guard let payload = message.payload else { return [] }
    let shape = reader.maker.shape(of: payload)
    var names: Set<String> = []
    for (name, place) in shape.members {
      let key = Words.key(name)
      if ChannelVocabulary.wrappers.contains(key), reader.maker.shape(of: place).types.contains("object") {
        names.formUnion(reader.maker.shape(of: place).members.keys.map(Words.key))
      }
      names.insert(key)
    }
    return names.subtracting(ChannelVocabulary.marks).subtracting(ChannelVocabulary.times).subtracting(["id"])
  }
}
