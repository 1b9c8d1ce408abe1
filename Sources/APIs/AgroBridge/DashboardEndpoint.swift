import HTTPCore
import World

/// The numbers of the start page.
enum DashboardEndpoint {
  static let all = [
    Endpoint(.get, "\(AgroBridge.base)/dashboard/stats", "getDashboardStats", .bearer, answer: stats)
  ]

  private static func stats(_ call: Call) throws -> Response {
    let tables = [AgroBridgeSchema.lote, AgroBridgeSchema.productor, AgroBridgeSchema.bloque]
    let response = try Reading.answer(call, key: "dashboard", tables: tables) {
      try AgroBridgeSQL.dashboard($0)
    }
    return response ?? .noContent
  }
}
