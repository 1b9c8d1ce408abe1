import JSON
import Synchronization

/// The body of a request, parsed as JSON or as a form on first use, and once: faults, the check against the API's document and
/// the endpoint share the result. A class, because the copies of a request share it.
package final class ParsedBody: Sendable {
  private struct Results {
    var json: Result<JSONValue, JSONSyntaxError>?
    var fields: Result<QueryParameters, Problem>?
    /// The boundary of ``parts`` and ``textParts``.
    var boundary = ""
    var parts: Result<MultipartReading, Problem>?
    /// The parts where each field must be text; used only when ``parts`` holds bytes.
    var textParts: Result<MultipartReading, Problem>?
    var count = 0
  }

  static let empty = ParsedBody([])

  /// The body, decoded from its transfer coding.
  package let bytes: [UInt8]
  private let results = Mutex(Results())

  /// Creates a body that is not parsed yet.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How often the bytes were parsed, in any format.
  package var parseCount: Int { results.withLock { $0.count } }

  /// Releases the parsed values, which can be much larger than the bytes. Called when the response is complete, since
  /// sending it can take long.
  package func release() {
    // All requests without a body share one value.
    guard !bytes.isEmpty else { return }
    results.withLock { $0 = Results(count: $0.count) }
  }

  /// The body as JSON.
  package func json() throws(JSONSyntaxError) -> JSONValue {
    try results.withLock { results in
      Self.once(&results.json, &results.count) { () throws(JSONSyntaxError) in try JSONParser.parse(bytes) }
    }.get()
  }

  /// The fields of a URL-encoded form.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for a field that is not UTF-8.
  package func fields() throws(Problem) -> QueryParameters {
    try results.withLock { results in
      Self.once(&results.fields, &results.count) { () throws(Problem) in try QueryParameters(bytes) }
    }.get()
  }

  /// The parts of a multipart form.
  ///
  /// - Parameters:
  ///   - takesBytes: As in ``MultipartForm/init(_:takesBytes:)``.
  /// - Throws: ``Problem`` of kind `malformedBody` for a form that is cut off.
  func parts(boundary: String, takesBytes: Bool) throws(Problem) -> [MultipartForm.Part] {
    try results.withLock { results in
      if results.boundary != boundary {
        (results.boundary, results.parts, results.textParts) = (boundary, nil, nil)
      }
      let parts = Self.once(&results.parts, &results.count) { () throws(Problem) in
        try MultipartParser.parts(of: bytes, boundary: boundary, takesBytes: true)
      }
      if takesBytes { return parts }
      // Most forms have the same parts either way.
      if case .success(let reading) = parts, !reading.tookBytes { return parts }
      return Self.once(&results.textParts, &results.count) { () throws(Problem) in
        try MultipartParser.parts(of: bytes, boundary: boundary, takesBytes: false)
      }
    }.get().parts
  }

  private static func once<Value, Failure>(
    _ known: inout Result<Value, Failure>?, _ count: inout Int, _ parse: () throws(Failure) -> Value
  ) -> Result<Value, Failure> {
    if let known { return known }
    count += 1
    let made = Result(catching: parse)
    known = made
    return made
  }
}
