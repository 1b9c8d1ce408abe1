/// What a server saw of a run of a test suite or of `check`, and what is wrong with it.
///
/// The renderers all read this one value, so that the text in a log, the JUnit file and the JSON file of a run
/// never disagree.
package struct RunReport: Sendable, Equatable {
  /// What was run, the command for instance.
  package let title: String
  /// When the run began, in ISO 8601: `2031-03-02T09:14:05Z`.
  package let startedAt: String
  /// How long the run took.
  package let durationMilliseconds: Int
  /// The exit code of the command; nil when no command was run.
  package let commandExit: Int32?
  /// What was found, in order.
  package let findings: [Finding]
  /// The kinds of findings that make the run fail. Others are reported only.
  package let failOn: Set<Finding.Kind>
  /// Which documented operations were requested.
  package let coverage: Coverage
  /// The calls that took longest, in any order.
  package let slowest: [SlowCall]
  /// How many requests there were.
  package let requestCount: Int

  /// A report of what was counted.
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

/// Something that a run found, listed once however often it happened.
package struct Finding: Sendable, Equatable {
  /// What is wrong, in the spelling of the option that names the kinds to fail on.
  package enum Kind: String, Sendable, CaseIterable {
    /// A request that no documented operation answers: of a path or a method that there is not.
    case unknownRoute = "unknown-route"
    /// A request or an answer that is not as its operation is documented.
    case contractViolation = "contract-violation"
    /// An answer with a status code from 500.
    case serverError = "server-error"
    /// A fault that was set up and that no request met, so that the run did not test what it meant to.
    case unusedFault = "unused-fault"
    /// A run in which no operation of an API was called, which tests nothing.
    case noRequests = "no-requests"
    /// Something that an answer lacks without breaking its document: an optional header.
    case note = "note"
  }

  /// What is wrong.
  package let kind: Kind
  /// The name of the API; empty when no API is concerned.
  package let api: String
  /// The method and path of the operation or of the request, `POST /v1/lotes`.
  package let operation: String?
  /// The other operations with the same finding.
  package let otherOperations: [String]
  /// Where in the message it is, `body /nombe`; may be empty.
  package let location: String
  /// What is wrong there, for a person. It may repeat what a client sent, whatever characters that has.
  package let message: String
  /// How many times it happened; 0 for a fault that was not used.
  package let count: Int
  /// The number of the first request with it, from 1.
  package let firstRequest: Int?
  /// The world of that request by its name, such as that of a test; nil for the default one.
  package let firstWorld: String?

  /// A finding as counted.
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
  /// The operation and the place in it, as far as they are known: "POST /v1/lotes, body /nombe".
  var place: String {
    let others = otherOperations.isEmpty ? "" : " and \(otherOperations.count) more"
    return [(operation ?? "") + others, location].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// How often, since when and where, "3 times, first in request 12 of the world checkout"; nil when nothing is known.
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

/// Whether a run is good enough for whoever started it.
package enum Verdict: String, Sendable, CaseIterable {
  /// Nothing that was asked for is missing.
  case passed
  /// There is at least one reason against it.
  case failed
}

extension RunReport {
  /// Passed only if the command exited with 0 (or none was run), there is no finding of a kind in `failOn`, and
  /// the coverage is at least the minimum.
  package var verdict: Verdict { reasons.isEmpty ? .passed : .failed }

  /// What makes the run fail, a plain sentence each; empty when it passed.
  ///
  /// A finding counts once however often it happened, so that the number is that of the entries listed.
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

  /// What the process that reports should exit with: the command's own code when that failed, else 1 when the
  /// run failed and 0 when it passed.
  ///
  /// A system keeps the low eight bits of an exit code. A code that has none of them would come out as success,
  /// and is 1 instead.
  package var exitCode: Int32 {
    if let failedExit { return failedExit & 0xFF == 0 ? 1 : failedExit }
    return verdict == .passed ? 0 : 1
  }

  /// The exit code of a command that failed.
  var failedExit: Int32? {
    commandExit.flatMap { $0 == 0 ? nil : $0 }
  }

  /// "coverage 45% is below 60%", or nil when the minimum is reached or there is none.
  var coverageReason: String? {
    guard coverage.isBelowMinimum, let minimum = coverage.minimumPercent else { return nil }
    return "coverage \(coverage.total.wholePercent)% is below \(minimum)%"
  }
}

/// How many of the documented operations a run requested.
package struct Coverage: Sendable, Equatable {
  /// The APIs whose operations are to be covered. Operations of others are reported and do not count.
  package let covered: [String]
  /// The operations requested, each once.
  package let used: [OperationUse]
  /// The operations not requested, each once.
  package let unused: [UnusedOperation]
  /// The least share that a run must reach to pass, 0...100; nil when there is none.
  package let minimumPercent: Int?

  /// Coverage as counted, the minimum brought into its range.
  package init(
    covered: [String], used: [OperationUse], unused: [UnusedOperation], minimumPercent: Int? = nil
  ) {
    self.covered = covered
    self.used = used
    self.unused = unused
    self.minimumPercent = minimumPercent.map { min(max($0, 0), 100) }
  }

  /// The share of the operations to be covered that were requested; 100 when nothing is to be covered.
  package var percent: Double {
    let share = total
    return share.operations == 0 ? 100 : Double(share.used) * 100 / Double(share.operations)
  }
}

extension Coverage {
  /// The operations of one API, or of all to be covered, and how many of them were requested.
  struct Share: Equatable {
    var used = 0
    var operations = 0

    /// Whole percents, rounded down: 100 only when nothing is missing, and below a minimum that is missed.
    var wholePercent: Int { operations == 0 ? 100 : used * 100 / operations }
  }

  /// The share of each API to be covered, in the order of `covered`, no API twice.
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

  /// Whether a minimum is set and not reached. Whole numbers, so that 60 of 100 is never "below 60%".
  var isBelowMinimum: Bool {
    guard let minimumPercent else { return false }
    let share = total
    return share.used * 100 < minimumPercent * share.operations
  }

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

/// An operation of a documented API that a run requested, and what came of it.
package struct OperationUse: Sendable, Equatable {
  /// The name of the API, `agrobridge`.
  package let api: String
  /// The operation's identifier in the API's document, `listLotes`.
  package let operationID: String
  /// The request method, `GET`.
  package let method: String
  /// The path as documented, parameters in braces: `/v1/lotes/{id}`.
  package let path: String
  /// How many requests were made of it.
  package let count: Int
  /// How often each status code was the answer.
  package let statuses: [Int: Int]
  /// The time of the slowest of these requests.
  package let slowestMicroseconds: Int

  /// A use as counted.
  package init(
    api: String, operationID: String, method: String, path: String, count: Int, statuses: [Int: Int],
    slowestMicroseconds: Int
  ) {
    self.api = api
    self.operationID = operationID
    self.method = method
    self.path = path
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
  /// How many of its requests were refused (401, 403, 429) or got no answer; of `check` all without a success.
  package let refusedCount: Int
  /// Why it does not count, in a sentence without a full stop, such as `answered 400: …`; nil when it was not requested,
  /// or the count says it.
  package let reason: String?

  /// An operation as documented.
  package init(
    api: String, operationID: String, method: String, path: String, refusedCount: Int = 0, reason: String? = nil
  ) {
    self.api = api
    self.operationID = operationID
    self.method = method
    self.path = path
    self.refusedCount = refusedCount
    self.reason = reason
  }
}

/// One request that took long.
package struct SlowCall: Sendable, Equatable {
  /// The request method, `GET`.
  package let method: String
  /// The path as requested.
  package let path: String
  /// The status code of the answer.
  package let status: Int
  /// The time from the request's arrival until the answer was complete.
  package let microseconds: Int

  /// A call as measured.
  package init(method: String, path: String, status: Int, microseconds: Int) {
    self.method = method
    self.path = path
    self.status = status
    self.microseconds = microseconds
  }
}
