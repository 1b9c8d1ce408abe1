import HTTPCore
import STOMP
import World

/// The endpoints through which clients reach a broker.
package enum STOMPEndpoints {
  /// The subprotocols of STOMP over WebSocket, the best first.
  private static let subprotocols = ProtocolVersion.allCases.sorted(by: >).map(\.subprotocol)

  /// Every endpoint of a plan.
  ///
  /// - Parameters:
  ///   - server: What CONNECTED names as the server, such as `mock-api/1.0`.
  package static func all(_ plan: MessagingPlan, api: String, server: String) -> [Endpoint] {
    let service = STOMPService(plan: plan, api: api, server: server)
    let bare = plan.paths.map { path in
      Endpoint(socket: path.path, path.operationID, .open) { upgrade($0, service) }
    }
    guard let path = plan.sockJSPath else { return bare }
    return bare + SockJSEndpoints.all(path, service)
  }

  /// Switches to bare STOMP: of the subprotocols offered the best is echoed, and none when none was offered.
  static func upgrade(_ call: Call, _ service: STOMPService) -> WebSocketUpgrade {
    let connection = STOMPConnection.Parameters(call, service)
    return WebSocketUpgrade(
      subprotocol: WebSocketHandshake.subprotocol(call.request, among: subprotocols)
    ) { STOMPConnection(connection) }
  }
}

/// What the connections of one plan have in common; an object, so that each of thousands holds no copy.
final class STOMPService: Sendable {
  let plan: MessagingPlan
  let api: String
  let server: String

  init(plan: MessagingPlan, api: String, server: String) {
    self.plan = plan
    self.api = api
    self.server = server
  }
}
