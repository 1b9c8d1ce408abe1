import HTTPCore
import JSON

/// The largest size of a record. The limit applies to every writer: clients of an API, tests that edit rows or import a
/// state, seed files, and the records of `--data`. Files that clients send are not records; `--max-body` limits them.
package enum RecordLimit {
  /// The largest size of a record in bytes: of its JSON text, or of the texts in its row.
  package static let maximumBytes = 4 << 20

  /// - Parameters:
  ///   - bytes: The size of the record as it would be stored.
  /// - Throws: ``Problem`` of kind `contentTooLarge` when it is larger.
  package static func require(_ bytes: Int) throws(Problem) {
    guard bytes > maximumBytes else { return }
    throw Problem(
      .contentTooLarge, "the record would have \(bytes) bytes; a record may have \(maximumBytes)", field: "body")
  }

  /// The error of a file of records: the first record that is too large. A file that is not larger than the limit is
  /// not parsed for this.
  ///
  /// - Parameters:
  ///   - text: JSON: an array of records, or anything else, which counts as one record.
  static func failure(_ text: String) -> String? {
    guard text.utf8.count > maximumBytes, let value = try? JSONParser.parse(Array(text.utf8)) else { return nil }
    for (index, record) in (value.array ?? [value]).enumerated() {
      let bytes = record.size.bytes
      if bytes > maximumBytes { return "record \(index + 1) has \(bytes) bytes; a record may have \(maximumBytes)" }
    }
    return nil
  }
}
