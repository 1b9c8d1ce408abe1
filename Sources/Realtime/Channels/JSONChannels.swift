import HTTPCore
import World

/// WebSocket endpoints that speak the documented JSON messages (CONTRACT §6.5).
package enum JSONChannels {
  /// The endpoint of a plan. A token in `Authorization` or in the query's `token` decides whose changes a socket
  /// hears; one that shows no token at all hears those of the plan's default account, and one whose token is no good
  /// is told so and closed (CONTRACT C34).
  package static func endpoint(_ plan: ChannelPlan, api: String) -> Endpoint {
    Endpoint(socket: plan.path, plan.operationID, .open) { call in
      let identity = try SocketIdentity(call, plan: plan, api: api)
      let (world, origin) = (call.world, call.request.origin)
      return WebSocketUpgrade {
        JSONChannelSession(plan: plan, api: api, world: world, identity: identity, origin: origin)
      }
    }
  }
}

/// Whose changes a new socket hears.
enum SocketIdentity: Sendable {
  /// Those of an account, since the socket shows no token; nil when there is no account.
  case byDefault(account: String?)
  case shown(token: String, Principal)
  /// Nobody's: the token is of no use.
  case refused(Problem)

  init(_ call: Call, plan: ChannelPlan, api: String) throws {
    let token = try call.request.bearerToken ?? call.request.query()["token"]
    guard let token, !token.isEmpty else {
      self = .byDefault(account: try plan.defaultAccount(call.world))
      return
    }
    do {
      self = .shown(token: token, try call.world.accessTokens.verify(token, api: api))
    } catch {
      self = .refused(error)
    }
  }
}
