import HTTPCore
import JSON
import World

/// Whether the server serves; open to everyone, so that scripts can wait for it.
package enum HealthEndpoint {
  /// The endpoint at `/_mock/health`.
  package static func all(version: String, worlds: @escaping @Sendable () -> Worlds?) -> [Endpoint] {
    let startedAt = SystemTime.monotonicNanoseconds()
    return [
      Endpoint(.get, "/_mock/health", "health", .open) { call in
        let seconds = (SystemTime.monotonicNanoseconds() - startedAt) / 1_000_000_000
        let all = worlds()?.all ?? [call.world]
        var body: JSONObject = [
          "status": "ok", "version": .string(version), "uptimeSeconds": .number(JSONNumber(Int(seconds))),
          "worlds": .number(JSONNumber(worlds()?.all.count ?? 0)), "world": .string(call.world.id),
        ]
        let full = all.filter { $0.store.isFull }.map(\.id).sorted()
        guard !full.isEmpty else { return .json(.object(body)) }
        body["status"] = "full"
        body["message"] = .string(
          "nothing can be stored in the world \(full.joined(separator: ", ")); make room on the disk of --data-dir")
        return .json(.object(body), status: 503)
      }
    ]
  }
}
