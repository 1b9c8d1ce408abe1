import CMicroHTTPD
import HTTPCore
import Synchronization

/// Responses of libmicrohttpd that are kept to be sent again: a body that many requests get nearly always has the same
/// headers, so neither is copied for each of them. Because `Date` is one of the headers, each is useful for at most a
/// second.
final class PreparedResponses: Sendable {
  /// One response.
  ///
  /// `@unchecked Sendable` because libmicrohttpd counts its own references to a response under its own lock, and
  /// nothing in here changes.
  final class Prepared: @unchecked Sendable {
    let handle: OpaquePointer
    private let status: Int
    private let headers: HeaderFields
    private let date: String
    /// Retained so that no other body gets its identity meanwhile.
    private let content: BodyBuffer

    fileprivate init(_ handle: OpaquePointer, _ response: Response, _ content: BodyBuffer, date: String) {
      (self.handle, self.content, self.date) = (handle, content, date)
      (status, headers) = (response.status, response.headers)
    }

    deinit {
      MHD_destroy_response(handle)
    }

    /// Whether it is the same response. Texts that are the same object, as almost all are, compare without reading
    /// them.
    fileprivate func isSame(_ response: Response, date: String) -> Bool {
      status == response.status && self.date == date && headers == response.headers
    }
  }

  /// The most responses that are kept; when there are more, all are dropped, which is simple and rare.
  private static let maximumCount = 64
  /// Longer bodies are not kept, in bytes: requests share their copy anyway.
  private static let maximumBytes = 16 << 10

  private let kept = Mutex<[ObjectIdentifier: Prepared]>([:])

  /// The response, prepared now or before; nil for one whose body is not shared.
  ///
  /// - Parameters:
  ///   - date: The value of `Date`.
  ///   - prepare: Creates it; nil when there is no memory.
  func response(_ response: Response, date: String, prepare: () -> OpaquePointer?) -> Prepared? {
    guard case .shared(let content) = response.content, content.count <= Self.maximumBytes else { return nil }
    let identity = ObjectIdentifier(content)
    if let known = kept.withLock({ $0[identity] }), known.isSame(response, date: date) { return known }
    guard let handle = prepare() else { return nil }
    let prepared = Prepared(handle, response, content, date: date)
    // Dropped responses are released outside the lock.
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
