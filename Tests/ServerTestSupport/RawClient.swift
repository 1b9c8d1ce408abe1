import Foundation
import Platform

/// A client that writes bytes to a socket and reads bytes back, so that a test decides what is on the wire.
package final class RawClient {
  /// The socket failed or was silent for too long.
  package struct Failure: Error {
    package let what: String

    package init(what: String) { self.what = what }
  }

  private let socket: Int32
  private var buffer: [UInt8] = []

  /// Connects to the loopback; reading and writing give up after a few seconds.
  ///
  /// - Parameters:
  ///   - receiveBufferBytes: What the system keeps for this end until it is read; nil for its default.
  package init(port: Int, timeoutSeconds: Int = 30, receiveBufferBytes: Int32? = nil) throws {
    #if canImport(Darwin)
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var timeout = timeval()
    timeout.tv_sec = timeoutSeconds
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    if var size = receiveBufferBytes {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure(what: "connect: \(String(cString: strerror(errno)))") }
  }

  deinit {
    close(socket)
  }

  /// Writes bytes; the server closing the connection meanwhile is not an error here.
  package func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.sendQuietly(socket, $0) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  package func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  /// Ends the sending half of the connection.
  package func finishWriting() {
    shutdown(socket, Int32(SHUT_WR))
  }

  /// Bytes that have arrived, at least one; empty when the server has closed the connection.
  package func read() throws -> [UInt8] {
    if !buffer.isEmpty {
      defer { buffer = [] }
      return buffer
    }
    return try receive()
  }

  /// Everything until the server closes the connection.
  package func readToEnd() throws -> [UInt8] {
    var all = buffer
    buffer = []
    while true {
      let piece = try receive()
      if piece.isEmpty { return all }
      all += piece
    }
  }

  /// Reads exactly so many bytes.
  package func read(count: Int) throws -> [UInt8] {
    while buffer.count < count { try fill() }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// Sends a request with a correct `Content-Length` and reads the answer.
  package func send(
    _ method: String, _ path: String, token: String? = nil, headers: [(String, String)] = [], body: [UInt8]? = nil
  ) throws -> RawResponse {
    var text = "\(method) \(path) HTTP/1.1\r\n"
    if !headers.contains(where: { $0.0 == "Host" }) { text += "Host: localhost\r\n" }
    if let token { text += "Authorization: Bearer \(token)\r\n" }
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.count)\r\n" }
    try write(Array((text + "\r\n").utf8) + (body ?? []))
    return try readResponse(hasContent: method != "HEAD")
  }

  /// Reads one answer, leaving what follows it for the next call.
  package func readResponse(hasContent: Bool = true) throws -> RawResponse {
    let separator = Array("\r\n\r\n".utf8)
    var end = buffer.firstRange(of: separator)
    while end == nil {
      try fill()
      end = buffer.firstRange(of: separator)
    }
    guard let end else { throw Failure(what: "no header section") }
    let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
    buffer.removeFirst(end.upperBound)
    var response = try RawResponse(head: head)
    let isBodiless = !hasContent || response.status == 204 || response.status == 304 || response.status < 200
    if !isBodiless, let length = response.header("Content-Length").flatMap(Int.init) {
      response.body = try read(count: length)
    }
    // Events never end.
    let endsByItself = response.header("Content-Type") != "text/event-stream"
    if !isBodiless, endsByItself, response.header("Transfer-Encoding") == "chunked" {
      response.body = try readChunks()
    }
    return response
  }

  /// Reads content in chunks (RFC 9112 §7.1) without trailers.
  private func readChunks() throws -> [UInt8] {
    var content: [UInt8] = []
    while true {
      var line: [UInt8] = []
      while line.suffix(2) != [0x0D, 0x0A] { line += try read(count: 1) }
      guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else {
        throw Failure(what: "no size of a chunk")
      }
      content += try read(count: size + 2).dropLast(2)
      if size == 0 { return content }
    }
  }

  private func fill() throws {
    let piece = try receive()
    guard !piece.isEmpty else { throw Failure(what: "the server closed the connection") }
    buffer += piece
  }

  private func receive() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &bytes, bytes.count, 0)
    if count < 0 && errno == ECONNRESET { return [] }
    guard count >= 0 else { throw Failure(what: "read: \(String(cString: strerror(errno)))") }
    return Array(bytes.prefix(count))
  }

  private static func sendQuietly(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
    #else
      Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }
}

/// An answer as it stood on the wire.
package struct RawResponse: Sendable {
  package let status: Int
  package let headers: [(name: String, value: String)]
  package var body: [UInt8] = []

  /// Reads a status line and header lines.
  package init(head: String) throws {
    let lines = head.components(separatedBy: "\r\n")
    let parts = lines[0].split(separator: " ")
    guard parts.count >= 2, let status = Int(parts[1]) else { throw RawClient.Failure(what: "status: \(lines[0])") }
    self.status = status
    headers = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      return (String(line[..<colon]), value)
    }
  }

  /// The first header of that name, in any case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  package var data: Data { Data(body) }
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as a JSON object; empty when it is something else.
  package var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }

  /// The `error` object of the documented error bodies.
  package var error: [String: Any] { json["error"] as? [String: Any] ?? [:] }
}
