import CustomAPIs
import HTTPCore
import JSON
import OpenAPI
import Resources
import World

// Callbacks: the addresses that requests name, and what is sent there.

extension LiveAPI {
  private var callbacks: [ChannelModel.Channel] { model.channels.filter { $0.document.reverse == .callback } }

  package var followedOperations: Set<String> {
    Set(
      callbacks.compactMap { channel in
        api.model.operations.first {
          $0.method == channel.document.operation?.method && $0.path == channel.document.operation?.path
        }?.operationID
      })
  }

  package var sentOperations: [String] {
    model.channels.filter { $0.document.reverse != nil }.flatMap(\.messages).map { operationID(of: $0.document) }
  }

  /// The id of the operation that delivers a message: the document's, else the message's name.
  func operationID(of message: ChannelDocument.Message) -> String {
    let place = message.operation.flatMap { JSONPointer(parsing: String($0.dropFirst())) }
    return place.flatMap { api.document.root[$0]?["operationId"]?.string } ?? message.name
  }

  package func answered(_ operation: OperationDescription, _ call: Call, _ response: Response) {
    for channel in callbacks
    where channel.document.operation?.method == operation.method && channel.document.operation?.path == operation.path {
      let expressions = CallbackURL(
        request: call.request, parameters: { call.parameters[$0].isEmpty ? nil : call.parameters[$0] },
        response: response)
      guard let url = expressions.url(channel.document.address), !url.isEmpty else { continue }
      let shown = record(in: response, operation)
      let id = shown.flatMap { shown in operation.resource.flatMap { api.recordID(of: shown, in: $0) } }
      let name = id.flatMap { id in operation.resource.map { "\($0)/\(id)" } }
      world(call, channel, url, name, shown, operation)
    }
  }

  private func world(
    _ call: Call, _ channel: ChannelModel.Channel, _ url: String, _ record: String?, _ shown: JSONObject?,
    _ operation: OperationDescription
  ) {
    let message = channel.messages.first { isSentAtOnce($0, after: operation) }
    let first = message.flatMap { message -> ChannelHub.Message? in
      let now = call.world.clock.now
      let subject = PayloadSubject(
        record: shown, id: record?.split(separator: "/").last.map(String.init), time: now,
        number: Int(clamping: call.world.random.next() >> 16), parameters: [:], address: channel.document.address)
      let resource = operation.resource.flatMap(api.model.resource)
      let known = plan(message, of: channel, resource: resource).known(subject)
      guard
        let payload = payload(
          message, known: known, seed: call.world.random.next(), now: now, origin: "", isWhole: shown == nil)
      else { return nil }
      return ChannelHub.Message(
        channel: identity(channel), name: message.name, payload: payload, record: record,
        cause: .write(record))
    }
    call.world.channels.register(
      CallbackAddress(channel: channel.name, url: url, record: record, first: first), of: api.name)
  }

  /// Whether a callback follows the request itself rather than a later write.
  private func isSentAtOnce(_ message: ChannelModel.Message, after operation: OperationDescription) -> Bool {
    guard case .write(let condition) = message.trigger else { return true }
    return condition.state == nil && condition.verbs.contains(.created) && operation.kind == .create
  }

  /// The record that a response shows.
  private func record(in response: Response, _ operation: OperationDescription) -> JSONObject? {
    guard let body = try? JSONParser.parse(response.content.bytes) else { return nil }
    return operation.answerEnvelope.reduce(body) { value, name in value?[name] ?? value }?.object
  }
}
