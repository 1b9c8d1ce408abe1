/// The parts of an operation's path.
struct PathShape {
  enum Segment: Equatable {
    case literal(String)
    /// The name between the braces.
    case parameter(String)

    var literal: String? { if case .literal(let text) = self { text } else { nil } }
    var parameter: String? { if case .parameter(let name) = self { name } else { nil } }
  }

  /// Literals without `.json`, and parameters without what stands around them.
  var segments: [Segment] = []
  /// The verb behind a colon or a dot, such as `cancel` in `/orders/{id}:cancel` and `list` in `/users.list`.
  var verb: String?

  private static let maximumParts = 100

  init(segments: [Segment], verb: String? = nil) {
    (self.segments, self.verb) = (segments, verb)
  }

  /// The shape of a path as it stands in a document.
  init(_ path: String) {
    let plain = path.prefix { $0 != "?" && $0 != "#" }
    let parts = plain.split(separator: "/")
    // A path of so many parts names nothing that could be understood.
    guard parts.count <= Self.maximumParts else {
      segments = [.literal(String(plain))]
      return
    }
    for (index, part) in parts.enumerated() {
      read(Self.unescaped(part), isLast: index == parts.count - 1)
    }
  }

  /// The text with `%41` and the like resolved.
  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func read(_ part: String, isLast: Bool) {
    var rest = part[...]
    guard rest.contains("{") else {
      readLiteral(part, isLast: isLast)
      return
    }
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else {
        segments.append(.literal(part))
        return
      }
      let before = rest[..<open].filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      // `users('{id}')` is the collection and the id; the `v` of `v{version}` is neither.
      if before.count > 1, rest[..<open].contains("(") { segments.append(.literal(String(before))) }
      // `thumbnail.{extension}` is a thumbnail, and `{id}.{format}` a record.
      if rest[..<open].hasSuffix(".") {
        if before.count > 1 { segments.append(.literal(String(before))) }
        if before.count > 1 || part[..<open].contains("}") { return }
      }
      segments.append(.parameter(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if isLast, rest.hasPrefix(":"), rest.count > 1 { verb = String(rest.dropFirst()) }
  }

  private mutating func readLiteral(_ part: String, isLast: Bool) {
    var text = part
    for suffix in [".json", ".xml", ".php", ".do"] where text.hasSuffix(suffix) && text.utf8.count > suffix.utf8.count {
      text = String(text.dropLast(suffix.count))
    }
    if isLast, let colon = text.firstIndex(of: ":"), colon != text.startIndex {
      verb = String(text[text.index(after: colon)...])
      text = String(text[..<colon])
    } else if isLast, let dot = text.lastIndex(of: "."), dot != text.startIndex {
      let group = text[..<dot]
      let name = text[text.index(after: dot)...]
      if !name.isEmpty, text.allSatisfy({ $0.isLetter || $0 == "." || $0 == "_" }) {
        // `com.example.notes.createNote` is `createNote` of a namespace.
        if group.split(separator: ".").count >= 3, Words.split(String(name)).count > 1 {
          segments += [.literal(String(group)), .literal(String(name))]
          return
        }
        for piece in group.split(separator: ".") { segments.append(.literal(String(piece))) }
        verb = String(name)
        return
      }
    }
    segments.append(.literal(text))
  }

  /// Whether a segment is a version, such as `v2`, `v1beta1` or `2010-04-01`: a thing is the same in all versions.
  static func isVersion(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    if bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") {
      return bytes[..<4].allSatisfy(isDigit)
    }
    guard bytes.count >= 2, bytes.count <= 10, bytes[0] | 0x20 == UInt8(ascii: "v"), isDigit(bytes[1]) else {
      return false
    }
    var rest = bytes.dropFirst().drop { isDigit($0) || $0 == UInt8(ascii: ".") }
    for word in ["alpha", "beta", "rc"] where rest.starts(with: word.utf8) { rest = rest.dropFirst(word.utf8.count) }
    return rest.allSatisfy(isDigit)
  }

  /// What paths are compared by: parameters without their names, and no versions.
  static func key(_ segments: some Sequence<Segment>) -> String {
    var key = ""
    var version = ""
    for segment in segments {
      switch segment {
      case .literal(let text):
        // A version says nothing once a name follows.
        version = isVersion(text) ? "/" + text.lowercased() : ""
        if version.isEmpty { key += "/" + text.lowercased() }
      case .parameter:
        key += version + "/{}"
        version = ""
      }
    }
    return key + version
  }
}
