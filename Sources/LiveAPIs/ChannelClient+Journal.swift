import HTTPCore
import JSON
import World

// What the journal knows of a client's messages.

extension ChannelClient {
  /// A message that the client sent.
  func subject(
    of message: ChannelModel.Message, at place: Place, form: ChannelMessage.Form = .json, violations: [String] = []
  ) -> ChannelMessage {
    ChannelMessage(
      api: live.api.name, channel: place.channel.name, name: message.name, parameters: place.parameters, form: form,
      cause: .client, violations: violations)
  }

  /// A message that the client sent, and that the document does not have.
  func subject(form: ChannelMessage.Form = .json, violations: [String]) -> ChannelMessage {
    let place = places.first { $0.channel.messages.contains(where: \.isOfClient) } ?? places.first
    return ChannelMessage(
      api: live.api.name, channel: place?.channel.name ?? "", name: nil, parameters: place?.parameters ?? [:],
      form: form, cause: .client, violations: violations)
  }

  /// A message of the server to this client alone.
  func subject(
    of reply: ChannelReply, cause: ChannelMessage.Cause, form: ChannelMessage.Form = .json
  ) -> ChannelMessage {
    let place = places.first { $0.channel.messages.contains { $0.name == reply.name && $0.isOfServer } } ?? places.first
    return ChannelMessage(
      api: live.api.name, channel: place?.channel.name ?? "", name: reply.name, parameters: place?.parameters ?? [:],
      form: form, cause: cause)
  }

  /// A message of the server to this client, as its WebSocket gets it.
  func response(_ reply: ChannelReply, cause: ChannelMessage.Cause) -> ChannelResponse {
    ChannelResponse(message: .text(reply.bytes), payload: reply.payload, subject: subject(of: reply, cause: cause))
  }

  /// Sends a message over the client's WebSocket, unless a test holds it back.
  func send(_ reply: ChannelReply, cause: ChannelMessage.Cause, over handle: any WebSocketHandle) {
    let response = response(reply, cause: cause)
    world.channels.send(response.subject, response.payload, account: identity?.principal.account) {
      handle.send(response.message, about: response.subject)
    }
  }
}

extension LiveAPI {
  /// Reports a wrong message of a client that has no WebSocket as a finding of the run.
  ///
  /// - Parameters:
  ///   - code: As in ``ChannelMistake/code``.
  ///   - place: Where the client sent it, such as `POST /socket.io`.
  func report(_ code: String, _ explanation: String, at place: String, in world: World) {
    world.usage.report(
      UsageLedger.Finding(
        kind: .contractViolation, api: api.name, operation: place.clipped(to: 200), location: "message \(code)",
        message: explanation.clipped(to: 500)), request: nil)
  }

  /// The channels, for lists.
  var summaries: [ChannelSummary] {
    let operations = Dictionary(api.model.operations.map { ($0.operationID, $0) }) { first, _ in first }
    return model.channels.map { channel in
      ChannelSummary(
        name: channel.name, address: channel.document.address,
        messages: channel.messages.map { message in
          ChannelSummary.Message(
            name: message.name, isOfServer: message.isOfServer, isOfClient: message.isOfClient,
            isError: message.isError,
            trigger: message.isOfServer ? message.trigger.map(ChannelExplanation.text) : nil,
            effect: message.isOfClient ? message.effect.map { ChannelExplanation.text($0, operations) } : nil)
        })
    }
  }

  /// How a payload leaves the schema of a message of a channel; empty for a message that the document does not have.
  func violations(of payload: JSONValue, named name: String, in channel: String) -> [String] {
    let message = model.channels.first { $0.name == channel }?.messages.first { $0.name == name }
    return message.map { violations(of: payload, $0) } ?? []
  }
}
