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

/// Waits for SIGINT or SIGTERM. Created before any other thread, because threads inherit blocked signals: an early
/// signal then stays pending until the wait.
struct StopSignals {
  private var signals = sigset_t()

  /// Blocks the signals in this thread and all threads that it starts.
  ///
  /// - Parameters:
  ///   - withHangUp: Whether to wait for SIGHUP, too, which is sent when the terminal is closed; not where it is
  ///     ignored, as below `nohup`.
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

  /// Passes each signal on from now on, on a separate thread. An interrupt typed at a terminal is omitted: the system
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

  /// Sends SIGTERM to this process when its standard input ends. The parent process holds the other end, so the server
  /// ends with it, however it ends.
  func raiseAtEndOfInput() {
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      var count = 0
      repeat { count = read(STDIN_FILENO, &bytes, bytes.count) } while count > 0 || (count < 0 && errno == EINTR)
      kill(getpid(), SIGTERM)
    }
  }

  /// The longest shutdown in seconds.
  private static let longestEnd: UInt32 = 4

  /// Ends the process after ``longestEnd`` even if something blocks: a response that does not end, or a log that is not
  /// read. Everything that was acknowledged is stored by then.
  static func endSoon() {
    Thread.detachNewThread {
      sleep(longestEnd)
      // On a separate thread, because the output may not be read.
      Thread.detachNewThread { StandardStreams.error("mock-api: exiting now, with unfinished work\n") }
      usleep(100_000)
      _exit(0)
    }
  }

  /// Returns at the first signal; a second one then ends the process immediately.
  func wait() {
    var signals = signals
    var number: Int32 = 0
    sigwait(&signals, &number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
