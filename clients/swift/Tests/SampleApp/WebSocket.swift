import Foundation

/// The end of a socket.
public struct SocketClosed: Error, Equatable {
  /// The close code; nil where the connection broke.
  public var code: Int?
  /// The reason.
  public var reason: String

  /// An end.
  public init(code: Int?, reason: String) {
    self.code = code
    self.reason = reason
  }
}

#if canImport(Darwin)
  /// The app's WebSocket.
  public final class WebSocket: Sendable {
    private let task: URLSessionWebSocketTask

    /// Opens a socket.
    public init(_ url: URL) async throws {
      task = URLSession.shared.webSocketTask(with: url)
      task.resume()
    }

    /// Sends a text.
    public func send(_ text: String) async throws { try await task.send(.string(text)) }

    /// Waits for a message.
    public func receive() async throws -> String {
      do {
        switch try await task.receive() {
        case .string(let text): return text
        case .data(let data): return String(decoding: data, as: UTF8.self)
        @unknown default: return ""
        }
      } catch {
        guard task.closeCode != .invalid else { throw error }
        let reason = task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? ""
        throw SocketClosed(code: task.closeCode.rawValue, reason: reason)
      }
    }

    /// Closes the socket.
    public func close() { task.cancel(with: .normalClosure, reason: nil) }
  }
#else
  import Glibc

  /// The app's WebSocket. Foundation's needs a libcurl with WebSockets, which Swift's for Linux has not, so that this one
  /// speaks over a plain socket: text messages in one piece, and the close frame.
  public final class WebSocket: @unchecked Sendable {
    // The file is read by one receive() at a time; `buffer` belongs to it.
    private let file: Int32
    private var buffer: [UInt8] = []
    private let queue = DispatchQueue(label: "WebSocket")

    /// Opens a socket.
    public init(_ url: URL) async throws {
      guard let port = url.port else { throw URLError(.badURL) }
      file = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, size) }
      }
      guard connected == 0 else { throw URLError(.cannotConnectToHost) }
      var patience = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      let head = [
        "GET \(url.path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
      ]
      try write(Array(head.joined(separator: "\r\n").utf8))
      try await onQueue { socket in
        var response: [UInt8] = []
        while !response.suffix(4).elementsEqual([13, 10, 13, 10]) { response.append(try socket.take(1)[0]) }
        let line = String(decoding: response.prefix { $0 != 13 }, as: UTF8.self)
        guard line.contains(" 101 ") else { throw SocketClosed(code: nil, reason: line) }
      }
    }

    deinit { Glibc.close(file) }

    /// Sends a text.
    public func send(_ text: String) async throws { try frame(0x81, Array(text.utf8)) }

    /// Waits for a message.
    public func receive() async throws -> String {
      try await onQueue { socket in
        while true {
          let head = try socket.take(2)
          var length = Int(head[1] & 0x7f)
          if length >= 126 {
            length = try socket.take(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
          }
          let payload = try socket.take(length)
          switch head[0] & 0x0f {
          case 1, 2: return String(decoding: payload, as: UTF8.self)
          case 9: try socket.frame(0x8a, payload)
          case 8:
            try? socket.frame(0x88, Array(payload.prefix(2)))
            let code = payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1])
            throw SocketClosed(code: code, reason: String(decoding: payload.dropFirst(2), as: UTF8.self))
          default: break
          }
        }
      }
    }

    /// Closes the socket.
    public func close() {
      try? frame(0x88, [0x03, 0xe8])
      shutdown(file, Int32(SHUT_RDWR))
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable (WebSocket) throws -> Value) async throws -> Value
    {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try work(self) }) }
      }
    }

    private func take(_ count: Int) throws -> [UInt8] {
      while buffer.count < count {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let got = recv(file, &chunk, chunk.count, 0)
        guard got > 0 else { throw SocketClosed(code: nil, reason: got == 0 ? "end" : "error \(errno)") }
        buffer += chunk[..<got]
      }
      defer { buffer.removeFirst(count) }
      return Array(buffer[..<count])
    }

    private func frame(_ opcode: UInt8, _ payload: [UInt8]) throws {
      var bytes = [opcode]
      if payload.count < 126 {
        bytes.append(0x80 | UInt8(payload.count))
      } else {
        bytes += [0x80 | 126, UInt8(payload.count >> 8 & 0xff), UInt8(payload.count & 0xff)]
      }
      // A mask of zeros is a mask.
      try write(bytes + [0, 0, 0, 0] + payload)
    }

    private func write(_ bytes: [UInt8]) throws {
      let sent = Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      guard sent == bytes.count else { throw SocketClosed(code: nil, reason: "it cannot be written to") }
    }
  }
#endif

/// What the app says over STOMP.
public enum STOMP {
  /// A frame as text.
  public static func frame(_ command: String, _ headers: [String: String] = [:], body: String = "") -> String {
    let lines = [command] + headers.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    return lines.joined(separator: "\n") + "\n\n" + body + "\0"
  }

  /// The body of a frame.
  public static func body(of frame: String) -> String {
    guard let start = frame.range(of: "\n\n") else { return "" }
    return frame[start.upperBound...].trimmingCharacters(in: CharacterSet(charactersIn: "\0"))
  }
}
