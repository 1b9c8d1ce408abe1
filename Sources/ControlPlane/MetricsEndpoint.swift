import HTTPCore
import JSON
import World

/// Statistics of the server, in the text format of Prometheus (version 0.0.4).
package enum MetricsEndpoint {
  private static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// The endpoint at `/_mock/metrics`, for all worlds.
  ///
  /// - Parameters:
  ///   - residentBytes: The memory of the process; nil where the system does not report it.
  package static func all(
    worlds: @escaping @Sendable () -> Worlds?, residentBytes: @escaping @Sendable () -> Int?
  ) -> [Endpoint] {
    [
      Endpoint(.get, "/_mock/metrics", "metrics", .open) { _ in
        let all = worlds()?.all ?? []
        var text = MetricsText()
        Self.requests(all, &text)
        Self.latency(all, &text)
        Self.sockets(all, &text)
        text.counter(
          "mock_api_simulation_steps_total", "Simulation steps that ran in existing worlds.",
          [([:], all.reduce(0) { $0 + Double($1.simulations.takenSteps) })])
        text.gauge("mock_api_worlds", "Worlds.", [([:], Double(all.count))])
        if let bytes = residentBytes() {
          text.gauge("process_resident_memory_bytes", "Resident memory in bytes.", [([:], Double(bytes))])
        }
        return Response(status: 200, headers: ["Content-Type": mediaType], content: .bytes(text.bytes))
      }
    ]
  }

  private static func requests(_ worlds: [World], _ text: inout MetricsText) {
    var counts: [UsageLedger.OperationKey: [Int: Int]] = [:]
    for world in worlds {
      for (key, operation) in world.usage.all.operations {
        counts[key, default: [:]].merge(operation.statuses, uniquingKeysWith: +)
      }
    }
    let keys = counts.keys.sorted { ($0.api, $0.operationID) < ($1.api, $1.operationID) }
    text.counter(
      "mock_api_requests_total", "Requests by API, operation and status.",
      keys.flatMap { key in
        (counts[key] ?? [:]).sorted { $0.key < $1.key }.map { status, count in
          (["api": key.api, "operation": key.operationID, "status": "\(status)"], Double(count))
        }
      })
  }

  private static func latency(_ worlds: [World], _ text: inout MetricsText) {
    let histograms = worlds.map { $0.usage.all.latency }
    text.histogram(
      "mock_api_request_duration_seconds", "Time from a complete request to its response, without the network.",
      bounds: LatencyHistogram.bounds.map { Double($0) / 1_000_000 },
      counts: LatencyHistogram.bounds.indices.map { index in histograms.reduce(0) { $0 + $1.counts[index] } },
      total: histograms.reduce(0) { $0 + $1.total },
      sum: histograms.reduce(0) { $0 + Double($1.sumMicroseconds) } / 1_000_000)
  }

  private static func sockets(_ worlds: [World], _ text: inout MetricsText) {
    let open = worlds.flatMap { world in world.sockets.all.map { ($0.socket.subject.api, $0.socket.traffic) } }
    let byAPI = Dictionary(grouping: open) { $0.0 }.sorted { $0.key < $1.key }
    text.gauge("mock_api_sockets", "Open WebSockets by API.", byAPI.map { (["api": $0.key], Double($0.value.count)) })
    text.gauge(
      "mock_api_waiting_requests", "Requests that wait for news (long polling).",
      [([:], Double(worlds.reduce(0) { $0 + $1.newsWaits.count }))])
    let closed = worlds.reduce(SocketTraffic()) { $0 + $1.sockets.pastTraffic }
    let all = open.reduce(closed) { $0 + $1.1 }
    text.counter(
      "mock_api_messages_total", "Messages over WebSockets by direction.",
      [
        (["direction": "received"], Double(all.incomingMessages)),
        (["direction": "sent"], Double(all.outgoingMessages)),
      ])
    text.counter(
      "mock_api_dropped_messages_total", "Messages that slow readers missed.",
      [([:], Double(worlds.reduce(0) { $0 + $1.sockets.droppedCount }))])
  }
}
