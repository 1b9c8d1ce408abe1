import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Settings of the process that the server's libraries depend on.
package enum ProcessLimits {
  /// Descriptors the server has open at least.
  private static let descriptors = 16_384
  /// Descriptors for what is no connection: files, and what the libraries need.
  private static let otherDescriptors = 1024

  /// Sets the soft limit of open descriptors as near to what is needed as the hard limit allows: macOS starts
  /// programs with 256, some containers with a billion, for which libwebsockets would reserve gigabytes.
  ///
  /// - Parameters:
  ///   - connections: How many there may be: two descriptors for each WebSocket, one for another.
  package static func adjustDescriptors(connections: Int = 0) {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(max(descriptors, 2 * connections + otherDescriptors)))
    _ = setrlimit(resource, &limit)
  }

  /// Writing to a socket whose reader has gone is an error, not a reason to end the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// A file that would become longer than the process may write (`ulimit -f`) is an error, too: the disk is as good as
  /// full.
  package static func ignoreFileSizeLimits() {
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The memory that the process takes, in bytes; nil where the system does not say in a file.
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
