import Platform

/// Operations on sockets, and queries about them, that differ between systems or need several calls.
enum Socket {
  /// Sets an integer socket option; a failure keeps the default, which always works.
  static func setOption(_ socket: Int32, level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Flags of send(2): nonblocking, and no SIGPIPE if the system supports that flag (elsewhere libwebsockets ignores
  /// the signal).
  static var sendFlags: Int32 {
    #if canImport(Darwin)
      Int32(MSG_DONTWAIT)
    #else
      Int32(Int(MSG_DONTWAIT) | Int(MSG_NOSIGNAL))
    #endif
  }

  /// Creates a pair of connected, nonblocking sockets that child processes do not inherit.
  ///
  /// - Returns: Whether there were enough descriptors.
  static func pair(_ descriptors: inout [Int32]) -> Bool {
    guard socketpair(AF_UNIX, CLibrary.streamSocket, 0, &descriptors) == 0 else { return false }
    for descriptor in descriptors { prepare(descriptor) }
    return true
  }

  /// Accepts a connection as nonblocking, not inherited by child processes.
  ///
  /// - Returns: Its socket, less than 0 for an error, which is in `errno`, and the client's numeric address.
  static func acceptClient(_ listening: Int32) -> (descriptor: Int32, address: String) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let descriptor = accept(listening, address, &length)
        guard descriptor >= 0 else { return (descriptor, "") }
        prepare(descriptor)
        return (descriptor, numericHost(address))
      }
    }
  }

  /// Makes a socket nonblocking and not inherited by child processes.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Ends both halves of a connection; its descriptor stays open.
  static func end(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  /// Ends the sending half of a socket; the other side may continue.
  static func endSending(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_WR)) }

  /// Sends small writes immediately (TCP_NODELAY).
  static func disableNagle(_ socket: Int32) {
    setOption(socket, level: Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  /// Whether bytes wait to be read from a socket.
  static func hasInput(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, CLibrary.peek) == 1
  }

  /// Whether a socket takes bytes now.
  static func isWritable(_ socket: Int32) -> Bool {
    var wanted = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    return poll(&wanted, 1, 0) > 0 && wanted.revents & Int16(POLLOUT) != 0
  }

  /// Whether bytes arrived on a connection and none were ever sent; false where the system does not report it.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  static func hasOnlyReceived(_ socket: Int32, atLeast count: UInt64 = 1) -> Bool {
    #if os(Linux)
      // `tcp_info` of <linux/tcp.h>; the C library's own lacks its last fields: tcpi_bytes_received, tcpi_notsent_bytes
      // and tcpi_data_segs_out (Linux 4.6).
      return withUnsafeTemporaryAllocation(byteCount: 160, alignment: 8) { info in
        var length = socklen_t(info.count)
        guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
          Int(length) == info.count
        else { return false }
        return info.load(fromByteOffset: 128, as: UInt64.self) >= count
          && info.load(fromByteOffset: 144, as: UInt32.self) == 0
          && info.load(fromByteOffset: 156, as: UInt32.self) == 0
      }
    #else
      return false
    #endif
  }

  /// Discards received bytes of a connection, up to a limit.
  static func discardInput(_ socket: Int32, upTo limit: Int) {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      var count = 0
      while count < limit {
        let received = recv(socket, buffer.baseAddress, buffer.count, CLibrary.dontWait)
        guard received > 0 else { return }
        count += received
      }
    }
  }

  /// The number of bytes that a socket certainly accepts after poll(2) has reported it as writable; 0 when unknown.
  /// Linux reports this only while a third of the buffer is free (`sk_stream_is_writeable`); the result is a little
  /// less than that, because libwebsockets writes, too.
  static func writableBytes(_ socket: Int32) -> Int {
    #if os(Linux)
      var size: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, &length) == 0 else { return 0 }
      return max(0, Int(size) / 3 - 4096)
    #else
      return 0
    #endif
  }

  /// Whether the peer's system has all bytes that were written to a connection, or the other process has read them from
  /// a socket pair; also true when the system does not report it.
  static func hasSentAll(_ socket: Int32) -> Bool {
    var rest: Int32 = 0
    #if os(Linux)
      // SIOCOUTQ of <linux/sockios.h>: unacknowledged bytes.
      guard ioctl(socket, 0x5411, &rest) == 0 else { return true }
    #else
      // SO_NWRITE: bytes in the send buffer, where they stay until they are acknowledged.
      var length = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(socket, SOL_SOCKET, SO_NWRITE, &rest, &length) == 0 else { return true }
    #endif
    return rest <= 0
  }

  /// Whether the peer has ended at least its half of a connection.
  static func peerHasEnded(_ socket: Int32) -> Bool {
    #if os(Linux)
      // POLLRDHUP, which the C library declares only for GNU sources.
      var wanted = pollfd(fd: socket, events: 0x2000, revents: 0)
      return poll(&wanted, 1, 0) > 0
    #else
      // Elsewhere libmicrohttpd polls the state of sockets instead of changes, and detects the end itself.
      return false
    #endif
  }

  /// Whether a connection is broken: reset, or ended in both directions.
  static func isBroken(_ socket: Int32) -> Bool {
    var wanted = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&wanted, 1, 0) > 0 && wanted.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// Whether a client that is not read from has disconnected: its half of the connection is ended.
  static func clientHasLeft(_ socket: Int32) -> Bool {
    #if os(Linux)
      return peerHasEnded(socket)
    #else
      var byte: UInt8 = 0
      let count = recv(socket, &byte, 1, CLibrary.peek)
      return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
    #endif
  }

  /// Whether a connection is closed or reset, or the descriptor is not that of an open socket.
  static func hasFailed(_ socket: Int32) -> Bool {
    var state = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0 && Int32(state.revents) & (Int32(POLLERR) | Int32(POLLHUP) | Int32(POLLNVAL)) != 0
  }

  /// Resets a connection (RFC 9293 §3.5.2); its descriptors stay open for their owners, but are not usable any more.
  ///
  /// - Parameters:
  ///   - descriptors: All descriptors of the socket in this process.
  static func reset(_ descriptors: [Int32]) {
    #if os(Linux)
      // Connecting to no address resets (`tcp_disconnect` of the kernel). SO_LINGER is not suitable, because
      // libmicrohttpd ends its half in the ordinary way before it closes.
      var nowhere = sockaddr()
      nowhere.sa_family = sa_family_t(AF_UNSPEC)
      if let socket = descriptors.first { _ = connect(socket, &nowhere, socklen_t(MemoryLayout<sockaddr>.size)) }
    #else
      // A socket with a linger time of 0 is reset when its last descriptor is closed; so another socket replaces it
      // under each descriptor.
      let other = socket(AF_INET, CLibrary.streamSocket, 0)
      guard other >= 0 else { return }
      var impatient = linger(l_onoff: 1, l_linger: 0)
      for descriptor in descriptors {
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &impatient, socklen_t(MemoryLayout<linger>.size))
        dup2(other, descriptor)
      }
      close(other)
    #endif
  }

  /// The numeric text of a socket address without its port, such as `127.0.0.1` or `::1`.
  static func numericHost(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "" }
    let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
    let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
      buffer.initialize(repeating: 0)
      let status = getnameinfo(
        address, socklen_t(length), buffer.baseAddress, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
      guard status == 0, let start = buffer.baseAddress else { return "" }
      return String(cString: start)
    }
  }
}
