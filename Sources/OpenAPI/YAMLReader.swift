import JSON

/// Reads YAML (1.2, core schema) into the JSON model. Times, `no` and `on` stay texts, and each key is a text. Aliases
/// and merge keys are resolved, up to a limit on the size of the result.
package enum YAMLReader {
  /// The value of a document; null for an empty one.
  ///
  /// - Parameters:
  ///   - file: The name of the text in errors.
  /// - Throws: ``DocumentFailure`` with the line.
  package static func read(_ bytes: [UInt8], file: String) throws(DocumentFailure) -> JSONValue {
    try read(bytes, file: file, allowsDefects: false).value
  }

  /// The value of a document, and the defects that it may have: repeated keys, and a second document.
  static func read(
    _ bytes: [UInt8], file: String, allowsDefects: Bool
  ) throws(DocumentFailure) -> (value: JSONValue, defects: [DocumentDefect]) {
    try bytes.withUnsafeBufferPointer { (input) throws(DocumentFailure) in
      var builder = YAMLBuilder(file: file, allowsDefects: allowsDefects)
      var events = YAMLEvents(input)
      while builder.isOpen {
        let event: YAMLEvent
        do throws(YAMLEvents.Failure) {
          event = try events.next()
        } catch {
          throw DocumentFailure(file: file, line: error.line, reason: "this is not YAML: \(error.reason)")
        }
        try builder.take(event)
      }
      return (builder.root ?? .null, builder.defects)
    }
  }
}
