/// What destinations mean to the broker, by their prefixes: `/queue/` is a queue, `/user/` a user's own; all others
/// are topics.
enum Destination {
  private static let userPrefix = "/user/"

  /// Whether each message goes to one consumer.
  static func isQueue(_ destination: String) -> Bool { destination.hasPrefix("/queue/") }

  /// The two parts of a user's own destination: `/user/queue/x` is the sender's, `/user/ana/queue/x` is Ana's; nil
  /// for other destinations. The destination that comes back is the one Ana subscribes to, `/user/queue/x`.
  static func user(_ destination: String) -> (name: String?, destination: String)? {
    guard destination.hasPrefix(userPrefix) else { return nil }
    let rest = destination.dropFirst(userPrefix.count)
    if rest.hasPrefix("queue/") || rest.hasPrefix("topic/") { return (nil, destination) }
    guard let slash = rest.firstIndex(of: "/") else { return (nil, destination) }
    return (String(rest[..<slash]), userPrefix + rest[rest.index(after: slash)...])
  }

  /// The name under which a session's subscription is kept: a user's own destination is another one for each
  /// session.
  static func key(_ destination: String, session: String) -> String {
    destination.hasPrefix(userPrefix) ? "\u{0}\(session)\(destination)" : destination
  }
}
