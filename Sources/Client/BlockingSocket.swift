import HTTPCore
import Platform

/// A blocking connection to a server: TCP, with TLS where the address asks for it.
final class BlockingSocket {
  /// The connection failed or was lost.
  struct Failure: Error {
    /// The system's message.
    let reason: String
    /// Whether nothing happened in the time that was given; the connection is still good then.
    var isTimeout = false

    static func system(_ code: Int32) -> Failure { Failure(reason: String(cString: strerror(code)).lowercased()) }
  }

  private static let pieceBytes = 64 << 10

  private let descriptor: Int32
  private var session: TLSClientSession?

  /// Connects to the first of the host's addresses that responds.
  ///
  /// - Throws: ``Failure`` of the last address.
  init(to address: ServerAddress, timeoutMilliseconds: Int) throws(Failure) {
    descriptor = try Self.connected(address, timeoutMilliseconds)
    guard address.isSecure else { return }
    let session = try TLSClientSession(descriptor, host: address.host)
    while try !session.shakeHands() { try wait(for: session, timeoutMilliseconds) }
    self.session = session
  }

  deinit {
    session?.end()
    // Before its socket.
    session = nil
    close(descriptor)
  }

  private static func connected(_ address: ServerAddress, _ timeoutMilliseconds: Int) throws(Failure) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = CLibrary.streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &list)
    defer { if list != nil { freeaddrinfo(list) } }
    guard code == 0 else { throw Failure(reason: "\(address.host): \(String(cString: gai_strerror(code)))") }
    var failure = Failure(reason: "\(address.host) has no address")
    var next = list
    while let info = next?.pointee {
      do throws(Failure) {
        return try connected(info, timeoutMilliseconds)
      } catch {
        failure = error
      }
      next = info.ai_next
    }
    throw failure
  }

  private static func connected(_ info: addrinfo, _ timeoutMilliseconds: Int) throws(Failure) -> Int32 {
    let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard descriptor >= 0 else { throw .system(errno) }
    // Nonblocking, so that a host that does not respond costs no more than the timeout.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    #if canImport(Darwin)
      var isOn: Int32 = 1
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    do throws(Failure) {
      if connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return descriptor }
      guard errno == EINPROGRESS else { throw .system(errno) }
      try wait(descriptor, Int16(POLLOUT), timeoutMilliseconds)
      var (code, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code == 0 else { throw .system(code) }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Sends everything.
  ///
  /// - Throws: ``Failure`` when the peer reads nothing for this long, or has disconnected.
  func send(_ bytes: [UInt8], timeoutMilliseconds: Int) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      if let session {
        if let count = try session.send(bytes[sent...]) {
          sent += count
        } else {
          try wait(for: session, timeoutMilliseconds)
        }
        continue
      }
      let count = bytes.withUnsafeBytes {
        CLibrary.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        try Self.wait(descriptor, Int16(POLLOUT), timeoutMilliseconds)
      } else if errno != EINTR {
        throw .system(errno)
      }
    }
  }

  /// The next bytes; empty at the end of the connection.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: The longest time without data; less than 0 for no limit.
  /// - Throws: ``Failure``.
  func receive(timeoutMilliseconds: Int) throws(Failure) -> [UInt8] {
    while true {
      if let session {
        // TLS may have read ahead.
        if let bytes = try session.receive(atMost: Self.pieceBytes) { return bytes }
        try wait(for: session, timeoutMilliseconds)
        continue
      }
      try Self.wait(descriptor, Int16(POLLIN), timeoutMilliseconds)
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
        let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        (count, code) = (max(0, received), received < 0 ? errno : 0)
      }
      if code == 0 { return bytes }
      guard code == EAGAIN || code == EWOULDBLOCK || code == EINTR else { throw .system(code) }
    }
  }

  private func wait(for session: TLSClientSession, _ timeoutMilliseconds: Int) throws(Failure) {
    try Self.wait(descriptor, Int16(session.waitsToSend ? POLLOUT : POLLIN), timeoutMilliseconds)
  }

  private static func wait(_ descriptor: Int32, _ events: Int16, _ timeoutMilliseconds: Int) throws(Failure) {
    var wanted = pollfd(fd: descriptor, events: events, revents: 0)
    while true {
      let count = poll(&wanted, 1, Int32(clamping: timeoutMilliseconds))
      if count > 0 { return }
      if count == 0 { throw Failure(reason: "no response within \(timeoutMilliseconds) ms", isTimeout: true) }
      guard errno == EINTR else { throw .system(errno) }
    }
  }
}
