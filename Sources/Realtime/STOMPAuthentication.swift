import HTTPCore
import STOMP
import World

/// Checks the credentials of a CONNECT. Without valid ones the session is anonymous, unless the world requires tokens
/// (CONTRACT W4).
struct STOMPAuthentication: Sendable {
  /// A token, and a warning about an unusual way to send it.
  private struct Presented {
    let token: String
    var remark: Diagnosis?
  }

  /// Names of headers in which apps send a token although no server reads them.
  private static let misnamed: Set<String> = [
    "token", "access-token", "access_token", "accesstoken", "auth", "auth-token", "x-auth-token", "x-access-token",
    "jwt",
    "bearer",
  ]

  let world: World
  let service: STOMPService
  let handshakeToken: String?

  /// The result for a CONNECT.
  struct Verdict {
    let authentication: Authentication
    /// The session's token and principal; nil for an anonymous one.
    var credential: (token: String, principal: Principal)?
  }

  /// The result for the session. May read the world's database.
  func verdict(on headers: Headers) -> Verdict {
    let isRequired = world.messaging.tokens != .optional
    do throws(Diagnosis) {
      guard let presented = try presented(headers) else {
        let mistake = unread(headers)
        if isRequired { return Verdict(authentication: .refused(mistake ?? .tokenRequired)) }
        return Verdict(authentication: .accepted(user: nil, warning: mistake))
      }
      let principal = try verify(presented.token)
      return Verdict(
        authentication: .accepted(user: principal.account, warning: presented.remark),
        credential: (presented.token, principal))
    } catch {
      return Verdict(authentication: isRequired ? .refused(error) : .accepted(user: nil, warning: error))
    }
  }

  private func verify(_ token: String) throws(Diagnosis) -> Principal {
    do {
      return try world.accessTokens.verify(token, api: service.api)
    } catch {
      throw Diagnosis.badToken(reason: error.message)
    }
  }

  /// The token of `authorization`, otherwise of `x-authorization`, otherwise of the handshake, otherwise one for
  /// `login` and `passcode`; names in any spelling, tokens with or without `Bearer `.
  private func presented(_ headers: Headers) throws(Diagnosis) -> Presented? {
    for name in ["authorization", "x-authorization"] {
      guard let value = headers.first(ignoringCase: name)?.trimmingBlanks(), !value.isEmpty else { continue }
      let scheme = "bearer "
      let isBare = !value.lowercased().hasPrefix(scheme)
      let token = isBare ? value : String(value.dropFirst(scheme.count)).trimmingBlanks()
      if name != "authorization" { return Presented(token: token, remark: .unusualCredential("a header \(name)")) }
      return Presented(token: token, remark: isBare ? .unusualCredential("a token without Bearer before it") : nil)
    }
    if let handshakeToken { return Presented(token: handshakeToken) }
    guard let login = headers.first(where: { $0.name.lowercased() == "login" }), !login.value.isEmpty,
      let passcode = headers.first(ignoringCase: "passcode")
    else { return nil }
    do {
      let token = try service.plan.signIn(world, login.value, passcode)
      return Presented(token: token, remark: .unusualCredential("login and passcode"))
    } catch {
      throw Diagnosis.wrongPasscode(login: login)
    }
  }

  /// A header that was probably meant as a credential.
  private func unread(_ headers: Headers) -> Diagnosis? {
    let known = KnownNames(["authorization", "x-authorization"])
    let header = headers.first { header in
      let name = header.name.lowercased()
      guard name != "authorization", name != "x-authorization" else { return false }
      return Self.misnamed.contains(name) || known.nearest(to: name) != nil
    }
    return header.map(Diagnosis.unreadCredential)
  }
}
