import JSON

extension AsyncAPIConversion {
  private static let served: Set<String> = [
    "ws", "wss", "http", "https", "sse", ChannelDocument.Server.socketIO, ChannelDocument.Server.stomp,
  ]

  // MARK: Servers

  /// The servers by name, in the document's order.
  ///
  /// - Throws: ``DocumentFailure`` when this server speaks the protocol of none.
  mutating func servers(
    _ source: Located
  ) throws(DocumentFailure) -> [(name: String, server: ChannelDocument.Server, security: [String])] {
    var found: [(name: String, server: ChannelDocument.Server, security: [String])] = []
    var others: [String] = []
    for (name, entry) in source["servers"]?.members ?? [] {
      let path = ["servers", name]
      guard let server = try resolved(entry, path) else { continue }
      let named = (server.value["protocol"]?.string ?? "ws").lowercased()
      var transport = ["socket.io", "socket-io", "sio"].contains(named) ? ChannelDocument.Server.socketIO : named
      if ["stomps", "stomp+ws", "stomp-ws", "ws+stomp", "wss+stomp"].contains(named) {
        transport = ChannelDocument.Server.stomp
      }
      guard Self.served.contains(transport) else {
        others.append(transport)
        notes.add(path, "the protocol \(transport.shortened) is not served; \(Self.understood)")
        continue
      }
      let address = server.value["url"]?.string.map(Self.withScheme) ?? address(of: server.value)
      let list = ServerReader.servers([
        "servers": [["url": .string(address), "variables": server.value["variables"] ?? .null]]
      ])
      let ws = server.value["bindings"]?["ws"]
      let subprotocols = (ws?["subprotocols"]?.array ?? server.value["x-mock-subprotocols"]?.array ?? [])
      found.append(
        (
          name,
          ChannelDocument.Server(
            transport: transport, path: list.first?.path ?? "",
            subprotocols: subprotocols.compactMap(\.string)), securityNames(server["security"])
        ))
    }
    guard found.isEmpty, let other = others.first else { return found }
    throw files.first.failure(["servers"], "the protocol \(other.shortened) is not served; \(Self.understood)")
  }

  private static let understood =
    "WebSocket, Server-Sent Events over HTTP, STOMP and Socket.IO are (ws, wss, http, https, sse, stomp and socketio)"

  /// A server's URL with what says that it begins with a host, which AsyncAPI 2 leaves out: `events.example.com/{version}`.
  private static func withScheme(_ url: String) -> String {
    url.contains("//") || url.hasPrefix("/") || url.hasPrefix(".") ? url : "//" + url
  }

  private func address(of server: JSONValue) -> String {
    let path = server["pathname"]?.string ?? ""
    return "//\(server["host"]?.string ?? "localhost")\(path.isEmpty || path.hasPrefix("/") ? path : "/" + path)"
  }

  /// The servers of a channel: those that it names, otherwise all; one of WebSocket where the document has none.
  private mutating func servers(
    of channel: Located, _ all: [(name: String, server: ChannelDocument.Server, security: [String])]
  ) -> (servers: [ChannelDocument.Server], security: [String]) {
    let named = (channel["servers"]?.elements ?? []).compactMap { entry in
      entry.value.string ?? entry.value["$ref"]?.string?.split(separator: "/").last.map(String.init)
    }
    let own = all.filter { named.isEmpty || named.contains($0.name) }
    if all.isEmpty { return ([ChannelDocument.Server(transport: "ws", path: "", subprotocols: [])], []) }
    return (own.map(\.server), own.flatMap(\.security))
  }

  // MARK: AsyncAPI 2

  /// The channels of AsyncAPI 2, by whose terms clients publish what the application receives.
  mutating func formerChannels(
    _ source: Located, _ all: [(name: String, server: ChannelDocument.Server, security: [String])]
  ) throws(DocumentFailure) -> [ChannelDocument] {
    var channels: [ChannelDocument] = []
    for (address, entry) in source["channels"]?.members ?? [] {
      guard let item = try resolved(entry, ["channels", address]) else { continue }
      var channel = try blank(named: address, address: address, item, all)
      for (verb, sender) in [("publish", ChannelDocument.Message.Sender.client), ("subscribe", .server)] {
        guard
          let operation = try item[verb].flatMap({ value throws(DocumentFailure) in
            try withTraits(value, ["channels", address, verb])
          })
        else { continue }
        channel.security += securityNames(operation["security"])
        channel.words += " " + words(operation.value)
        let replies = try replies(of: operation, ["channels", address, verb])
        for message in try messages(operation["message"], ["channels", address, verb, "message"]) {
          add(message, sender, operation, replies, to: &channel)
        }
      }
      channels.append(channel)
    }
    return channels
  }

  // MARK: AsyncAPI 3

