import CWebSockets
import Foundation
import HTTPCore
import Platform

/// Sockets whose server's half is ended, read from until their clients have ended theirs too. Touched only by the loop's
/// thread.
///
/// libwebsockets watches them as files, which it does not read itself.
final class LingeringSockets {
  /// How many bytes of one socket are read before it is the others' turn.
  private static let readBytes = 16 << 10

  /// Those that libwebsockets does not watch yet: it is in the middle of closing them.
  private var arrivals: [UpgradedSocket] = []
  private var watched: [OpaquePointer: UpgradedSocket] = [:]
  private var isOver = false

  /// Whether there are none.
  var isEmpty: Bool { arrivals.isEmpty && watched.isEmpty }

  /// Whether this is libwebsockets' pointer of one of them.
  func has(_ wire: OpaquePointer) -> Bool { watched[wire] != nil }

  /// Takes over the socket of a connection that libwebsockets closes. It is given back at once when its client has
  /// left or has had its time, and when it speaks TLS: then a ``TLSConnection`` lets it linger.
  func take(_ connection: SocketConnection) {
    let socket = connection.socket
    guard connection.mayLinger, !isOver, socket.secured == nil, Self.discard(from: socket.descriptor) else {
      return socket.close(hasLingered: !connection.mayLinger)
    }
    arrivals.append(socket)
  }

  /// Has libwebsockets watch those that were taken over.
  func begin(in context: WebSocketContext) {
    for socket in arrivals {
      // A second descriptor of the socket, since libwebsockets closes what it watches.
      let descriptor = dup(socket.descriptor)
      if descriptor >= 0 { Socket.endSending(descriptor) }
      if descriptor >= 0, let wire = context.watch(descriptor) {
        watched[wire] = socket
        lws_set_timer_usecs(wire, WebSocketLoop.lingerMicroseconds)
      } else {
        socket.close(hasLingered: true)
      }
    }
    arrivals = []
  }

  /// Throws away what has come.
  ///
  /// - Returns: Whether the client has not ended its half.
  func readable(_ wire: OpaquePointer) -> Bool {
    guard let socket = watched[wire] else { return false }
    return Self.discard(from: socket.descriptor)
  }

  /// Gives one back that libwebsockets does not watch any more; does nothing when it is none.
  func end(_ wire: OpaquePointer) {
    watched.removeValue(forKey: wire)?.close(hasLingered: true)
  }

  /// Gives all back, and those that come later at once.
  func endAll() {
    for socket in arrivals + watched.values { socket.close(hasLingered: true) }
    (arrivals, watched, isOver) = ([], [:], true)
  }

  /// Reads some of what has come.
  ///
  /// - Returns: Whether more may come later.
  private static func discard(from socket: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: readBytes, alignment: 1) { buffer in
      while true {
        let count = recv(socket, buffer.baseAddress, buffer.count, CLibrary.dontWait)
        if count > 0 { return true }
        if count == 0 { return false }
        if errno != EINTR { return errno == EAGAIN || errno == EWOULDBLOCK }
      }
    }
  }
}
