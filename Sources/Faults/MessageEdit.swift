import HTTPCore
import JSON
import STOMP

/// Replaces a text within a message in any framing: in the body of a STOMP frame, with its `content-length` updated; in
/// the messages of a SockJS frame, which are wrapped again; in JSON texts, which are escaped again.
struct MessageEdit: Sendable {
  private let find: [UInt8]?
  private let replacement: [UInt8]

  /// An edit.
  ///
  /// - Parameters:
  ///   - find: The text to replace, at each occurrence; nil for the whole message.
  init(find: String?, replacement: String) {
    (self.find, self.replacement) = (find.map { Array($0.utf8) }, Array(replacement.utf8))
  }

  /// The edited message; nil when nothing changes. A text stays a text.
  func edited(_ message: WebSocketMessage) -> WebSocketMessage? {
    guard let bytes = wrapped(message.bytes) ?? inner(message.bytes), bytes != message.bytes else { return nil }
    return if case .text = message { .text(bytes) } else { .binary(bytes) }
  }

  // MARK: SockJS

  /// The edited SockJS frame (protocol 0.3.3, "Framing"): `a[…]` to the client, an array of texts from it; `o` and
  /// `c[…]` contain no message, and stay unchanged. Nil for other messages.
  private func wrapped(_ bytes: [UInt8]) -> [UInt8]? {
    let letter = UInt8(ascii: "a")
    if bytes == [UInt8(ascii: "o")] || bytes.starts(with: "c[".utf8) && texts(bytes.dropFirst(), closing: true) != nil {
      return bytes
    }
    let isOutgoing = bytes.first == letter
    guard let messages = texts(bytes.dropFirst(isOutgoing ? 1 : 0)), !messages.isEmpty else { return nil }
    let edited = messages.map { inner(Array($0.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? $0 }
    guard edited != messages else { return bytes }
    return (isOutgoing ? [letter] : []) + JSONWriter.serialize(.array(edited.map(JSONValue.string)))
  }

  /// The texts of an array that contains nothing else; with `closing` also those of a code and a reason.
  private func texts(_ bytes: ArraySlice<UInt8>, closing: Bool = false) -> [String]? {
    guard bytes.first == UInt8(ascii: "["), let array = (try? JSONParser.parse(Array(bytes)))?.array else { return nil }
    if closing { return array.count == 2 && array[0].number != nil ? array.dropFirst().compactMap(\.string) : nil }
    let texts = array.compactMap(\.string)
    return texts.count == array.count ? texts : nil
  }

  // MARK: Frames and bodies

  /// The edited message without SockJS's framing; nil when nothing changes.
  private func inner(_ bytes: [UInt8]) -> [UInt8]? {
    // A frame that replaces a message replaces it as a whole.
    let isFrame = find == nil && FrameEditor.apply(.init(body: { _ in nil }), to: replacement) != .noFrames
    guard !isFrame else { return replacement }
    switch FrameEditor.apply(.init(body: content, value: value), to: bytes) {
    case .edited(let edited): return edited
    case .unchanged: return nil
    case .noFrames: return content(bytes)
    }
  }

  private func value(_ text: String) -> String? {
    guard let find else { return nil }
    return String(decoding: Array(text.utf8).replacing(find, with: replacement), as: UTF8.self)
  }

  /// The edited body: its bytes are searched. If it is JSON and would become invalid, its texts are searched instead,
  /// and written with escapes. A replacement that is meant to break JSON, such as half a bracket, still does.
  private func content(_ bytes: [UInt8]) -> [UInt8]? {
    guard let find else { return replacement }
    let plain = bytes.replacing(find, with: replacement)
    let isJSON = Self.isJSON(bytes)
    if plain != bytes, !isJSON || Self.isJSON(plain) { return plain }
    if isJSON, let escaped = editedTexts(bytes, find) { return escaped }
    return plain == bytes ? nil : plain
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }), "{[\"".utf8.contains(first) else { return false }
    return (try? JSONParser.parse(bytes)) != nil
  }

  /// A JSON document with edited texts, its other bytes unchanged; nil when no text matches.
  private func editedTexts(_ bytes: [UInt8], _ find: [UInt8]) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    var output: [UInt8] = []
    var isEdited = false
    var position = 0
    while position < bytes.count {
      guard bytes[position] == quote else {
        output.append(bytes[position])
        position += 1
        continue
      }
      var end = position + 1
      while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      let literal = bytes[position..<min(end + 1, bytes.count)]
      let text = (try? JSONParser.parse(Array(literal)))?.string.map { Array($0.utf8) } ?? []
      let new = text.replacing(find, with: replacement)
      isEdited = isEdited || new != text
      output += new == text ? Array(literal) : JSONWriter.serialize(.string(String(decoding: new, as: UTF8.self)))
      position = literal.endIndex
    }
    return isEdited ? output : nil
  }
}
