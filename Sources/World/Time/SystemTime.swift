#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The machine's clocks, read here and nowhere else: everything else asks its world's ``WorldClock``.
package enum SystemTime {
  /// The time of day.
  package static func wall() -> Timestamp {
    Timestamp(nanoseconds: read(CLOCK_REALTIME))
  }

  /// Nanoseconds since some moment before the process began; never goes back and counts time asleep, so that a
  /// laptop that wakes up finds its tokens expired.
  package static func monotonicNanoseconds() -> Int64 {
    #if os(Linux)
      read(CLOCK_BOOTTIME)
    #else
      read(CLOCK_MONOTONIC)
    #endif
  }

  /// The processor time that the calling thread has used, in nanoseconds.
  package static func threadNanoseconds() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
