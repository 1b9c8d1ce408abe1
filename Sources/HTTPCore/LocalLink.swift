/// Links to this server's own pages and pictures in stored records. A record contains `media:/avatars/bret.png`; in a
/// response the link begins with the origin by which the client reached the server (CONTRACT D7).
package enum LocalLink {
  /// The beginning of a link in a record.
  package static let scheme = "media:"
  /// The path of the links on this server.
  package static let path = "/media"

  private static let opening = Array("\"\(scheme)/".utf8)

  /// The JSON with its local links turned into links to an origin.
  ///
  /// - Parameters:
  ///   - json: A JSON text. A string in it that begins with ``scheme`` and a slash counts as a link.
  ///   - origin: See ``Request/origin``.
  package static func expand(in json: [UInt8], origin: String) -> [UInt8] {
    replace(opening, with: Array("\"\(origin)\(path)/".utf8), in: json)
  }

  /// The reverse of ``expand(in:origin:)``, for records that clients send back: their links then work for clients of
  /// other hosts too.
  package static func collapse(in json: [UInt8], origin: String) -> [UInt8] {
    replace(Array("\"\(origin)\(path)/".utf8), with: opening, in: json)
  }

  /// The reverse of expanding one link.
  package static func collapse(_ link: String, origin: String) -> String {
    let prefix = "\(origin)\(path)/"
    return link.hasPrefix(prefix) ? "\(scheme)/" + link.dropFirst(prefix.count) : link
  }

  /// The JSON without this origin at the beginning of its texts: it is the same under all hosts.
  package static func withoutOrigin(in json: [UInt8], origin: String) -> [UInt8] {
    replace(Array("\"\(origin)/".utf8), with: Array("\"\u{0}/".utf8), in: collapse(in: json, origin: origin))
  }

  private static func replace(
    _ pattern: [UInt8], with made: @autoclosure () -> [UInt8], in json: [UInt8]
  ) -> [UInt8] {
    guard var next = position(of: pattern, in: json, from: 0) else { return json }
    let replacement = made()
    var replaced: [UInt8] = []
    replaced.reserveCapacity(json.count + json.count / 8)
    var copied = 0
    while true {
      replaced.append(contentsOf: json[copied..<next])
      replaced.append(contentsOf: replacement)
      copied = next + pattern.count
      guard let following = position(of: pattern, in: json, from: copied) else { break }
      next = following
    }
    replaced.append(contentsOf: json[copied...])
    return replaced
  }

  private static func position(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index + pattern.count <= bytes.count {
        if bytes[index] == pattern[0], bytes[index + 1] == pattern[1],
          bytes[(index + 2)..<(index + pattern.count)].elementsEqual(pattern[2...])
        {
          return index
        }
        index += 1
      }
      return nil
    }
  }
}
