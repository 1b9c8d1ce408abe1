import CWebSockets

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
      loop.heard(wire)
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
