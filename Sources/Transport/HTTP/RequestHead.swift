import CMicroHTTPD
import HTTPCore
import Platform

/// Checks a header section before the body is read. libmicrohttpd accepts some requests that other servers interpret
/// differently; accepting them would hide a client's mistake.
enum RequestHead {
  /// The decision about a request whose header section was read.
  enum Verdict: Equatable {
    /// Read the body.
    case proceed
    /// Read the body, discard it, then refuse.
    case refuseAfterContent(Problem)
    /// Refuse now and close: the end of the body is unreliable, or the body is too long.
    case refuseNow(Problem)
  }

  /// Checks framing (RFC 9112 §6) and sizes.
  ///
  /// - Parameters:
  ///   - version: Such as `HTTP/1.1`.
  static func check(
    _ method: String, version: String, _ head: HeadReader, _ framing: FramingFields, limits: HTTPLimits
  ) -> Verdict {
    let headers = head.headers
    if let problem = head.problem { return .refuseNow(problem) }
    guard FramingFields.isToken(method) else {
      return .refuseNow(Problem(.malformedRequest, "the method is not a token (RFC 9110 §9.1)"))
    }
    if let problem = framing.problem(headers) { return .refuseNow(problem) }
    if version == "HTTP/1.1", framing.hostCount == 0 {
      return .refuseNow(Problem(.malformedRequest, "the Host header is missing (RFC 9112 §3.2)", field: "Host"))
    }
    let length = framing.contentLength
    guard headers.byteCount <= limits.maximumHeaderBytes else {
      let problem = Problem(
        .headerFieldsTooLarge,
        "the header fields have \(headers.byteCount) bytes; the limit is \(limits.maximumHeaderBytes)")
      return length > limits.maximumBodyBytes ? .refuseNow(problem) : .refuseAfterContent(problem)
    }
    guard length > limits.maximumBodyBytes else { return .proceed }
    let problem = contentTooLarge(maximum: limits.maximumBodyBytes)
    let waitsForContinue = headers.contains(token: "100-continue", in: "Expect")
    return waitsForContinue || length > limits.maximumDiscardedBytes
      ? .refuseNow(problem) : .refuseAfterContent(problem)
  }

  /// The refusal of a body beyond the limit.
  static func contentTooLarge(maximum: Int) -> Problem {
    Problem(.contentTooLarge, "the body is larger than \(maximum) bytes; see --max-body", field: "body")
  }
}
