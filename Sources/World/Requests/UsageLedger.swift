import Locking
import Synchronization

/// Statistics about the clients of a world: called operations, findings, slow requests. Verdicts are based on it. It is
/// bounded: it keeps a limited number of different items of each kind.
package final class UsageLedger: Sendable {
  /// The use of one operation.
  package struct Operation: Sendable, Equatable {
    package var count = 0
    /// The number of responses with each status; 0 for none.
    package var statuses: [Int: Int] = [:]
    package var slowestMicroseconds: Int64 = 0
  }

  /// An operation by its API and id.
  package struct OperationKey: Sendable, Hashable {
    package let api: String
    package let operationID: String

    /// Few APIs share operation ids.
    package func hash(into hasher: inout Hasher) { hasher.combine(operationID) }
  }

  /// A message of a channel, as clients send it or get it.
  package struct MessageKey: Sendable, Hashable {
    package let api: String
    package let channel: String
    package let message: String
    /// Whether the server sent it.
    package let isSent: Bool

    /// Creates a key.
    package init(api: String, channel: String, message: String, isSent: Bool) {
      (self.api, self.channel, self.message, self.isSent) = (api, channel, message, isSent)
    }
  }

  /// A finding, reported once however often it occurred.
  package struct Finding: Sendable, Hashable {
    /// The kind of a finding.
    package enum Kind: String, Sendable {
      case unknownRoute, contractViolation, serverError
    }

    package let kind: Kind
    package let api: String
    /// Method and path, as a pattern if there is one.
    package let operation: String
    package let location: String
    package let message: String

    /// Creates a finding.
    package init(kind: Kind, api: String, operation: String, location: String, message: String) {
      (self.kind, self.api, self.operation, self.location, self.message) = (kind, api, operation, location, message)
    }
  }

  /// How often a finding occurred, and where first.
  package struct Found: Sendable, Equatable {
    package let finding: Finding
    package fileprivate(set) var count = 1
    /// The number of the first app's request with it; nil when no app sent it.
    package fileprivate(set) var firstRequest: Int?
    /// The title of the world in which it first occurred; nil for the default one.
    package let world: String?
  }

  /// A slow request.
  package struct Call: Sendable {
    package let method: String
    package let path: String
    /// 0 when the client received none.
    package let status: Int
    package let microseconds: Int64
  }

  /// All statistics at one time.
  package struct Contents: Sendable {
    /// The number of requests of apps, without calls of the control plane.
    package fileprivate(set) var requestCount = 0
    package fileprivate(set) var latency = LatencyHistogram()
    package fileprivate(set) var operations: [OperationKey: Operation] = [:]
    /// How often clients sent or got each message of a channel; a message to several clients counts once.
    package fileprivate(set) var messages: [MessageKey: Int] = [:]
    /// In the order of their first occurrence, with counts.
    package fileprivate(set) var findings: [Found] = []
    /// The slowest first.
    package fileprivate(set) var slowest: [Call] = []
    fileprivate var places: [Finding: Int] = [:]

    /// Creates empty statistics.
    package init() {}
  }

  fileprivate static let maximumFindings = 1000
  fileprivate static let maximumSlowest = 10
  fileprivate static let maximumMessages = 10_000

  private let contents = OrderedMutex(.leaf, Contents())
  private let requests = Atomic(0)

  private let world: String?

  /// Creates an empty ledger.
  ///
  /// - Parameters:
  ///   - world: The title of the world; nil for the default one.
  package init(world: String? = nil) { self.world = world }

  /// Counts a request of an app, before its response.
  ///
  /// - Returns: Its number, from 1.
  package func begin() -> Int { requests.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Records a request and its response, of an app or of the control plane.
  ///
  /// - Parameters:
  ///   - operation: nil for a request without an operation.
  package func record(_ call: Call, operation: OperationKey?) {
    contents.withLock { contents in
      contents.latency.add(call.microseconds)
      if let operation {
        contents.operations[operation, default: Operation()].add(call)
      }
      if call.microseconds > contents.slowest.last?.microseconds ?? -1 || contents.slowest.count < Self.maximumSlowest {
        let place = contents.slowest.firstIndex { $0.microseconds < call.microseconds } ?? contents.slowest.count
        contents.slowest.insert(call, at: place)
        if contents.slowest.count > Self.maximumSlowest { contents.slowest.removeLast() }
      }
    }
  }

  /// Counts a message of a channel.
  package func count(_ message: MessageKey) {
    contents.withLock { contents in
      guard contents.messages[message] != nil || contents.messages.count < Self.maximumMessages else { return }
      contents.messages[message, default: 0] += 1
    }
  }

  /// Records a finding.
  ///
  /// - Parameters:
  ///   - request: The number of the app's request; nil when no app sent it.
  /// - Returns: Whether it is the first occurrence; also false for one that is not kept any more.
  @discardableResult
  package func report(_ finding: Finding, request: Int?) -> Bool {
    contents.withLock { contents in
      if let place = contents.places[finding] {
        contents.findings[place].count += 1
        // Checks may finish in another order than requests.
        if let request {
          contents.findings[place].firstRequest = min(request, contents.findings[place].firstRequest ?? request)
        }
        return false
      }
      guard contents.findings.count < Self.maximumFindings else { return false }
      contents.places[finding] = contents.findings.count
      contents.findings.append(UsageLedger.Found(finding: finding, firstRequest: request, world: world))
      return true
    }
  }

  /// The number of requests of apps.
  package var requestCount: Int { requests.load(ordering: .relaxed) }

  /// The statistics so far.
  package var all: Contents {
    var all = contents.withLock { $0 }
    all.requestCount = requestCount
    return all
  }
}

extension UsageLedger.Contents {
  /// Adds another ledger, as if its requests had followed those of this one.
  package mutating func add(_ other: Self) {
    for (key, operation) in other.operations { operations[key, default: UsageLedger.Operation()].add(operation) }
    messages.merge(other.messages, uniquingKeysWith: +)
    for var entry in other.findings {
      entry.firstRequest = entry.firstRequest.map { requestCount + $0 }
      if let place = places[entry.finding] {
        findings[place].count += entry.count
        findings[place].firstRequest = findings[place].firstRequest ?? entry.firstRequest
      } else if findings.count < UsageLedger.maximumFindings {
        places[entry.finding] = findings.count
        findings.append(entry)
      }
    }
    slowest = Array(
      (slowest + other.slowest).sorted { $0.microseconds > $1.microseconds }.prefix(UsageLedger.maximumSlowest))
    requestCount += other.requestCount
    latency.add(other.latency)
  }
}

extension UsageLedger.OperationKey {
  /// Creates a key.
  package init(_ api: String, _ operationID: String) {
    (self.api, self.operationID) = (api, operationID)
  }
}

extension UsageLedger.Call {
  /// Creates a call.
  package init(_ method: String, _ path: String, status: Int, microseconds: Int64) {
    (self.method, self.path, self.status, self.microseconds) = (method, path, status, microseconds)
  }
}

extension UsageLedger.Operation {
  fileprivate mutating func add(_ call: UsageLedger.Call) {
    count += 1
    statuses[call.status, default: 0] += 1
    slowestMicroseconds = max(slowestMicroseconds, call.microseconds)
  }

  fileprivate mutating func add(_ other: Self) {
    count += other.count
    statuses.merge(other.statuses, uniquingKeysWith: +)
    slowestMicroseconds = max(slowestMicroseconds, other.slowestMicroseconds)
  }
}

/// The durations of requests, counted in classes.
package struct LatencyHistogram: Sendable, Equatable {
  /// The upper bounds of the classes, in microseconds.
  package static let bounds: [Int64] = [
    25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
  ]

  /// The count of each class; durations above the last bound are in none.
  package private(set) var counts = [Int](repeating: 0, count: bounds.count)
  package private(set) var total = 0
  package private(set) var sumMicroseconds: Int64 = 0

  /// Adds the counts of another histogram.
  mutating func add(_ other: LatencyHistogram) {
    for (place, count) in other.counts.enumerated() { counts[place] += count }
    total += other.total
    sumMicroseconds &+= other.sumMicroseconds
  }

  /// Counts a request.
  mutating func add(_ microseconds: Int64) {
    if let place = Self.bounds.firstIndex(where: { microseconds <= $0 }) { counts[place] += 1 }
    total += 1
    sumMicroseconds &+= max(0, microseconds)
  }
}
