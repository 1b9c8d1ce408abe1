import ArgumentParser
import Foundation
import HTTPCore
import JSON
import Reporting
import Server
import World

/// Creates a report of the usage of a server's worlds.
enum UsageReport {
  /// The report of a run.
  ///
  /// - Parameters:
  ///   - commandExit: The exit code of the command that used the server.
  ///   - covered: The APIs that count for coverage; nil for the called ones.
  static func report(
    _ server: MockServer, title: String, startedAt: String, durationMilliseconds: Int, commandExit: Int32?,
    failOn: Set<Finding.Kind>, covered: [String]?, minimumPercent: Int?
  ) -> RunReport {
    let usage = server.worlds.usage
    let lines = server.table.lines
    let called = Set(usage.operations.keys.map(\.api)).subtracting(["mock"])
    let covered =
      covered
      ?? lines.map(\.api).reduce(into: []) { names, api in
        if called.contains(api), !names.contains(api) { names.append(api) }
      }
    return RunReport(
      title: title, startedAt: startedAt, durationMilliseconds: durationMilliseconds, commandExit: commandExit,
      findings: (called.isEmpty ? [noRequests(usage.requestCount)] : [])
        + usage.findings.map { Finding($0) }
        + UnusedFaults.findings(server.worlds.faults, forAll: server.worlds.main.initialFaults),
      failOn: failOn,
      coverage: coverage(
        lines, usage, server.worlds.main.channels.channels, covered: covered, minimumPercent: minimumPercent),
      slowest: usage.slowest.map {
        SlowCall(method: $0.method, path: $0.path, status: $0.status, microseconds: Int(clamping: $0.microseconds))
      },
      requestCount: usage.requestCount)
  }

  /// The finding that no operation of an API was called.
  ///
  /// - Parameters:
  ///   - count: The number of other requests: for the server's own pages and pictures, preflights, unknown routes.
  private static func noRequests(_ count: Int) -> Finding {
    let message =
      count == 0
      ? "the command sent no request to the server, whose address is in MOCK_API_URL"
      : "the command called no operation of an API; its requests were for the server's own pages, for OPTIONS or for"
        + " unknown routes"
    return Finding(
      kind: .noRequests, api: "", operation: nil, location: "", message: message, count: 0, firstRequest: nil)
  }

  /// The statuses of requests that show nothing about the operation: missing authorization, rate limits, or no
  /// response.
  private static let refusals: Set<Int> = [0, 401, 403, 429]

  private static func coverage(
    _ lines: [RouteTable.Line], _ usage: UsageLedger.Contents, _ owners: [(api: String, channels: [ChannelSummary])],
    covered: [String], minimumPercent: Int?
  ) -> Coverage {
    var used: [OperationUse] = []
    var unused: [UnusedOperation] = []
    for line in lines {
      let use = usage.operations[UsageLedger.OperationKey(line.api, line.operationId)]
      if let use, use.statuses.keys.contains(where: { !refusals.contains($0) }) {
        used.append(
          OperationUse(
            api: line.api, operationID: line.operationId, method: line.method, path: line.path, count: use.count,
            statuses: use.statuses, slowestMicroseconds: Int(clamping: use.slowestMicroseconds)))
      } else if covered.contains(line.api) {
        unused.append(
          UnusedOperation(
            api: line.api, operationID: line.operationId, method: line.method, path: line.path,
            refusedCount: use?.count ?? 0))
      }
    }
    let messages = owners.flatMap { owner in
      owner.channels.flatMap { channel in documented(channel, of: owner.api) }
    }
    for (key, address) in messages {
      let method = key.isSent ? "RECEIVE" : "SEND"
      if let count = usage.messages[key] {
        used.append(
          OperationUse(
            api: key.api, operationID: key.message, method: method, path: address, count: count, statuses: [:],
            slowestMicroseconds: 0, isMessage: true))
      } else if covered.contains(key.api) {
        unused.append(
          UnusedOperation(
            api: key.api, operationID: key.message, method: method, path: address, isMessage: true))
      }
    }
    return Coverage(covered: covered, used: used, unused: unused, minimumPercent: minimumPercent)
  }

  /// The messages of a channel that clients send and get, without those that say that something has failed.
  private static func documented(
    _ channel: ChannelSummary, of api: String
  ) -> [(key: UsageLedger.MessageKey, address: String)] {
    channel.messages.flatMap { message in
      [false, true].filter { $0 ? message.isOfServer && !message.isError : message.isOfClient }.map { isSent in
        (
          UsageLedger.MessageKey(api: api, channel: channel.name, message: message.name, isSent: isSent),
          channel.address.isEmpty ? "/" : channel.address
        )
      }
    }
  }
}
