/// A request method (RFC 9110 §9). Methods are case-sensitive, so `get` is not `GET`.
package struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The token as it stands on the wire.
  package let rawValue: String

  /// Wraps any token; nothing is checked, since an unknown method is answered with 405.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let get = HTTPMethod(rawValue: "GET")
  package static let head = HTTPMethod(rawValue: "HEAD")
  package static let post = HTTPMethod(rawValue: "POST")
  package static let put = HTTPMethod(rawValue: "PUT")
  package static let patch = HTTPMethod(rawValue: "PATCH")
  package static let delete = HTTPMethod(rawValue: "DELETE")
  package static let options = HTTPMethod(rawValue: "OPTIONS")

  /// The method whose route answers this one: HEAD is answered by GET without its content (RFC 9110 §9.3.2).
  package var routed: HTTPMethod { self == .head ? .get : self }

  /// Whether the method reads without changing state (RFC 9110 §9.2.1).
  package var isSafe: Bool { self == .get || self == .head || self == .options }

  package var description: String { rawValue }
}
