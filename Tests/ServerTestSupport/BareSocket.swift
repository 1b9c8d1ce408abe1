import Foundation
import Platform

/// A connection to the loopback with the knobs that a hostile client turns: the size of its buffers, writes that
/// give up, an end without a farewell.
package final class BareSocket {
  /// What reading led to.
  package enum Arrival: Equatable {
    case bytes([UInt8])
    /// The server has ended the connection.
    case end
    /// Nothing came in time.
    case silence
  }

  package private(set) var descriptor: Int32
  /// The port of this end, by which the server's end can be told from others.
  package let localPort: Int

  /// Connects; each read and write gives up after a while.
  package init(
    port: Int, receiveBufferBytes: Int32? = nil, sendBufferBytes: Int32? = nil, timeoutMilliseconds: Int = 10_000
  ) throws {
    #if canImport(Darwin)
      descriptor = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    Self.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    if let receiveBufferBytes { Self.set(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBufferBytes) }
    if let sendBufferBytes { Self.set(descriptor, SOL_SOCKET, SO_SNDBUF, sendBufferBytes) }
    var timeout = timeval()
    timeout.tv_sec = timeoutMilliseconds / 1000
    timeout.tv_usec = .init(timeoutMilliseconds % 1000 * 1000)
    Self.set(descriptor, SOL_SOCKET, SO_RCVTIMEO, timeout)
    Self.set(descriptor, SOL_SOCKET, SO_SNDTIMEO, timeout)
    localPort = try Self.connect(descriptor, to: port)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes bytes.
  ///
  /// - Returns: How many were taken before the connection ended, or took none for the time-out.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Int {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        #if canImport(Darwin)
          return Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
        #else
          return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { break }
      written += count
    }
    return written
  }

  package func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// What arrives next.
  package func read(atMost limit: Int = 65_536) -> Arrival {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = recv(descriptor, &bytes, limit, 0)
    if count > 0 { return .bytes(Array(bytes.prefix(count))) }
    return count == 0 || errno == ECONNRESET || errno == EPIPE ? .end : .silence
  }

  /// Whether something, the end included, arrives within the time.
  package func hasArrival(withinMilliseconds milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, milliseconds) > 0
  }

  /// Reads one answer that has a `Content-Length`, and nothing behind it.
  package func readResponse() throws -> RawResponse {
    var bytes: [UInt8] = []
    while true {
      guard case .bytes(let piece) = read() else { throw RawClient.Failure(what: "no answer") }
      bytes += piece
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      var response = try RawResponse(head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self))
      let length = response.header("Content-Length").flatMap(Int.init) ?? 0
      guard bytes.count - end.upperBound >= length else { continue }
      response.body = Array(bytes[end.upperBound...].prefix(length))
      return response
    }
  }

  /// Drops the connection with a reset instead of an end.
  package func reset() {
    Self.set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    close(descriptor)
    descriptor = -1
  }

  private static func set<Value>(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Value) {
    withUnsafeBytes(of: value) { bytes in
      _ = setsockopt(descriptor, level, option, bytes.baseAddress, socklen_t(bytes.count))
    }
  }

  private static func connect(_ descriptor: Int32, to port: Int) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        #if canImport(Darwin)
          let status = Darwin.connect(descriptor, address, length)
        #else
          let status = Glibc.connect(descriptor, address, length)
        #endif
        return status == 0 ? getsockname(descriptor, address, &length) : status
      }
    }
    guard status == 0 else { throw RawClient.Failure(what: "connect: \(String(cString: strerror(errno)))") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
