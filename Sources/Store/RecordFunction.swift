import GRDBSQLite
import Platform

/// The SQL function `json_record(key, value, …)`, which writes a row as a JSON object in one pass: expressions that join its
/// members with `||` copy what is there already with each member.
///
/// A key is the letter of a ``Kind``, and then the member as it stands in front of its value: `t,"name":`. With a capital
/// letter, the member is left out where the value is NULL.
enum RecordFunction {
  static let name = "json_record"

  /// What a value is, and how it is written.
  enum Kind: UInt8 {
    /// A text, in quotes as SQLite's `json_quote` writes it; NULL is `null`.
    case text = 0x74
    /// A number, as the shortest text that reads back as the same REAL. SQLite's own rendering keeps 15 digits, so
    /// 0.30000000000000004 would come back as 0.3.
    case number = 0x6E
    /// Seconds since 1970 as `"2024-11-01T12:00:00Z"`, those outside the years 0000 to 9999 as the nearest inside.
    case date = 0x64
    /// JSON as it is.
    case json = 0x6A
  }

  private static let capital: UInt8 = 0x20
  /// The subtype of what SQLite's JSON functions give ("J"; SQLite, "JSON Functions And Operators", §3.4).
  private static let jsonSubtype: UInt32 = 74

  /// The object; NULL where the value of a member that is not left out cannot be written.
  static let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, values in
    guard let values else { return sqlite3_result_null(context) }
    var record: [UInt8] = []
    record.reserveCapacity(512)
    for place in stride(from: 0, to: Int(count) - 1, by: 2) {
      let (key, value) = (bytes(values[place]), values[place + 1])
      guard let letter = key.first, let kind = Kind(rawValue: letter | capital) else {
        return sqlite3_result_null(context)
      }
      if letter & capital == 0, sqlite3_value_type(value) == SQLITE_NULL { continue }
      record.append(contentsOf: UnsafeRawBufferPointer(rebasing: key[1...]))
      guard append(value, kind, to: &record) else { return sqlite3_result_null(context) }
    }
    // The comma of the first member.
    if record.isEmpty { record.append(UInt8(ascii: "{")) } else { record[0] = UInt8(ascii: "{") }
    record.append(UInt8(ascii: "}"))
    record.withUnsafeBytes { record in
      // SQLITE_TRANSIENT, a macro that Swift does not read.
      sqlite3_result_text(
        context, record.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: record.count),
        unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
  }

  /// The bytes of a value. As a BLOB, since SQLite would copy a text of a table to end it with a NUL.
  private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  private static func append(_ value: OpaquePointer?, _ kind: Kind, to record: inout [UInt8]) -> Bool {
    let type = sqlite3_value_type(value)
    switch kind {
    case .text where type == SQLITE_NULL: record.append(contentsOf: "null".utf8)
    case .text where type == SQLITE_TEXT && sqlite3_value_subtype(value) != jsonSubtype:
      appendQuoted(bytes(value), to: &record)
    case .number:
      guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return false }
      // JSON has no infinity: the nearest number that it has.
      let greatest = Double.greatestFiniteMagnitude
      record.append(contentsOf: "\(max(-greatest, min(greatest, sqlite3_value_double(value))))".utf8)
    case .date where type != SQLITE_NULL: appendDate(sqlite3_value_int64(value), to: &record)
    case .text, .date, .json:
      guard type != SQLITE_NULL else { return false }
      record.append(contentsOf: bytes(value))
    }
    return true
  }

  /// The escapes of the control characters that have a letter.
  private static let letters: [UInt8: UInt8] = [0x08: 0x62, 0x09: 0x74, 0x0A: 0x6E, 0x0C: 0x66, 0x0D: 0x72]

  private static func appendQuoted(_ text: UnsafeRawBufferPointer, to record: inout [UInt8]) {
    record.append(UInt8(ascii: "\""))
    var start = 0
    for (place, byte) in text.enumerated()
    where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      record.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<place]))
      start = place + 1
      record.append(UInt8(ascii: "\\"))
      if byte >= 0x20 {
        record.append(byte)
      } else if let letter = letters[byte] {
        record.append(letter)
      } else {
        record.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
        record.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
      }
    }
    record.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
    record.append(UInt8(ascii: "\""))
  }

  private static func appendDate(_ seconds: Int64, to record: inout [UInt8]) {
    var time = time_t(max(-62_167_219_200, min(253_402_300_799, seconds)))
    var parts = tm()
    gmtime_r(&time, &parts)
    let year = Int32(1900) + parts.tm_year
    record.append(UInt8(ascii: "\""))
    append(year / 100, to: &record)
    append(year % 100, before: "-", to: &record)
    append(parts.tm_mon + 1, before: "-", to: &record)
    append(parts.tm_mday, before: "T", to: &record)
    append(parts.tm_hour, before: ":", to: &record)
    append(parts.tm_min, before: ":", to: &record)
    append(parts.tm_sec, before: "Z\"", to: &record)
  }

  /// Two digits, and what stands behind them.
  private static func append(_ number: Int32, before next: StaticString = "", to record: inout [UInt8]) {
    for digit in [number / 10, number % 10] { record.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)) }
    next.withUTF8Buffer { record.append(contentsOf: $0) }
  }
}
