import HTTPCore
import JSON
import Platform
import Resources
import Synchronization
import World

/// One client of Socket.IO, over polling or a WebSocket (Engine.IO, protocol 4): its namespaces, each with the channels of the
/// API that have its name.
final class SocketIOSession: Sendable {
  /// A namespace that the client has joined.
  private struct Namespace: Sendable {
    var client: ChannelClient
    let subscriptions: ChannelSubscriptions
  }

  /// A packet of Engine.IO, with what it says on a channel.
  private struct Packet {
    let text: String
    /// What follows it, each as a message of its own.
    let attachments: [[UInt8]]
    let subject: ChannelMessage?
  }

  private struct State {
    var handle: (any WebSocketHandle)?
    /// Packets that wait for a poll or for the socket.
    var outbox: [Packet] = []
    var poll: BodyStream?
    var namespaces: [String: Namespace] = [:]
    /// A packet of the client whose attachments have not all come.
    var incomplete: (packet: SocketIOPacket, byteCount: Int)?
    var isOver = false
    var hasPonged = true
    var timer: RealTimer?
  }

  /// In milliseconds of real time.
  static let (pingInterval, pingTimeout) = (25_000, 20_000)
  static let maximumPayload = 1_000_000
  /// The most bytes of all attachments of a packet.
  static let maximumAttachedBytes = 10_000_000
  /// Packets that wait; a client that polls no more is gone.
  private static let capacity = 10_000
  /// What stands between packets in the body of a poll.
  private static let separator = "\u{1E}"

  let id: String
  let live: LiveAPI
  private let call: Call
  private let ended: @Sendable (SocketIOSession) -> Void
  private let state = Mutex(State())

  init(_ id: String, _ live: LiveAPI, _ call: Call, ended: @escaping @Sendable (SocketIOSession) -> Void) {
    (self.id, self.live, self.call, self.ended) = (id, live, call, ended)
    let timer = RealTimer(everyMilliseconds: Self.pingInterval) { [weak self] in self?.ping() }
    state.withLock { $0.timer = timer }
  }

  // MARK: Engine.IO

  /// The first packet.
  func handshake(isSocket: Bool) -> String {
    let upgrades: JSONValue = isSocket ? [] : ["websocket"]
    let content: JSONValue = [
      "sid": .string(id), "upgrades": upgrades, "pingInterval": .number(JSONNumber(Self.pingInterval)),
      "pingTimeout": .number(JSONNumber(Self.pingTimeout)), "maxPayload": .number(JSONNumber(Self.maximumPayload)),
    ]
    return "0" + String(decoding: JSONWriter.serialize(content, sortedKeys: false), as: UTF8.self)
  }

  /// Sends packets over a socket from now on, those that wait first.
  func attach(_ handle: any WebSocketHandle) {
    state.withLock { state in
      for packet in state.outbox { Self.send(packet, over: handle) }
      (state.outbox, state.handle) = ([], handle)
      state.poll?.push(Array("6".utf8))
      state.poll?.finish()
      state.poll = nil
    }
  }

  /// Ends a poll that waits, so that a client can move to a socket.
  func endPoll() {
    state.withLock { state in
      state.poll?.push(Array("6".utf8))
      state.poll?.finish()
      state.poll = nil
    }
  }

  private static func send(_ packet: Packet, over handle: any WebSocketHandle) {
    let message = WebSocketMessage.text(Array(packet.text.utf8))
    if let subject = packet.subject { handle.send(message, about: subject) } else { handle.send(message) }
    for bytes in packet.attachments { handle.send(.binary(bytes)) }
  }

  private func send(_ text: String, _ attachments: [[UInt8]] = [], about subject: ChannelMessage? = nil) {
    let packet = Packet(text: text, attachments: attachments, subject: subject)
    let isFull = state.withLock { state -> Bool in
      guard !state.isOver else { return false }
      if let handle = state.handle {
        Self.send(packet, over: handle)
        return false
      }
      state.outbox.append(packet)
      if let poll = state.poll {
        let isSent = poll.push(content(of: state.outbox))
        poll.finish()
        for packet in state.outbox { record(packet, isSent: isSent) }
        (state.outbox, state.poll) = ([], nil)
      }
      return state.outbox.count > Self.capacity
    }
    if isFull { end() }
  }

