import CMicroHTTPD
import HTTPCore
import Platform

/// Checks a header section before the content is read. libmicrohttpd lets some requests pass that other servers read in
/// another way; to accept them would hide a client's mistake.
enum RequestHead {
  /// What to do with a request whose header section was read.
  enum Verdict: Equatable {
    /// Read on.
    case proceed
    /// Read the content, throw it away, then refuse.
    case refuseAfterContent(Problem)
    /// Refuse now and close: where the content ends cannot be trusted, or there is too much of it.
    case refuseNow(Problem)
  }

  /// Checks framing (RFC 9112 §6) and sizes.
  ///
  /// - Parameters:
  ///   - version: Such as `HTTP/1.1`.
  static func check(version: String, _ head: HeadReader, _ framing: FramingFields, limits: HTTPLimits) -> Verdict {
    let headers = head.headers
    guard head.isAsSent else {
      let problem = Problem(
        .malformedRequest,
        "a header line begins with a blank, which continued the line before it once (RFC 9112 §5.2), or holds a NUL",
        field: "headers")
      return .refuseNow(problem)
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

  /// The refusal of content beyond the limit.
  static func contentTooLarge(maximum: Int) -> Problem {
    Problem(.contentTooLarge, "the body is larger than \(maximum) bytes; see --max-body", field: "body")
  }
}

/// The header fields that say where a request ends and whom it is for, found in one pass over all fields.
struct FramingFields {
  /// The values of `Content-Length` and `Transfer-Encoding`, in their order.
  private var lengths: [String] = []
  private var codings: [String] = []
  /// How often there is a `Host`.
  private(set) var hostCount = 0
  /// Where the first field stands whose name is none; nil for nowhere.
  private var badName: Int?

  init(_ headers: HeaderFields) {
    // By index, since to go through the fields themselves would count a reference to each of their texts.
    for place in headers.fields.indices {
      let name = headers.fields[place].name
      if badName == nil, !Self.isToken(name) { badName = place }
      switch name.utf8.count {
      case 4 where name.isEqualIgnoringASCIICase(to: "Host"): hostCount += 1
      case 14 where name.isEqualIgnoringASCIICase(to: "Content-Length"): lengths.append(headers.fields[place].value)
      case 17 where name.isEqualIgnoringASCIICase(to: "Transfer-Encoding"): codings.append(headers.fields[place].value)
      default: break
      }
    }
  }

  /// How much content is announced, in bytes; the most for a number that cannot be read.
  var contentLength: Int { lengths.first.map { Int($0.trimmingBlanks()) ?? .max } ?? 0 }

  /// Whether a request may have more content than so many bytes.
  func mayExceed(_ maximum: Int) -> Bool { !codings.isEmpty || contentLength > maximum }

  /// What is wrong with them; nil for nothing.
  func problem(_ headers: HeaderFields) -> Problem? {
    if let badName {
      return Problem(
        .malformedRequest, "\"\(headers.fields[badName].name.clipped(to: 60))\" is no header name (RFC 9110 §5.1)",
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
    return nil
  }

  private var codingProblem: Problem? {
    guard let coding = codings.first else { return nil }
    let isChunked = coding.trimmingBlanks().isEqualIgnoringASCIICase(to: "chunked")
    // libmicrohttpd does not recognise it as chunked, and would wait for content until the connection ends.
    if isChunked, coding.utf8.count != "chunked".utf8.count {
      return Problem(
        .malformedRequest, "Transfer-Encoding has blanks behind its value", field: "Transfer-Encoding", value: coding)
    }
    guard codings.count > 1 || !isChunked else { return nil }
    return Problem(
      .notImplemented, "the only transfer coding understood is chunked", field: "Transfer-Encoding",
      value: codings.joined(separator: ", "))
  }

  /// Whether a name is a token (RFC 9110 §5.6.2). With a space before the colon, one server would see a `Content-Length`
  /// and another would not.
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

/// A header section as libmicrohttpd read it.
struct HeadReader {
  /// The request line in libmicrohttpd's memory; good within the callback that it was given to.
  struct Line {
    let method: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>
  }

  private(set) var headers = HeaderFields(capacity: Self.usualCount)
  /// Whether each field begins right behind the end of the one before. If not, a line was folded (RFC 9112 §5.2), which
  /// libmicrohttpd appends to the field's name, or the library has stopped to read a line at a NUL.
  private(set) var isAsSent = true

  /// Room for so many fields is made at once.
  private static let usualCount = 8

  /// Bytes of `HTTP/1.1`.
  private static let versionBytes = 8

  /// Fields still to be left out at the beginning.
  private var omitted: Int
  /// Where the last line ended, without its line feed.
  private var end: UnsafePointer<CChar>?

  /// Copies the fields of a request out of libmicrohttpd.
  ///
  /// - Parameters:
  ///   - omitted: How many fields at the beginning are not the client's.
  init(_ connection: OpaquePointer, _ line: Line, omitting omitted: Int) {
    self.omitted = omitted
    end = mock_misjudges_heads() ? line.version + Self.versionBytes : nil
    withUnsafeMutablePointer(to: &self) { reader in
      mock_each_header(
        connection,
        { context, _, name, nameCount, value, valueCount in
          guard let context, let name else { return mock_yes() }
          context.assumingMemoryBound(to: HeadReader.self).pointee.add(name, nameCount, value, valueCount)
          return mock_yes()
        }, reader)
    }
    // A line feed, alone or behind a carriage return, ends the last line, and another one the section.
    guard let end else { return }
    isAsSent = isAsSent && (2...4).contains(line.method + mock_head_size(connection) - end)
  }

  private mutating func add(
    _ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>?, _ valueCount: Int
  ) {
    guard omitted == 0 else {
      omitted -= 1
      return
    }
    if let end, let value {
      isAsSent = isAsSent && (1...2).contains(name - end)
      self.end = value + valueCount
    }
    headers.append(Self.text(name, nameCount), value.map { Self.text($0, valueCount) } ?? "")
  }

  private static func text(_ start: UnsafePointer<CChar>, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
