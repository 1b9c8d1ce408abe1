import World

/// The broker of Invernaderos (CONTRACT §2.6): plain WebSocket at two paths, SockJS below the first, and a question
/// that the application answers.
enum GreenhouseMessaging {
  private static let tenantPrefix = "/topic/tenant/"

  static let plan = MessagingPlan(
    paths: [("/ws/greenhouse", "greenhouseBroker"), ("/ws/greenhouse-native", "greenhouseBrokerNative")],
    sockJSPath: "/ws/greenhouse",
    applications: [
      "/app/status/request": { world, _ in
        MessagingPlan.Reply(
          destination: "/user/queue/status/response", contentType: "application/json",
          body: try Invernaderos.status(world))
      }
    ],
    mayHear: mayHear)

  /// What belongs to a tenant is for sessions with a token of that tenant; all else is for everyone.
  @Sendable private static func mayHear(_ principal: Principal?, _ destination: String) -> Bool {
    guard destination.hasPrefix(tenantPrefix) else { return true }
    let tenant = destination.dropFirst(tenantPrefix.count).prefix { $0 != "/" }
    return principal?.claims["tenantId"]?.string == String(tenant)
  }
}
