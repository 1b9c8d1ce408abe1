import Foundation

/// A STOMP client that puts frames on the wire as it is told to and reads what comes back by rules of its own, not
/// with the server's code.
package final class STOMPClient {
  /// A frame as a client sees it.
  package struct Frame: Equatable {
    package let command: String
    package let headers: [String: String]
    package let body: String
    /// The frame's bytes, for tests of the wire.
    package let bytes: [UInt8]

    package subscript(name: String) -> String? { headers[name] }

    /// The body as a JSON object.
    package var object: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    }
  }

  package let socket: RawWebSocket

  /// Opens the socket; nothing is sent on it.
  package init(
    _ server: TestServer, path: String = "/ws/greenhouse", headers: [(String, String)] = [],
    timeoutSeconds: Int = 10
  ) throws {
    let client = try RawClient(port: server.port, timeoutSeconds: timeoutSeconds)
    socket = try RawWebSocket(on: client, path: path, headers: headers)
  }

  /// Opens the socket and connects; more headers of CONNECT as lines.
  package convenience init(
    connectedTo server: TestServer, path: String = "/ws/greenhouse", token: String? = nil, version: String = "1.2",
    _ lines: String...
  ) throws {
    try self.init(server, path: path)
    let authorization = token.map { ["authorization:Bearer \($0)"] } ?? []
    let response = try ask((["CONNECT", "accept-version:\(version)"] + authorization + lines).joined(separator: "\n"))
    guard response.command == "CONNECTED" else { throw RawClient.Failure(what: "\(response)") }
  }

  /// Sends a frame: lines of command and headers, and a body.
  package func send(_ head: String, body: String = "") throws {
    try socket.send(.text("\(head)\n\n\(body)\0"))
  }

  /// Sends bytes as a text message, as they are.
  package func send(raw text: String) throws { try socket.send(.text(text)) }

  /// The next frame, which must be one WebSocket message with nothing before or after it (STOMP over WebSocket;
  /// heart-beats are single line feeds and skipped).
  package func receive() throws -> Frame {
    while true {
      let message = try socket.receive()
      if message.opcode == 1, message.payload == [0x0A] { continue }
      guard message.opcode == 1 || message.opcode == 2 else {
        throw RawClient.Failure(what: "no message: \(message)")
      }
      return try Self.frame(message.payload)
    }
  }

  /// Sends a frame and reads the answer.
  package func ask(_ head: String, body: String = "") throws -> Frame {
    try send(head, body: body)
    return try receive()
  }

  /// Subscribes and waits for the receipt.
  package func subscribe(_ id: String, _ destination: String, ack: String = "auto") throws {
    let receipt = try ask("SUBSCRIBE\nid:\(id)\ndestination:\(destination)\nack:\(ack)\nreceipt:sub-\(id)")
    guard receipt.command == "RECEIPT", receipt["receipt-id"] == "sub-\(id)" else {
      throw RawClient.Failure(what: "no receipt: \(receipt)")
    }
  }

  /// Whether nothing comes before the answer to a message that is sent now.
  package func isQuiet() throws -> Bool {
    let response = try ask("SEND\ndestination:/topic/quiet\nreceipt:quiet", body: "?")
    return response.command == "RECEIPT" && response["receipt-id"] == "quiet"
  }

  /// What comes until the server closes the socket.
  package func receiveUntilClosed() throws -> (frames: [Frame], code: UInt16?) {
    let (messages, code) = try socket.receiveUntilClosed()
    return (try messages.filter { $0.payload != [0x0A] }.map { try Self.frame($0.payload) }, code)
  }

  /// Takes a frame apart as the clients of the document do: the body begins behind the first two line feeds and
  /// ends before the only NUL.
  private static func frame(_ bytes: [UInt8]) throws -> Frame {
    guard bytes.last == 0, let split = bytes.indices.dropLast().first(where: { bytes[$0] == 10 && bytes[$0 + 1] == 10 })
    else { throw RawClient.Failure(what: "no frame: \(String(decoding: bytes, as: UTF8.self))") }
    let lines = String(decoding: bytes[..<split], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw RawClient.Failure(what: "no header: \(line)") }
      if headers[String(parts[0])] == nil { headers[String(parts[0])] = String(parts[1]) }
    }
    let body = bytes[(split + 2)..<(bytes.count - 1)]
    return Frame(
      command: String(lines[0]), headers: headers, body: String(decoding: body, as: UTF8.self), bytes: bytes)
  }
}
