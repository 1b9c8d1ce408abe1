/// The result of a run of a test suite or of `check`: statistics and findings.
///
/// All renderers read this one value, so that the text in a log, the JUnit file and the JSON file of a run never
/// disagree.
package struct RunReport: Sendable, Equatable {
  /// The title of the run, such as the command.
  package let title: String
  /// When the run began, in ISO 8601: `2031-03-02T09:14:05Z`.
  package let startedAt: String
  /// How long the run took.
  package let durationMilliseconds: Int
  /// The exit code of the command; nil when no command was run.
  package let commandExit: Int32?
  /// The findings, in order.
  package let findings: [Finding]
  /// The kinds of findings that fail the run. Others are only reported.
  package let failOn: Set<Finding.Kind>
  /// The coverage of documented operations.
  package let coverage: Coverage
  /// The slowest calls, in any order.
  package let slowest: [SlowCall]
  /// The number of requests.
  package let requestCount: Int

  /// Creates a report.
  package init(
    title: String, startedAt: String, durationMilliseconds: Int, commandExit: Int32?, findings: [Finding],
    failOn: Set<Finding.Kind>, coverage: Coverage, slowest: [SlowCall], requestCount: Int
  ) {
    self.title = title
    self.startedAt = startedAt
    self.durationMilliseconds = durationMilliseconds
    self.commandExit = commandExit
    self.findings = findings
    self.failOn = failOn
    self.coverage = coverage
    self.slowest = slowest
    self.requestCount = requestCount
  }
}

/// A finding of a run, listed once however often it occurred.
package struct Finding: Sendable, Equatable {
  /// The kinds of findings, spelled as in the option that names the kinds to fail on.
  package enum Kind: String, Sendable, CaseIterable {
    /// A request that no documented operation handles: its path or its method is unknown.
    case unknownRoute = "unknown-route"
    /// A request or a response that deviates from its document.
    case contractViolation = "contract-violation"
    /// A response with a status code from 500.
    case serverError = "server-error"
    /// A fault that was added and that no request triggered, so that the run did not test what it intended to.
    case unusedFault = "unused-fault"
    /// A run in which no operation of an API was called, which tests nothing.
    case noRequests = "no-requests"
    /// A deviation of a response that does not break its document: a missing optional header.
    case note = "note"
  }

  /// The kind.
  package let kind: Kind
  /// The name of the API; may be empty.
  package let api: String
  /// The method and path of the operation or of the request, `POST /v1/lotes`.
  package let operation: String?
  /// The other operations with the same finding.
  package let otherOperations: [String]
  /// The location in the message, `body /nombe`; may be empty.
  package let location: String
  /// The description. It may repeat what a client sent, with any characters.
  package let message: String
  /// The number of occurrences; 0 for an unused fault.
  package let count: Int
  /// The number of the first request with it, from 1.
  package let firstRequest: Int?
  /// The name of that request's world, such as that of a test; nil for the default one.
  package let firstWorld: String?

  /// Creates a finding.
  package init(
    kind: Kind, api: String, operation: String?, otherOperations: [String] = [], location: String, message: String,
    count: Int, firstRequest: Int?, firstWorld: String? = nil
  ) {
    self.kind = kind
    self.api = api
    self.operation = operation
    self.otherOperations = otherOperations
    self.location = location
    self.message = message
    self.count = count
    self.firstRequest = firstRequest
    self.firstWorld = firstWorld
  }
}

extension Finding.Kind {
  /// The kind in words, for one finding or for several: "contract violation", "contract violations".
  func words(for count: Int) -> String {
    let singular =
      switch self {
      case .unknownRoute: "unknown route"
      case .contractViolation: "contract violation"
      case .serverError: "server error"
      case .unusedFault: "unused fault"
      case .noRequests: "run without requests"
      case .note: "note"
      }
    if self == .noRequests, count != 1 { return "runs without requests" }
    return count == 1 ? singular : singular + "s"
  }
}

