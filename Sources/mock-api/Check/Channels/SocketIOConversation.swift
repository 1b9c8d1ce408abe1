import Client
import HTTPCore
import JSON
import LiveAPIs

/// The events of Socket.IO 4 over a WebSocket (Engine.IO 4): channels are namespaces, messages are events.
struct SocketIOConversation: ChannelConversation {
  let status = 101
  private(set) var remarks: [ChannelRemark] = []
  private let socket: WebSocketClient
  /// The numbers of the channels of each namespace.
  private var namespaces: [String: [Int]] = [:]
  /// The messages that answer those with an id of this number, and their channels.
  private var acknowledged: [Int: (channel: Int, reply: String?)] = [:]
  private var number = 0
  private let token: String?

  private static let main = "/"
  private static let connectMilliseconds = 10_000

  /// Connects to the namespaces of a connection.
  ///
  /// - Throws: ``ConversationEnd``.
  init(_ client: HTTPClient, _ connection: ChannelConnection) throws(ConversationEnd) {
    socket = try WebSocketConversation.open(client, connection)
    token = connection.token
    let first = try text()
    guard first.first == "0", let handshake = try? JSONParser.parse(Array(first.dropFirst().utf8)),
      handshake["sid"]?.string != nil
    else {
      throw .malformed("the first packet of Engine.IO is not \"0{\"sid\": …}\", but \"\(first.clipped(to: 80))\"")
    }
    var wanted: [String: [Int]] = [:]
    for (place, channel) in connection.channels.enumerated() {
      wanted["/" + channel.address.split(separator: "/").joined(separator: "/"), default: []].append(place)
    }
    for name in wanted.keys.sorted() { try join(name, wanted[name] ?? []) }
  }

  /// Joins a namespace; where a backend has none of that name, its channels belong to the main one.
  private mutating func join(_ name: String, _ channels: [Int]) throws(ConversationEnd) {
    guard namespaces[name] == nil else {
      namespaces[name]? += channels
      return
    }
    try send(SocketIOPacket(.connect, namespace: name, data: token.map { ["token": .string($0)] }))
    while true {
      let text = try text()
      guard text.first == "4", let packet = SocketIOPacket(String(text.dropFirst())), packet.namespace == name else {
        continue
      }
      switch packet.kind {
      case .connect:
        namespaces[name] = channels
        return
      case .connectError where name != Self.main: return try join(Self.main, channels)
      case .connectError: throw .rejected("the namespace / refuses: \(packet.data?["message"]?.string ?? "no reason")")
      case .disconnect, .event, .acknowledgement: continue
      }
    }
  }

  /// The next text in the time that a connection may take.
  private func text() throws(ConversationEnd) -> String {
    while true {
      switch try socket.event(timeoutMilliseconds: Self.connectMilliseconds) {
      case .text(let bytes):
        let text = String(decoding: bytes, as: UTF8.self)
        guard text == "2" else { return text }
        try socket.pass("3")
      case .binary: continue
      case .closed(let code, let reason): throw .closed(code: code, reason: reason)
      case nil: throw .lost("no packet of Socket.IO within \(Self.connectMilliseconds) ms")
      }
    }
  }

  private func send(_ packet: SocketIOPacket) throws(ConversationEnd) { try socket.pass("4" + packet.text) }

  mutating func receive(timeoutMilliseconds: Int) throws(ConversationEnd) -> [ChannelNews] {
    switch try socket.event(timeoutMilliseconds: timeoutMilliseconds) {
    case .text(let bytes): return try news(String(decoding: bytes, as: UTF8.self))
    case .binary: return [.remark(ChannelRemark(kind: .note, message: "binary packets are not compared"))]
    case .closed(let code, let reason): throw .closed(code: code, reason: reason)
    case nil: return []
    }
  }

  private mutating func news(_ text: String) throws(ConversationEnd) -> [ChannelNews] {
    switch text.first {
    case "2":
      try socket.pass("3")
      return []
    case "1": throw .closed(code: 1000, reason: "a packet of Engine.IO ended the connection")
    case "4": break
    default: return []
    }
    guard let packet = SocketIOPacket(String(text.dropFirst())) else {
      let isBinary = text.dropFirst().first == "5" || text.dropFirst().first == "6"
      return [
        .remark(
          isBinary
            ? ChannelRemark(kind: .note, message: "binary packets are not compared")
            : ChannelRemark(location: "packet", message: "is none of Socket.IO: \"\(text.clipped(to: 80))\""))
      ]
    }
    let channels = namespaces[packet.namespace] ?? []
    switch packet.kind {
    case .event:
      guard let list = packet.data?.array, let name = list.first?.string else {
        return [
          .remark(ChannelRemark(channel: channels.first, location: "packet", message: "is an event without a name"))
        ]
      }
      let content = HeardFrame.Content.value(list.count > 1 ? list[1] : .null)
      return [.frame(HeardFrame(channels: channels, name: name, isNameCertain: true, content: content))]
    case .acknowledgement:
      guard let id = packet.id, let (channel, reply) = acknowledged.removeValue(forKey: id), let reply else {
        return []
      }
      let content = HeardFrame.Content.value(packet.data?.array?.first ?? .null)
      return [
        .frame(
          HeardFrame(channels: [channel], name: reply, isNameCertain: true, content: content, isAnswer: true))
      ]
    case .disconnect: throw .rejected("the backend ended the namespace \(packet.namespace)")
    case .connect, .connectError: return []
    }
  }

  mutating func send(
    _ payload: JSONValue, as message: CheckedMessage, to channel: Int, replies: [String]
  ) throws(ConversationEnd) {
    let namespace = namespaces.first { $0.value.contains(channel) }?.key ?? Self.main
    var packet = SocketIOPacket(.event, namespace: namespace, data: [.string(message.name), payload])
    if !replies.isEmpty {
      number += 1
      packet.id = number
      acknowledged[number] = (channel, replies.first)
    }
    try send(packet)
  }

  mutating func close() {
    try? socket.pass("41")
    socket.close()
  }
}
