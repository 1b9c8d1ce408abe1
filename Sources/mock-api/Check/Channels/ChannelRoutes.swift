import Client
import Contract
import CustomAPIs
import HTTPCore
import JSON
import LiveAPIs
import OpenAPI
import Synthesis

/// The channels of an API that are to be listened to, and how the backend is reached.
struct ChannelRoutes {
  /// The API with the documents of both kinds.
  let api: CustomAPI
  let model: ChannelModel
  let client: HTTPClient
  /// Whether the address of the client has the path of the channels' servers.
  private let isWhole: Bool
  let options: ListenOptions.Given
  let credentials: CheckCredentials.Given

  /// A channel by one of the transports that the document names.
  struct Way: Sendable, Hashable {
    /// The number of the channel in the model.
    let channel: Int
    let transport: ChannelConnection.Transport
    /// The path of its server.
    let base: String
  }

  /// The routes of an API; nil when its document has no channels to which clients connect.
  init?(
    _ api: CustomAPI, _ client: HTTPClient, _ options: ListenOptions.Given, _ credentials: CheckCredentials.Given
  ) {
    model = ChannelModel(api.document, api.model, api.maker)
    (self.api, self.options, self.credentials) = (api, options, credentials)
    let path = client.address.basePath
    let isWorld = path.hasPrefix("/_w/")
    // An option that names the base path of the API's requests means the server; sockets may have another one.
    if !path.isEmpty, path == api.basePath, let root = client.address.root {
      self.client = HTTPClient(address: root, headers: client.headers)
      isWhole = false
    } else {
      self.client = client
      isWhole = !path.isEmpty && !isWorld
    }
    if ways.isEmpty { return nil }
  }

  /// Every channel by each of its transports.
  var ways: [Way] {
    var ways: [Way] = []
    for (number, channel) in model.channels.enumerated()
    where channel.document.reverse == nil && channel.document.operation == nil {
      for server in channel.document.servers {
        let transport: ChannelConnection.Transport
        switch server.transport {
        case ChannelDocument.Server.socketIO: transport = .socketIO
        case ChannelDocument.Server.stomp: transport = .stomp
        case "http", "https", "sse": transport = .events
        default: transport = .webSocket
        }
        let way = Way(channel: number, transport: transport, base: server.path)
        if !ways.contains(way) { ways.append(way) }
      }
    }
    return ways
  }

  /// The address of a channel as findings name it.
  func place(_ way: Way) -> String {
    let channel = model.channels[way.channel]
    switch way.transport {
    case .webSocket, .events: return ChannelReader.path(way.base, channel.document.address)
    case .socketIO: return ChannelReader.path("", channel.document.address)
    case .stomp: return LiveAPI.destination(of: channel)
    }
  }

  /// The values of the parameters in the address of a channel.
  ///
  /// - Parameters:
  ///   - learned: The value of one that neither the options nor the document says; nil when it is not known.
  /// - Throws: ``MissingParameter``.
  func parameters(
    of way: Way, learned: (_ name: String, _ address: String) -> String?
  ) throws(MissingParameter) -> [String: String] {
    let document = model.channels[way.channel].document
    var values: [String: String] = [:]
    for part in document.address.split(separator: "{").dropFirst() {
      guard let end = part.firstIndex(of: "}") else { continue }
      let name = String(part[..<end])
      let documented = document.parameters.first { $0.name == name }
      let known =
        options.parameters[name] ?? learned(name, document.address) ?? documented?.examples.first
        ?? documented?.values.first
      guard let known else { throw MissingParameter(name: name) }
      values[name] = known
    }
    return values
  }

  /// A parameter whose value is not known.
  struct MissingParameter: Error {
    let name: String
  }

  // MARK: Connections

