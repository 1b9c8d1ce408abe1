import CMicroHTTPD
import HTTPCore
import Platform

/// The header fields that determine where a request ends and which host it is for, found in one pass over all fields.
struct FramingFields {
  /// The values of `Content-Length` and `Transfer-Encoding`, in their order.
  private var lengths: [String] = []
  private var codings: [String] = []
  /// The number of `Host` fields.
  private(set) var hostCount = 0
  /// The index of the first field with an invalid name; nil for none.
  private var badName: Int?
  /// The index of the first field whose value contains a carriage return; nil for none.
  private var badValue: Int?
  /// The index of the `Host` field.
  private var host: Int?

  init(_ headers: HeaderFields) {
    // By index, because iterating over the fields themselves would retain each of their texts.
    for place in headers.fields.indices {
      let name = headers.fields[place].name
      if badName == nil, !Self.isToken(name) { badName = place }
      if badValue == nil, Self.holdsReturn(headers.fields[place].value) { badValue = place }
      switch name.utf8.count {
      case 4 where name.isEqualIgnoringASCIICase(to: "Host"): (host, hostCount) = (place, hostCount + 1)
      case 14 where name.isEqualIgnoringASCIICase(to: "Content-Length"): lengths.append(headers.fields[place].value)
      case 17 where name.isEqualIgnoringASCIICase(to: "Transfer-Encoding"): codings.append(headers.fields[place].value)
      default: break
      }
    }
  }

  /// Whether a value contains a carriage return. Of a text's bytes where they stand, since a token has hundreds of them.
  private static func holdsReturn(_ value: String) -> Bool {
    value.utf8.withContiguousStorageIfAvailable { $0.contains(0x0D) } ?? value.utf8.contains(0x0D)
  }

  /// The announced size of the body in bytes; the maximum for an unreadable number.
  var contentLength: Int { lengths.first.map { Int($0.trimmingBlanks()) ?? .max } ?? 0 }

  /// Whether a body is announced.
  var announcesContent: Bool { !codings.isEmpty || contentLength > 0 }

  /// Whether the body may be longer than this many bytes.
  func mayExceed(_ maximum: Int) -> Bool { !codings.isEmpty || contentLength > maximum }

  /// The error in them; nil for none.
  func problem(_ headers: HeaderFields) -> Problem? {
    if let badName {
      return Problem(
        .malformedRequest, "\"\(headers.fields[badName].name.clipped(to: 60))\" is not a header name (RFC 9110 §5.1)",
        field: "headers")
    }
    if let badValue {
      return Problem(
        .malformedRequest,
        "the value of \(headers.fields[badValue].name.clipped(to: 60)) holds a carriage return (RFC 9112 §2.2)",
        field: "headers")
    }
    if lengths.count > 1 {
      return Problem(.malformedRequest, "Content-Length is given more than once", field: "Content-Length")
    }
    if let length = lengths.first?.trimmingBlanks(),
      !length.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) || length.isEmpty
    {
      return Problem(
        .malformedRequest, "Content-Length must be a decimal number", field: "Content-Length", value: length)
    }
    if !codings.isEmpty, !lengths.isEmpty {
      return Problem(
        .malformedRequest, "Content-Length and Transfer-Encoding exclude each other", field: "Transfer-Encoding")
    }
    if let problem = codingProblem { return problem }
    if hostCount > 1 { return Problem(.malformedRequest, "Host is given more than once", field: "Host") }
    if let host, !Authority.isValid(headers.fields[host].value.trimmingBlanks()) {
      return Problem(
        .malformedRequest, "Host must be a name or an address with an optional port (RFC 9112 §3.2)", field: "Host",
        value: headers.fields[host].value)
    }
    return nil
  }

  private var codingProblem: Problem? {
    guard let coding = codings.first else { return nil }
    let isChunked = coding.trimmingBlanks().isEqualIgnoringASCIICase(to: "chunked")
    // libmicrohttpd does not recognise it as chunked, and would wait for the body until the connection ends.
    if isChunked, coding.utf8.count != "chunked".utf8.count {
      return Problem(
        .malformedRequest, "Transfer-Encoding has blanks behind its value", field: "Transfer-Encoding", value: coding)
    }
    guard codings.count > 1 || !isChunked else { return nil }
    return Problem(
      .notImplemented, "the only transfer coding understood is chunked", field: "Transfer-Encoding",
      value: codings.joined(separator: ", "))
  }

  /// Whether a name of a field or of a method is a token (RFC 9110 §5.6.2). With a space before the colon, some servers
  /// would read a `Content-Length` and others would not.
  static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x2D, 0x30...0x39: true
        default: "!#$%&'*+.^_`|~".utf8.contains(byte)
        }
      }
  }
}
