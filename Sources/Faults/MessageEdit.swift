import HTTPCore
import JSON
import STOMP

/// Replaces a text inside of a message, whatever carries it: the body of a STOMP frame, whose `content-length` follows; the
/// messages in a frame of SockJS, which are wrapped again; texts in JSON, which are escaped again.
struct MessageEdit: Sendable {
  private let find: [UInt8]?
  private let replacement: [UInt8]

  /// An edit.
  ///
  /// - Parameters:
  ///   - find: What is replaced wherever it stands; nil for the whole message.
  init(find: String?, replacement: String) {
    (self.find, self.replacement) = (find.map { Array($0.utf8) }, Array(replacement.utf8))
  }

  /// The message with the edit in it; nil when that changes nothing. A text stays a text.
  func edited(_ message: WebSocketMessage) -> WebSocketMessage? {
    guard let bytes = wrapped(message.bytes) ?? inner(message.bytes), bytes != message.bytes else { return nil }
    return if case .text = message { .text(bytes) } else { .binary(bytes) }
  }

  // MARK: SockJS

  /// What becomes of a frame of SockJS (protocol 0.3.3, "Framing"): `a[…]` to the client, an array of texts from it; `o`
  /// and `c[…]` carry no message, and stay. Nil for other messages.
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

  /// The texts of an array of nothing else; with `closing` also those of a code and a reason.
  private func texts(_ bytes: ArraySlice<UInt8>, closing: Bool = false) -> [String]? {
    guard bytes.first == UInt8(ascii: "["), let array = (try? JSONParser.parse(Array(bytes)))?.array else { return nil }
    if closing { return array.count == 2 && array[0].number != nil ? array.dropFirst().compactMap(\.string) : nil }
    let texts = array.compactMap(\.string)
    return texts.count == array.count ? texts : nil
  }

  // MARK: Frames and contents

  /// What becomes of a message without SockJS around it; nil when nothing does.
  private func inner(_ bytes: [UInt8]) -> [UInt8]? {
    // A frame in the place of a message is one as a whole.
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

  /// What becomes of a content: its bytes are searched; where it is JSON and would be no more, its texts are, which are
  /// written with their escapes. What is to break JSON, as half a bracket is, still does.
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

  /// A JSON document with the texts edited that have what is looked for, its other bytes as they are; nil when none has.
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
