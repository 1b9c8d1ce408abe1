/// How content goes out that a client stored, or that shows what a client sent, in a format of the client's choice.
///
/// On this origin a page could call the control plane, and HTML, SVG and XML can all contain scripts. So a browser saves
/// such content (RFC 6266 §4.2), never takes it for another type (Fetch standard §3.6), and if it shows it nevertheless, it
/// does so without scripts and as a page of no origin (Content Security Policy 3 §6.3.2).
package enum StoredFileHeaders {
  /// The media type of content of which no other is known (RFC 2046 §4.5.1).
  package static let unknownType = "application/octet-stream"

  private static let policy = "Content-Security-Policy"
  private static let maximumNameBytes = 512

  /// Marks an answer.
  ///
  /// - Parameters:
  ///   - fileName: The name under which it is saved, any text; nil for the browser's choice.
  package static func protect(_ headers: inout HeaderFields, fileName: String? = nil) {
    var disposition = "attachment"
    if let name = fileName.map(encoded), !name.isEmpty { disposition += "; filename*=UTF-8''\(name)" }
    headers["Content-Disposition"] = disposition
    headers["X-Content-Type-Options"] = "nosniff"
    sandbox(&headers)
  }

  /// Marks an answer unless it is JSON, which a browser shows as text, or was marked before.
  package static func protect(unlessJSON response: inout Response) {
    guard response.content.count > 0, let type = response.headers["Content-Type"], type != Response.jsonType,
      MediaType(type)?.essence.hasSuffix("json") != true, response.headers[policy] == nil
    else { return }
    protect(&response.headers)
  }

  /// Whether an answer was marked by ``protect(_:fileName:)``.
  package static func isProtected(_ headers: HeaderFields) -> Bool {
    headers[policy] != nil && headers["Content-Disposition"]?.hasPrefix("attachment") == true
  }

  /// Has a browser run no script of an answer, and treat it as a page of no origin.
  package static func sandbox(_ headers: inout HeaderFields) { headers[policy] = "sandbox" }

  /// The media type that a client gave to its content, if it can be sent back as it is.
  ///
  /// - Returns: ``unknownType`` when there is none, or it cannot be read.
  package static func mediaType(_ sent: String?) -> String {
    guard let sent, FieldSyntax.isValue(sent), let essence = MediaType(sent)?.essence else { return unknownType }
    let names = essence.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return names.count == 2 && names.allSatisfy(FieldSyntax.isName) ? sent : unknownType
  }

  /// A name as an extended parameter has it (RFC 8187 §3.2), not cut within a character.
  private static func encoded(_ name: String) -> String {
    var text = ""
    for character in name {
      let next = PercentEncoding.encode(String(character))
      guard text.utf8.count + next.utf8.count <= maximumNameBytes else { break }
      text += next
    }
    return text
  }
}
