import STOMP

/// The message broker of an API as clients reach it: STOMP over WebSocket.
package struct MessagingPlan: Sendable {
  /// Answers a message that was sent to the application.
  package typealias Application = @Sendable (World, Principal?) throws -> Reply

  /// What the application says to the session that asked.
  package struct Reply: Sendable {
    /// Where the session listens for it, such as `/user/queue/status/response`.
    package let destination: String
    package let contentType: String
    package let body: [UInt8]

    /// A reply from its parts.
    package init(destination: String, contentType: String, body: [UInt8]) {
      self.destination = destination
      self.contentType = contentType
      self.body = body
    }
  }

  /// The WebSocket paths that speak bare STOMP, each with the operation's id in the API's document.
  package let paths: [(path: String, operationID: String)]
  /// The path under which SockJS clients connect, one of ``paths``; nil for none.
  package let sockJSPath: String?
  /// What answers messages to the application, by destination, such as `/app/status/request`.
  package let applications: [String: Application]
  /// Whether a destination is for whoever connected; the principal is nil without a valid token.
  package let mayHear: @Sendable (Principal?, String) -> Bool

  /// A plan from its parts.
  package init(
    paths: [(path: String, operationID: String)], sockJSPath: String?, applications: [String: Application],
    mayHear: @escaping @Sendable (Principal?, String) -> Bool
  ) {
    self.paths = paths
    self.sockJSPath = sockJSPath
    self.applications = applications
    self.mayHear = mayHear
  }
}
