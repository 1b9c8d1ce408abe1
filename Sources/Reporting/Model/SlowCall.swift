/// One request that took long.
package struct SlowCall: Sendable, Equatable {
  /// The request method, `GET`.
  package let method: String
  /// The path as requested.
  package let path: String
  /// The status code of the answer.
  package let status: Int
  /// The time from the request's arrival until the answer was complete.
  package let microseconds: Int

  /// A call as measured.
  package init(method: String, path: String, status: Int, microseconds: Int) {
    self.method = method
    self.path = path
    self.status = status
    self.microseconds = microseconds
  }
}