  /// The response to a poll: what waits, or the first packet that comes.
  func poll() -> Response {
    let headers: HeaderFields = ["Content-Type": "text/plain; charset=UTF-8", "Cache-Control": "no-store"]
    return state.withLock { state in
      if state.isOver { return Response(status: 200, headers: headers, content: .bytes(Array("1".utf8))) }
      guard state.outbox.isEmpty else {
        let content = content(of: state.outbox)
        for packet in state.outbox { record(packet, isSent: true) }
        state.outbox = []
        return Response(status: 200, headers: headers, content: .bytes(content))
      }
      // A second poll takes the place of the first.
      state.poll?.push(Array("6".utf8))
      state.poll?.finish()
      let stream = BodyStream()
      state.poll = stream
      return Response(status: 200, headers: headers, content: .stream(stream))
    }
  }

  /// The body of a poll.
  private func content(of packets: [Packet]) -> [UInt8] {
    let messages = packets.flatMap { [$0.text] + $0.attachments.map { "b" + Base64.encode($0) } }
    return Array(messages.joined(separator: Self.separator).utf8)
  }

  /// Records what a client that polls gets, as its socket would have.
  private func record(_ packet: Packet, isSent: Bool) {
    guard let subject = packet.subject else { return }
    journal(packet.text, .sent, subject: subject, ending: isSent ? .whole : .aborted)
  }

  private func journal(
    _ text: String, _ direction: JournalFrame.Direction, subject: ChannelMessage? = nil, remarks: FrameRemarks? = nil,
    account: String? = nil, ending: Transmission.Ending = .whole
  ) {
    call.world.journal.frame(
      JournalFrame(
        socket: "polling-\(id.prefix(8))", api: live.api.name,
        path: call.request.basePath + call.request.target.rawPath, direction: direction,
        message: .text(Array(text.utf8)), account: account, device: Device(call.request).id, remarks: remarks,
        subject: subject, ending: ending))
  }

  /// Takes packets that a client posted.
  ///
  /// - Returns: false for what is no packet.
  func take(_ body: [UInt8]) -> Bool {
    guard let text = String(validating: body, as: UTF8.self) else { return false }
    return text.split(separator: Self.separator, omittingEmptySubsequences: false).allSatisfy { receive(String($0)) }
  }

  /// Takes one packet.
  ///
  /// - Returns: false for what is no packet.
  func receive(_ packet: String) -> Bool {
    switch packet.first {
    case "1":
      end()
      return true
    case "2":
      send("3" + packet.dropFirst())
      return true
    case "3":
      state.withLock { $0.hasPonged = true }
      return true
    case "4":
      guard let inner = SocketIOPacket(String(packet.dropFirst())) else { return false }
      let isNext = state.withLock { state in
        guard state.incomplete == nil else { return false }
        if inner.isIncomplete { state.incomplete = (inner, 0) }
        return true
      }
      if isNext, !inner.isIncomplete { carryOut(inner) }
      return isNext
    case "b":
      return Base64.decode(String(packet.dropFirst())).map(receive(attachment:)) ?? false
    default: return false
    }
  }

  /// Takes an attachment of the packet before it.
  ///
  /// - Returns: false where none is expected, or when the packet gets too long.
  func receive(attachment bytes: [UInt8]) -> Bool {
    let (isTaken, complete) = state.withLock { state -> (Bool, SocketIOPacket?) in
      guard var (packet, count) = state.incomplete, count + bytes.count <= Self.maximumAttachedBytes else {
        return (false, nil)
      }
      count += bytes.count
      packet.attachments.append(bytes)
      state.incomplete = packet.isIncomplete ? (packet, count) : nil
      return (true, packet.isIncomplete ? nil : packet)
    }
    guard let complete else { return isTaken }
    guard complete.content != nil else { return false }
    carryOut(complete)
    return true
  }

