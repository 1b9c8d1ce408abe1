import CWebSockets
import Foundation
import HTTPCore
import Platform

/// Sockets whose server half is ended, read until their clients have ended theirs too. Used only by the loop's thread.
///
/// libwebsockets watches them as files, which it does not read itself.
final class LingeringSockets {
  /// The number of bytes of one socket per turn.
  private static let readBytes = 16 << 10

  /// Those that libwebsockets does not watch yet, because it is closing them.
  private var arrivals: [UpgradedSocket] = []
  private var watched: [OpaquePointer: UpgradedSocket] = [:]
  private var isOver = false

  var isEmpty: Bool { arrivals.isEmpty && watched.isEmpty }

  /// Whether this is libwebsockets' pointer of one of them.
  func has(_ wire: OpaquePointer) -> Bool { watched[wire] != nil }

  /// Takes over the socket of a connection that libwebsockets closes. It is returned immediately when its client has
  /// disconnected or has had its time, and when it uses TLS: then a ``TLSConnection`` lets it linger.
  func take(_ connection: SocketConnection) {
    let socket = connection.socket
    guard connection.mayLinger, !isOver, socket.secured == nil, Self.discard(from: socket.descriptor) else {
      return socket.close(hasLingered: !connection.mayLinger)
    }
    arrivals.append(socket)
  }

  /// Makes libwebsockets watch the new ones.
  func begin(in context: WebSocketContext) {
    for socket in arrivals {
      // A second descriptor of the socket, because libwebsockets closes what it watches.
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

  /// Discards received bytes.
  ///
  /// - Returns: Whether the client has not ended its half.
  func readable(_ wire: OpaquePointer) -> Bool {
    guard let socket = watched[wire] else { return false }
    return Self.discard(from: socket.descriptor)
  }

  /// Returns a socket that libwebsockets does not watch any more; has no effect for any other.
  func end(_ wire: OpaquePointer) {
    watched.removeValue(forKey: wire)?.close(hasLingered: true)
  }

  /// Returns all, and later ones immediately.
  func endAll() {
    for socket in arrivals + watched.values { socket.close(hasLingered: true) }
    (arrivals, watched, isOver) = ([], [:], true)
  }

  /// Reads some of the received bytes.
  ///
  /// - Returns: Whether more may arrive later.
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
