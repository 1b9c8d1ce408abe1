import CEpoll
import Platform

/// Waits until one of many descriptors can be read or written: with epoll(7) on Linux, where a wait costs as much as
/// there is news, and with poll(2) elsewhere.
///
/// Readiness is told once, when it begins (edge-triggered, on Linux), so whoever is told must read or write until the
/// system has nothing more, and remember it if they stop before. Touched by one thread.
final class Readiness {
  /// What happened to a descriptor.
  struct News {
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
  struct Interest: Equatable {
    var reads = true
    var writes = false
  }

  #if os(Linux)
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

    /// Begins to watch a descriptor for bytes that come, and for its end.
    ///
    /// - Parameters:
    ///   - isRepeated: Whether it is told again and again as long as there is something to read.
    /// - Returns: Whether the system could.
    func add(_ descriptor: Int32, token: UInt64, isRepeated: Bool = false) -> Bool {
      let events = mock_epoll_in | mock_epoll_ended | (isRepeated ? 0 : mock_epoll_edge)
      return mock_epoll_set(epoll, EPOLL_CTL_ADD, descriptor, events, token) == 0
    }

    /// Changes what is of interest. That nothing is to be read needs no call to the system here, since readiness is
    /// told once only.
    func change(_ descriptor: Int32, token: UInt64, from old: Interest, to new: Interest) {
      guard new.writes != old.writes else { return }
      let events = mock_epoll_in | mock_epoll_ended | mock_epoll_edge | (new.writes ? mock_epoll_out : 0)
      _ = mock_epoll_set(epoll, EPOLL_CTL_MOD, descriptor, events, token)
    }

    /// Ends the watch; to be called before the descriptor is closed or somebody else's.
    func remove(_ descriptor: Int32) { _ = mock_epoll_set(epoll, EPOLL_CTL_DEL, descriptor, 0, 0) }

    /// Waits for news.
    ///
    /// - Parameters:
    ///   - milliseconds: How long at most; less than 0 for as long as it takes.
    func wait(milliseconds: Int32, _ tell: (News) -> Void) {
      let count = epoll_wait(epoll, events, Int32(Self.capacity), milliseconds)
      guard count > 0 else { return }
      for index in 0..<Int(count) {
        let found = events[index].events
        let (hasEnded, hasFailed) = (found & mock_epoll_ended != 0, found & mock_epoll_failed != 0)
        tell(
          News(
            token: mock_epoll_token(events + index), isReadable: hasEnded || found & mock_epoll_in != 0,
            isWritable: hasFailed || found & mock_epoll_out != 0, hasEnded: hasEnded, hasFailed: hasFailed))
      }
    }
  #else
    private var waiting: [pollfd] = []
    private var tokens: [UInt64] = []
    private var places: [Int32: Int] = [:]

    /// Nothing is watched yet.
    init?() {}

    /// Begins to watch a descriptor for bytes that come, and for its end.
    func add(_ descriptor: Int32, token: UInt64, isRepeated: Bool = false) -> Bool {
      places[descriptor] = waiting.count
      waiting.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      tokens.append(token)
      return true
    }

    /// Changes what is of interest: poll(2) would tell again and again of bytes that nobody wants to read yet.
    func change(_ descriptor: Int32, token: UInt64, from old: Interest, to new: Interest) {
      guard new != old, let place = places[descriptor] else { return }
      waiting[place].events = Int16(new.reads ? POLLIN : 0) | Int16(new.writes ? POLLOUT : 0)
      // A negative number is left out; the end of a connection would be told whatever is of interest.
      waiting[place].fd = new.reads || new.writes ? descriptor : -1
    }

    /// Ends the watch; to be called before the descriptor is closed or somebody else's.
    func remove(_ descriptor: Int32) {
      guard let place = places.removeValue(forKey: descriptor) else { return }
      let last = waiting.count - 1
      if place != last, let moved = places.first(where: { $0.value == last })?.key {
        waiting.swapAt(place, last)
        tokens.swapAt(place, last)
        places[moved] = place
      }
      waiting.removeLast()
      tokens.removeLast()
    }

    /// Waits for news.
    ///
    /// - Parameters:
    ///   - milliseconds: How long at most; less than 0 for as long as it takes.
    func wait(milliseconds: Int32, _ tell: (News) -> Void) {
      guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return }
      // Told after the search, since those who are told may change what is watched.
      var news: [News] = []
      for (place, state) in waiting.enumerated() where state.revents != 0 {
        let hasFailed = state.revents & Int16(POLLHUP | POLLERR) != 0
        news.append(
          News(
            token: tokens[place], isReadable: hasFailed || state.revents & Int16(POLLIN) != 0,
            isWritable: hasFailed || state.revents & Int16(POLLOUT) != 0, hasEnded: hasFailed, hasFailed: hasFailed))
      }
      for one in news { tell(one) }
    }
  #endif
}
