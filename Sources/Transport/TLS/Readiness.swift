import CEpoll
import Platform

/// Waits until one of many descriptors is readable or writable. Used by one thread.
///
/// The receiver of an event must read or write until the system has nothing more, and remember if it stops before: an
/// event may be reported only once, when the readiness begins.
protocol Readiness: AnyObject {
  /// Begins to watch a descriptor for data and for its end.
  ///
  /// - Parameters:
  ///   - watch: How often, and to whom, readable data is reported.
  /// - Returns: Whether the system supports it.
  func add(_ descriptor: Int32, token: UInt64, _ watch: ReadinessWatch) -> Bool

  /// Changes the events of a descriptor that is watched with ``ReadinessWatch/once``.
  func change(_ descriptor: Int32, token: UInt64, from old: ReadinessInterest, to new: ReadinessInterest)

  /// Ends watching; call it before the descriptor is closed or passed on.
  func remove(_ descriptor: Int32)

  /// Waits for events.
  ///
  /// - Parameters:
  ///   - milliseconds: The longest wait; less than 0 for no limit.
  func wait(milliseconds: Int32, _ report: (ReadinessNews) -> Void)
}

/// Events of a descriptor.
struct ReadinessNews: Equatable {
  /// The token with which the descriptor was added.
  let token: UInt64
  let isReadable: Bool
  let isWritable: Bool
  /// Whether the peer has ended at least its sending half.
  let hasEnded: Bool
  /// Whether the connection has ended in both directions, or was reset.
  let hasFailed: Bool
}

/// The requested events.
struct ReadinessInterest: Equatable {
  var reads = true
  var writes = false
}

/// How often readable data is reported.
enum ReadinessWatch {
  /// At least when it becomes available.
  case once
  /// Repeatedly while there is data to read.
  case repeated
  /// Like ``repeated``, but if several watch the same socket in this way, one of them is notified.
  case shared
}

/// The system's method to wait.
package enum ReadinessMethod: Sendable {
  /// With epoll(7), where the cost of a wait is proportional to the events; libmicrohttpd's daemons can be driven then.
  case epoll
  /// With poll(2), which every system has.
  case poll

  /// The better method of this system.
  package static var ofSystem: ReadinessMethod { HTTPDaemon.canBeDriven ? .epoll : .poll }

  /// - Returns: nil when the process has no descriptors left.
  func make() -> (any Readiness)? {
    #if os(Linux)
      if self == .epoll { return EpollReadiness() }
    #endif
    return PollReadiness()
  }
}

#if os(Linux)
  /// Waits with epoll(7).
  final class EpollReadiness: Readiness {
    /// The most events of one wait.
    private static let capacity = 256

    private let epoll: Int32
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)

    /// - Returns: nil when the process has no descriptors left.
    init?() {
      epoll = mock_epoll_create()
      guard epoll >= 0 else {
        events.deallocate()
        return nil
      }
    }

    deinit {
      close(epoll)
      events.deallocate()
    }

    func add(_ descriptor: Int32, token: UInt64, _ watch: ReadinessWatch) -> Bool {
      let events =
        switch watch {
        case .once: mock_epoll_in | mock_epoll_ended | mock_epoll_edge
        case .repeated: mock_epoll_in | mock_epoll_ended
        case .shared: mock_epoll_in | mock_epoll_exclusive
        }
      return mock_epoll_set(epoll, EPOLL_CTL_ADD, descriptor, events, token) == 0
    }

    /// Losing interest in reading needs no system call here, because readiness is reported only once.
    func change(_ descriptor: Int32, token: UInt64, from old: ReadinessInterest, to new: ReadinessInterest) {
      guard new.writes != old.writes else { return }
      let events = mock_epoll_in | mock_epoll_ended | mock_epoll_edge | (new.writes ? mock_epoll_out : 0)
      _ = mock_epoll_set(epoll, EPOLL_CTL_MOD, descriptor, events, token)
    }

    func remove(_ descriptor: Int32) { _ = mock_epoll_set(epoll, EPOLL_CTL_DEL, descriptor, 0, 0) }

    func wait(milliseconds: Int32, _ report: (ReadinessNews) -> Void) {
      let count = epoll_wait(epoll, events, Int32(Self.capacity), milliseconds)
      guard count > 0 else { return }
      for index in 0..<Int(count) {
        let found = events[index].events
        let (hasEnded, hasFailed) = (found & mock_epoll_ended != 0, found & mock_epoll_failed != 0)
        report(
          ReadinessNews(
            token: mock_epoll_token(events + index), isReadable: hasEnded || found & mock_epoll_in != 0,
            isWritable: hasFailed || found & mock_epoll_out != 0, hasEnded: hasEnded, hasFailed: hasFailed))
      }
    }
  }
#endif

/// Waits with poll(2).
final class PollReadiness: Readiness {
  /// The argument of poll(2); a negative descriptor is ignored.
  private var waiting: [pollfd] = []
  /// For each element of `waiting`: its descriptor and its token.
  private var watched: [(descriptor: Int32, token: UInt64)] = []
  /// The index of each descriptor.
  private var places: [Int32: Int] = [:]

  func add(_ descriptor: Int32, token: UInt64, _ watch: ReadinessWatch) -> Bool {
    guard places[descriptor] == nil else { return false }
    places[descriptor] = waiting.count
    waiting.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    watched.append((descriptor, token))
    return true
  }

  /// poll(2) would repeatedly report bytes that are not to be read yet.
  func change(_ descriptor: Int32, token: UInt64, from old: ReadinessInterest, to new: ReadinessInterest) {
    guard new != old, let place = places[descriptor] else { return }
    waiting[place].events = Int16(new.reads ? POLLIN : 0) | Int16(new.writes ? POLLOUT : 0)
    // The end of a connection would be reported whatever is requested.
    waiting[place].fd = new.reads || new.writes ? descriptor : -1
  }

  func remove(_ descriptor: Int32) {
    guard let place = places.removeValue(forKey: descriptor) else { return }
    let last = waiting.count - 1
    if place != last {
      waiting.swapAt(place, last)
      watched.swapAt(place, last)
      places[watched[place].descriptor] = place
    }
    waiting.removeLast()
    watched.removeLast()
  }

  func wait(milliseconds: Int32, _ report: (ReadinessNews) -> Void) {
    guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return }
    // Reported after the search, because receivers may change what is watched.
    var news: [ReadinessNews] = []
    for (place, state) in waiting.enumerated() where state.revents != 0 {
      let hasFailed = state.revents & Int16(POLLHUP | POLLERR) != 0
      news.append(
        ReadinessNews(
          token: watched[place].token, isReadable: hasFailed || state.revents & Int16(POLLIN) != 0,
          isWritable: hasFailed || state.revents & Int16(POLLOUT) != 0, hasEnded: hasFailed, hasFailed: hasFailed))
    }
    for one in news { report(one) }
  }
}
