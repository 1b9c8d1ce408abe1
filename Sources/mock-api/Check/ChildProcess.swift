import ArgumentParser
import Foundation
import Logging
import Options
import Platform
import Server
import Transport
import World

/// A child process with this process's standard streams.
///
/// Foundation's `Process` is not suitable because of signals: this process blocks some in all of its threads, and a
/// child that inherits that could not be stopped.
struct ChildProcess {
  /// The program could not be started.
  struct Failure: Error {
    /// The system's error code.
    let code: Int32
    /// The exit code of a shell: 127 for an unknown program, 126 for one that cannot be executed.
    var exitCode: Int32 { code == ENOENT ? 127 : 126 }
    var reason: String { String(cString: strerror(code)) }
  }

  private let identifier: pid_t

  /// Starts a program, found through the `PATH`.
  ///
  /// - Throws: ``Failure``.
  init(_ command: [String], environment: [String: String]) throws(Failure) {
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for pointer in arguments + variables { free(pointer) }
    }
    var child: pid_t = 0
    let code = posix_spawnp(&child, command.first ?? "", nil, &attributes, arguments, variables)
    guard code == 0 else { throw Failure(code: code) }
    identifier = child
  }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Waits for the end.
  ///
  /// - Returns: The exit code, as in a shell: 128 plus the signal for a process that a signal ended.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// No signal blocked, and SIGPIPE, SIGINT and SIGTERM at their defaults.
  private static func attributes() -> Attributes {
    #if canImport(Darwin)
      var attributes: Attributes = nil
    #else
      var attributes = Attributes()
    #endif
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    return attributes
  }
}
