import Reporting

extension Replay {
  /// Reports what was heard on channels.
  mutating func report(_ channels: ListeningChannels, _ api: String) {
    for outcome in channels.end() { add(outcome, api) }
    for (way, reason) in channels.unchecked {
      unused.append(
        UnusedOperation(
          api: api, operationID: channels.routes.model.channels[way.channel].name, method: way.transport.rawValue,
          path: channels.routes.place(way), reason: reason))
    }
  }

  private mutating func add(_ outcome: ChannelOutcome, _ api: String) {
    let connection = outcome.connection
    calls.append(
      SlowCall(
        method: connection.transport.rawValue, path: connection.channels.first?.place ?? connection.path,
        status: outcome.status, microseconds: outcome.microseconds))
    if let reason = outcome.unreachable {
      let message = "no response: \(client.address.url) cannot be reached: \(reason)"
      if calls.count == 1 { unreachable = reason }
      folded.add(
        .serverError, api: api, connection.channels.first.map { connection.label($0) } ?? "", location: "",
        message: message, request: calls.count)
    }
    for found in outcome.found {
      folded.add(
        found.kind, api: api, found.operation, location: found.location, message: found.message, request: calls.count)
    }
    for number in connection.channels.indices { addCoverage(outcome, number, api) }
    for sent in outcome.sent { addCoverage(outcome, sent, api) }
  }

  /// A channel is covered when one of its messages came as documented, or it was open where the backend sends none.
  private mutating func addCoverage(_ outcome: ChannelOutcome, _ number: Int, _ api: String) {
    let channel = outcome.connection.channels[number]
    let errors = Set(channel.heard.filter(\.model.isError).map(\.name))
    let isHeard = outcome.valid[number].keys.contains { !errors.contains($0) }
    let method = outcome.connection.transport.rawValue
    // Nobody listens to the destinations of a broker at which only clients send.
    if outcome.connection.transport == .stomp, channel.heard.isEmpty { return }
    if isHeard || outcome.isOpen && channel.heard.isEmpty {
      used.append(
        OperationUse(
          api: api, operationID: channel.name, method: method, path: channel.place, count: outcome.counts[number],
          statuses: [outcome.status: 1], slowestMicroseconds: outcome.microseconds))
      return
    }
    let silence = outcome.counts[number] == 0 ? "no message came" : "no message came as documented"
    unused.append(
      UnusedOperation(
        api: api, operationID: channel.name, method: method, path: channel.place, refusedCount: outcome.isOpen ? 0 : 1,
        reason: outcome.reason.map { outcome.isOpen ? "\(silence); \($0)" : $0 } ?? silence))
  }

  /// A client's message is covered when it was sent and nothing but its documented reply answered.
  private mutating func addCoverage(_ outcome: ChannelOutcome, _ sent: ChannelOutcome.Sent, _ api: String) {
    let channel = outcome.connection.channels[sent.channel]
    guard let reason = sent.reason else {
      used.append(
        OperationUse(
          api: api, operationID: sent.name, method: "SEND", path: channel.place, count: sent.count, statuses: [:],
          slowestMicroseconds: sent.microseconds))
      return
    }
    unused.append(
      UnusedOperation(
        api: api, operationID: sent.name, method: "SEND", path: channel.place, refusedCount: sent.count, reason: reason)
    )
  }
}
