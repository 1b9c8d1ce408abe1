import Foundation
import Synchronization

/// Runs something on as many threads at once, and returns what came of it in the order of the threads. Threads and
/// not tasks, of which only as many run at once as there are cores.
package func concurrently<Outcome: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Outcome
) throws -> [Outcome] {
  let results = ResultsByThread<Outcome>(count: count)
  let (ready, begin, ended) = (DispatchGroup(), DispatchGroup(), DispatchGroup())
  begin.enter()
  for index in 0..<count {
    ready.enter()
    ended.enter()
    Thread.detachNewThread {
      ready.leave()
      begin.wait()
      let result = Result { try body(index) }
      results.values.withLock { $0[index] = result }
      ended.leave()
    }
  }
  ready.wait()
  begin.leave()
  guard ended.wait(timeout: .now() + 60) == .success else { throw RawClient.Failure(what: "a thread did not end") }
  return try results.values.withLock { $0 }.compactMap { try $0?.get() }
}

private final class ResultsByThread<Outcome: Sendable>: Sendable {
  let values: Mutex<[Result<Outcome, any Error>?]>

  init(count: Int) {
    values = Mutex(Array(repeating: nil, count: count))
  }
}
