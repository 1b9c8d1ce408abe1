import JSON
import JSONSchema

/// Resource names, as Google's API guidelines (AIP-122) have them: a record's `name` is `memos/123`, and its description
/// has the form `memos/{memo}`.
enum ResourceName {
  private static let maximumParts = 12

  /// The form of the resource names that a property holds, by its description; nil for another property.
  static func template(_ node: Schema) -> String? {
    guard let text = node["description"]?.string, text.utf8.contains(UInt8(ascii: "{")) else { return nil }
    return text.prefix(2000).split { $0.isWhitespace || "`'\",;()".contains($0) }.lazy.compactMap(template).first
  }

  /// A form such as `users/{user}/webhooks/{webhook}`: names and parameters by turns, a parameter last.
  private static func template(_ word: Substring) -> String? {
    let word = word.hasSuffix(".") ? word.dropLast() : word
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.count <= maximumParts, parts.count % 2 == 0 else { return nil }
    for (number, part) in parts.enumerated() {
      let isParameter = part.hasPrefix("{") && part.hasSuffix("}") && part.count > 2
      let isName = !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      guard number % 2 == 0 ? isName : isParameter else { return nil }
    }
    return String(word)
  }
}
