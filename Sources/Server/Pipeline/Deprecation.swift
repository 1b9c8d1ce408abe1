import HTTPCore
import World

/// The announcement that a version of an API will go, switched on to test what an app makes of it.
package struct Deprecation: Sendable, Equatable {
  /// The path segment of the version, such as `v1`.
  package let version: String
  /// When it will go.
  package let date: Timestamp

  /// A version that will go on a date.
  package init(version: String, date: Timestamp) {
    self.version = version
    self.date = date
  }

  /// Adds `Deprecation` (RFC 9745 §2) and `Sunset` (RFC 8594 §3) to an answer of the version.
  func annotate(_ response: inout Response, segments: [String]) {
    guard segments.prefix(3).contains(version) else { return }
    response.headers.append("Deprecation", "@\(date.seconds)")
    response.headers.append("Sunset", date.httpDate)
  }
}
