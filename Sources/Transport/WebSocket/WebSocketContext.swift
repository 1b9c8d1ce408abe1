import CWebSockets
import Foundation
import HTTPCore
import Logging
import Platform

/// The owner of libwebsockets' context and of the C memory that it refers to.
///
/// `@unchecked Sendable` because only `wake` is called from several threads, and libwebsockets allows that for its
/// function; everything else runs on the loop's thread, or before that thread starts.
final class WebSocketContext: @unchecked Sendable {
  private static let protocolName = "mock-api"
  /// The largest payload of one write; with a smaller value libwebsockets copies the rest.
  private static let packetBytes = 1 << 20
  /// The number of bytes per read; allocated for each socket, so it is small.
  private static let readBytes = 512

  let handle: OpaquePointer
  let vhost: OpaquePointer
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let name: UnsafeMutablePointer<CChar>

  /// Creates a context that does not listen and calls back with `owner` as its user pointer.
  ///
  /// - Returns: nil when libwebsockets cannot be initialised.
  init?(owner: UnsafeMutableRawPointer) {
    guard let name = strdup(Self.protocolName) else { return nil }
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    protocols.initialize(repeating: lws_protocols(), count: 2)
    protocols[0].name = UnsafePointer(name)
    protocols[0].callback = { WebSocketCallbacks.event($0, $1, $2, $3, $4) }
    protocols[0].rx_buffer_size = Self.readBytes
    protocols[0].tx_packet_size = Self.packetBytes
    var info = lws_context_creation_info()
    info.port = Int32(mock_lws_no_listen)
    info.protocols = UnsafePointer(protocols)
    info.gid = -1
    info.uid = -1
    info.options = mock_lws_validate_utf8
    info.user = owner
    Self.routeLog()
    guard let handle = lws_create_context(&info), let vhost = lws_get_vhost_by_name(handle, "default") else {
      protocols.deallocate()
      free(name)
      return nil
    }
    (self.handle, self.vhost, self.protocols, self.name) = (handle, vhost, protocols, name)
  }

  /// Makes the loop's thread handle its commands.
  func wake() {
    lws_cancel_service(handle)
  }

  /// Watches a descriptor, which is closed when that ends, and calls back when there is something to read.
  ///
  /// - Returns: nil on failure.
  func watch(_ descriptor: Int32) -> OpaquePointer? {
    mock_lws_watch(vhost, descriptor, name)
  }

  /// Closes every socket and ends the context; called last, on the loop's thread.
  func destroy() {
    lws_context_destroy(handle)
    protocols.deallocate()
    free(name)
  }

  /// Sends libwebsockets' own messages to the log. At each transfer it logs `calling service` as an error, which it is
  /// not.
  private static func routeLog() {
    lws_set_log_level(LLL_ERR | LLL_WARN) { level, line in
      guard let line else { return }
      let text = String(cString: line).trimmingCharacters(in: .whitespacesAndNewlines)
      guard !text.hasSuffix("calling service") else { return }
      let logger = Logger(label: "mock-api.websocket")
      logger.log(level: level == LLL_ERR ? .warning : .debug, "\(text)")
    }
  }
}

/// The function that libwebsockets calls; it finds its loop through the context's user pointer.
enum WebSocketCallbacks {
  static func event(
    _ wire: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ bytes: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int32 {
    guard let wire, let owner = lws_context_user(lws_get_context(wire)) else { return 0 }
    let loop = Unmanaged<WebSocketLoop>.fromOpaque(owner).takeUnretainedValue()
    switch reason {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
      loop.drainInbox()
    case LWS_CALLBACK_ESTABLISHED:
      loop.opened(wire)
    case LWS_CALLBACK_RECEIVE:
      loop.received(wire, UnsafeRawBufferPointer(start: bytes, count: count))
    case LWS_CALLBACK_RECEIVE_PONG:
      loop.observed(wire)
    case LWS_CALLBACK_SERVER_WRITEABLE:
      return loop.writable(wire) ? 0 : -1
    case LWS_CALLBACK_CLOSED:
      loop.closed(wire)
    case LWS_CALLBACK_TIMER:
      return loop.timeIsUp(wire) ? 0 : -1
    case LWS_CALLBACK_RAW_RX_FILE:
      return loop.lingering.readable(wire) ? 0 : -1
    case LWS_CALLBACK_RAW_CLOSE_FILE:
      loop.stopped(lingering: wire)
    case LWS_CALLBACK_WSI_DESTROY:
      loop.stopped(lingering: wire)
      loop.abandoned(descriptor: lws_get_socket_fd(wire))
    default:
      break
    }
    return 0
  }
}

/// A socket that is being transferred from libmicrohttpd to libwebsockets.
///
/// libwebsockets requires to answer the handshake itself, but libmicrohttpd has already answered it. So libwebsockets
/// gets one end of a socket pair with a prepared handshake and writes its response there; then dup2(2) replaces that
/// end by the client's socket.
final class SocketTransfer {
  let socket: UpgradedSocket
  let makeSession: @Sendable () -> any WebSocketSession
  /// libwebsockets' end of the pair.
  let inner: Int32
  /// The other end, where libwebsockets' response is discarded.
  private let outer: Int32

  /// The handshake for libwebsockets: no extension, no subprotocol, nothing that it could refuse.
  static let handshake = Array(
    ("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").utf8)

  /// Creates the pair; nil when the process has no descriptors left.
  init?(_ socket: UpgradedSocket, makeSession: @escaping @Sendable () -> any WebSocketSession) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, CLibrary.streamSocket, 0, &pair) == 0 else { return nil }
    (inner, outer) = (pair[0], pair[1])
    self.socket = socket
    self.makeSession = makeSession
  }

  /// Puts the client's socket under libwebsockets' descriptor.
  func complete() {
    dup2(socket.descriptor, inner)
    close(outer)
    _ = fcntl(inner, F_SETFL, fcntl(inner, F_GETFL) | O_NONBLOCK)
    Socket.disableNagle(inner)
  }

  /// Cancels the transfer; libwebsockets closes the inner end.
  func abandon() {
    close(outer)
    socket.close()
  }
}
