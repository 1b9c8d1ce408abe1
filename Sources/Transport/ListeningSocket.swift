import Platform

/// Sockets that listen for connections.
package enum ListeningSocket {
  /// Why listening failed.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// Another process uses the port.
    case portBusy(port: Int)
    /// The host name has no local address.
    case unknownHost(String)
    /// Any other error, in the system's words.
    case system(String)

    package var description: String {
      switch self {
      case .portBusy(let port): "port \(port) is in use by another process"
      case .unknownHost(let host): "\"\(host)\" is not an address of this machine"
      case .system(let reason): reason
      }
    }
  }

  /// A socket and its address.
  package struct Bound: Sendable, Equatable {
    package let descriptor: Int32
    /// `127.0.0.1`, `::1` or another numeric address.
    package let address: String
    package let port: Int
    /// Whether it is for connections with TLS.
    package var isSecure = false

    /// The same socket with another descriptor.
    func with(_ descriptor: Int32) -> Bound {
      Bound(descriptor: descriptor, address: address, port: port, isSecure: isSecure)
    }
  }

  private static let backlog: Int32 = 511
  private static let attemptsForFreePort = 20

  /// Listens on a port of each host; with port 0 on one free port, the same for all.
  ///
  /// - Parameters:
  ///   - hosts: Names or numeric addresses; those after the first may be unavailable (a machine without IPv6).
  ///   - port: 0…65535.
  /// - Throws: ``Failure``.
  package static func open(hosts: [String], port: Int) throws(Failure) -> [Bound] {
    for _ in 0..<attemptsForFreePort {
      do {
        return try openAll(hosts, port: port)
      } catch {
        // A free port of one address family may be in use in the other: try another one.
        guard port == 0, case .portBusy = error else { throw error }
      }
    }
    throw .system("no port is free on all of \(hosts.joined(separator: ", "))")
  }

  /// Closes sockets that are not served.
  package static func end(_ bound: [Bound]) {
    for socket in bound { close(socket.descriptor) }
  }

  private static func openAll(_ hosts: [String], port: Int) throws(Failure) -> [Bound] {
    var bound: [Bound] = []
    for host in hosts {
      do {
        bound.append(try openOne(host, port: bound.first?.port ?? port))
      } catch {
        if !bound.isEmpty, case .system = error { continue }
        end(bound)
        throw error
      }
    }
    return bound
  }

  private static func openOne(_ host: String, port: Int) throws(Failure) -> Bound {
    var hints = addrinfo()
    hints.ai_socktype = CLibrary.streamSocket
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else {
      throw .unknownHost(host)
    }
    defer { freeaddrinfo(list) }
    let descriptor = socket(first.pointee.ai_family, CLibrary.streamSocket, 0)
    guard descriptor >= 0 else { throw .system("socket: \(String(cString: strerror(errno)))") }
    Socket.setOption(descriptor, level: SOL_SOCKET, SO_REUSEADDR, 1)
    if first.pointee.ai_family == AF_INET6 {
      Socket.setOption(descriptor, level: Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
    }
    guard bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
      listen(descriptor, backlog) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else {
      let code = errno
      close(descriptor)
      throw code == EADDRINUSE
        ? .portBusy(port: port)
        : .system("cannot listen on \(host) port \(port): \(String(cString: strerror(code)))")
    }
    let numeric = Socket.numericHost(UnsafePointer(first.pointee.ai_addr))
    return Bound(descriptor: descriptor, address: numeric, port: localPort(of: descriptor))
  }

  private static func localPort(of descriptor: Int32) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getsockname(descriptor, address, &length) == 0 else { return 0 }
        if Int32(address.pointee.sa_family) == AF_INET6 {
          return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
            Int(UInt16(bigEndian: $0.pointee.sin6_port))
          }
        }
        return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          Int(UInt16(bigEndian: $0.pointee.sin_port))
        }
      }
    }
  }
}

extension ListeningSocket {
  /// The base URL of a socket, such as `http://127.0.0.1:3000` or `https://[::1]:3443`. For a socket on every address
  /// it is that of the loopback address, because clients cannot connect to 0.0.0.0 everywhere.
  ///
  /// - Parameters:
  ///   - asLocalhost: Whether to write `localhost`, which stands for both loopback addresses.
  package static func url(of bound: Bound, asLocalhost: Bool = false) -> String {
    let address = ["0.0.0.0": "127.0.0.1", "::": "::1"][bound.address] ?? bound.address
    let host = asLocalhost ? "localhost" : address.contains(":") ? "[\(address)]" : address
    return "\(bound.isSecure ? "https" : "http")://\(host):\(bound.port)"
  }
}
