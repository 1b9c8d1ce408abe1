import JSON
import OpenAPI
import Resources
import Synthesis

/// Interprets the channels of a document: what makes the server send each message, and what a client's message does.
package struct ChannelReader {
  let root: JSONValue
  let model: APIModel
  let maker: ValueGenerator
  private(set) var notes: [String] = []

  init(_ document: OpenAPIDocument, _ model: APIModel, _ maker: ValueGenerator) {
    (root, self.model, self.maker) = (document.root, model, maker)
  }

  /// The model of channels.
  mutating func channels(_ documents: [ChannelDocument]) -> ChannelModel {
    var documents = documents
    if Self.isWrittenForClients(documents) { documents = documents.map(Self.mirrored) }
    var channels: [ChannelModel.Channel] = []
    let broker = documents.filter { document in
      document.servers.contains { $0.transport == ChannelDocument.Server.stomp }
    }
    for document in documents {
      // A client of a broker sends to one destination what others get at another.
      let others = broker.contains(document) ? broker.filter { $0 != document } : []
      channels.append(channel(document, besides: others.flatMap(\.messages).filter { $0.sender == .server }))
    }
    var relayed: [String: [String]] = [:]
    for message in channels.flatMap(\.messages) {
      if case .relay(let name) = message.effect { relayed[name, default: []].append(message.name) }
    }
    for place in channels.indices where broker.contains(where: { $0.name == channels[place].name }) {
      for number in channels[place].messages.indices {
        let name = channels[place].messages[number].name
        guard let causes = relayed[name], case .clock = channels[place].messages[number].trigger else { continue }
        channels[place].messages[number].trigger = .messages(causes)
        channels[place].messages[number].confidence = 0.9
        channels[place].messages[number].reason =
          "the server sends it when a client sends \(causes.joined(separator: " or "))"
      }
    }
    shareRoot(&channels)
    return ChannelModel(channels: channels, notes: notes)
  }

  // MARK: Whose view

  /// Whether the document says what a client does, although AsyncAPI describes the application: its "received" messages
  /// are those that only servers send.
  private static func isWrittenForClients(_ channels: [ChannelDocument]) -> Bool {
    var (server, client) = (0, 0)
    for message in channels.filter({ $0.reverse == nil }).flatMap(\.messages) where message.sender != .either {
      let words = Set(Words.split(message.name))
      let isOfClients =
        !words.isDisjoint(with: ["subscribe", "unsubscribe", "authenticate", "auth"])
        && words.isDisjoint(with: ["response", "reply", "ack", "success", "error", "result", "confirmation", "status"])
      let isOfServers =
        !words.isDisjoint(with: [
          "welcome", "ack", "error", "subscribed", "unsubscribed", "snapshot", "created", "updated",
        ])
      if isOfClients { if message.sender == .client { server += 1 } else { client += 1 } }
      if isOfServers, !isOfClients { if message.sender == .server { server += 1 } else { client += 1 } }
    }
    return client > server
  }

  private static func mirrored(_ channel: ChannelDocument) -> ChannelDocument {
    var channel = channel
    for place in channel.messages.indices {
      switch channel.messages[place].sender {
      case .server: channel.messages[place].sender = .client
      case .client: channel.messages[place].sender = .server
      case .either: break
      }
    }
    return channel
  }

  // MARK: Channels

  private mutating func channel(
    _ document: ChannelDocument, besides others: [ChannelDocument.Message]
  ) -> ChannelModel.Channel {
    func unread(_ message: ChannelDocument.Message) -> ChannelModel.Message {
      let payload = message.payload.flatMap { JSONPointer(parsing: String($0.dropFirst())) }
      return ChannelModel.Message(
        document: message, payload: payload, marks: marks(of: payload), confidence: 1, reason: "")
    }
    var messages = document.messages.map(unread)
    let triggers = TriggerReader(channel: document, reader: self)
    for place in messages.indices where messages[place].isOfServer { triggers.read(&messages[place]) }
    let effects = EffectReader(channel: document, messages: messages + others.map(unread), reader: self)
    for place in messages.indices where messages[place].isOfClient { effects.read(&messages[place]) }
    // What clients may send is not announced by the clock as well.
    for place in messages.indices {
      let name = messages[place].name
      let causes = messages.filter { $0.effect == .relay(name) || $0.document.replies.contains(name) }.map(\.name)
      if !causes.isEmpty, !messages[place].trigger.isWrite {
        messages[place].trigger = .messages(causes)
        messages[place].reason = "the server sends it when a client sends \(causes.joined(separator: " or "))"
        messages[place].confidence = 0.9
      }
    }
    answerByName(&messages)
    for message in messages { correctionNotes(message, of: document) }
    return ChannelModel.Channel(
      document: document, messages: messages, paths: paths(of: document), conditions: conditions(of: document, messages)
    )
  }

  /// Takes a message whose name says that a client's message was carried out as its response: `room_joined` of `join_room`.
  private func answerByName(_ messages: inout [ChannelModel.Message]) {
    let sent = messages.filter { $0.effect != nil && $0.document.sender == .client }
    for place in messages.indices where messages[place].document.sender == .server {
      guard case .clock = messages[place].trigger else { continue }
      let stems = Set(Words.split(messages[place].name).map(Self.stem))
      let causes = sent.filter { message in
        guard message.effect == .subscribe || message.effect == .unsubscribe || message.effect == .authenticate else {
          return message.effect == ChannelModel.Effect.none && stems == Set(Words.split(message.name).map(Self.stem))
        }
        return stems == Set(Words.split(message.name).map(Self.stem))
      }.map(\.name)
      guard !causes.isEmpty else { continue }
      (messages[place].trigger, messages[place].confidence) = (.messages(causes), 0.9)
      messages[place].reason = "its name says that \(causes.joined(separator: " or ")) was carried out"
      for cause in messages.indices where causes.contains(messages[cause].name) {
        messages[cause].document.replies.append(messages[place].name)
      }
    }
  }

  /// A verb without its ending: `join` of `joined`, `leave` and `left`.
  private static func stem(_ word: String) -> String {
    let particular = ["left": "leav", "sent": "send", "began": "begin", "taken": "take"]
    if let stem = particular[word] { return stem }
    for ending in ["ed", "e", "d", "s"] where word.hasSuffix(ending) && word.utf8.count > ending.utf8.count + 2 {
      return String(word.dropLast(ending.count))
    }
    return word
  }

  private mutating func correctionNotes(_ message: ChannelModel.Message, of channel: ChannelDocument) {
    let known: Set<String> = ["x-mock-on", "x-mock-every", "x-mock-filter", "x-mock-effect"]
    for key in message.document.corrections.keys where !known.contains(key) {
      notes.append(
        "\(channel.name): \(message.name): \(key) is not known for messages; \(known.sorted().joined(separator: ", ")) are."
      )
    }
  }

  /// The values of the properties that tell this kind of message from others: a `const`, or an `enum` with one value.
  private func marks(of payload: JSONPointer?) -> [String: String] {
    guard let payload else { return [:] }
    var marks: [String: String] = [:]
    for (name, place) in maker.shape(of: payload).members where ChannelVocabulary.marks.contains(Words.key(name)) {
      if let value = constant(at: place) { marks[name] = value }
    }
    return marks
  }

  /// The only text that a schema allows; nil for none.
  func constant(at place: JSONPointer) -> String? {
    if let value = root[place]?["const"]?.string { return value }
    guard let values = maker.shape(of: place).values, values.count == 1 else { return nil }
    return values[0].string
  }

  // MARK: Addresses

  /// The paths of a channel: that of its server with its address.
  private func paths(of channel: ChannelDocument) -> [ChannelModel.Path] {
    var paths: [ChannelModel.Path] = []
    for server in channel.servers
    where channel.reverse == nil && !server.isShared {
      let template = Self.path(server.path, channel.address)
      if let place = paths.firstIndex(where: { $0.template == template }) {
        paths[place].transports.insert(server.transport)
        paths[place].subprotocols += server.subprotocols.filter { !paths[place].subprotocols.contains($0) }
      } else {
        paths.append(
          ChannelModel.Path(template: template, transports: [server.transport], subprotocols: server.subprotocols))
      }
    }
    return paths
  }

  /// The path of a channel: that of its server with its address, without a query.
  package static func path(_ base: String, _ address: String) -> String {
    let plain = address.prefix { $0 != "?" && $0 != "#" }
    let parts = (base.split(separator: "/") + plain.split(separator: "/")).map(String.init)
    return "/" + parts.joined(separator: "/")
  }

  /// Lets clients reach at the server's own path what is a topic rather than a path, such as `ticker` or `orders.created`.
  private func shareRoot(_ channels: inout [ChannelModel.Channel]) {
    let topics = channels.indices.filter { place in
      let address = channels[place].document.address
      return !address.isEmpty && !address.hasPrefix("/") && channels[place].document.reverse == nil
    }
    guard !topics.isEmpty else { return }
    for place in topics {
      for server in channels[place].document.servers where !server.isShared {
        let template = Self.path(server.path, "")
        if !channels[place].paths.contains(where: { $0.template == template }) {
          channels[place].paths.append(
            ChannelModel.Path(template: template, transports: [server.transport], subprotocols: server.subprotocols))
        }
      }
    }
  }

  // MARK: Parameters

  /// The property of records or payloads that each parameter is compared with.
  private func conditions(of channel: ChannelDocument, _ messages: [ChannelModel.Message]) -> [String: String] {
    var conditions: [String: String] = [:]
    for parameter in channel.parameters {
      if let location = parameter.location, let hash = location.firstIndex(of: "#"),
        let pointer = JSONPointer(parsing: String(location[location.index(after: hash)...]))
      {
        conditions[parameter.name] = pointer.tokens.joined(separator: ".")
      }
    }
    for corrections in [channel.corrections] + messages.map(\.document.corrections) {
      for member in corrections["x-mock-filter"]?.object?.members ?? [] {
        conditions[member.key] = member.value.string
      }
    }
    return conditions
  }
}

extension ChannelModel.Trigger? {
  /// Whether it is a write.
  var isWrite: Bool {
    if case .write = self { true } else { false }
  }
}
