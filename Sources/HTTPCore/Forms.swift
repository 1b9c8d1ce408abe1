/// The fields of a request's content when it is an HTML form: URL-encoded (WHATWG URL §5) or multipart (RFC 7578).
package struct FormContent: Sendable {
  /// Every field in order, repeated names kept.
  package let fields: QueryParameters

  /// Reads the content of a request.
  ///
  /// - Returns: nil when the `Content-Type` names no form, or when content that is called URL-encoded is a JSON object
  ///   by its first character: curl declares everything that it sends with `-d` as one.
  /// - Throws: ``Problem`` of kind `invalidParameter` for a field that is not UTF-8, `malformedBody` for a multipart
  ///   form that has no boundary or is cut off.
  package init?(_ request: Request) throws(Problem) {
    guard let contentType = request.headers["Content-Type"], let type = MediaType(contentType) else { return nil }
    switch type.essence {
    case "application/x-www-form-urlencoded":
      let blanks = " \t\r\n".utf8
      guard request.body.first(where: { !blanks.contains($0) }) != UInt8(ascii: "{") else { return nil }
      fields = try QueryParameters(request.body)
    case "multipart/form-data":
      let parts = try MultipartForm(request).parts
      fields = QueryParameters(
        parts.compactMap { part in part.text.map { QueryParameters.Parameter(name: part.name, value: $0) } })
    default:
      return nil
    }
  }
}

/// A media type with its parameters (RFC 9110 §8.3.1), such as `multipart/form-data; boundary=X;charset=UTF-8`.
package struct MediaType: Sendable, Equatable {
  /// Type and subtype in lower case.
  package let essence: String
  private let parameters: [String: String]

  /// Reads a `Content-Type` value leniently: a parameter that cannot be read is left out.
  ///
  /// - Returns: nil when it does not begin with a type and a subtype.
  package init?(_ text: String) {
    // What nearly all clients send.
    if text == "application/json" {
      (essence, parameters) = (text, [:])
      return
    }
    let parts = Self.split(text)
    guard let first = parts.first, first.contains("/") else { return nil }
    essence = first.lowercased()
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = String(part[..<equals]).trimmingBlanks().lowercased()
      let value = String(part[part.index(after: equals)...]).trimmingBlanks()
      parameters[name] = parameters[name] ?? Self.unquoted(value)
    }
    self.parameters = parameters
  }

  /// The value of a parameter, its quotes taken off; names are compared without regard to case.
  package func parameter(_ name: String) -> String? { parameters[name.lowercased()] }

  /// Splits at semicolons outside of quotes.
  private static func split(_ text: String) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts.map { $0.trimmingBlanks() }
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var plain = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      plain.append(character)
      isEscaped = false
    }
    return plain
  }
}

/// The parts of a multipart form (RFC 7578), files among them.
package struct MultipartForm: Sendable {
  /// One part.
  package struct Part: Sendable {
    package let name: String
    /// The text of a field; nil for a file.
    package let text: String?
    /// The name of a file, as the client tells it; nil for a field.
    package let fileName: String?
    /// The media type of a file, as the client tells it; nil when it tells none.
    package let mediaType: String?
    /// The bytes of a file; none for a field.
    package let bytes: ArraySlice<UInt8>
  }

  package let parts: [Part]

  /// Reads the content of a request.
  ///
  /// - Parameters:
  ///   - takesBytes: Whether a field that is not text is taken as a file without a name, rather than refused.
  /// - Throws: ``Problem`` of kind `malformedBody` for a form that has no boundary or is cut off.
  package init(_ request: Request, takesBytes: Bool = false) throws(Problem) {
    let contentType = request.headers["Content-Type"] ?? ""
    guard let boundary = MediaType(contentType)?.parameter("boundary"), !boundary.isEmpty else {
      throw Problem(
        .malformedBody, "the Content-Type multipart/form-data needs a boundary (RFC 7578 §4.1)", field: "Content-Type",
        value: contentType)
    }
    parts = try MultipartParser.parts(of: request.body, boundary: boundary, takesBytes: takesBytes)
  }
}

/// Reads multipart forms (RFC 7578, RFC 2046 §5.1). Of our own, since what is needed is the fields of a form that was
/// received as a whole, and the libraries for it bring a server framework along.
enum MultipartParser {
  private static let maximumParts = 1000
  private static let lineEnd: [UInt8] = [13, 10]

  /// The fields and files, in order.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` that says what is missing.
  static func parts(
    of body: [UInt8], boundary: String, takesBytes: Bool = false
  ) throws(Problem) -> [MultipartForm.Part] {
    let delimiter = Array("--\(boundary)".utf8)
    let (headEnds, ends) = (ByteSearch(lineEnd + lineEnd), ByteSearch(lineEnd + delimiter))
    guard var position = begin(delimiter, of: body) else {
      throw malformed("the boundary \"\(boundary.clipped(to: 70))\" is not in the body")
    }
    var parts: [MultipartForm.Part] = []
    for _ in 0...maximumParts {
      position += delimiter.count
      if body[position...].starts(with: [0x2D, 0x2D]) { return parts }
      // A form without fields may have an empty part.
      if takesBytes, body[position...].starts(with: lineEnd + delimiter) {
        position += lineEnd.count
        continue
      }
      guard let headEnd = headEnds.first(in: body, from: position),
        let next = ends.first(in: body, from: headEnd + lineEnd.count)
      else { throw malformed("a part is not closed by the boundary: the form was cut off") }
      let content = body[min(headEnd + 2 * lineEnd.count, next)..<next]
      parts.append(try part(head: body[position..<headEnd], content: content, takesBytes: takesBytes))
      position = next + lineEnd.count
    }
    throw malformed("there are more than \(maximumParts) parts")
  }

  private static func part(
    head: ArraySlice<UInt8>, content: ArraySlice<UInt8>, takesBytes: Bool
  ) throws(Problem) -> MultipartForm.Part {
    guard let head = String(validating: head, as: UTF8.self) else { throw malformed("a part's header is not UTF-8") }
    func field(_ name: String) -> String? {
      let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }
      return line.map { String($0.drop { $0 != ":" }.dropFirst()).trimmingBlanks() }
    }
    // The value reads like a media type: a token and parameters.
    let value = field("content-disposition").map { "form/\($0)" }
    guard let type = value.flatMap(MediaType.init), let name = type.parameter("name") else {
      throw malformed("a part has no Content-Disposition with a name (RFC 7578 §4.2)")
    }
    if let file = type.parameter("filename") {
      return MultipartForm.Part(
        name: name, text: nil, fileName: file, mediaType: field("content-type"), bytes: content)
    }
    guard let text = String(validating: content, as: UTF8.self), !text.utf8.contains(0) else {
      if takesBytes {
        return MultipartForm.Part(
          name: name, text: nil, fileName: "", mediaType: field("content-type"), bytes: content)
      }
      throw malformed("the field \"\(name.clipped(to: 60))\" is not UTF-8 text, or holds a NUL")
    }
    return MultipartForm.Part(name: name, text: text, fileName: nil, mediaType: nil, bytes: [])
  }

  /// Where the first delimiter stands: at the start, or at the start of a line.
  private static func begin(_ delimiter: [UInt8], of body: [UInt8]) -> Int? {
    if body.starts(with: delimiter) { return 0 }
    return ByteSearch([10] + delimiter).first(in: body).map { $0 + 1 }
  }

  private static func malformed(_ reason: String) -> Problem {
    Problem(.malformedBody, "the body is no multipart form: \(reason)", field: "body")
  }
}
