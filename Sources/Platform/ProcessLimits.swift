import Foundation

/// Settings of the process that the server's libraries depend on.
package enum ProcessLimits {
  /// The smallest limit of open descriptors that is set.
  private static let descriptors = 16_384
  /// Descriptors for files and libraries, besides those for connections.
  private static let otherDescriptors = 1024

  /// Sets the soft limit of open descriptors as near to the required number as the hard limit allows: macOS starts
  /// programs with 256, some containers with a billion, for which libwebsockets would allocate gigabytes.
  ///
  /// - Parameters:
  ///   - connections: The largest number of connections. One needs four descriptors at most: a WebSocket over TLS.
  package static func adjustDescriptors(connections: Int = 0) {
    var limit = rlimit()
    guard getrlimit(openDescriptors, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(max(descriptors, 4 * connections + otherDescriptors)))
    _ = setrlimit(openDescriptors, &limit)
  }

  /// The largest number of open descriptors (the soft limit); `Int.max` when the system does not report it.
  package static var descriptorLimit: Int {
    var limit = rlimit()
    return getrlimit(openDescriptors, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
  }

  /// RLIMIT_NOFILE for getrlimit(2).
  #if canImport(Glibc)
    private static let openDescriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let openDescriptors = RLIMIT_NOFILE
  #endif

  /// Writing to a socket whose reader has disconnected is an error, not a reason to end the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Exceeding the file size limit (`ulimit -f`) is an error, too, like a full disk.
  package static func ignoreFileSizeLimits() {
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The memory of the process in bytes; nil where the system does not report it in a file.
  package static func residentBytes() -> Int? {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { return nil }
      return pages * Int(getpagesize())
    #else
      return nil
    #endif
  }
}
