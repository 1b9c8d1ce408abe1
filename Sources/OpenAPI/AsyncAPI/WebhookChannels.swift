import JSON

/// What an API sends to addresses of its clients, `webhooks` and `callbacks` of OpenAPI, as channels: what makes the server
/// send a message is found out in one way for all of them.
struct WebhookChannels {
  private let root: JSONValue

  private static let methods = ["post", "put"]
  private static let maximumDepth = 8
  /// Documents of thousands of callbacks exist; the first ones are served.
  private static let maximumChannels = 500

  /// The document with channels for its webhooks and callbacks beside those that it has.
  static func added(to root: JSONValue) -> JSONValue {
    let reader = WebhookChannels(root: root)
    let channels = reader.webhooks() + reader.callbacks()
    guard !channels.isEmpty else { return root }
    var result = root
    let known = root[ChannelDocument.key]?.array ?? []
    result.set(.array(known + channels.prefix(maximumChannels).map(\.json)), at: [ChannelDocument.key])
    return result
  }

  /// One channel with a message for each webhook; none without webhooks.
  private func webhooks() -> [ChannelDocument] {
    let messages = (root["webhooks"]?.object?.members ?? []).flatMap { hook in
      self.messages(of: hook.value, at: JSONPointer(["webhooks", hook.key]), named: hook.key)
    }
    guard !messages.isEmpty else { return [] }
    return [ChannelDocument(reverse: .webhook, "webhooks", address: "webhooks", messages)]
  }

  /// A channel for each callback of an operation.
  private func callbacks() -> [ChannelDocument] {
    var found: [ChannelDocument] = []
    for path in root["paths"]?.object?.members ?? [] {
      for method in DocumentPart.methods {
        guard let operation = path.value[method], let callbacks = operation["callbacks"]?.object else { continue }
        let place = JSONPointer(["paths", path.key, method, "callbacks"])
        let owner = operation["operationId"]?.string ?? "\(method.uppercased()) \(path.key)"
        for callback in callbacks.members {
          let (expressions, start) = resolved(callback.value, place.appending(callback.key))
          for expression in expressions.object?.members ?? [] {
            let messages = self.messages(
              of: expression.value, at: start.appending(expression.key), named: callback.key)
            guard !messages.isEmpty else { continue }
            var channel = ChannelDocument(
              reverse: .callback, "\(owner) \(callback.key)", address: expression.key, messages)
            channel.operation = ChannelDocument.Operation(method: method.uppercased(), path: path.key)
            found.append(channel)
          }
        }
      }
    }
    return found
  }

  private func messages(of item: JSONValue, at place: JSONPointer, named name: String) -> [ChannelDocument.Message] {
    let (item, place) = resolved(item, place)
    return Self.methods.compactMap { method in
      guard let operation = item[method] else { return nil }
      let at = place.appending(method)
      var payload: String?
      var examples: [JSONValue] = []
      var contentType: String?
      if let request = operation["requestBody"] {
        let (body, start) = resolved(request, at.appending("requestBody"))
        let contents = body["content"]?.object?.members ?? []
        if let content = contents.first(where: { $0.key.contains("json") }) ?? contents.first {
          let own = start.appending("content").appending(content.key)
          if content.value["schema"] != nil { payload = "#\(own.appending("schema"))" }
          examples = [content.value["example"]].compactMap(\.self)
          examples += (content.value["examples"]?.object?.members ?? []).compactMap { $0.value["value"] }
          contentType = content.key
        }
      }
      let words = [name] + ["operationId", "summary", "description"].compactMap { operation[$0]?.string }
      let corrections = (operation.object?.members ?? []).filter { $0.key.hasPrefix("x-mock-") }
      var message = ChannelDocument.Message(
        name: name, sender: .server, words: words.joined(separator: ". "), payload: payload, examples: examples,
        contentType: contentType, correlation: nil, replies: [],
        corrections: JSONObject(corrections.map { ($0.key, $0.value) }))
      message.operation = "#\(at)"
      return message
    }
  }

  /// A value with its place, references followed.
  private func resolved(_ value: JSONValue, _ place: JSONPointer) -> (JSONValue, JSONPointer) {
    var (value, place) = (value, place)
    for _ in 0..<Self.maximumDepth {
      guard let text = value["$ref"]?.string, let next = JSONPointer(parsing: String(text.dropFirst())),
        let target = root[next]
      else { break }
      (value, place) = (target, next)
    }
    return (value, place)
  }
}

extension ChannelDocument {
  /// The channel of webhooks whose bodies no document describes.
  package static func webhooks(named names: [String]) -> ChannelDocument {
    let messages = names.map { name in
      Message(
        name: name, sender: .server, words: name, payload: nil, examples: [], contentType: nil, correlation: nil,
        replies: [], corrections: JSONObject())
    }
    return ChannelDocument(reverse: .webhook, "webhooks", address: "webhooks", messages)
  }

  /// The channel of an operation that answers with a stream.
  package init(
    stream name: String, path: String, base: String, _ message: Message, parameters: [String], security: [String]
  ) {
    (self.name, address, words) = (name, path, message.words)
    servers = [Server(transport: "sse", path: base, subprotocols: [])]
    self.parameters = parameters.map { Parameter(name: $0, values: [], location: nil) }
    (query, headers, self.security, messages) = (nil, nil, security, [message])
    corrections = JSONObject()
  }

  fileprivate init(reverse: Server.Reverse, _ name: String, address: String, _ messages: [Message]) {
    (self.name, self.address, words) = (name, address, "")
    servers = [Server(transport: reverse.rawValue, path: "", subprotocols: [])]
    (parameters, query, headers, security, self.messages) = ([], nil, nil, [], messages)
    corrections = JSONObject()
  }
}

extension ChannelDocument.Message {
  /// The events of a stream.
  package init(
    stream name: String, words: String, payload: String, examples: [JSONValue], contentType: String,
    corrections: JSONObject
  ) {
    self.init(
      name: name, sender: .server, words: words, payload: payload, examples: examples, contentType: contentType,
      correlation: nil, replies: [], corrections: corrections)
  }
}

extension ChannelDocument.Server {
  /// How a server reaches its clients by requests of its own.
  package enum Reverse: String, Sendable {
    /// At addresses that clients register, or that a user names.
    case webhook
    /// At the address in the request of an operation.
    case callback
  }
}