  private func ping() {
    let isGone = state.withLock { state in
      defer { state.hasPonged = false }
      return !state.hasPonged
    }
    if isGone { end() } else { send("2") }
  }

  /// Ends the session.
  func end() {
    let (handle, poll, namespaces, timer) = state.withLock { state in
      defer {
        state.isOver = true
        (state.handle, state.poll, state.namespaces, state.timer) = (nil, nil, [:], nil)
      }
      return (state.handle, state.poll, state.namespaces, state.timer)
    }
    for namespace in namespaces.values { namespace.subscriptions.end() }
    poll?.push(Array("1".utf8))
    poll?.finish()
    handle?.close(code: 1000, reason: "")
    withExtendedLifetime(timer) {}
    ended(self)
  }

  // MARK: Socket.IO

  private func send(_ packet: SocketIOPacket, about subject: ChannelMessage? = nil) {
    send("4" + packet.text, packet.attachments, about: subject)
  }

  private func emit(_ name: String, _ payload: JSONValue, _ subject: ChannelMessage, in namespace: String) {
    let (payload, attachments) = live.withAttachments(payload, of: subject.name, in: subject.channel)
    var packet = SocketIOPacket(.event, namespace: namespace, data: [.string(name), payload])
    packet.attachments = attachments
    send(packet, about: subject)
  }

  /// Sends an event to the client alone, unless a test holds it back.
  private func emit(
    _ reply: ChannelReply, cause: ChannelMessage.Cause, to client: ChannelClient, in namespace: String
  ) {
    let subject = client.subject(of: reply, cause: cause, form: .socketIO)
    call.world.channels.send(subject, reply.payload, account: client.identity?.principal.account) { [weak self] in
      self?.emit(reply.name, reply.payload, subject, in: namespace)
    }
  }

  /// Tells the journal what the client has sent, and reports what is wrong with it.
  private func note(_ packet: SocketIOPacket, _ subject: ChannelMessage, _ client: ChannelClient, code: String) {
    // The frame that came last is one of the attachments.
    let arguments = packet.data?.array ?? []
    let subject =
      packet.attachments.isEmpty
      ? subject : subject.written(as: .read(arguments.count > 1 ? arguments[1] : .object(JSONObject())))
    let handle = state.withLock(\.handle)
    let violation = subject.violations.first
    guard let handle else {
      let remarks = FrameRemarks()
      remarks.subject = subject
      if let violation { remarks.add(JournalExchange.Deviation(location: code, message: violation)) }
      journal(
        "4" + packet.text, .received, remarks: remarks, account: client.identity?.principal.account)
      call.world.channels.countReceived(subject)
      if let violation {
        live.report(code, violation, at: "POST \(call.request.target.rawPath)", in: call.world)
      }
      return
    }
    handle.note(subject)
    if let violation { handle.remark(code, violation, isViolation: true) }
  }

  private func carryOut(_ packet: SocketIOPacket) {
    switch packet.kind {
    case .connect: connect(packet)
    case .disconnect:
      let gone = state.withLock { $0.namespaces.removeValue(forKey: packet.namespace) }
      gone?.subscriptions.end()
    case .event: take(packet)
    case .acknowledgement, .connectError: break
    }
  }

