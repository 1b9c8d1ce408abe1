import HTTPCore
import STOMP
import World

/// Decides about the token of a CONNECT. Without a valid one the session is anonymous, unless the world insists on
/// tokens (CONTRACT W4).
struct STOMPAuthentication: Sendable {
  let world: World
  let api: String
  /// The token that came with the handshake.
  let handshakeToken: String?

  /// What to tell the session, and who it speaks for.
  func answer(_ headers: Headers) -> (authentication: Authentication, principal: Principal?) {
    guard let token = token(headers) else {
      return (world.requiresMessagingTokens ? .refused(.tokenRequired) : .accepted(user: nil, warning: nil), nil)
    }
    do {
      let principal = try world.accessTokens.verify(token, api: api)
      return (.accepted(user: principal.account, warning: nil), principal)
    } catch {
      let diagnosis = Diagnosis.badToken(reason: error.message)
      let isRequired = world.requiresMessagingTokens
      return (isRequired ? .refused(diagnosis) : .accepted(user: nil, warning: diagnosis), nil)
    }
  }

  /// The token of the `authorization` header, in any spelling of its name and with or without `Bearer `; else that
  /// of the handshake.
  private func token(_ headers: Headers) -> String? {
    guard let value = headers.first(ignoringCase: "authorization")?.trimmingBlanks(), !value.isEmpty else {
      return handshakeToken
    }
    let scheme = "bearer "
    guard value.lowercased().hasPrefix(scheme) else { return value }
    return String(value.dropFirst(scheme.count)).trimmingBlanks()
  }
}
