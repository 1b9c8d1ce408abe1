import CMicroHTTPD
import HTTPCore
import Platform

/// Passes responses to libmicrohttpd.
enum ResponseSender {
  /// Bodies up to this size are copied, which is cheaper than counting references to them.
  private static let copyLimit = 2048

  /// Queues a response.
  ///
  /// - Parameters:
  ///   - date: The value of `Date`.
  ///   - isLast: Whether the connection must be closed after it.
  ///   - reader: Provides the body piece by piece; nil to pass it completely.
  static func send(
    _ response: Response, on connection: OpaquePointer, date: String, isLast: Bool, reader: BodyReader? = nil
  ) -> MHD_Result {
    guard let handle = reader.map({ $0.response() }) ?? create(response.content) else { return mock_no() }
    defer { MHD_destroy_response(handle) }
    addHeaders(of: response, date: date, to: handle)
    if isLast { add("Connection", "close", to: handle) }
    return MHD_queue_response(connection, UInt32(clamping: response.status), handle)
  }

  /// Queues a response that is sent completely and immediately, and reuses a prepared one if it is the same.
  ///
  /// - Parameters:
  ///   - date: The value of `Date`.
  ///   - prepared: The prepared responses.
  static func send(
    _ response: Response, on connection: OpaquePointer, date: String, prepared: PreparedResponses
  ) -> MHD_Result {
    let kept = prepared.response(response, date: date) {
      let handle = create(response.content)
      if let handle { addHeaders(of: response, date: date, to: handle) }
      return handle
    }
    guard let kept else { return send(response, on: connection, date: date, isLast: false) }
    // The library counts its reference within the call, while another thread may drop the prepared response.
    return withExtendedLifetime(kept) {
      MHD_queue_response(connection, UInt32(clamping: response.status), kept.handle)
    }
  }

  private static func addHeaders(of response: Response, date: String, to handle: OpaquePointer) {
    for field in response.headers.fields { add(field.name, field.value, to: handle) }
    add("Date", date, to: handle)
  }

  /// Queues the switch to another protocol; `ready` gets the socket once the response is sent.
  ///
  /// - Parameters:
  ///   - secured: The connection's TLS layer; nil without TLS.
  ///   - wakeServer: Wakes the connection's daemon after a connection was ended; nil for one that notices by itself.
  static func upgrade(
    _ upgrade: WebSocketUpgrade, on connection: OpaquePointer, date: String, secured: TLSConnection?,
    wakeServer: (@Sendable () -> Void)?,
    ready: @escaping (UpgradedSocket) -> Void
  ) -> MHD_Result {
    let context = Unmanaged.passRetained(UpgradeContext(secured: secured, wakeServer: wakeServer, ready: ready))
    let callback: MHD_UpgradeHandler = { context, _, _, early, earlyCount, socket, handle in
      guard let context, let handle else { return }
      let earlyBytes = Array(UnsafeRawBufferPointer(start: early, count: earlyCount))
      let upgrade = Unmanaged<UpgradeContext>.fromOpaque(context).takeRetainedValue()
      upgrade.ready(
        UpgradedSocket(
          descriptor: socket, earlyBytes: earlyBytes, handle: handle, secured: upgrade.secured,
          wakeServer: upgrade.wakeServer))
    }
    guard let handle = MHD_create_response_for_upgrade(callback, context.toOpaque()) else {
      context.release()
      return mock_no()
    }
    defer { MHD_destroy_response(handle) }
    add("Upgrade", "websocket", to: handle)
    if let subprotocol = upgrade.subprotocol { add("Sec-WebSocket-Protocol", subprotocol, to: handle) }
    for field in upgrade.headers.fields { add(field.name, field.value, to: handle) }
    add("Date", date, to: handle)
    return MHD_queue_response(connection, 101, handle)
  }

  /// `withCString` is faster than passing the strings, each of which would be copied to the heap first.
  private static func add(_ name: String, _ value: String, to handle: OpaquePointer) {
    name.withCString { name in
      value.withCString { value in _ = MHD_add_response_header(handle, name, value) }
    }
  }

  private static func create(_ content: Response.Content) -> OpaquePointer? {
    switch content {
    case .empty:
      return mock_response_copying(nil, 0)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { mock_response_copying($0.baseAddress, $0.count) }
    case .shared(let buffer) where buffer.count <= copyLimit:
      return buffer.withBytes { mock_response_copying($0.baseAddress, $0.count) }
    case .stream:
      // Without a reader: the client receives none of this body.
      return mock_response_untold()
    case .shared(let buffer):
      let retained = Unmanaged.passRetained(buffer)
      let release: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        Unmanaged<BodyBuffer>.fromOpaque(context).release()
      }
      // The bytes stay at their address until `release`, because the buffer is retained until then.
      let handle = buffer.withBytes { bytes in
        MHD_create_response_from_buffer_with_free_callback_cls(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), release, retained.toOpaque())
      }
      if handle == nil { retained.release() }
      return handle
    }
  }
}

/// A client's socket after the switch to another protocol. Its owner must end it by ``close(hasLingered:)``.
///
/// `@unchecked Sendable` because the handle is only passed back to libmicrohttpd, which allows that from any thread.
struct UpgradedSocket: @unchecked Sendable {
  /// The socket, or with TLS an end of a pair that stands for it; valid until ``close(hasLingered:)``.
  let descriptor: Int32
  /// The bytes that the client already sent after its handshake.
  let earlyBytes: [UInt8]
  /// libmicrohttpd's handle of the connection; the library closes the descriptor itself.
  fileprivate let handle: OpaquePointer
  /// The connection's TLS layer; nil without TLS.
  let secured: TLSConnection?
  /// Wakes the connection's daemon after a connection was ended; nil for one that notices by itself.
  fileprivate let wakeServer: (@Sendable () -> Void)?

  /// Whether the client has ended at least its half of the connection.
  var hasClientLeft: Bool { secured?.hasClientLeft ?? Socket.clientHasLeft(descriptor) }

  /// Resets the connection (RFC 9293 §3.5.2); after that only ``close(hasLingered:)`` may be called.
  ///
  /// - Parameters:
  ///   - other: Another descriptor of the same socket.
  func reset(with other: Int32) {
    guard let secured else { return Socket.reset([other, descriptor]) }
    secured.resetAtEnd()
    Socket.end(descriptor)
  }

  /// Whether the client's system has everything that was written.
  ///
  /// - Parameters:
  ///   - other: Another descriptor of the same socket.
  func hasSentAll(with other: Int32) -> Bool { Socket.hasSentAll(other) && (secured?.hasSentAll ?? true) }

  /// Returns the connection to libmicrohttpd. Call it once.
  ///
  /// - Parameters:
  ///   - hasLingered: Whether the client has had time to read the last messages.
  func close(hasLingered: Bool = false) {
    if let secured {
      if hasLingered { secured.endLingering() }
      Socket.endSending(descriptor)
    }
    mock_close_upgraded(handle)
    wakeServer?()
  }
}

/// Carries the closure through libmicrohttpd's upgrade callback.
final class UpgradeContext {
  let secured: TLSConnection?
  let wakeServer: (@Sendable () -> Void)?
  let ready: (UpgradedSocket) -> Void

  init(
    secured: TLSConnection?, wakeServer: (@Sendable () -> Void)?, ready: @escaping (UpgradedSocket) -> Void
  ) {
    (self.secured, self.wakeServer, self.ready) = (secured, wakeServer, ready)
  }
}
