import Reporting

/// The reports that the tests vary.
enum Samples {
  static let uses = [
    OperationUse(
      api: "agrobridge", operationID: "listLotes", method: "GET", path: "/v1/lotes", count: 12,
      statuses: [200: 10, 404: 2], slowestMicroseconds: 1_204_567),
    OperationUse(
      api: "agrobridge", operationID: "createLote", method: "POST", path: "/v1/lotes", count: 3,
      statuses: [201: 3], slowestMicroseconds: 8_040),
    OperationUse(
      api: "newsapi", operationID: "topHeadlines", method: "GET", path: "/v2/top-headlines", count: 1,
      statuses: [200: 1], slowestMicroseconds: 950),
  ]

  static let unused = [
    UnusedOperation(api: "agrobridge", operationID: "deleteLote", method: "DELETE", path: "/v1/lotes/{id}"),
    UnusedOperation(api: "newsapi", operationID: "everything", method: "GET", path: "/v2/everything"),
  ]

  static let slowest = [
    SlowCall(method: "POST", path: "/v1/lotes", status: 201, microseconds: 8_040),
    SlowCall(method: "GET", path: "/v1/lotes?page=2", status: 200, microseconds: 1_204_567),
  ]

  static let violation = finding(
    .contractViolation, operation: "POST /v1/lotes", location: "body /nombe",
    message: "no such field, “nombre” may be meant", count: 3, firstRequest: 4)

  static func finding(
    _ kind: Finding.Kind, api: String = "agrobridge", operation: String? = nil, location: String = "",
    message: String = "seen", count: Int = 1, firstRequest: Int? = nil
  ) -> Finding {
    Finding(
      kind: kind, api: api, operation: operation, location: location, message: message, count: count,
      firstRequest: firstRequest)
  }

  static func coverage(minimum: Int? = nil) -> Coverage {
    Coverage(covered: ["agrobridge", "newsapi"], used: uses, unused: unused, minimumPercent: minimum)
  }

  /// A coverage of one API by numbers.
  static func coverage(used: Int, of total: Int, minimum: Int?) -> Coverage {
    Coverage(
      covered: ["agrobridge"],
      used: (0..<used).map { number in
        OperationUse(
          api: "agrobridge", operationID: "used\(number)", method: "GET", path: "/used/\(number)", count: 1,
          statuses: [200: 1], slowestMicroseconds: 1)
      },
      unused: (used..<total).map { number in
        UnusedOperation(
          api: "agrobridge", operationID: "unused\(number)", method: "GET", path: "/unused/\(number)")
      },
      minimumPercent: minimum)
  }

  static func report(
    title: String = "swift test", exit: Int32? = 0, findings: [Finding] = [],
    failOn: Set<Finding.Kind> = [.contractViolation, .serverError], coverage: Coverage = coverage(),
    slowest: [SlowCall] = slowest, requests: Int = 16
  ) -> RunReport {
    RunReport(
      title: title, startedAt: "2031-03-02T09:14:05Z", durationMilliseconds: 12_045, commandExit: exit,
      findings: findings, failOn: failOn, coverage: coverage, slowest: slowest, requestCount: requests)
  }

  /// A run of which there is nothing to tell.
  static let empty = RunReport(
    title: "", startedAt: "", durationMilliseconds: 0, commandExit: nil, findings: [], failOn: [],
    coverage: Coverage(covered: [], used: [], unused: []), slowest: [], requestCount: 0)
}
