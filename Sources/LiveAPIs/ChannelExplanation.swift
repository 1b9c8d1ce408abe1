import CustomAPIs
import JSON
import OpenAPI
import Resources
import Synthesis

/// What was understood of an API's channels, for people and for programs.
package struct ChannelExplanation: Sendable {
  private let model: ChannelModel
  private let operations: [String: OperationDescription]

  /// An explanation of the channels of a document; nil for a document without.
  package init?(_ document: OpenAPIDocument, _ model: APIModel) {
    let channels = ChannelModel(document, model, ValueGenerator(root: document.root))
    guard !channels.isEmpty else { return nil }
    self.model = channels
    operations = Dictionary(model.operations.map { ($0.operationID, $0) }) { first, _ in first }
  }

  /// Such as `3 channels, 9 messages, 1 unsure`.
  package var summary: String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let messages = model.channels.flatMap(\.messages)
    let unsure = messages.filter { $0.confidence < Explanation.sure }.count
    return "\(counted(model.channels.count, "channel")), \(counted(messages.count, "message")), \(unsure) unsure"
  }

  // MARK: Text

  /// A block for each channel: who sends each message, what triggers it or what it does, how sure that is, and why.
  package var text: String {
    var lines: [String] = []
    for channel in model.channels {
      lines.append("\(channel.name): \(Self.places(channel))")
      for message in channel.messages { lines += row(message) }
      lines.append("")
    }
    if !model.notes.isEmpty {
      lines += ["Corrections of channels that could not be followed:"] + model.notes.map { "  " + $0 } + [""]
    }
    return lines.joined(separator: "\n") + "\n" + summary + "\n"
  }

  private static func places(_ channel: ChannelModel.Channel) -> String {
    switch channel.document.reverse {
    case .webhook: return "requests to the addresses that clients register, and to those of --webhook"
    case .callback: return "requests to \(channel.document.address)"
    case nil: break
    }
    if channel.document.servers.contains(where: { $0.transport == ChannelDocument.Server.socketIO }) {
      let address = channel.document.address.split(separator: "/").joined(separator: "/")
      return "Socket.IO, namespace /\(address)"
    }
    if channel.document.servers.contains(where: { $0.transport == ChannelDocument.Server.stomp }) {
      return "STOMP, destination \(LiveAPI.destination(of: channel))"
    }
    return channel.paths.map { "\($0.template) (\(transports($0.transports).joined(separator: ", ")))" }.joined(
      separator: ", ")
  }

  private static func transports(_ names: Set<String>) -> [String] {
    var found: [String] = []
    if !names.isDisjoint(with: ["ws", "wss"]) { found.append("WebSocket") }
    if !names.isDisjoint(with: ["ws", "wss", "http", "https", "sse"]) { found.append("Server-Sent Events") }
    return found
  }

  private func row(_ message: ChannelModel.Message) -> [String] {
    var lines: [String] = []
    let confidence = String(Int((message.confidence * 100).rounded()))
    if message.isOfServer, let trigger = message.trigger {
      lines.append("  the server sends \(message.name): \(Self.text(trigger))")
    }
    if message.isOfClient, let effect = message.effect {
      let replies = message.document.replies
      let answer = replies.isEmpty ? "" : "; the response is \(replies.joined(separator: " or "))"
      lines.append("  clients send \(message.name): \(text(effect))\(answer)")
    }
    if !message.reason.isEmpty {
      lines.append("         0.\(confidence == "100" ? "99" : confidence) \(message.reason)")
    }
    return lines
  }

  /// What makes a message come, such as `every 2 s of the clock, while a client listens`.
  static func text(_ trigger: ChannelModel.Trigger) -> String {
    switch trigger {
    case .write(let condition):
      let verbs = ChannelModel.WriteCondition.Verb.allCases.filter(condition.verbs.contains).map(\.rawValue)
      guard let state = condition.state else {
        return "when one of the \(condition.resource) is \(verbs.joined(separator: " or "))"
      }
      return "when \(state.member) of one of the \(condition.resource) becomes \(state.value.text ?? "true")"
    case .clock(let interval): return "every \(text(interval)) of the clock, while a client listens"
    case .connection: return "to each client that connects"
    case .messages(let names): return "when a client sends \(names.joined(separator: " or "))"
    case .none: return "in response, or when a test sends it"
    }
  }

  private static func text(_ interval: Int64) -> String {
    let milliseconds = interval / 1_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }

  private func text(_ effect: ChannelModel.Effect) -> String { Self.text(effect, operations) }

  /// What follows a message of a client, such as `subscribes`.
  static func text(_ effect: ChannelModel.Effect, _ operations: [String: OperationDescription]) -> String {
    switch effect {
    case .subscribe: "subscribes"
    case .unsubscribe: "ends a subscription"
    case .authenticate: "signs in"
    case .ping: "asks whether the server is there"
    case .operation(let id): operations[id].map { "does what \($0.method) \($0.path) does" } ?? "calls \(id)"
    case .relay(let name): "the other clients get \(name)"
    case .reply: "gets its response"
    case .none: "nothing follows"
    }
  }

  // MARK: JSON

  /// The same for programs.
  package var json: JSONValue {
    .array(
      model.channels.map { channel in
        [
          "name": .string(channel.name), "address": .string(channel.document.address),
          "paths": .array(
            channel.paths.map { path in
              [
                "path": .string(path.template),
                "transports": .array(Self.transports(path.transports).map(JSONValue.string)),
              ]
            }),
          "messages": .array(channel.messages.map(json)),
        ]
      })
  }

  private func json(_ message: ChannelModel.Message) -> JSONValue {
    var object: JSONObject = [
      "name": .string(message.name), "sender": .string(message.document.sender.rawValue),
      "confidence": JSONNumber(message.confidence).map(JSONValue.number) ?? .null, "reason": .string(message.reason),
    ]
    if let trigger = message.trigger { object["trigger"] = json(trigger) }
    if let effect = message.effect { object["effect"] = .string(text(effect)) }
    if !message.document.replies.isEmpty { object["replies"] = .array(message.document.replies.map(JSONValue.string)) }
    return .object(object)
  }

  private func json(_ trigger: ChannelModel.Trigger) -> JSONValue {
    switch trigger {
    case .write(let condition):
      var object: JSONObject = [
        "on": "write", "resource": .string(condition.resource),
        "verbs": .array(condition.verbs.map(\.rawValue).sorted().map(JSONValue.string)),
      ]
      if let state = condition.state { object["state"] = [state.member: state.value] }
      return .object(object)
    case .clock(let interval): return ["on": "clock", "every": .string(Self.text(interval).filter { $0 != " " })]
    case .connection: return ["on": "connection"]
    case .messages(let names): return ["on": "message", "messages": .array(names.map(JSONValue.string))]
    case .none: return ["on": "nothing"]
    }
  }
}

extension CustomAPI {
  /// What was understood of the document, with its channels, as `mock-api explain --json` has it.
  package var wholeUnderstanding: JSONValue {
    guard var whole = understanding.object else { return understanding }
    whole["channels"] = ChannelExplanation(document, model)?.json
    return .object(whole)
  }
}
