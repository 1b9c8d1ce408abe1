import CEpoll
import Platform

/// Waits until one of many descriptors can be read or written. Touched by one thread.
///
/// Whoever is told must read or write until the system has nothing more, and remember it if they stop before: readiness
/// may be told only once, when it begins.
protocol Readiness: AnyObject {
  /// Begins to watch a descriptor for bytes that come, and for its end.
  ///
  /// - Parameters:
  ///   - watch: How often, and to whom, it is told that there is something to read.
  /// - Returns: Whether the system could.
  func add(_ descriptor: Int32, token: UInt64, _ watch: ReadinessWatch) -> Bool

  /// Changes what is of interest about a descriptor that is watched with ``ReadinessWatch/once``.
  func change(_ descriptor: Int32, token: UInt64, from old: ReadinessInterest, to new: ReadinessInterest)

  /// Ends the watch; to be called before the descriptor is closed or somebody else's.
  func remove(_ descriptor: Int32)

  /// Waits for news.
  ///
  /// - Parameters:
  ///   - milliseconds: How long at most; less than 0 for as long as it takes.
  func wait(milliseconds: Int32, _ tell: (ReadinessNews) -> Void)
}

/// What happened to a descriptor.
struct ReadinessNews: Equatable {
  /// What the descriptor was added with.
  let token: UInt64
  let isReadable: Bool
  let isWritable: Bool
  /// Whether the other end has ended its sending half, at least.
  let hasEnded: Bool
  /// Whether the connection is ended both ways, or was reset.
  let hasFailed: Bool
}

/// What somebody waits for.
struct ReadinessInterest: Equatable {
  var reads = true
  var writes = false
}

/// How often it is told that a descriptor can be read.
enum ReadinessWatch {
  /// When that begins, at least.
  case once
  /// Again and again as long as there is something to read.
  case repeated
  /// As ``repeated``, but of all that watch the same socket in this way it is enough to tell one.
  case shared
}

/// The way to wait that a system has.
package enum ReadinessMethod: Sendable {
  /// With epoll(7), where a wait costs as much as there is news; libmicrohttpd's daemons can be driven then.
  case epoll
  /// With poll(2), which every system has.
  case poll

  /// The better one of this system's.
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
    /// News that one wait brings at most.
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

    /// That nothing is to be read needs no call to the system here, since readiness is reported once only.
    func change(_ descriptor: Int32, token: UInt64, from old: ReadinessInterest, to new: ReadinessInterest) {
      guard new.writes != old.writes else { return }
      let events = mock_epoll_in | mock_epoll_ended | mock_epoll_edge | (new.writes ? mock_epoll_out : 0)
      _ = mock_epoll_set(epoll, EPOLL_CTL_MOD, descriptor, events, token)
    }

    func remove(_ descriptor: Int32) { _ = mock_epoll_set(epoll, EPOLL_CTL_DEL, descriptor, 0, 0) }

    func wait(milliseconds: Int32, _ tell: (ReadinessNews) -> Void) {
      let count = epoll_wait(epoll, events, Int32(Self.capacity), milliseconds)
      guard count > 0 else { return }
      for index in 0..<Int(count) {
        let found = events[index].events
        let (hasEnded, hasFailed) = (found & mock_epoll_ended != 0, found & mock_epoll_failed != 0)
        tell(
          ReadinessNews(
            token: mock_epoll_token(events + index), isReadable: hasEnded || found & mock_epoll_in != 0,
            isWritable: hasFailed || found & mock_epoll_out != 0, hasEnded: hasEnded, hasFailed: hasFailed))
      }
    }
  }
#endif

/// Waits with poll(2).
final class PollReadiness: Readiness {
  /// What the system is asked about; a number less than 0 is left out.
  private var waiting: [pollfd] = []
  /// Of each of `waiting`: its descriptor, and what that was added with.
  private var watched: [(descriptor: Int32, token: UInt64)] = []
  /// Where a descriptor stands in them.
  private var places: [Int32: Int] = [:]

  func add(_ descriptor: Int32, token: UInt64, _ watch: ReadinessWatch) -> Bool {
    guard places[descriptor] == nil else { return false }
    places[descriptor] = waiting.count
    waiting.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    watched.append((descriptor, token))
    return true
  }

  /// poll(2) would tell again and again of bytes that nobody wants to read yet.
  func change(_ descriptor: Int32, token: UInt64, from old: ReadinessInterest, to new: ReadinessInterest) {
    guard new != old, let place = places[descriptor] else { return }
    waiting[place].events = Int16(new.reads ? POLLIN : 0) | Int16(new.writes ? POLLOUT : 0)
    // The end of a connection would be told whatever is of interest.
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

  func wait(milliseconds: Int32, _ tell: (ReadinessNews) -> Void) {
    guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return }
    // Told after the search, since those who are told may change what is watched.
    var news: [ReadinessNews] = []
    for (place, state) in waiting.enumerated() where state.revents != 0 {
      let hasFailed = state.revents & Int16(POLLHUP | POLLERR) != 0
      news.append(
        ReadinessNews(
          token: watched[place].token, isReadable: hasFailed || state.revents & Int16(POLLIN) != 0,
          isWritable: hasFailed || state.revents & Int16(POLLOUT) != 0, hasEnded: hasFailed, hasFailed: hasFailed))
    }
    for one in news { tell(one) }
  }
}
