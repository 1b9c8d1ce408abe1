import HTTPCore
import Locking

/// What calls of the control plane changed on a server, the newest of them: pages show it, and so need not ask again and
/// again what a test has done to the clock, the faults or the worlds.
package final class ActivityLog: Sendable {
  /// One call that changed something.
  package struct Record: Sendable {
    /// From 1, in the order in which they were recorded.
    package internal(set) var id = 0
    /// The world's time.
    package let time: Timestamp
    /// The real time.
    package let at: Timestamp
    /// The world that was called.
    package let world: String
    /// The operation in the control plane's document, such as `setClock`.
    package let operationID: String
    package let method: String
    /// The path without the world's prefix and without the query.
    package let path: String
    package let status: Int
    /// The content of the request, empty where it is longer than ``maximumBodyBytes``.
    package let body: [UInt8]
    /// The media type of the content as it was sent.
    package let contentType: String?

    /// A call that was answered.
    package init(
      time: Timestamp, at: Timestamp, world: String, operationID: String, status: Int, request: Request
    ) {
      (self.time, self.at, self.world, self.operationID, self.status) = (time, at, world, operationID, status)
      method = request.method.rawValue
      path = request.target.rawPath.clipped(to: 500)
      body = request.body.count > ActivityLog.maximumBodyBytes ? [] : request.body
      contentType = request.headers["Content-Type"]?.clipped(to: 200)
    }
  }

  /// How many are kept.
  package static let capacity = 2000
  /// The longest content that is kept, in bytes.
  package static let maximumBodyBytes = 2048

  private struct State {
    /// Full, the oldest is at `last % capacity`.
    var records: [Record] = []
    var last = 0
  }

  private let state = OrderedMutex(.leaf, State())

  /// Nothing so far.
  package init() {}

  /// Adds a call.
  package func append(_ record: Record) {
    state.withLock { state in
      state.last += 1
      var numbered = record
      numbered.id = state.last
      if state.records.count < Self.capacity {
        state.records.append(numbered)
      } else {
        state.records[(state.last - 1) % Self.capacity] = numbered
      }
    }
  }

  /// The number of the newest; 0 for none.
  package var last: Int { state.withLock { $0.last } }

  /// The newest with a greater number, the oldest of them first.
  ///
  /// - Parameters:
  ///   - limit: The most, at least 0.
  package func records(after id: Int = 0, limit: Int = capacity) -> [Record] {
    state.withLock { state in
      let first = max(id, state.last - state.records.count, state.last - max(0, limit))
      return first < state.last ? (first..<state.last).map { state.records[$0 % Self.capacity] } : []
    }
  }
}
