import Compression
import HTTPCore

/// Long content goes out in gzip's format to clients that take it (RFC 9110 §8.4 and §12.5.3, CONTRACT G19). It is the
/// last thing that happens to a response: everything before, the journal among it, has the plain content.
extension Pipeline {
  /// Compresses the content of a response for its client. What a fault changes goes out as it is, so that it counts and
  /// spoils the bytes that are sent.
  func encode(_ response: inout Response, for context: RequestContext) {
    guard context.settings.compresses, !context.isNested else { return }
    if response.status == 304 { return nameCoded(&response, context) }
    guard ResponseCompression.isWorthwhile(response), context.faults?.applied.isEmpty ?? true else { return }
    ResponseCompression.addVary(to: &response.headers)
    let accepted = context.request.headers.values("Accept-Encoding")
    guard !accepted.isEmpty, ResponseCompression.prefersGzip(accepted),
      let content = ResponseCompression.gzip(response.content)
    else { return }
    response.content = content
    response.headers.append("Content-Encoding", "gzip")
    if let tag = response.headers["ETag"] { response.headers["ETag"] = EntityTag.coded(tag) }
  }

  /// Sets the entity tag of a 304 to the one that its client has.
  private func nameCoded(_ response: inout Response, _ context: RequestContext) {
    guard context.knowsCodedContent, let tag = response.headers["ETag"] else { return }
    response.headers["ETag"] = EntityTag.coded(tag)
    ResponseCompression.addVary(to: &response.headers)
  }
}

/// The rules of compressed content.
enum ResponseCompression {
  /// How long content is at least that is compressed, in bytes: shorter content fits into a few packets anyway.
  private static let shortest = 4096
  /// How long scripts and style sheets are at least: a page asks for many of them at once, over a phone's network too.
  private static let shortestOfPages = 1024
  /// How long it is at most: longer content would hold up the thread that reads sockets.
  private static let longest = 8 << 20

  /// Content in gzip's format: such as many requests share, once for all of them.
  ///
  /// - Returns: nil when that would be no smaller.
  static func gzip(_ content: Response.Content) -> Response.Content? {
    switch content {
    case .empty, .stream: return nil
    case .bytes(let bytes):
      // Who asks waits for this, so it is quick rather than thorough.
      guard let coded = bytes.withUnsafeBytes({ Compression.gzip($0, level: 1) }), coded.count < bytes.count else {
        return nil
      }
      return .bytes(coded)
    case .shared(let buffer):
      guard let coded = buffer.coded(by: { Compression.gzip($0, level: 6) }), coded.count < buffer.count else {
        return nil
      }
      return .shared(coded)
    }
  }

  /// Whether content is long enough, text of some kind, which becomes much smaller, and not coded yet.
  static func isWorthwhile(_ response: Response) -> Bool {
    let length = response.content.count
    guard (shortestOfPages...longest).contains(length),
      let type = response.headers["Content-Type"], response.headers["Content-Encoding"] == nil
    else { return false }
    return shortest(of: type).map { length >= $0 } ?? false
  }

  /// How long content of a type is at least that is compressed, in bytes; nil for a type that never is.
  private static func shortest(of type: String) -> Int? {
    // Nearly all of it.
    if type == Response.jsonType { return shortest }
    guard let essence = MediaType(type)?.essence, essence != "text/event-stream" else { return nil }
    if essence == "text/javascript" || essence == "text/css" { return shortestOfPages }
    let isText =
      essence.hasPrefix("text/") || essence.hasSuffix("json") || essence.hasSuffix("xml")
      || essence.hasSuffix("yaml") || essence == "application/javascript"
    return isText ? shortest : nil
  }

  /// Says that the response depends on what codings the client takes (RFC 9110 §12.5.5).
  static func addVary(to headers: inout HeaderFields) {
    // The same text each time, so that equal responses are soon found to be.
    if headers["Vary"] == "Origin" { headers["Vary"] = both } else { headers.appendElement(name, to: "Vary") }
  }

  private static let name = "Accept-Encoding"
  private static let both = "Origin, Accept-Encoding"

  /// Whether a client takes gzip, and does not want the content as it is rather (RFC 9110 §12.5.3).
  ///
  /// - Parameters:
  ///   - accepted: The values of `Accept-Encoding`.
  static func prefersGzip(_ accepted: [String]) -> Bool {
    var (gzip, identity, any): (Double?, Double?, Double?)
    for element in accepted.flatMap({ $0.split(separator: ",") }) {
      let parts = element.split(separator: ";").map { String($0).trimmingBlanks().lowercased() }
      guard let name = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      switch name {
      case "gzip", "x-gzip": gzip = weight
      case "identity": identity = weight
      case "*": any = weight
      default: break
      }
    }
    let quality = gzip ?? any ?? 0
    return quality > 0 && quality >= identity ?? 0
  }
}
