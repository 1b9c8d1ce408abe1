import CWebSockets
import Foundation
import Logging

/// The owner of libwebsockets' context and of the C memory that it refers to.
///
/// `@unchecked Sendable` because only `wake` is called from several threads, which libwebsockets allows for the
/// function behind it alone; all else happens on the loop's thread, or before that thread starts.
final class WebSocketContext: @unchecked Sendable {
  private static let protocolName = "mock-api"
  /// Bytes of a payload that one write may carry; a smaller value makes libwebsockets copy the rest.
  private static let packetBytes = 1 << 20
  /// Bytes that are read at once; allocated for each socket, so kept small.
  private static let readBytes = 512

  let handle: OpaquePointer
  let vhost: OpaquePointer
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let name: UnsafeMutablePointer<CChar>

  /// A context that listens nowhere and calls back with `owner` as its user pointer.
  ///
  /// - Returns: nil when libwebsockets cannot be set up.
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

  /// Makes the loop's thread look at its commands.
  func wake() {
    lws_cancel_service(handle)
  }

  /// Watches a descriptor, which is closed when that ends, and calls back when there is something to read.
  ///
  /// - Returns: nil when it cannot.
  func watch(_ descriptor: Int32) -> OpaquePointer? {
    mock_lws_watch(vhost, descriptor, name)
  }

  /// Closes every socket and ends the context; called last, on the loop's thread.
  func destroy() {
    lws_context_destroy(handle)
    protocols.deallocate()
    free(name)
  }

  /// Sends libwebsockets' own messages to the log. At each adoption it reports `calling service` as an error,
  /// which is none.
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