  /// The channels of AsyncAPI 3, whose operations say what the application does.
  mutating func currentChannels(
    _ source: Located, _ all: [(name: String, server: ChannelDocument.Server, security: [String])]
  ) throws(DocumentFailure) -> [ChannelDocument] {
    var channels: [ChannelDocument] = []
    var places: [String: Int] = [:]
    for (name, entry) in source["channels"]?.members ?? [] {
      guard let item = try resolved(entry, ["channels", name]) else { continue }
      let address = item.value["address"].map { $0.string ?? "" } ?? name
      places[name] = channels.count
      channels.append(try blank(named: name, address: address, item, all))
    }
    for (id, entry) in source["operations"]?.members ?? [] {
      let path = ["operations", id]
      guard let operation = try withTraits(entry, path), let name = channelName(operation["channel"]),
        let place = places[name], let channel = source["channels"]?[name], let item = try resolved(channel, path)
      else { continue }
      let sender: ChannelDocument.Message.Sender = operation.value["action"]?.string == "send" ? .server : .client
      channels[place].security += securityNames(operation["security"])
      channels[place].words += " " + words(operation.value)
      let replies = try replies(of: operation, path)
      for message in try messages(of: operation, item, path) {
        add(message, sender, operation, replies, to: &channels[place])
      }
      // A reply on another channel's own messages is one of that channel.
      for reply in try replyMessages(of: operation, path) {
        let other = channelName(operation["reply"]?["channel"]).flatMap { places[$0] } ?? place
        add(reply, sender == .client ? .server : .client, nil, [], to: &channels[other])
      }
    }
    for (name, place) in places {
      guard let channel = source["channels"]?[name], let item = try resolved(channel, ["channels", name]) else {
        continue
      }
      for (key, entry) in item["messages"]?.members ?? [] {
        guard let message = try self.message(entry, named: key, ["channels", name, "messages", key]),
          !channels[place].messages.contains(where: { $0.name == message.name })
        else { continue }
        add(message, .either, nil, [], to: &channels[place])
      }
    }
    return channels
  }

