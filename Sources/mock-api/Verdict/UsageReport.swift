import Reporting
import Server
import World

/// Makes a report of what a server's worlds were used for.
enum UsageReport {
  /// The report of a run.
  ///
  /// - Parameters:
  ///   - commandExit: The exit code of the command that used the server.
  ///   - covered: The APIs that count for coverage; nil for those that were called.
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
      findings: (usage.requestCount == 0 ? [noRequests] : [])
        + usage.findings.map { Finding($0.finding, count: $0.count, firstRequest: $0.firstRequest) }
        + UnusedFaults.findings(server.worlds.faults, forAll: server.worlds.main.initialFaults),
      failOn: failOn,
      coverage: coverage(lines, usage.operations, covered: covered, minimumPercent: minimumPercent),
      slowest: usage.slowest.map {
        SlowCall(method: $0.method, path: $0.path, status: $0.status, microseconds: Int(clamping: $0.microseconds))
      },
      requestCount: usage.requestCount)
  }

  private static let noRequests = Finding(
    kind: .noRequests, api: "", operation: nil, location: "",
    message: "the command sent no request to the server, whose address is in MOCK_API_URL", count: 0, firstRequest: nil)

  /// The statuses of requests that say nothing about the operation: there was no right to it, or too little of it, or no
  /// answer.
  private static let refusals: Set<Int> = [0, 401, 403, 429]

  private static func coverage(
    _ lines: [RouteTable.Line], _ operations: [UsageLedger.OperationKey: UsageLedger.Operation], covered: [String],
    minimumPercent: Int?
  ) -> Coverage {
    var used: [OperationUse] = []
    var unused: [UnusedOperation] = []
    for line in lines {
      let use = operations[UsageLedger.OperationKey(line.api, line.operationId)]
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
    return Coverage(covered: covered, used: used, unused: unused, minimumPercent: minimumPercent)
  }
}

extension Finding {
  /// A finding of the server's as reports have it.
  fileprivate init(_ finding: UsageLedger.Finding, count: Int, firstRequest: Int?) {
    let kind: Kind =
      switch finding.kind {
      case .unknownRoute: .unknownRoute
      case .contractViolation: .contractViolation
      case .serverError: .serverError
      }
    self.init(
      kind: kind, api: finding.api, operation: finding.operation, location: finding.location, message: finding.message,
      count: count, firstRequest: firstRequest)
  }
}
