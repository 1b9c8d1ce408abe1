import Foundation
import GRDB
import GRDBSQLite

/// SQL functions of our own. They use SQLite's own interface: the library's functions take longer than most of these do.
enum SQLFunctions {
  private typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  /// Makes the functions known to a connection.
  ///
  /// - Throws: `DatabaseError` when there is no memory for them.
  static func register(_ connection: OpaquePointer?) throws {
    let functions = [("json_depth", 1, jsonDepth), ("fold", 1, fold), (RecordFunction.name, -1, RecordFunction.call)]
    for (name, count, function) in functions {
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_SUBTYPE
      let code = sqlite3_create_function_v2(connection, name, Int32(count), flags, nil, function, nil, nil, nil)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
  }

  /// `json_depth(x)`: how many arrays and objects stand inside one another in a JSON text.
  private static let jsonDepth: Function = { context, _, values in
    guard let value = values?[0], sqlite3_value_type(value) == SQLITE_TEXT, let text = sqlite3_value_text(value) else {
      return sqlite3_result_null(context)
    }
    var (depth, deepest) = (0, 0)
    var (isInString, isEscaped) = (false, false)
    for byte in UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))) {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      // Neither a quotation mark nor a bracket.
      if byte & 0x5F != 0x5B, byte & 0x5F != 0x5D, byte != UInt8(ascii: "\"") { continue }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    sqlite3_result_int64(context, Int64(deepest))
  }

  /// `fold(x)`: the text without case and accents, so that `cafe` finds `Café`.
  private static let fold: Function = { context, _, values in
    guard let value = values?[0], sqlite3_value_type(value) == SQLITE_TEXT, let text = sqlite3_value_text(value) else {
      return sqlite3_result_null(context)
    }
    setResult(String(cString: text).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil), context)
  }

  private static func setResult(_ text: String, _ context: OpaquePointer?) {
    // SQLITE_TRANSIENT, a macro that Swift does not read.
    sqlite3_result_text(context, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }
}
