import Foundation

/// The sockets that this process, servers under test included, has open.
enum OpenSockets {
  /// Descriptors of a server's ends of its connections; sockets that listen count too.
  static func count(port: Int) -> Int {
    descriptors.count { localPort(of: $0) == port }
  }

  /// Descriptors of local socket pairs.
  static var localCount: Int {
    descriptors.count { family(of: $0) == AF_UNIX }
  }

  /// The server's end of its connection with a client; nil without one.
  static func end(port: Int, client: Int) -> Int32? {
    descriptors.first { localPort(of: $0) == port && peerPort(of: $0) == client }
  }

  /// Whether everything that has arrived at a socket was read.
  static func isDrained(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0
  }

  /// Those that are open: the table has room for many thousands.
  private static var descriptors: [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []).compactMap { Int32($0) }
  }

  private static func localPort(of descriptor: Int32) -> Int? {
    port { getsockname(descriptor, $0, $1) }
  }

  private static func peerPort(of descriptor: Int32) -> Int? {
    port { getpeername(descriptor, $0, $1) }
  }

  private static func family(of descriptor: Int32) -> Int32? {
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    guard getsockname(descriptor, &address, &length) == 0 else { return nil }
    return Int32(address.sa_family)
  }

  private static func port(
    _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, &length) }
    }
    guard status == 0, Int32(address.sin_family) == AF_INET else { return nil }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
