import Foundation

/// A client on Interspace's live channels.
package final class ChannelSocket {
  private let socket: RawWebSocket

  /// Connects; with a token in the header when there is one.
  package init(_ server: TestServer, token: String? = nil, path: String = "/ws", timeoutSeconds: Int = 10) throws {
    let client = try RawClient(port: server.port, timeoutSeconds: timeoutSeconds)
    let headers = token.map { [("Authorization", "Bearer \($0)")] } ?? []
    socket = try RawWebSocket(on: client, path: path, headers: headers)
  }

  /// Connects and subscribes; the acknowledgement is read.
  package convenience init(_ server: TestServer, token: String?, channels: [String]) throws {
    try self.init(server, token: token)
    _ = try subscribe(channels)
  }

  package func send(_ text: String) throws { try socket.send(.text(text)) }
  package func send(_ frame: RawWebSocket.Frame) throws { try socket.send(frame) }

  /// The next message, which must be a JSON object in one text frame.
  package func receive() throws -> Message {
    let frame = try socket.receive()
    let object = (try? JSONSerialization.jsonObject(with: Data(frame.payload))) as? [String: Any]
    guard frame.opcode == 1, frame.isFinal, !frame.isMasked, let object else {
      throw RawClient.Failure(
        what: "no JSON message: \(frame.opcode) \(String(decoding: frame.payload, as: UTF8.self))")
    }
    return Message(bytes: frame.payload, object: object)
  }

  /// Sends a message and reads the answer.
  package func ask(_ text: String) throws -> Message {
    try send(text)
    return try receive()
  }

  package func subscribe(_ channels: [String]) throws -> Message {
    try ask(#"{"type":"subscribe","channels":[\#(channels.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
  }

  /// Whether nothing else is on its way: the next message is the answer to a ping sent now.
  package func isQuiet() throws -> Bool { try ask(#"{"type":"ping"}"#).type == "pong" }

  /// Says goodbye and waits until the server has closed the connection.
  package func close() throws {
    try socket.send(.close(1000))
    _ = try socket.receiveUntilClosed()
  }

  /// What is left to read, and the server's close code.
  package func receiveUntilClosed() throws -> (frames: [RawWebSocket.Frame], code: UInt16?) {
    try socket.receiveUntilClosed()
  }

  /// A message from the server.
  package struct Message {
    package let bytes: [UInt8]
    package let object: [String: Any]

    package var type: String { object["type"] as? String ?? "" }
    package var channel: String? { object["channel"] as? String }
    package var channels: [String]? { object["channels"] as? [String] }
    package var timestamp: String? { object["timestamp"] as? String }
    /// The code of an error message.
    package var code: String? { (object["error"] as? [String: Any])?["code"] as? String }
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The changed record.
    package func data<Record: Decodable>(as type: Record.Type = Record.self) throws -> Record {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(Envelope<Record>.self, from: Data(bytes)).data
    }
  }

  private struct Envelope<Record: Decodable>: Decodable {
    let data: Record
  }
}
