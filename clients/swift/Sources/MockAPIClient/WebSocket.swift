import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a socket brings.
enum SocketEvent: Sendable {
  /// A text, or bytes as text.
  case text(String)
  /// The end.
  case end(SocketEnded)
}

#if canImport(Darwin)
  /// A WebSocket, by Foundation.
  final class WebSocket: Sendable {
    private let task: URLSessionWebSocketTask

    private init(_ task: URLSessionWebSocketTask) { self.task = task }

    /// Opens a socket, and waits until the handshake is done.
    static func open(_ url: URL, headers: [String: String], seconds: Double) async throws -> WebSocket {
      var request = URLRequest(url: url, timeoutInterval: seconds)
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      let task = URLSession.shared.webSocketTask(with: request)
      task.resume()
      // A ping is answered when the handshake is done.
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        task.sendPing { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
      }
      return WebSocket(task)
    }

    func send(_ text: String) async throws { try await task.send(.string(text)) }

    /// Gives all events, one after the other, until the end.
    func read(_ take: @escaping @Sendable (SocketEvent) async -> Void) {
      Task { [task] in
        do {
          while true {
            switch try await task.receive() {
            case .string(let text): await take(.text(text))
            case .data(let data): await take(.text(String(decoding: data, as: UTF8.self)))
            @unknown default: break
            }
          }
        } catch {
          let reason = task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? error.localizedDescription
          let code = task.closeCode == .invalid ? nil : task.closeCode.rawValue
          await take(.end(SocketEnded(code: code, reason: reason)))
        }
      }
    }

    func close() { task.cancel(with: .normalClosure, reason: nil) }
  }
#else
  import Glibc

  /// A WebSocket over a plain socket (RFC 6455), without TLS: Foundation's needs a libcurl with WebSockets, which that of
  /// Swift for Linux has not.
  final class WebSocket: @unchecked Sendable {
    /// The longest message that is read.
    private static let longest = 16 << 20

    // The file is closed by `deinit` alone. `buffer` belongs to the thread that reads; `lock` guards what is sent.
    private let file: Int32
    private let lock = NSLock()
    private var buffer: [UInt8] = []

    private init(_ file: Int32) { self.file = file }

    deinit { Glibc.close(file) }

    /// Opens a socket, and waits until the handshake is done.
    static func open(_ url: URL, headers: [String: String], seconds: Double) async throws -> WebSocket {
      guard url.scheme == "ws", let host = url.host else {
        throw MockAPIError.failed(operation: "connectSocket", reason: "\(url) is no ws URL; on Linux there is no TLS")
      }
      return try await onThread {
        let socket = WebSocket(try Self.connected(host: host, port: url.port ?? 80, seconds: seconds))
        let query = url.query.map { "?\($0)" } ?? ""
        let lines =
          [
            "GET \(url.path)\(query) HTTP/1.1", "Host: \(host):\(url.port ?? 80)", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          ] + headers.map { "\($0.key): \($0.value)".filter { !$0.isNewline } }
        try socket.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        var response: [UInt8] = []
        while !response.suffix(4).elementsEqual([13, 10, 13, 10]), response.count < 65_536 {
          response.append(try socket.take(1)[0])
        }
        let line = String(decoding: response.prefix { $0 != 13 }, as: UTF8.self)
        guard line.contains(" 101 ") else {
          throw MockAPIError.failed(operation: "connectSocket", reason: "\(url.path) answered \(line)")
        }
        socket.limitReceiving(seconds: 0)
        return socket
      }
    }

    func send(_ text: String) async throws { try frame(0x81, Array(text.utf8)) }

    /// Gives all events, one after the other, until the end.
    func read(_ take: @escaping @Sendable (SocketEvent) async -> Void) {
      let (events, feed) = AsyncStream.makeStream(of: SocketEvent.self)
      Thread.detachNewThread { [self] in
        do {
          while true { feed.yield(.text(try message())) }
        } catch {
          feed.yield(.end(error as? SocketEnded ?? SocketEnded(code: nil, reason: "\(error)")))
          feed.finish()
        }
      }
      Task { for await event in events { await take(event) } }
    }

    func close() {
      try? frame(0x88, [0x03, 0xe8])
      shutdown(file, Int32(SHUT_RDWR))
    }

    private static func connected(host: String, port: Int, seconds: Double) throws -> Int32 {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var found: UnsafeMutablePointer<addrinfo>?
      defer { freeaddrinfo(found) }
      getaddrinfo(host, String(port), &hints, &found)
      var next = found
      while let address = next?.pointee {
        let file = Glibc.socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        if file >= 0, connect(file, address.ai_addr, address.ai_addrlen) == 0 {
          var patience = timeval(tv_sec: max(1, Int(min(seconds, 86_400))), tv_usec: 0)
          setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
          return file
        }
        if file >= 0 { Glibc.close(file) }
        next = address.ai_next
      }
      throw MockAPIError.noServer(reason: "nobody answers at \(host):\(port)")
    }

    private func limitReceiving(seconds: Int) {
      var patience = timeval(tv_sec: seconds, tv_usec: 0)
      setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    /// The next message, of one frame or several.
    private func message() throws -> String {
      var whole: [UInt8] = []
      while true {
        let head = try take(2)
        var length = Int(head[1] & 0x7f)
        if length >= 126 { length = try take(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
        guard (0...Self.longest - whole.count).contains(length) else {
          throw SocketEnded(code: nil, reason: "a message is longer than \(Self.longest) bytes")
        }
        let payload = try take(length)
        switch head[0] & 0x0f {
        case 0, 1, 2:
          whole += payload
          if head[0] & 0x80 != 0 { return String(decoding: whole, as: UTF8.self) }
        case 9: try frame(0x8a, payload)
        case 8:
          try? frame(0x88, Array(payload.prefix(2)))
          let code = payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1])
          throw SocketEnded(code: code, reason: String(decoding: payload.dropFirst(2), as: UTF8.self))
        default: break
        }
      }
    }

    private func take(_ count: Int) throws -> [UInt8] {
      while buffer.count < count {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let got = recv(file, &chunk, chunk.count, 0)
        guard got > 0 else { throw SocketEnded(code: nil, reason: got == 0 ? "end of connection" : "error \(errno)") }
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
        let isShort = payload.count < 65_536
        bytes.append(0x80 | (isShort ? 126 : 127))
        for byte in (0..<(isShort ? 2 : 8)).reversed() { bytes.append(UInt8(payload.count >> (8 * byte) & 0xff)) }
      }
      // A mask of zeros is a mask.
      try write(bytes + [0, 0, 0, 0] + payload)
    }

    private func write(_ bytes: [UInt8]) throws {
      try lock.withLock {
        var rest = bytes[...]
        while !rest.isEmpty {
          let sent = rest.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          guard sent > 0 else { throw SocketEnded(code: nil, reason: "the socket cannot be written to") }
          rest = rest.dropFirst(sent)
        }
      }
    }

    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
      }
    }
  }
#endif
