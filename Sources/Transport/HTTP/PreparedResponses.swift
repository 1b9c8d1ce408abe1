import CMicroHTTPD
import HTTPCore
import Synchronization

/// Answers as libmicrohttpd holds them, kept to be sent again: content that many requests get nearly always goes out
/// with the same headers, so that neither is copied for each of them. As `Date` is one of the headers, none is of use for
/// longer than a second.
final class PreparedResponses: Sendable {
  /// One answer.
  ///
  /// `@unchecked Sendable` because libmicrohttpd counts its own references to a response under a lock of its own, and
  /// nothing in here changes.
  final class Prepared: @unchecked Sendable {
    let handle: OpaquePointer
    private let status: Int
    private let headers: HeaderFields
    private let date: String
    /// Held so that no other content gets its identity meanwhile.
    private let content: BodyBuffer

    fileprivate init(_ handle: OpaquePointer, _ response: Response, _ content: BodyBuffer, date: String) {
      (self.handle, self.content, self.date) = (handle, content, date)
      (status, headers) = (response.status, response.headers)
    }

    deinit {
      MHD_destroy_response(handle)
    }

    /// Whether it is just this answer. Texts that are the same object, as nearly all are, compare without a look at them.
    fileprivate func isSame(_ response: Response, date: String) -> Bool {
      status == response.status && self.date == date && headers == response.headers
    }
  }

  /// The most answers that are kept; when there are more, all are dropped, which is simple and rare.
  private static let maximumCount = 64
  /// Longer content is not kept, in bytes: its copy is shared between requests anyway.
  private static let maximumBytes = 16 << 10

  private let kept = Mutex<[ObjectIdentifier: Prepared]>([:])

  /// The answer, prepared now or before; nil for one whose content is its own.
  ///
  /// - Parameters:
  ///   - date: The value of `Date`.
  ///   - prepare: Makes it; nil when there is no memory.
  func response(_ response: Response, date: String, prepare: () -> OpaquePointer?) -> Prepared? {
    guard case .shared(let content) = response.content, content.count <= Self.maximumBytes else { return nil }
    let identity = ObjectIdentifier(content)
    if let known = kept.withLock({ $0[identity] }), known.isSame(response, date: date) { return known }
    guard let handle = prepare() else { return nil }
    let prepared = Prepared(handle, response, content, date: date)
    // What is dropped is let go of behind the lock.
    let dropped = kept.withLock { kept in
      var dropped: [ObjectIdentifier: Prepared] = [:]
      if kept.count >= Self.maximumCount { swap(&kept, &dropped) }
      if let old = kept.updateValue(prepared, forKey: identity) { dropped[identity] = old }
      return dropped
    }
    withExtendedLifetime(dropped) {}
    return prepared
  }
}
