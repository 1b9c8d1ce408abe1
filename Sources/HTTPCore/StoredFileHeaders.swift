/// Headers for a body that a client stored, or that shows what a client sent, in a format of the client's choice.
///
/// A page of this origin could call the control plane, and HTML, SVG and XML can contain scripts. So a browser must
/// save such a body (RFC 6266 §4.2), never interpret it as another type (Fetch standard §3.6), and, if it displays it,
/// do so without scripts and as a page without an origin (Content Security Policy 3 §6.3.2).
package enum StoredFileHeaders {
  /// The media type of a body of unknown type (RFC 2046 §4.5.1).
  package static let unknownType = "application/octet-stream"

  private static let policy = "Content-Security-Policy"
  private static let maximumNameBytes = 512

  /// Adds the headers to a response.
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

  /// Adds the headers unless the response is JSON, which a browser shows as text, or already has them.
  package static func protect(unlessJSON response: inout Response) {
    guard response.content.count > 0, let type = response.headers["Content-Type"], type != Response.jsonType,
      MediaType(type)?.essence.hasSuffix("json") != true, response.headers[policy] == nil
    else { return }
    protect(&response.headers)
  }

  /// Whether a response has the headers of ``protect(_:fileName:)``.
  package static func isProtected(_ headers: HeaderFields) -> Bool {
    headers[policy] != nil && headers["Content-Disposition"]?.hasPrefix("attachment") == true
  }

  /// Makes a browser run no scripts of a response, and treat it as a page without an origin.
  package static func sandbox(_ headers: inout HeaderFields) { headers[policy] = "sandbox" }

  /// The media type that a client gave to its file, if it can be sent back unchanged.
  ///
  /// - Returns: ``unknownType`` when there is none or it is invalid.
  package static func mediaType(_ sent: String?) -> String {
    guard let sent, FieldSyntax.isValue(sent), let essence = MediaType(sent)?.essence else { return unknownType }
    let names = essence.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return names.count == 2 && names.allSatisfy(FieldSyntax.isName) ? sent : unknownType
  }

  /// A name as an extended parameter (RFC 8187 §3.2), never split within a character.
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
