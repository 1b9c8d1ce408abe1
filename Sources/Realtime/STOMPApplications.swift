import HTTPCore
import Logging
import STOMP
import World

/// Messages to the application, which the server itself handles.
extension STOMPConnection {
  /// The prefix of destinations that the server itself handles.
  static let applicationPrefix = "/app/"

  /// Passes a message to the application, whose reply goes to the sending session.
  func ask(_ publication: Publication) {
    if let receive = service.plan.receive, let call {
      let replies = receive(call, state.withLock { $0.principal }, publication.destination, publication.body)
      for reply in replies ?? [] { broker.reply(Message(reply, to: reply.destination), to: sessionID) }
      if replies != nil { return }
    }
    guard let application = service.plan.applications[publication.destination] else {
      let known = service.plan.applications.keys.sorted().joined(separator: ", ")
      logger.warning(
        "nothing handles \(publication.destination.clipped(to: 100)); the application's destinations are \(known)")
      return
    }
    guard let reply = reply(of: application) else { return }
    broker.reply(Message(reply, to: reply.destination), to: sessionID)
  }

  /// Responds to a subscription to the application itself, once, as Spring's `@SubscribeMapping` does.
  func respond(from application: MessagingPlan.Application, to subscription: Subscription) {
    guard let reply = reply(of: application) else { return }
    let message = Message(reply, to: subscription.destination)
    _ = deliver(message, to: subscription.number, as: .broadcast)
  }

  private func reply(of application: MessagingPlan.Application) -> MessagingPlan.Reply? {
    do {
      return try application(world, state.withLock { $0.principal })
    } catch {
      logger.error("the application failed", metadata: ["error": "\(error)"])
      return nil
    }
  }
}

extension Message {
  /// The application's reply, with the destination that the client knows.
  init(_ reply: MessagingPlan.Reply, to destination: String) {
    self.init(destination: destination, headers: Headers(), contentType: reply.contentType, body: reply.body)
  }
}
