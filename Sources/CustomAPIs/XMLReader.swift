import HTTPCore

/// An element of an XML document (XML 1.0).
package struct XMLElement: Equatable {
  /// Without a prefix of a namespace.
  package var name: String
  package var attributes: [(name: String, value: String)] = []
  package var children: [XMLElement] = []
  /// The text between the tags, that of children not included.
  package var text = ""

  package static func == (left: XMLElement, right: XMLElement) -> Bool {
    left.name == right.name && left.children == right.children && left.text == right.text
      && left.attributes.elementsEqual(right.attributes) { $0 == $1 }
  }
}

/// Reads XML as clients send it: elements, attributes, text, CDATA, comments and the five entities that are always there. A
/// document type is refused, so that nothing in the text can grow or name files.
package struct XMLReader {
  private let bytes: [UInt8]
  private var position = 0

  private static let maximumDepth = 64

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The outermost element of a document.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` with the place, in bytes from the start.
  package static func element(_ bytes: [UInt8]) throws(Problem) -> XMLElement {
    var reader = XMLReader(bytes)
    try reader.skipOther()
    let element = try reader.element(depth: 0)
    try reader.skipOther()
    guard reader.position == bytes.count else { throw reader.failure("there is something after the last element") }
    return element
  }

  private func failure(_ reason: String) -> Problem {
    Problem(.malformedBody, "the body is not valid XML: \(reason), at byte \(position)", field: "body")
  }

  private func starts(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  /// Leaves out blanks, comments and processing instructions.
  private mutating func skipOther() throws(Problem) {
    if position == 0, starts("\u{FEFF}") { position = 3 }
    while position < bytes.count {
      if Self.isBlank(bytes[position]) {
        position += 1
      } else if starts("<?") {
        try skip(past: "?>")
      } else if starts("<!--") {
        try skip(past: "-->")
      } else {
        return
      }
    }
  }

  private mutating func skip(past end: String) throws(Problem) {
    guard let next = ByteSearch(Array(end.utf8)).first(in: bytes, from: position) else {
      throw failure("\"\(end)\" is missing")
    }
    position = next + end.utf8.count
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private mutating func element(depth: Int) throws(Problem) -> XMLElement {
    guard depth < Self.maximumDepth else { throw failure("elements are nested too deep") }
    guard starts("<"), !starts("<!"), !starts("</") else { throw failure("an element must begin here") }
    position += 1
    let tag = try name()
    var element = XMLElement(name: Self.local(tag))
    while true {
      skipBlanks()
      if starts("/>") {
        position += 2
        return element
      }
      if starts(">") {
        position += 1
        break
      }
      let attribute = try name()
      skipBlanks()
      guard starts("=") else { throw failure("an attribute needs a value") }
      position += 1
      skipBlanks()
      guard let quote = bytes[position...].first, quote == 34 || quote == 39 else {
        throw failure("an attribute's value needs quotes")
      }
      position += 1
      guard let end = bytes[position...].firstIndex(of: quote) else { throw failure("a quote is missing") }
      let value = try text(position..<end)
      position = end + 1
      if attribute != "xmlns", !attribute.hasPrefix("xmlns:") {
        element.attributes.append((Self.local(attribute), value))
      }
    }
    try readContent(of: &element, tag, depth: depth)
    return element
  }

  private mutating func readContent(of element: inout XMLElement, _ tag: String, depth: Int) throws(Problem) {
    while position < bytes.count {
      if starts("</") {
        position += 2
        guard try name() == tag else { throw failure("<\(tag.clipped(to: 60))> is not closed") }
        skipBlanks()
        guard starts(">") else { throw failure("\">\" is missing") }
        position += 1
        return
      }
      if starts("<![CDATA[") {
        let start = position + 9
        try skip(past: "]]>")
        element.text += String(decoding: bytes[start..<position - 3], as: UTF8.self)
      } else if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<?") {
        try skip(past: "?>")
      } else if starts("<") {
        element.children.append(try self.element(depth: depth + 1))
      } else {
        let end = bytes[position...].firstIndex(of: 60) ?? bytes.count
        element.text += try text(position..<end)
        position = end
      }
    }
    throw failure("<\(tag.clipped(to: 60))> is not closed")
  }

  private mutating func skipBlanks() {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
  }

  private mutating func name() throws(Problem) -> String {
    let end = bytes[position...].firstIndex { Self.isBlank($0) || "=/><\"'&".utf8.contains($0) } ?? bytes.count
    guard end > position, let name = String(validating: bytes[position..<end], as: UTF8.self) else {
      throw failure("a name must stand here")
    }
    position = end
    return name
  }

  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// Text with its entities resolved.
  private func text(_ range: Range<Int>) throws(Problem) -> String {
    guard let raw = String(validating: bytes[range], as: UTF8.self) else { throw failure("a text is not UTF-8") }
    guard raw.utf8.contains(38) else { return raw }
    var result = ""
    var rest = raw[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      guard let end = rest[mark...].firstIndex(of: ";") else { throw failure("an entity is not closed") }
      let name = rest[rest.index(after: mark)..<end]
      guard let character = Self.entity(name) else { throw failure("the entity &\(name.prefix(20)); is unknown") }
      result.unicodeScalars.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).flatMap { $0.value == 0 ? nil : $0 }
  }
}
