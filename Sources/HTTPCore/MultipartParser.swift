/// Parses multipart forms (RFC 7578, RFC 2046 §5.1). The available libraries depend on a server framework and read
/// streams; this server needs the fields of a complete form.
enum MultipartParser {
  private static let maximumParts = 1000
  private static let lineEnd: [UInt8] = [13, 10]

  /// The fields and files, in order.
  ///
  /// - Parameters:
  ///   - takesBytes: As in ``MultipartForm/init(_:takesBytes:)``.
  /// - Throws: ``Problem`` of kind `malformedBody` that says what is missing.
  static func parts(
    of body: [UInt8], boundary: String, takesBytes: Bool
  ) throws(Problem) -> MultipartReading {
    let delimiter = Array("--\(boundary)".utf8)
    let (headEnds, ends) = (ByteSearch(lineEnd + lineEnd), ByteSearch(lineEnd + delimiter))
    guard var position = begin(delimiter, of: body) else {
      throw malformed("the boundary \"\(boundary.clipped(to: 70))\" is not in the body")
    }
    var reading = MultipartReading()
    for _ in 0...maximumParts {
      position += delimiter.count
      if body[position...].starts(with: [0x2D, 0x2D]) { return reading }
      // A form without fields may have an empty part.
      if takesBytes, body[position...].starts(with: lineEnd + delimiter) {
        position += lineEnd.count
        reading.tookBytes = true
        continue
      }
      guard let headEnd = headEnds.first(in: body, from: position),
        let next = ends.first(in: body, from: headEnd + lineEnd.count)
      else { throw malformed("a part is not closed by the boundary: the form was cut off") }
      let content = body[min(headEnd + 2 * lineEnd.count, next)..<next]
      let part = try part(head: body[position..<headEnd], content: content, takesBytes: takesBytes)
      reading.parts.append(part)
      if part.text == nil, part.fileName?.isEmpty == true { reading.tookBytes = true }
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
    // The syntax of the value is that of a media type: a token and parameters.
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
    Problem(.malformedBody, "the body is not a multipart form: \(reason)", field: "body")
  }
}

/// What the parser found in a form.
struct MultipartReading: Sendable {
  /// The fields and files, in order.
  var parts: [MultipartForm.Part] = []
  /// Whether there was something that a form of texts alone may not have.
  var tookBytes = false
}
