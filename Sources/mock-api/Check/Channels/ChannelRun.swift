import Client
import Dispatch
import Foundation
import Synchronization

/// The connections of a document while they are listened to, each on a thread.
final class ChannelRun: Sendable {
  private let client: HTTPClient
  private let limits: ListenOptions.Given
  private let period: ListeningPeriod
  private let waiting = Mutex<[(number: Int, connection: ChannelConnection)]>([])
  private let outcomes = Mutex<[Int: [ChannelOutcome]]>([:])
  private let threads = DispatchGroup()

  /// Connections at the same time; further ones wait for one of them to end.
  private static let maximumThreads = 32
  private static let readySeconds = 30

  /// A run that listens to nothing yet.
  init(_ client: HTTPClient, _ limits: ListenOptions.Given) {
    (self.client, self.limits) = (client, limits)
    period = ListeningPeriod(seconds: limits.seconds)
  }

  /// Opens connections, and returns when they hear their channels, are refused, or take too long.
  ///
  /// - Parameters:
  ///   - number: That of the first one, by which outcomes are ordered.
  func begin(_ connections: [ChannelConnection], from number: Int) {
    let numbered = connections.enumerated().map { (number: number + $0.offset, connection: $0.element) }
    waiting.withLock { $0 += numbered }
    let isReady = DispatchSemaphore(value: 0)
    let count = min(connections.count, Self.maximumThreads)
    start(count, isReady)
    let end = DispatchTime.now() + .seconds(Self.readySeconds)
    for _ in 0..<count { _ = isReady.wait(timeout: end) }
  }

  private func start(_ count: Int, _ isReady: DispatchSemaphore?) {
    for _ in 0..<count {
      threads.enter()
      Thread.detachNewThread { [self] in
        work(isReady)
        threads.leave()
      }
    }
  }

  /// Listens to connections that wait, one after the other.
  ///
  /// - Parameters:
  ///   - isReady: Signalled once, when the first one hears its channels or none is left.
  private func work(_ isReady: DispatchSemaphore?) {
    var isReady = isReady
    while let next = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      var listener = ChannelListener(client, next.connection, limits, period)
      let outcome = listener.run {
        isReady?.signal()
        isReady = nil
      }
      let others = next.connection.alternatives
      guard outcome.isNowhere, !others.isEmpty else {
        outcomes.withLock { $0[next.number, default: []].append(outcome) }
        continue
      }
      waiting.withLock { $0 = others.map { (next.number, $0) } + $0 }
      start(min(others.count, Self.maximumThreads) - 1, nil)
    }
    isReady?.signal()
  }

  /// Waits for the end of the listening time.
  ///
  /// - Returns: What was heard, in the order of the connections.
  func end() -> [ChannelOutcome] {
    period.requestsAreOver()
    threads.wait()
    return outcomes.withLock { outcomes in outcomes.sorted { $0.key < $1.key }.flatMap(\.value) }
  }
}
