import HTTPCore
import JSON

/// How large a record may be. The limit holds for whoever writes: clients of an API, tests that edit rows or import a
/// state, seed files, and the records of `--data`. Files that clients send are no records; `--max-body` bounds them.
package enum RecordLimit {
  /// The most bytes of a record: those of its JSON text, or of the texts in its row.
  package static let maximumBytes = 4 << 20

  /// - Parameters:
  ///   - bytes: Those of the record as it would be stored.
  /// - Throws: ``Problem`` of kind `contentTooLarge` when they are too many.
  package static func require(_ bytes: Int) throws(Problem) {
    guard bytes > maximumBytes else { return }
    throw Problem(
      .contentTooLarge, "the record would have \(bytes) bytes; a record may have \(maximumBytes)", field: "body")
  }

  /// Why a file of records cannot be used: the first record that is too large. A file that is not larger than a record
  /// may be is not read for this.
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
