import Foundation

/// The messages of a socket that a test waits for. Each is given to one `next` at most.
actor Inbox<Message: Sendable> {
  private struct Waiter {
    let id: Int
    let isMeant: @Sendable (Message) -> Bool
    let continuation: CheckedContinuation<Message?, any Error>
  }

  /// The largest number of messages that are kept; older ones are dropped.
  private static var most: Int { 10_000 }

  private(set) var all: [Message] = []
  private var waiting: [Message] = []
  private var waiters: [Waiter] = []
  private var nextID = 0
  private var end: (any Error)?

  func add(_ message: Message) {
    all = (all + [message]).suffix(Self.most)
    if let index = waiters.firstIndex(where: { $0.isMeant(message) }) {
      waiters.remove(at: index).continuation.resume(returning: message)
    } else {
      waiting = (waiting + [message]).suffix(Self.most)
    }
  }

  /// Ends what is waited for, since the socket has ended.
  func finish(_ error: any Error) {
    end = end ?? error
    for waiter in waiters { waiter.continuation.resume(throwing: error) }
    waiters = []
  }

  /// Waits for a message; nil when the time is over.
  func next(within seconds: Double, where isMeant: @escaping @Sendable (Message) -> Bool) async throws -> Message? {
    if let index = waiting.firstIndex(where: isMeant) { return waiting.remove(at: index) }
    if let end { throw end }
    nextID += 1
    let id = nextID
    let timer = Task {
      try await Task.sleep(nanoseconds: UInt64(min(max(seconds, 0), 86_400) * 1e9))
      give(nil, to: id)
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiters.append(Waiter(id: id, isMeant: isMeant, continuation: continuation))
      }
    } onCancel: {
      Task { await self.cancel(id) }
    }
  }

  private func give(_ message: Message?, to id: Int) { settle(id, .success(message)) }

  private func cancel(_ id: Int) { settle(id, .failure(CancellationError())) }

  private func settle(_ id: Int, _ outcome: Result<Message?, any Error>) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    waiters.remove(at: index).continuation.resume(with: outcome)
  }
}