  private func connect(_ packet: SocketIOPacket) {
    func refuse(_ reason: String) {
      send(SocketIOPacket(.connectError, namespace: packet.namespace, data: ["message": .string(reason)]))
    }
    let places = live.places(inNamespace: packet.namespace)
    guard !places.isEmpty else { return refuse("Invalid namespace") }
    var client: ChannelClient
    do throws(Problem) {
      var call = call
      if let token = packet.data.flatMap({ ChannelClient.token(in: $0) }) {
        var request = call.request
        request.headers["Authorization"] = "Bearer \(token)"
        call = Call(request, like: call)
      }
      client = try ChannelClient(call, live, places)
    } catch {
      return refuse(error.message)
    }
    let subscriptions = ChannelSubscriptions()
    subscriptions.listen(client)
    let isTaken = state.withLock { state in
      guard !state.isOver, state.namespaces[packet.namespace] == nil else { return false }
      state.namespaces[packet.namespace] = Namespace(client: client, subscriptions: subscriptions)
      return true
    }
    guard isTaken else { return }
    let (namespace, number) = (packet.namespace, client.number)
    subscriptions.open(
      greet: { [client] in
        send(SocketIOPacket(.connect, namespace: namespace, data: ["sid": .string("\(id)-\(number)")]))
        for greeting in client.greetings() { emit(greeting, cause: .connection, to: client, in: namespace) }
      },
      { [weak self] in self?.emit($0.name, $0.payload, $0.subject.written(as: .socketIO), in: namespace) })
  }

  private func take(_ packet: SocketIOPacket) {
    guard var namespace = state.withLock({ $0.namespaces[packet.namespace] }), let event = packet.content?.array,
      let name = event.first?.string
    else { return }
    let client = namespace.client
    let sent = event.count > 1 ? event[1] : .object(JSONObject())
    func answer(_ replies: [ChannelReply], to name: String?) {
      var replies = replies[...]
      // An acknowledgement takes the place of the reply.
      if let id = packet.id { acknowledge(id, replies.popFirst(), to: name, client, in: packet.namespace) }
      for reply in replies { emit(reply, cause: .message(name), to: client, in: packet.namespace) }
    }
    guard let (message, place) = client.message(named: name) ?? client.recognized(sent) else {
      let explanation = "the event \"\(name.clipped(to: 60))\" is none of the document's"
      note(packet, client.subject(form: .socketIO, violations: [explanation]), client, code: "unknown-message")
      return answer([client.errorMessage(Problem(.validation, explanation), sent)], to: nil)
    }
    let violations = message.payload == nil ? [] : live.violations(of: sent, message)
    note(
      packet, client.subject(of: message, at: place, form: .socketIO, violations: violations), client,
      code: "invalid-message")
    if let violation = violations.first {
      let problem = Problem(.validation, "\(message.name): \(violation)")
      return answer([client.errorMessage(problem, sent)], to: message.name)
    }
    do throws(Problem) {
      let replies = try client.answer(message, sent, at: place, namespace.subscriptions) { () throws(Problem) in
        guard try namespace.client.authenticate(by: sent) else { return }
        namespace.subscriptions.listen(namespace.client)
        let changed = namespace
        state.withLock { $0.namespaces[packet.namespace] = changed }
      }
      answer(replies, to: message.name)
    } catch {
      answer([client.errorMessage(error, sent)], to: message.name)
    }
  }

  /// Acknowledges an event, unless a test holds the reply back.
  private func acknowledge(
    _ id: Int, _ reply: ChannelReply?, to name: String?, _ client: ChannelClient, in namespace: String
  ) {
    guard let reply else {
      return send(SocketIOPacket(.acknowledgement, namespace: namespace, id: id, data: .array([])))
    }
    let subject = client.subject(of: reply, cause: .message(name), form: .socketIO)
    call.world.channels.send(subject, reply.payload, account: client.identity?.principal.account) { [weak self] in
      guard let self else { return }
      let (payload, attachments) = live.withAttachments(reply.payload, of: subject.name, in: subject.channel)
      var packet = SocketIOPacket(.acknowledgement, namespace: namespace, id: id, data: .array([payload]))
      packet.attachments = attachments
      send(packet, about: subject)
    }
  }
}

extension ChannelClient {
  /// The client's message of a name, with its channel.
  func message(named name: String) -> (ChannelModel.Message, Place)? {
    let key = Words.key(name)
    for place in places {
      if let found = place.channel.messages.first(where: { $0.isOfClient && Words.key($0.name) == key }) {
        return (found, place)
      }
    }
    return nil
  }
}
