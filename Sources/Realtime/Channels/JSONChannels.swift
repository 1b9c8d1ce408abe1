import HTTPCore
import World

/// WebSocket endpoints that speak the documented JSON messages (CONTRACT §6.5).
package enum JSONChannels {
  /// The endpoint of a plan. A token in `Authorization` or in the query's `token` decides whose changes a socket
  /// hears; without one it hears those of the plan's default account.
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
struct SocketIdentity: Sendable {
  let account: String?
  /// What to tell the client when its token was of no use.
  let problem: Problem?

  init(_ call: Call, plan: ChannelPlan, api: String) throws {
    let token = try call.request.bearerToken ?? call.request.query()["token"]
    guard let token, !token.isEmpty else {
      (account, problem) = (try plan.defaultAccount(call.world), nil)
      return
    }
    do {
      (account, problem) = (try call.world.accessTokens.verify(token, api: api).account, nil)
    } catch {
      (account, problem) = (try plan.defaultAccount(call.world), error)
    }
  }
}
