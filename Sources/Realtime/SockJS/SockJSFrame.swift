import HTTPCore
import JSON

/// The frames of SockJS's WebSocket transport.
enum SockJSFrame {
  /// Wraps one message for the client. SockJS carries text only: bytes that are none come out as U+FFFD.
  static func messages(_ bytes: [UInt8]) -> [UInt8] {
    Array("a".utf8) + JSONWriter.serialize(.array([.string(String(decoding: bytes, as: UTF8.self))]))
  }

  /// Tells the client that the connection ends.
  static func close(code: UInt16, reason: String) -> [UInt8] {
    Array("c".utf8) + JSONWriter.serialize(.array([.number(JSONNumber(Int(code))), .string(reason)]))
  }

  /// The messages of a frame from the client: an array of strings, or one string.
  static func messages(in bytes: [UInt8]) -> Result<[String], Problem> {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      let isBare = bytes.starts(with: Array("CONNECT".utf8)) || bytes.starts(with: Array("STOMP".utf8))
      let advice = "a bare STOMP frame; this path speaks SockJS, bare frames go to the path that ends before it"
      return .failure(Problem(.malformedBody, isBare ? advice : "the SockJS frame is not valid JSON: \(error)"))
    }
    if let text = value.string { return .success([text]) }
    guard let list = value.array, list.allSatisfy({ $0.string != nil }) else {
      return .failure(Problem(.malformedBody, "a SockJS frame is an array of strings, not a \(value.typeName)"))
    }
    return .success(list.compactMap(\.string))
  }
}