extension Finding {
  /// The operation and the location in it, if known: "POST /v1/lotes, body /nombe".
  var place: String {
    let others = otherOperations.isEmpty ? "" : " and \(otherOperations.count) more"
    return [(operation ?? "") + others, location].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The number and the first of the occurrences, "3 times, first in request 12 of the world checkout"; nil when
  /// unknown.
  var occurrences: String? {
    let place = firstWorld.map { " of the world \($0)" } ?? ""
    return switch (count, firstRequest) {
    case (...0, nil): nil
    case (...1, let request?): "request \(request)\(place)"
    case (1, nil): "once"
    case (_, nil): "\(count) times"
    case (_, let request?): "\(count) times, first in request \(request)\(place)"
    }
  }
}

/// The verdict on a run.
package enum Verdict: String, Sendable, CaseIterable {
  /// All criteria are met.
  case passed
  /// At least one criterion is not met.
  case failed
}

extension RunReport {
  /// Passed only if the command exited with 0 (or there was none), no finding has a kind in `failOn`, and the coverage
  /// is at least the minimum.
  package var verdict: Verdict { reasons.isEmpty ? .passed : .failed }

  /// The reasons of a failed run, one sentence each; empty when it passed.
  ///
  /// A finding counts once however often it occurred, so that the number is that of the listed entries.
  package var reasons: [String] {
    var reasons: [String] = []
    if let failedExit { reasons.append("the command exited with \(failedExit)") }
    for kind in Finding.Kind.allCases where failOn.contains(kind) {
      let count = findings.count { $0.kind == kind }
      guard count > 0 else { continue }
      guard kind == .noRequests else {
        reasons.append("\(count) \(kind.words(for: count))")
        continue
      }
      reasons.append(requestCount == 0 ? "no request came" : "no operation of an API was called")
    }
    if let coverageReason { reasons.append(coverageReason) }
    return reasons
  }

  /// The exit code of the reporting process: the command's own code if that failed, otherwise 1 for a failed run and 0
  /// for a passed one.
  ///
  /// Systems keep only the low eight bits of an exit code. A code whose low bits are all 0 would mean success, and
  /// becomes 1.
  package var exitCode: Int32 {
    if let failedExit { return failedExit & 0xFF == 0 ? 1 : failedExit }
    return verdict == .passed ? 0 : 1
  }

  /// The exit code of a command that failed.
  var failedExit: Int32? {
    commandExit.flatMap { $0 == 0 ? nil : $0 }
  }

  /// "coverage 45% is below 60%"; nil when the minimum is reached or there is none.
  var coverageReason: String? {
    guard coverage.isBelowMinimum, let minimum = coverage.minimumPercent else { return nil }
    return "coverage \(coverage.total.wholePercent)% is below \(minimum)%"
  }
}

/// The requested operations of the documented ones.
package struct Coverage: Sendable, Equatable {
  /// The APIs whose operations are to be covered. Operations of others are reported but not counted.
  package let covered: [String]
  /// The operations requested, each once.
  package let used: [OperationUse]
  /// The operations not requested, each once.
  package let unused: [UnusedOperation]
  /// The required percentage, 0...100; nil for none.
  package let minimumPercent: Int?

  /// Creates a coverage; the minimum is clamped to its range.
  package init(
    covered: [String], used: [OperationUse], unused: [UnusedOperation], minimumPercent: Int? = nil
  ) {
    self.covered = covered
    self.used = used
    self.unused = unused
    self.minimumPercent = minimumPercent.map { min(max($0, 0), 100) }
  }

  /// The percentage of the operations to be covered that were requested; 100 when nothing is to be covered.
  package var percent: Double {
    let share = total
    return share.operations == 0 ? 100 : Double(share.used) * 100 / Double(share.operations)
  }
}

extension Coverage {
  /// The operations of one API, or of all to be covered, and the number of requested ones.
  struct Share: Equatable {
    var used = 0
    var operations = 0

    /// The percentage, rounded down: 100 only when nothing is missing, and below a minimum that is missed.
    var wholePercent: Int { operations == 0 ? 100 : used * 100 / operations }
  }

  /// The share of each API to be covered, in the order of `covered`, without duplicates.
  var shares: [(api: String, share: Share)] {
    var byAPI: [String: Share] = [:]
    for operation in used {
      byAPI[operation.api, default: Share()].used += 1
      byAPI[operation.api, default: Share()].operations += 1
    }
    for operation in unused {
      byAPI[operation.api, default: Share()].operations += 1
    }
    var seen: Set<String> = []
    return covered.filter { seen.insert($0).inserted }.map { ($0, byAPI[$0] ?? Share()) }
  }

