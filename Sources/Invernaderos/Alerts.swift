import HTTPCore
import JSON
import Store
import World

/// The alerts of a tenant (CONTRACT §2.7).
enum AlertEndpoints {
  static let all = [
    Endpoint(.get, "\(Invernaderos.base)/greenhouse/alerts", "getAlerts", .bearer, answer: list).slow()
  ]

  private static func list(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let page = try ListPart.read(query) ?? .first
    let selection = AlertSelection(
      greenhouse: SensorEndpoints.greenhouse(query), sensor: text(query, "sensorId"),
      type: try choice(query, "type", among: SensorAlert.rules.map(\.type)),
      isResolved: try choice(query, "status", among: ["ACTIVE", "RESOLVED"]).map { $0 == "RESOLVED" })
    // As the topic of the alerts is, they are for the tenant's own accounts.
    let own = call.principal?.claims["tenantId"]?.string ?? ""
    let tenant = text(query, "tenantId") ?? own
    guard tenant == own else {
      throw Problem(.forbidden, "alerts are for accounts of their tenant", field: "tenantId", value: tenant)
    }
    guard tenant == SensorCatalogue.tenant else { return page.response(Array("[]".utf8), total: 0, call) }
    let (rows, total) = try Reads.read(call) { connection in
      (try AlertSQL.list(connection, selection, page), try AlertSQL.count(connection, selection))
    }
    return page.response(rows, total: total, call)
  }

  private static func text(_ query: QueryParameters, _ name: String) -> String? {
    let text = query[name]?.trimmingBlanks() ?? ""
    return text.isEmpty ? nil : text
  }

  private static func choice(
    _ query: QueryParameters, _ name: String, among known: [String]
  ) throws(Problem) -> String? {
    guard let given = text(query, name) else { return nil }
    guard known.contains(given) else {
      throw Reads.unusable(name, given, KnownNames(known).refusal(of: given), type: "String")
    }
    return given
  }
}

/// Which alerts are wanted.
struct AlertSelection: Sendable {
  var greenhouse: GreenhouseID?
  var sensor: String?
  var type: String?
  var isResolved: Bool?

  /// The condition on `invernaderos_alert`.
  var condition: String {
    // Texts, and not GRDB's statements, which can be made of literals too.
    func member(_ name: String) -> String { "json_extract(body, '$.\(name)')" }
    var conditions: [String] = ["1"]
    if greenhouse != nil {
      let own: String = member("greenhouseId")
      conditions.append("(\(own) = ? OR CAST(\(own) AS INTEGER) = ?)" as String)
    }
    if sensor != nil { conditions.append(member("sensorId") + " = ?") }
    if type != nil { conditions.append(member("type") + " = ?") }
    if let isResolved { conditions.append(isResolved ? "resolved_at IS NOT NULL" : "resolved_at IS NULL") }
    return conditions.joined(separator: " AND ")
  }

  /// The arguments of ``condition``.
  var arguments: [SQLValue] {
    (greenhouse?.arguments ?? []) + [sensor, type].compactMap { $0.map(SQLValue.text) }
  }
}
