import Foundation
import Synchronization
import World

/// The one thread that carries all WebSockets over TLS.
///
/// libmicrohttpd would carry them itself, but its way does not hold (tried with 0.9.75): connections that end abruptly
/// are never closed, its threads spin over them from then on, and what goes through is a hundredth of what should.
///
/// `@unchecked Sendable` because `tunnels` is touched only by the thread; what others want is passed in `inbox`.
final class TLSPump: @unchecked Sendable {
  private struct Inbox {
    var arrivals: [TLSTunnel] = []
    /// Whether the thread takes nothing more.
    var isEnding = false
  }

  /// Bytes that are read at once; a record of TLS has at most a quarter of it.
  private static let scratchBytes = 64 << 10
  /// How often tunnels are looked at that end at a time.
  private static let endingMilliseconds: Int32 = 250

  private let inbox = Mutex(Inbox())
  private let ended = DispatchSemaphore(value: 0)
  /// A pair of sockets: a byte written to the second wakes the thread.
  private let wakers: (read: Int32, write: Int32)
  private var tunnels: [TLSTunnel] = []

  /// Starts the thread.
  ///
  /// - Returns: nil when the process has no descriptors left.
  init?() {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Platform.streamSocket, 0, &pair) == 0 else { return nil }
    wakers = (pair[0], pair[1])
    for descriptor in pair { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    let thread = Thread { self.run() }
    thread.name = "tls-sockets"
    thread.start()
  }

  deinit {
    close(wakers.read)
    close(wakers.write)
  }

  /// Takes a tunnel over.
  ///
  /// - Returns: Whether it did; not any more when the server stops.
  func add(_ tunnel: TLSTunnel) -> Bool {
    let isTaken = inbox.withLock { inbox in
      guard !inbox.isEnding else { return false }
      inbox.arrivals.append(tunnel)
      return true
    }
    if isTaken { wake() }
    return isTaken
  }

  /// Ends all tunnels after what their servers have sent is gone, or after a while, and then the thread.
  func stop() {
    let isRunning = inbox.withLock { inbox in
      defer { inbox.isEnding = true }
      return !inbox.isEnding
    }
    guard isRunning else { return }
    wake()
    ended.wait()
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = send(wakers.write, &byte, 1, Platform.sendFlags)
  }

  private func run() {
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.scratchBytes, alignment: 16)
    defer { scratch.deallocate() }
    var waiting: [pollfd] = []
    var isHurried = false
    while true {
      let isEnding = takeArrivals()
      if isEnding { break }
      waiting.removeAll(keepingCapacity: true)
      waiting.append(pollfd(fd: wakers.read, events: Int16(POLLIN), revents: 0))
      for tunnel in tunnels {
        let interest = tunnel.interest
        waiting.append(interest.network)
        waiting.append(interest.inner)
      }
      let timeout = isHurried ? 0 : tunnels.contains(where: \.isEnding) ? Self.endingMilliseconds : -1
      guard poll(&waiting, nfds_t(waiting.count), timeout) >= 0 || errno == EINTR else { break }
      if waiting[0].revents != 0 { drainWaker() }
      isHurried = carry(waiting, isHurried: isHurried, scratch)
    }
    finish(scratch)
  }

  /// Carries where something happened.
  ///
  /// - Returns: Whether somewhere there is more already.
  private func carry(_ waiting: [pollfd], isHurried: Bool, _ scratch: UnsafeMutableRawBufferPointer) -> Bool {
    let now = SystemTime.monotonicNanoseconds()
    var hasMore = false
    var hasEnded = false
    for (index, tunnel) in tunnels.enumerated() {
      if isHurried || waiting[2 * index + 1].revents != 0 || waiting[2 * index + 2].revents != 0 {
        hasMore = tunnel.carry(now: now, scratch: scratch) || hasMore
      }
      hasEnded = hasEnded || tunnel.isOver(at: now)
    }
    if hasEnded {
      for tunnel in tunnels where tunnel.isOver(at: now) { tunnel.end() }
      tunnels.removeAll { $0.isOver(at: now) }
    }
    return hasMore
  }

  /// - Returns: Whether the thread shall end.
  private func takeArrivals() -> Bool {
    let (arrivals, isEnding) = inbox.withLock { inbox in
      defer { inbox.arrivals = [] }
      return (inbox.arrivals, inbox.isEnding)
    }
    tunnels += arrivals
    return isEnding
  }

  private func drainWaker() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while recv(wakers.read, &bytes, bytes.count, Int32(Int(MSG_DONTWAIT))) == bytes.count {}
  }

  /// A last round, for what libwebsockets said when it closed, and the end of all.
  private func finish(_ scratch: UnsafeMutableRawBufferPointer) {
    let now = SystemTime.monotonicNanoseconds()
    tunnels += inbox.withLock { inbox in
      defer { (inbox.arrivals, inbox.isEnding) = ([], true) }
      return inbox.arrivals
    }
    for tunnel in tunnels {
      _ = tunnel.carry(now: now, scratch: scratch)
      tunnel.end()
    }
    tunnels = []
    ended.signal()
  }
}
