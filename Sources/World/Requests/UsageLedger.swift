import Locking
import Synchronization

/// What clients of a world did, in numbers: which operations they called, what went wrong, what took long. It is what
/// a verdict is made of, and bounded: of each kind of thing only so many different ones are kept.
package final class UsageLedger: Sendable {
  /// How one operation was used.
  package struct Operation: Sendable, Equatable {
    package var count = 0
    /// How often there was each status; 0 for none.
    package var statuses: [Int: Int] = [:]
    package var slowestMicroseconds: Int64 = 0
  }

  /// An operation by its API and id.
  package struct OperationKey: Sendable, Hashable {
    package let api: String
    package let operationID: String

    /// Few APIs have operations of the same id.
    package func hash(into hasher: inout Hasher) { hasher.combine(operationID) }
  }

  /// Something that was wrong, told of once however often it happened.
  package struct Finding: Sendable, Hashable {
    /// What kind of thing.
    package enum Kind: String, Sendable {
      case unknownRoute, contractViolation, serverError
    }

    package let kind: Kind
    package let api: String
    /// Method and path, the path as a pattern where there is one.
    package let operation: String
    package let location: String
    package let message: String

    /// A finding from its parts.
    package init(kind: Kind, api: String, operation: String, location: String, message: String) {
      (self.kind, self.api, self.operation, self.location, self.message) = (kind, api, operation, location, message)
    }
  }

  /// How often something was wrong, and where first.
  package struct Found: Sendable, Equatable {
    package let finding: Finding
    package fileprivate(set) var count = 1
    /// The number of the first app's request with it; nil when no app sent it.
    package fileprivate(set) var firstRequest: Int?
    /// The title of the world that it was first found in; nil for the default one.
    package let world: String?
  }

  /// A request that took long.
  package struct Call: Sendable {
    package let method: String
    package let path: String
    /// 0 when the client got none.
    package let status: Int
    package let microseconds: Int64
  }

  /// Everything at one moment.
  package struct Contents: Sendable {
    /// Requests that apps have sent; calls of the control plane are none.
    package fileprivate(set) var requestCount = 0
    package fileprivate(set) var latency = LatencyHistogram()
    package fileprivate(set) var operations: [OperationKey: Operation] = [:]
    /// In the order in which they first came, and how often each did.
    package fileprivate(set) var findings: [Found] = []
    /// The slowest first.
    package fileprivate(set) var slowest: [Call] = []
    fileprivate var places: [Finding: Int] = [:]

    /// Nothing.
    package init() {}
  }

  fileprivate static let maximumFindings = 1000
  fileprivate static let maximumSlowest = 10

  private let contents = OrderedMutex(.leaf, Contents())
  private let requests = Atomic(0)

  private let world: String?

  /// A ledger without entries.
  ///
  /// - Parameters:
  ///   - world: The title of the world; nil for the default one.
  package init(world: String? = nil) { self.world = world }

  /// Counts a request that an app has sent, before it is answered.
  ///
  /// - Returns: Its number, from 1.
  package func begin() -> Int { requests.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Notes a request and its answer, be it an app's or one of the control plane.
  ///
  /// - Parameters:
  ///   - operation: nil for a request to no operation.
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

  /// Notes something that was wrong.
  ///
  /// - Parameters:
  ///   - request: The number of the app's request that it was found in; nil when no app sent it.
  /// - Returns: Whether it is the first time; false also for one that is not kept any more.
  @discardableResult
  package func report(_ finding: Finding, request: Int?) -> Bool {
    contents.withLock { contents in
      if let place = contents.places[finding] {
        contents.findings[place].count += 1
        // Checks may come to an end in another order than requests.
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

  /// How many requests apps have sent.
  package var requestCount: Int { requests.load(ordering: .relaxed) }

  /// What was noted so far.
  package var all: Contents {
    var all = contents.withLock { $0 }
    all.requestCount = requestCount
    return all
  }
}

extension UsageLedger.Contents {
  /// Adds what another ledger has, as if its requests had come behind those of this one.
  package mutating func add(_ other: Self) {
    for (key, operation) in other.operations { operations[key, default: UsageLedger.Operation()].add(operation) }
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
  /// A key from its parts.
  package init(_ api: String, _ operationID: String) {
    (self.api, self.operationID) = (api, operationID)
  }
}

extension UsageLedger.Call {
  /// A call from its parts.
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

/// How long requests took, counted in classes.
package struct LatencyHistogram: Sendable, Equatable {
  /// The upper bounds of the classes, in microseconds.
  package static let bounds: [Int64] = [
    25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
  ]

  /// How many fell into each class; those above the last bound are in none.
  package private(set) var counts = [Int](repeating: 0, count: bounds.count)
  package private(set) var total = 0
  package private(set) var sumMicroseconds: Int64 = 0

  /// Counts all that another one counted.
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
