import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits for SIGINT or SIGTERM. Made before any other thread, since threads inherit which signals are blocked: a
/// signal that comes early then stays pending until somebody waits for it.
struct StopSignals {
  private var signals = sigset_t()

  /// Blocks the signals in this thread and all that it starts.
  ///
  /// - Parameters:
  ///   - withHangUp: Whether SIGHUP, which comes when the terminal is closed, is waited for too; not where it is ignored,
  ///     as below `nohup`.
  init(withHangUp: Bool = false) {
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    if withHangUp, !Self.isIgnored(SIGHUP) { sigaddset(&signals, SIGHUP) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
    #else
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    #endif
  }

  /// Hands each signal on from now on, by a thread of its own. An interrupt typed at a terminal is left out: the system
  /// sends it to all programs in the foreground itself.
  func passOn(_ send: @escaping @Sendable (Int32) -> Void) {
    let blocked = signals
    let isTyped = isatty(STDIN_FILENO) == 1
    Thread.detachNewThread {
      var signals = blocked
      while true {
        var number: Int32 = 0
        sigwait(&signals, &number)
        if number != SIGINT || !isTyped { send(number) }
      }
    }
  }

  /// How long an end may take, in seconds.
  private static let longestEnd: UInt32 = 4

  /// Has the process end soon whatever hinders it: an answer that takes for ever, a log that nobody reads. All that was
  /// acknowledged is stored by then.
  static func endSoon() {
    Thread.detachNewThread {
      sleep(longestEnd)
      // By a thread of its own, since nobody may read it.
      Thread.detachNewThread { StandardStreams.error("mock-api: it ends now, with work under way\n") }
      usleep(100_000)
      _exit(0)
    }
  }

  /// Returns at the first signal; a second one then ends the process at once.
  func wait() {
    var signals = signals
    var number: Int32 = 0
    sigwait(&signals, &number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
