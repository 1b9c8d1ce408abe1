import HTTPCore

/// What a fault may happen to: a request, or the socket that began with it, and what is known about it.
package struct FaultSubject: Sendable {
  package let request: Request
  /// The name of the API that answers.
  package let api: String
  /// The operation's id in the API's document; nil for a path without one.
  package let operationID: String?
  /// Whose valid token came with the request.
  package let account: String?

  /// A subject from its parts.
  package init(request: Request, api: String, operationID: String?, account: String?) {
    self.request = request
    self.api = api
    self.operationID = operationID
    self.account = account
  }

  /// Whether it is a call of the control plane, to which nothing happens: it must be there to remove the faults.
  package var isControl: Bool {
    let first = request.target.segments.first
    return first == "_mock" || first == "__admin"
  }

  /// The subject without what only the handshake needs, for keeping it as long as the socket lives.
  package var forSocket: FaultSubject {
    var kept = request
    kept.body = []
    for name in Self.handshakeHeaders { kept.headers[name] = nil }
    return FaultSubject(request: kept, api: api, operationID: operationID, account: account)
  }

  private static let handshakeHeaders = [
    "Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions",
    "Accept-Encoding", "Cache-Control", "Pragma",
  ]
}

/// What a fault knows when it happens.
package struct FaultContext: Sendable {
  package let subject: FaultSubject
  /// The world's time when the fault was added.
  package let begunAt: Timestamp
  /// The world's time now.
  package let now: Timestamp
  /// Chance that follows from the world's seed, the fault and how often it matched.
  package let chance: WorldRandom

  /// A context from its parts.
  package init(subject: FaultSubject, begunAt: Timestamp, now: Timestamp, chance: WorldRandom) {
    self.subject = subject
    self.begunAt = begunAt
    self.now = now
    self.chance = chance
  }
}
