/// A serialized frame in a message.
struct WrittenFrame {
  /// A line of the headers with its line end, and the range of its value.
  private struct Line {
    let bytes: ArraySlice<UInt8>
    let name: String
    let value: Range<Int>
  }

  private let command: Command
  private let commandLine: ArraySlice<UInt8>
  private var lines: [Line] = []
  private let blankLine: ArraySlice<UInt8>
  private let body: ArraySlice<UInt8>
  /// The index after its NUL.
  let end: Int

  /// The frame that begins with these bytes; nil when they do not begin with a complete frame.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let first = Self.line(bytes),
      let command = Command(rawValue: String(decoding: Self.content(first), as: UTF8.self))
    else { return nil }
    self.command = command
    commandLine = first
    var rest = bytes[first.endIndex...]
    while true {
      guard let line = Self.line(rest) else { return nil }
      rest = rest[line.endIndex...]
      let content = Self.content(line)
      guard !content.isEmpty else {
        blankLine = line
        break
      }
      guard let colon = content.firstIndex(of: ASCII.colon) else { return nil }
      let name = String(decoding: content[..<colon], as: UTF8.self)
      lines.append(Line(bytes: line, name: name, value: colon + 1..<content.endIndex))
    }
    let announced = lines.first { $0.name == "content-length" }.map { bytes[$0.value] }
    guard let end = Self.end(rest, announced.map { String(decoding: $0, as: UTF8.self).trimmingBlanks }) else {
      return nil
    }
    body = rest[..<end]
    self.end = end + 1
  }

  /// A line and its line end; nil when a NUL or the end comes first.
  private static func line(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = bytes.firstIndex(where: { $0 == ASCII.lineFeed || $0 == ASCII.null }), bytes[end] != ASCII.null
    else { return nil }
    return bytes[...end]
  }

  private static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let content = line.dropLast()
    return content.last == ASCII.carriageReturn ? content.dropLast() : content
  }

  /// The index of the NUL after a body; nil when it is not where `content-length` says, or missing.
  private static func end(_ rest: ArraySlice<UInt8>, _ announced: String?) -> Int? {
    guard let announced else { return rest.firstIndex(of: ASCII.null) }
    guard let length = Int(announced), length >= 0, length < rest.count, rest[rest.startIndex + length] == ASCII.null
    else { return nil }
    return rest.startIndex + length
  }

  /// The edited frame; nil when nothing changes.
  func edited(_ edit: FrameEditor.Edit) -> [UInt8]? {
    if command.hasBody, let new = edit.body(Array(body)), !new.elementsEqual(body) {
      return head(lines.map { $0.name == "content-length" ? written($0, "\(new.count)") : $0.bytes }, new)
    }
    var isEdited = false
    let head = lines.map { line -> ArraySlice<UInt8> in
      guard line.name != "content-length", let old = value(line), let new = edit.value(old), new != old else {
        return line.bytes
      }
      isEdited = true
      return written(line, new)
    }
    return isEdited ? self.head(head, Array(body)) : nil
  }

  private func head(_ lines: [ArraySlice<UInt8>], _ body: [UInt8]) -> [UInt8] {
    var bytes = Array(commandLine) + lines.joined()
    // A NUL would end a body without an announced length (checklist row 16).
    if body.contains(ASCII.null), !self.lines.contains(where: { $0.name == "content-length" }) {
      bytes += "content-length:\(body.count)\n".utf8
    }
    return bytes + blankLine + body + [ASCII.null]
  }

  private func value(_ line: Line) -> String? {
    let raw = line.bytes[line.value]
    guard command.escapesHeaders, case .success(let plain) = Escaping.unescape(raw, .v1_2) else {
      return String(validating: raw, as: UTF8.self)
    }
    return String(validating: plain, as: UTF8.self)
  }

  /// A line with another value, escaped like the command's headers.
  private func written(_ line: Line, _ value: String) -> ArraySlice<UInt8> {
    var bytes = Array(line.bytes[..<line.value.lowerBound])
    Escaping.write(value, .value, command.escapesHeaders ? .v1_2 : nil, into: &bytes)
    return (bytes + line.bytes[line.value.upperBound...])[...]
  }
}
