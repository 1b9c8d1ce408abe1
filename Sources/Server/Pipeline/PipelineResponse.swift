import Dispatch
import HTTPCore
import Realtime
import World

/// The response to a request, with its author and the WebSocket it opens.
struct PipelineResponse {
  /// Who wrote it.
  enum Author {
    /// The API: its document has it.
    case api
    /// The server's own, such as the response to `OPTIONS`: the API's document does not have it.
    case server
  }

  /// The response, or the one that grants the switch to WebSocket.
  var response: Response
  /// The WebSocket that it opens; nil for any other response.
  let upgrade: WebSocketUpgrade?
  let author: Author

  init(_ response: Response, by author: Author = .api) {
    (self.response, upgrade, self.author) = (response, nil, author)
  }

  init(_ upgrade: WebSocketUpgrade) {
    (response, self.upgrade, author) = (Response(status: 101, headers: upgrade.headers), upgrade, .api)
  }

  /// What the transport carries out; a socket goes on the list of its world, where faults find it.
  func outcome(_ context: RequestContext, _ delays: DispatchQueue) -> Outcome {
    guard let upgrade else { return .respond(response) }
    var intercepted = upgrade.intercepted(context.subject, world: context.world, schedule: delays.schedule)
    (intercepted.delivery, intercepted.headers, intercepted.date) = (response.delivery, response.headers, response.date)
    return .upgrade(intercepted)
  }
}

/// A refusal that is the server's own: the API renders it in the shape of its errors, but its document does not have it.
struct ServerRefusal: Error {
  let problem: Problem

  init(_ problem: Problem) { self.problem = problem }
}
