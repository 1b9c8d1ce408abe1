import Cryptography
import HTTPCore
import World

/// A blocking client of a WebSocket (RFC 6455), without extensions. It answers pings by itself.
package final class WebSocketClient {
  /// Why there is no WebSocket, or none any more.
  package enum Failure: Error {
    /// The connection failed.
    case unreachable(String)
    /// The server did not answer, or has disconnected.
    case lost(String)
    /// The server answered the handshake with something else than an upgrade; of a long body only the beginning is there.
    case refused(Response)
    /// What the server sent is none of the protocol; the text says why.
    case malformed(String)
  }

  /// What a server sends.
  package enum Event: Equatable {
    case text([UInt8])
    case binary([UInt8])
    /// The end; the code is 1006 where the connection ended without a close frame (RFC 6455 §7.1.5).
    case closed(code: UInt16, reason: String)
  }

  /// The subprotocol that the server chose; nil for none.
  package let subprotocol: String?
  private let socket: BlockingSocket
  private var reader = WebSocketReader()
  private var isClosed = false

  private static let sendMilliseconds = 10_000

  /// Opens a WebSocket.
  ///
  /// - Parameters:
  ///   - target: The path, relative to that of the client's address, and the query.
  ///   - headers: Further headers of the handshake.
  ///   - subprotocols: Those that the server may choose from.
  /// - Throws: ``Failure``.
  package init(
    _ client: HTTPClient, _ target: String, headers: HeaderFields, subprotocols: [String], timeoutMilliseconds: Int
  ) throws(Failure) {
    let key = Base64.encode(try Self.random(16))
    var fields = headers
    for (name, value) in [
      ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key),
    ] {
      fields[name] = value
    }
    if !subprotocols.isEmpty { fields["Sec-WebSocket-Protocol"] = subprotocols.joined(separator: ", ") }
    let response: OpenResponse
    do throws(HTTPClient.Failure) {
      response = try client.open("GET", target, headers: fields, timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      throw error.isUnreachable ? .unreachable(error.reason) : .lost(error.reason)
    }
    guard response.status == 101 else { throw .refused(response.beginning()) }
    subprotocol = response.headers["Sec-WebSocket-Protocol"]?.trimmingBlanks()
    let bytes: [UInt8]
    (socket, bytes) = response.upgraded()
    if let mistake = Self.mistake(in: response.headers, key: key, subprotocols) { throw .malformed(mistake) }
    reader.append(bytes)
  }

  /// What is wrong with the header section of an upgrade (RFC 6455 §4.1); nil when nothing is.
  private static func mistake(in headers: HeaderFields, key: String, _ subprotocols: [String]) -> String? {
    guard headers.contains(token: "websocket", in: "Upgrade"), headers.contains(token: "Upgrade", in: "Connection")
    else { return "the answer to the handshake has no \"Upgrade: websocket\" and \"Connection: Upgrade\"" }
    guard headers["Sec-WebSocket-Accept"]?.trimmingBlanks() == WebSocketHandshake.acceptance(of: key) else {
      return "Sec-WebSocket-Accept is not that of the handshake's key"
    }
    if let name = headers["Sec-WebSocket-Extensions"], !name.trimmingBlanks().isEmpty {
      return "the server uses the extension \(name.clipped(to: 60)), which was not offered"
    }
    if let name = headers["Sec-WebSocket-Protocol"]?.trimmingBlanks(), !subprotocols.contains(name) {
      return "the server chose the subprotocol \"\(name.clipped(to: 60))\", which was not offered"
    }
    return nil
  }

  /// The next message, or the end.
  ///
  /// - Returns: nil when none came in this time.
  /// - Throws: ``Failure``.
  package func receive(timeoutMilliseconds: Int) throws(Failure) -> Event? {
    let end = SystemTime.monotonicNanoseconds() + Int64(timeoutMilliseconds) * 1_000_000
    var left = timeoutMilliseconds
    repeat {
      while let event = try next() {
        if let message = try message(event) { return message }
      }
      do throws(BlockingSocket.Failure) {
        let bytes = try socket.receive(timeoutMilliseconds: max(0, left))
        guard !bytes.isEmpty else { return lost("the connection ended without a close frame") }
        reader.append(bytes)
      } catch {
        if error.isTimeout { return nil }
        return lost(error.reason)
      }
      left = Int((end - SystemTime.monotonicNanoseconds()) / 1_000_000)
      // Nothing but pings may come without an end.
    } while left > 0
    return nil
  }

  private func lost(_ reason: String) -> Event {
    isClosed = true
    return .closed(code: 1006, reason: reason)
  }

  private func next() throws(Failure) -> WebSocketReader.Event? {
    do throws(WebSocketReader.Malformed) {
      return try reader.next()
    } catch {
      close(code: error.code)
      throw .malformed(error.reason)
    }
  }

  /// The message of an event; nil for one that is dealt with here.
  private func message(_ event: WebSocketReader.Event) throws(Failure) -> Event? {
    switch event {
    case .text(let bytes): return .text(bytes)
    case .binary(let bytes): return .binary(bytes)
    case .pong: return nil
    case .ping(let payload):
      try send(10, payload)
      return nil
    case .close(let code, let reason):
      close(code: code == 1005 ? 1000 : code)
      return .closed(code: code, reason: reason)
    }
  }

  /// Sends a text message.
  ///
  /// - Throws: ``Failure``.
  package func send(_ text: String) throws(Failure) { try send(1, Array(text.utf8)) }

  /// Sends a close frame, unless one was sent.
  package func close(code: UInt16 = 1000) {
    guard !isClosed else { return }
    isClosed = true
    // A client that has gone needs none.
    try? send(8, [UInt8(code >> 8), UInt8(code & 0xFF)])
  }

  private func send(_ opcode: UInt8, _ payload: [UInt8]) throws(Failure) {
    let frame = WebSocketReader.frame(opcode, payload, mask: try Self.random(4))
    do throws(BlockingSocket.Failure) {
      try socket.send(frame, timeoutMilliseconds: Self.sendMilliseconds)
    } catch {
      throw .lost(error.reason)
    }
  }

  private static func random(_ count: Int) throws(Failure) -> [UInt8] {
    do {
      return try SecureRandom.bytes(count)
    } catch {
      throw .lost("\(error)")
    }
  }
}
