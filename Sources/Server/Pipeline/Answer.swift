import Dispatch
import HTTPCore
import Realtime
import World

/// What a request is answered with.
struct Answer {
  /// The answer, or the one that grants the switch to WebSocket.
  var response: Response
  /// What the switch leads to; nil for any other answer.
  let upgrade: WebSocketUpgrade?

  init(_ response: Response) {
    (self.response, upgrade) = (response, nil)
  }

  init(_ upgrade: WebSocketUpgrade) {
    (response, self.upgrade) = (Response(status: 101, headers: upgrade.headers), upgrade)
  }

  /// What the transport carries out; a socket goes on the list of its world, where faults find it.
  func outcome(_ context: RequestContext, _ delays: DispatchQueue) -> Outcome {
    guard let upgrade else { return .respond(response) }
    var intercepted = upgrade.intercepted(context.subject, world: context.world, schedule: delays.schedule)
    (intercepted.delivery, intercepted.headers, intercepted.date) = (response.delivery, response.headers, response.date)
    return .upgrade(intercepted)
  }
}
