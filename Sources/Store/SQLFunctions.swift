import Foundation
import GRDB

/// SQL functions of our own.
enum SQLFunctions {
  static let all = [jsonNumber, fold]

  /// `json_number(x)`: the shortest JSON number that reads back as the same REAL. SQLite's own rendering
  /// keeps 15 digits, so 0.30000000000000004 would come back as 0.3.
  private static let jsonNumber = DatabaseFunction("json_number", argumentCount: 1, pure: true) { values in
    guard let number = Double.fromDatabaseValue(values[0]) else { return nil }
    // JSON has no infinity: the nearest number that it has.
    return "\(max(-Double.greatestFiniteMagnitude, min(Double.greatestFiniteMagnitude, number)))"
  }

  /// `fold(x)`: the text without case and accents, so that `cafe` finds `Café`.
  private static let fold = DatabaseFunction("fold", argumentCount: 1, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]) else { return nil }
    return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