  /// The connections that lead to channels: those that share an address share one.
  ///
  /// - Parameters:
  ///   - ways: Channels with the values of their parameters.
  ///   - adapt: Puts ids of the backend's records into an example.
  /// - Throws: ``ContractError`` when a schema cannot be used.
  func connections(
    _ ways: [(way: Way, parameters: [String: String])], token: String?, adapt: (JSONValue) -> JSONValue
  ) throws(ContractError) -> [ChannelConnection] {
    var connections: [ChannelConnection] = []
    for (way, parameters) in ways {
      let channel = model.channels[way.channel]
      let path = path(way, parameters)
      let checked = CheckedChannel(
        name: channel.name, place: place(way), address: channel.address(with: parameters),
        messages: try messages(of: channel, adapt))
      let subprotocols = subprotocols(way)
      if let place = connections.firstIndex(where: { $0.transport == way.transport && $0.path == path.shared }) {
        connections[place].channels.append(checked)
        connections[place].subprotocols += subprotocols.filter { !connections[place].subprotocols.contains($0) }
        add(credentialsOf: channel, to: &connections[place], token)
        connections[place].alternatives += alternatives(path.own, path.shared, way, checked, subprotocols)
      } else {
        var connection = ChannelConnection(transport: way.transport, path: path.shared, channels: [checked])
        connection.subprotocols = subprotocols
        add(credentialsOf: channel, to: &connection, token)
        connection.alternatives = alternatives(path.own, path.shared, way, checked, subprotocols)
        connections.append(connection)
      }
    }
    return connections.map(finished)
  }

  /// The path of a channel's connection, and that of its own for a topic whose connection is shared.
  private func path(_ way: Way, _ parameters: [String: String]) -> (shared: String, own: String) {
    let document = model.channels[way.channel].document
    let base = isWhole ? "" : way.base
    switch way.transport {
    case .socketIO: return (base + "/socket.io/?EIO=4&transport=websocket", base)
    case .stomp:
      // A broker has an address of its own where the document names none.
      let own = way.base.isEmpty && !isWhole ? "/ws" : base
      return (own, own)
    case .webSocket, .events:
      let encoded = parameters.mapValues(PercentEncoding.encode)
      let own = ChannelReader.path(base, model.channels[way.channel].address(with: encoded))
      let isTopic = !document.address.isEmpty && !document.address.hasPrefix("/")
      return (isTopic ? ChannelReader.path(base, "") : own, own)
    }
  }

  private func alternatives(
    _ own: String, _ shared: String, _ way: Way, _ channel: CheckedChannel, _ subprotocols: [String]
  ) -> [ChannelConnection] {
    guard own != shared, way.transport == .webSocket || way.transport == .events else { return [] }
    var connection = ChannelConnection(transport: way.transport, path: own, channels: [channel])
    connection.subprotocols = subprotocols
    return [connection]
  }

  /// A connection with what its alternatives have in common with it.
  private func finished(_ connection: ChannelConnection) -> ChannelConnection {
    var connection = connection
    let query = connection.query.isEmpty ? "" : (connection.path.contains("?") ? "&" : "?") + connection.query
    if connection.transport == .stomp {
      var other = connection
      other.path += "/websocket" + query
      connection.alternatives = [other]
    }
    for place in connection.alternatives.indices where connection.transport != .stomp {
      connection.alternatives[place].headers = connection.headers
      connection.alternatives[place].token = connection.token
      connection.alternatives[place].isSecured = connection.isSecured
      connection.alternatives[place].path += query
    }
    connection.path += query
    return connection
  }

  private func subprotocols(_ way: Way) -> [String] {
    guard way.transport == .webSocket else { return [] }
    let document = model.channels[way.channel].document
    let servers = document.servers.filter { $0.path == way.base && ["ws", "wss"].contains($0.transport) }
    let documented = servers.flatMap(\.subprotocols)
    return documented.isEmpty ? subprotocols(ofHandshake: document.headers) : documented
  }

  private func messages(
    of channel: ChannelModel.Channel, _ adapt: (JSONValue) -> JSONValue
  ) throws(ContractError) -> [CheckedMessage] {
    var messages: [CheckedMessage] = []
    for message in channel.messages {
      messages.append(
        CheckedMessage(
          model: message, documented: try DocumentedMessage(payload: message.payload, in: api.contract),
          examples: examples(of: message).map(adapt)))
    }
    return messages
  }

  /// The payloads that the document shows of a message: its own, otherwise those of the schema.
  private func examples(of message: ChannelModel.Message) -> [JSONValue] {
    if !message.document.examples.isEmpty { return message.document.examples }
    guard let place = message.payload.flatMap(api.resolved), let schema = api.document.root[place] else { return [] }
    return schema["examples"]?.array ?? schema["example"].map { [$0] } ?? []
  }
}
