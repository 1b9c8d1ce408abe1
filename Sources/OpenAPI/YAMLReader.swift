import JSON

/// Reads YAML (1.2, core schema) into the JSON model. Times stay texts, `no` and `on` as well; a key is a text, whatever
/// it looks like. Aliases and merge keys are put in place, as far as the whole does not grow without bound.
package enum YAMLReader {
  /// The value of a document; null for an empty one.
  ///
  /// - Parameters:
  ///   - file: How failures name the text.
  /// - Throws: ``DocumentFailure`` with the line.
  package static func read(_ bytes: [UInt8], file: String) throws(DocumentFailure) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (input) throws(DocumentFailure) -> JSONValue in
      var builder = YAMLBuilder(file: file)
      var events = YAMLEvents(input)
      while builder.isOpen {
        let event: YAMLEvent
        do throws(YAMLEvents.Failure) {
          event = try events.next()
        } catch {
          throw DocumentFailure(file: file, line: error.line, reason: "this is no YAML: \(error.reason)")
        }
        try builder.take(event)
      }
      return builder.root ?? .null
    }
  }
}
