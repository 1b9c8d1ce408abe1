import HTTPCore

/// What one client may take up.
package struct HTTPLimits: Sendable, Equatable {
  /// The largest content of a request in bytes; beyond it the answer is 413.
  package var maximumBodyBytes = 1 << 20
  /// The largest header section in bytes; beyond it the answer is 431.
  package var maximumHeaderBytes = 8 << 10
  /// Connections open at once, of all listening sockets, upgraded ones included; beyond it requests are answered 503.
  package var maximumConnections = 4096
  /// Seconds that a connection may stay without finishing a request, idle or sending slowly.
  package var idleTimeoutSeconds = 60
  /// Threads that answer requests, for each listening address.
  package var workerThreads = 2

  /// The defaults.
  package init() {}

  /// The limits with another one for content, unless that is less.
  ///
  /// - Parameters:
  ///   - count: Bytes.
  func allowing(bodyBytes count: Int) -> HTTPLimits {
    var limits = self
    limits.maximumBodyBytes = max(maximumBodyBytes, count)
    return limits
  }

  /// How much content beyond the limit is read and thrown away, so that a client that sends first and reads
  /// after gets to see the 413.
  var maximumDiscardedBytes: Int { maximumBodyBytes.multipliedReportingOverflow(by: 8).partialValue }

  /// Memory for the request line, the header section and the buffers of one connection. libmicrohttpd clears it
  /// before each request and keeps it while a socket is upgraded, so it is no larger than it must be; but large
  /// enough that it is this server that refuses too long a header, in the API's words, and not the library in its
  /// own. Only the longest target together with the longest header section in more than some thirty fields, or more
  /// than some hundred fields, do not fit.
  var connectionMemoryBytes: Int { maximumHeaderBytes + RequestTarget.maximumLength + (2 << 10) + 128 }
}
