/// Text inside HTML.
package enum HTMLText {
  /// The media type of every page.
  package static let mediaType = "text/html; charset=utf-8"

  /// The text with the characters escaped that mean something in HTML, in content and in quoted attributes alike (HTML
  /// Standard §13.1.4).
  package static func escape(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
