import HTTPCore
import JSON
import OpenAPI
import World

// Channels of documents whose servers speak STOMP: the world's broker serves them.

extension LiveAPI {
  /// The channels of servers that speak STOMP.
  var stompChannels: [ChannelModel.Channel] {
    model.channels.filter { channel in
      channel.document.servers.contains { $0.transport == ChannelDocument.Server.stomp }
    }
  }

  package var messaging: MessagingPlan? {
    let channels = stompChannels
    guard !channels.isEmpty else { return nil }
    let servers = channels.flatMap(\.document.servers).filter { $0.transport == ChannelDocument.Server.stomp }
    // A broker has an address of its own where the document names none.
    let paths = Set(servers.map { $0.path.isEmpty ? "/ws" : $0.path }).sorted()
    let published = channels.filter { $0.messages.contains(where: \.isOfServer) }.map(Self.destination)
    return MessagingPlan(
      paths: paths.map { ($0, "stomp \($0)") }, sockJSPath: paths.first,
      sockJSScript: { _ in "https://cdn.jsdelivr.net/npm/sockjs-client@1/dist/sockjs.min.js" }, applications: [:],
      maySubscribe: { _, _ in true }, published: { _ in published.filter { !$0.contains("{") } },
      signIn: { _, _, _ in throw Problem(.wrongCredentials, "sign in by the API's own operation") },
      receive: { [self] call, principal, destination, body in replies(to: body, at: destination, call, principal) })
  }

  /// The destination of a channel: its address, with a slash before it.
  package static func destination(of channel: ChannelModel.Channel) -> String {
    let address = channel.document.address
    return address.hasPrefix("/") ? address : "/" + address
  }

  /// What a client that sent a message to the application gets in response; nil where no channel has the destination.
  private func replies(
    to body: [UInt8], at destination: String, _ call: Call, _ principal: Principal?
  ) -> [MessagingPlan.Reply]? {
    let matching = stompChannels.compactMap { channel in
      Self.parameters(of: destination, by: Self.destination(of: channel)).map { (channel, $0) }
    }
    guard let (channel, parameters) = matching.first else { return nil }
    // What the message leads to may be for any channel of the broker.
    let own = ChannelClient.Place(channel: channel, parameters: parameters)
    let others = stompChannels.filter { $0.name != channel.name }.map {
      ChannelClient.Place(channel: $0, parameters: parameters)
    }
    func reply(_ reply: ChannelReply) -> MessagingPlan.Reply {
      call.world.channels.countSent(
        ChannelMessage(api: api.name, channel: channel.name, name: reply.name, cause: .message(nil)))
      let owner = stompChannels.first { $0.messages.contains { $0.name == reply.name && $0.isOfServer } }
      let address = owner.map { $0.address(with: parameters) } ?? "/user/queue/errors"
      return MessagingPlan.Reply(
        destination: address.hasPrefix("/") ? address : "/" + address, contentType: "application/json",
        body: reply.bytes)
    }
    do throws(Problem) {
      let client = try ChannelClient(call, self, [own] + others)
      func refuse(_ code: String, _ explanation: String) {
        report(code, explanation, at: "SEND \(destination)", in: call.world)
      }
      guard let sent = try? JSONParser.parse(body) else {
        refuse("invalid-message", "the message is not valid JSON")
        return [reply(client.errorMessage(Problem(.malformedBody, "the message is not valid JSON"), nil))]
      }
      let candidates = channel.messages.filter(\.isOfClient)
      guard let message = candidates.count == 1 ? candidates[0] : client.recognized(sent)?.0 else {
        let known = candidates.map(\.name).joined(separator: ", ")
        refuse("unknown-message", "clients send \(known) to \(destination)")
        return [reply(client.errorMessage(Problem(.validation, "clients send \(known) to \(destination)"), sent))]
      }
      if let violation = violations(of: sent, message, limit: 1).first {
        refuse("invalid-message", "\(message.name): \(violation)")
        return [reply(client.errorMessage(Problem(.validation, "\(message.name): \(violation)"), sent))]
      }
      call.world.channels.countReceived(client.subject(of: message, at: own))
      do throws(Problem) {
        return try client.answer(message, sent, at: own, ChannelSubscriptions()) {}.map(reply)
      } catch {
        return [reply(client.errorMessage(error, sent))]
      }
    } catch {
      return []
    }
  }
}
