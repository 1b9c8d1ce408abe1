import ArgumentParser
import Devices
import Foundation
import HTTPCore
import Logging
import OpenAPI
import Options
import Platform
import Server
import Transport

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

  /// Has the process told to stop, as by SIGTERM, when its standard input ends. Whoever started it holds the other end,
  /// so it goes with them, however they end.
  func raiseAtEndOfInput() {
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      var count = 0
      repeat { count = read(STDIN_FILENO, &bytes, bytes.count) } while count > 0 || (count < 0 && errno == EINTR)
      kill(getpid(), SIGTERM)
    }
  }

  /// How long an end may take, in seconds.
  private static let longestEnd: UInt32 = 4

  /// Ends the process after ``longestEnd`` even if something blocks: an answer that does not end, or a log that nobody
  /// reads. Everything that was acknowledged is stored by then.
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
