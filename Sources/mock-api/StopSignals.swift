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

  /// Blocks both signals in this thread and all that it starts.
  init() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Returns at the first signal; a second one then ends the process at once.
  func wait() {
    var signals = signals
    var number: Int32 = 0
    sigwait(&signals, &number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
