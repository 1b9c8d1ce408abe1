import HTTPCore
import Locking

/// The newest changes that calls of the control plane made on a server. Pages show them without polling for what a test
/// did to the clock, the faults or the worlds.
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
    /// The body of the request; empty if it is longer than ``maximumBodyBytes``.
    package let body: [UInt8]
    /// The media type of the body as it was sent.
    package let contentType: String?

    /// Creates a record of a completed call.
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

  /// The number of records kept.
  package static let capacity = 2000
  /// The longest body that is kept, in bytes.
  package static let maximumBodyBytes = 2048

  private struct State {
    /// When full, the oldest is at `last % capacity`.
    var records: [Record] = []
    var last = 0
  }

  private let state = OrderedMutex(.leaf, State())

  /// Creates an empty log.
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

  /// The number of the newest record; 0 without records.
  package var last: Int { state.withLock { $0.last } }

  /// The newest records with a greater number, oldest first.
  ///
  /// - Parameters:
  ///   - limit: The largest number of records, at least 0.
  package func records(after id: Int = 0, limit: Int = capacity) -> [Record] {
    state.withLock { state in
      let first = max(id, state.last - state.records.count, state.last - max(0, limit))
      return first < state.last ? (first..<state.last).map { state.records[$0 % Self.capacity] } : []
    }
  }
}
