/// A WebSocket path of an API on which the clients of an account subscribe to channels.
package struct ChannelPlan: Sendable {
  /// The channel of the document to which the path belongs.
  package let name: String
  /// The whole path, such as `/ws`.
  package let path: String
  /// The operation's id in the API's document.
  package let operationID: String
  /// The channels that exist.
  package let channels: [String]
  /// The account that a socket belongs to until it sends a token; nil when there is none.
  package let defaultAccount: @Sendable (World) throws -> String?

  /// Creates a plan.
  package init(
    name: String, path: String, operationID: String, channels: [String],
    defaultAccount: @escaping @Sendable (World) throws -> String?
  ) {
    self.name = name
    self.path = path
    self.operationID = operationID
    self.channels = channels
    self.defaultAccount = defaultAccount
  }
}