  /// The share over all APIs to be covered.
  var total: Share {
    shares.reduce(into: Share()) { sum, entry in
      sum.used += entry.share.used
      sum.operations += entry.share.operations
    }
  }

  /// Whether a minimum is set and not reached. In integers, so that 60 of 100 is never "below 60%".
  var isBelowMinimum: Bool {
    guard let minimumPercent else { return false }
    let share = total
    return share.used * 100 < minimumPercent * share.operations
  }

  /// Whether messages of channels are among what is to be covered.
  var hasMessages: Bool { countedUsed.contains(where: \.isMessage) || countedUnused.contains(where: \.isMessage) }

  /// The operations of the APIs to be covered that were requested.
  var countedUsed: [OperationUse] {
    let apis = Set(covered)
    return used.filter { apis.contains($0.api) }
  }

  /// The operations of the APIs to be covered that were not requested.
  var countedUnused: [UnusedOperation] {
    let apis = Set(covered)
    return unused.filter { apis.contains($0.api) }
  }
}

/// A requested operation of a documented API, and its responses.
package struct OperationUse: Sendable, Equatable {
  /// The name of the API, `agrobridge`.
  package let api: String
  /// The operation's identifier in the API's document, `listLotes`.
  package let operationID: String
  /// The request method, `GET`.
  package let method: String
  /// The path as documented, parameters in braces: `/v1/lotes/{id}`.
  package let path: String
  /// Whether it is a message of a channel: the method is `SEND` for one that clients send, `RECEIVE` for one that they
  /// get, the path the channel's address and the identifier the message's name.
  package let isMessage: Bool
  /// The number of its requests.
  package let count: Int
  /// The number of responses with each status code.
  package let statuses: [Int: Int]
  /// The time of the slowest of these requests.
  package let slowestMicroseconds: Int

  /// Creates a use.
  package init(
    api: String, operationID: String, method: String, path: String, count: Int, statuses: [Int: Int],
    slowestMicroseconds: Int, isMessage: Bool = false
  ) {
    self.api = api
    self.operationID = operationID
    self.method = method
    self.path = path
    self.isMessage = isMessage
    self.count = count
    self.statuses = statuses
    self.slowestMicroseconds = slowestMicroseconds
  }
}

/// An operation of a documented API that a run did not request, or whose requests were all refused.
package struct UnusedOperation: Sendable, Equatable {
  /// The name of the API, `agrobridge`.
  package let api: String
  /// The operation's identifier in the API's document, `listLotes`.
  package let operationID: String
  /// The request method, `GET`.
  package let method: String
  /// The path as documented, parameters in braces: `/v1/lotes/{id}`.
  package let path: String
  /// Whether it is a message of a channel: the method is `SEND` for one that clients send, `RECEIVE` for one that they
  /// get, the path the channel's address and the identifier the message's name.
  package let isMessage: Bool
  /// The number of its requests that were refused (401, 403, 429) or got no response; for `check`, all without a
  /// success.
  package let refusedCount: Int
  /// Why it does not count, as a sentence without a full stop, such as `answered 400: …`; nil when it was not
  /// requested, or the count explains it.
  package let reason: String?

  /// Creates an unused operation.
  package init(
    api: String, operationID: String, method: String, path: String, refusedCount: Int = 0, reason: String? = nil,
    isMessage: Bool = false
  ) {
    self.api = api
    self.operationID = operationID
    self.method = method
    self.path = path
    self.isMessage = isMessage
    self.refusedCount = refusedCount
    self.reason = reason
  }
}

/// A slow request.
package struct SlowCall: Sendable, Equatable {
  /// The request method, `GET`.
  package let method: String
  /// The requested path.
  package let path: String
  /// The status code of the response.
  package let status: Int
  /// The time from the request's arrival until the response was complete.
  package let microseconds: Int

  /// Creates a slow call.
  package init(method: String, path: String, status: Int, microseconds: Int) {
    self.method = method
    self.path = path
    self.status = status
    self.microseconds = microseconds
  }
}
