import CWebSockets
import Foundation
import HTTPCore
import Platform
import Synchronization

/// Threads that help the loop to write to many sockets: a call of send(2) takes much longer than everything before it,
/// so several processors send a message for a hundred subscribers.
///
/// The loop waits until all are written, so nothing else happens to the sockets meanwhile.
///
/// `@unchecked Sendable` because its shared state is in `work`, which points into the caller's array only while the
/// caller waits in ``write(_:scratch:)``; each job there is taken by one thread.
final class WriterPool: @unchecked Sendable {
  /// One socket to write to, and the result.
  struct Job {
    let wire: OpaquePointer
    let connection: SocketConnection
    let descriptor: Int32
    var outcome = SocketWriter.Outcome.done
  }

  /// The jobs of one call.
  ///
  /// `@unchecked Sendable` because the threads take different jobs out of it, by ``next``, and the array behind it
  /// lives until the last of them has finished.
  private struct JobList: @unchecked Sendable {
    let buffer: UnsafeMutableBufferPointer<Job>
  }

  private struct Work {
    /// The jobs; nil when all have begun.
    var jobs: JobList?
    /// The number of working helpers.
    var helpers = 0
    var isEnding = false
  }

  /// The loop alone writes to fewer sockets than this, because waking a thread costs as much as some sends.
  private static let minimumJobs = 24
  /// The number of jobs that a thread takes at a time.
  private static let share = 4
  private static let maximumHelpers = 3

  private let work = Mutex(Work())
  private let next = Atomic<Int>(0)
  private let wanted = DispatchSemaphore(value: 0)
  private let left = DispatchSemaphore(value: 0)
  private let helperCount: Int

  /// Creates a pool for the machine's processors, one of which is the loop's.
  init() {
    let processors = CLibrary.processorCount
    helperCount = min(Self.maximumHelpers, max(0, processors - 1))
  }

  /// Starts the helpers.
  func start() {
    for _ in 0..<helperCount {
      let thread = Thread { self.help() }
      thread.name = "socket-writer"
      thread.start()
    }
  }

  /// Ends the helpers.
  func stop() {
    work.withLock { $0.isEnding = true }
    for _ in 0..<helperCount { wanted.signal() }
  }

  /// Writes to every job's socket and stores the outcomes.
  func write(_ jobs: inout [Job], scratch: inout [UInt8]) {
    jobs.withUnsafeMutableBufferPointer { buffer in
      let jobs = JobList(buffer: buffer)
      next.store(0, ordering: .relaxed)
      guard buffer.count >= Self.minimumJobs, helperCount > 0 else {
        return takeShares(of: jobs, scratch: &scratch)
      }
      work.withLock { $0.jobs = jobs }
      for _ in 0..<min(helperCount, buffer.count / Self.minimumJobs) { wanted.signal() }
      takeShares(of: jobs, scratch: &scratch)
      let helpers = work.withLock { work in
        work.jobs = nil
        return work.helpers
      }
      for _ in 0..<helpers { left.wait() }
    }
  }

  private func help() {
    var scratch: [UInt8] = []
    while true {
      wanted.wait()
      let (jobs, isEnding) = work.withLock { work in
        if work.jobs != nil { work.helpers += 1 }
        return (work.jobs, work.isEnding)
      }
      if let jobs {
        takeShares(of: jobs, scratch: &scratch)
        leave()
      }
      if isEnding { return }
    }
  }

  /// The loop waits only for helpers that still work when it has nothing left to do itself.
  private func leave() {
    let isWaitedFor = work.withLock { work in
      work.helpers -= 1
      return work.jobs == nil
    }
    if isWaitedFor { left.signal() }
  }

  private func takeShares(of jobs: JobList, scratch: inout [UInt8]) {
    let jobs = jobs.buffer
    while true {
      let first = next.add(Self.share, ordering: .relaxed).oldValue
      guard first < jobs.count else { return }
      for index in first..<min(first + Self.share, jobs.count) {
        let connection = jobs[index].connection
        jobs[index].outcome = connection.writer.flushAhead(
          connection.handle, to: jobs[index].descriptor, scratch: &scratch)
      }
    }
  }
}