  private func channelName(_ reference: Located?) -> String? {
    reference?.value["$ref"]?.string?.split(separator: "/").last.map {
      PercentText.decoded(String($0)).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// The name at the end of a chain of references, by which a message is the same wherever it is referred to.
  private mutating func lastName(_ entry: Located) -> String? {
    var (current, name): (Located, String?) = (entry, nil)
    for _ in 0..<Self.maximumChain {
      guard let text = current.value["$ref"]?.string, let next = target(text, from: current.file) else { break }
      (name, current) = (channelName(current), next)
    }
    return name
  }

  /// The messages of an operation: those that it names, otherwise all of its channel.
  private mutating func messages(
    of operation: Located, _ channel: Located, _ path: [String]
  ) throws(DocumentFailure) -> [ChannelDocument.Message] {
    guard let list = operation["messages"] else { return try messages(inMap: channel["messages"], path) }
    var found: [ChannelDocument.Message] = []
    for entry in list.elements {
      if let message = try message(entry, named: channelName(entry), path + ["messages"]) { found.append(message) }
    }
    return found
  }

  private mutating func messages(
    inMap map: Located?, _ path: [String]
  ) throws(DocumentFailure) -> [ChannelDocument.Message] {
    var found: [ChannelDocument.Message] = []
    for (key, entry) in map?.members ?? [] {
      if let message = try message(entry, named: key, path + ["messages", key]) { found.append(message) }
    }
    return found
  }

  private mutating func replyMessages(
    of operation: Located, _ path: [String]
  ) throws(DocumentFailure) -> [ChannelDocument.Message] {
    guard let entry = operation["reply"] ?? operation["x-response"], let reply = try resolved(entry, path + ["reply"])
    else { return [] }
    var found: [ChannelDocument.Message] = []
    for entry in reply["messages"]?.elements ?? [] {
      if let message = try message(entry, named: channelName(entry), path + ["reply"]) { found.append(message) }
    }
    if found.isEmpty, let channel = reply["channel"], let item = try resolved(channel, path + ["reply", "channel"]) {
      found = try messages(inMap: item["messages"], path + ["reply"])
    }
    // `x-response` is what documents of version 2 have for a reply.
    if found.isEmpty, operation["x-response"] != nil { found = try messages(reply, path + ["x-response"]) }
    return found
  }

  private mutating func replies(of operation: Located, _ path: [String]) throws(DocumentFailure) -> [String] {
    try replyMessages(of: operation, path).map(\.name)
  }

  // MARK: Parts of both

  private mutating func blank(
    named name: String, address: String, _ item: Located,
    _ all: [(name: String, server: ChannelDocument.Server, security: [String])]
  ) throws(DocumentFailure) -> ChannelDocument {
    let (servers, security) = servers(of: item, all)
    let ws = item.value["bindings"]?["ws"]
    var parameters: [ChannelDocument.Parameter] = []
    for (key, entry) in item["parameters"]?.members ?? [] {
      let parameter = try resolved(entry, ["channels", name, "parameters", key])
      // Version 2 has a schema, version 3 these members beside the description.
      let schema = parameter?.value["schema"] ?? parameter?.value
      let shown = [schema?["default"], schema?["example"]].compactMap(\.self) + (schema?["examples"]?.array ?? [])
      parameters.append(
        ChannelDocument.Parameter(
          name: key, values: (schema?["enum"]?.array ?? []).compactMap(\.string),
          examples: shown.compactMap { $0.string ?? $0.number?.literal },
          location: parameter?.value["location"]?.string))
    }
    func handshake(_ key: String) -> String? {
      ws?[key].map { schema(Located(value: $0, file: item.file), named: "\(name).\(key)") }
    }
    return ChannelDocument(
      name: name, address: address, words: words(item.value), servers: servers, parameters: parameters,
      query: handshake("query"), headers: handshake("headers"), security: security, messages: [],
      corrections: Self.corrections(item.value))
  }

  /// Adds a message to a channel, or what is new of one that is there.
  private func add(
    _ message: ChannelDocument.Message, _ sender: ChannelDocument.Message.Sender, _ operation: Located?,
    _ replies: [String], to channel: inout ChannelDocument
  ) {
    var message = message
    (message.sender, message.replies) = (sender, replies)
    if let operation {
      message.words += " " + words(operation.value)
      for member in Self.corrections(operation.value).members where !message.corrections.contains(member.key) {
        message.corrections[member.key] = member.value
      }
    }
    guard let place = channel.messages.firstIndex(where: { $0.name == message.name }) else {
      channel.messages.append(message)
      return
    }
    if channel.messages[place].sender != sender { channel.messages[place].sender = .either }
    channel.messages[place].replies += replies
  }

  private func words(_ value: JSONValue) -> String {
    ["operationId", "title", "summary", "description"].compactMap { value[$0]?.string }.joined(separator: " ")
  }

  private static func corrections(_ value: JSONValue) -> JSONObject {
    JSONObject((value.object?.members ?? []).filter { $0.key.hasPrefix("x-mock-") }.map { ($0.key, $0.value) })
  }

  /// A part with what its traits add.
  private mutating func withTraits(_ entry: Located, _ path: [String]) throws(DocumentFailure) -> Located? {
    guard var found = try resolved(entry, path) else { return nil }
    guard var object = found.value.object else { return nil }
    for trait in found["traits"]?.elements ?? [] {
      for member in try resolved(trait, path + ["traits"])?.value.object?.members ?? []
      where !object.contains(member.key) { object[member.key] = member.value }
    }
    found.value = .object(object)
    return found
  }

  /// The messages of an operation of AsyncAPI 2: one, or `oneOf`.
  private mutating func messages(
    _ entry: Located?, _ path: [String]
  ) throws(DocumentFailure) -> [ChannelDocument.Message] {
    guard let entry else { return [] }
    guard let choices = try resolved(entry, path)?["oneOf"] else {
      return try message(entry, named: nil, path).map { [$0] } ?? []
    }
    var found: [ChannelDocument.Message] = []
    for choice in choices.elements {
      if let message = try message(choice, named: nil, path + ["oneOf"]) { found.append(message) }
    }
    return found
  }

  private mutating func message(
    _ entry: Located, named key: String?, _ path: [String]
  ) throws(DocumentFailure) -> ChannelDocument.Message? {
    guard let message = try withTraits(entry, path) else { return nil }
    func text(_ key: String) -> String? { message.value[key]?.string }
    let name =
      text("name") ?? text("messageId") ?? lastName(entry) ?? key ?? text("title") ?? path.dropLast().last ?? "message"
    var payload = message["payload"]
    if let schema = payload?["schema"], payload?["schemaFormat"] != nil { payload = schema }
    let format = text("schemaFormat") ?? message.value["payload"]?["schemaFormat"]?.string ?? ""
    if ["avro", "protobuf", "raml"].contains(where: format.contains) {
      notes.add(path, "the schema format \(format.shortened) is not understood; any payload is allowed")
      payload = nil
    }
    let correlation = try message["correlationId"].flatMap { value throws(DocumentFailure) in
      try resolved(value, path + ["correlationId"])?.value["location"]?.string
    }
    let examples = (message.value["examples"]?.array ?? []).compactMap {
      $0["payload"] ?? ($0["name"] == nil ? $0 : nil)
    }
    return ChannelDocument.Message(
      name: name, sender: .either, words: words(message.value),
      payload: payload.map { schema($0, named: name) }, examples: examples,
      contentType: text("contentType") ?? files.first.value["defaultContentType"]?.string, correlation: correlation,
      replies: [], corrections: Self.corrections(message.value))
  }
}
