import CMicroHTTPD
import HTTPCore
import Platform

/// Hands responses to libmicrohttpd.
enum ResponseSender {
  /// Content up to this size is copied, which is cheaper than counting references to it.
  private static let copyLimit = 2048

  /// Queues a response.
  ///
  /// - Parameters:
  ///   - date: The value of `Date`.
  ///   - isLast: Whether the connection shall be closed after it.
  ///   - reader: What gives the content out piece by piece; nil to hand it over whole.
  static func send(
    _ response: Response, on connection: OpaquePointer, date: String, isLast: Bool, reader: ContentReader? = nil
  ) -> MHD_Result {
    guard let handle = reader.map({ $0.response() }) ?? create(response.content) else { return mock_no() }
    defer { MHD_destroy_response(handle) }
    for field in response.headers.fields { add(field.name, field.value, to: handle) }
    add("Date", date, to: handle)
    if isLast { add("Connection", "close", to: handle) }
    return MHD_queue_response(connection, UInt32(clamping: response.status), handle)
  }

  /// Queues the switch to another protocol; `ready` gets the socket once the answer is sent.
  static func upgrade(
    _ upgrade: WebSocketUpgrade, on connection: OpaquePointer, date: String,
    ready: @escaping (UpgradedSocket) -> Void
  ) -> MHD_Result {
    let context = Unmanaged.passRetained(UpgradeContext(ready: ready))
    let callback: MHD_UpgradeHandler = { context, _, _, early, earlyCount, socket, handle in
      guard let context, let handle else { return }
      let earlyBytes = Array(UnsafeRawBufferPointer(start: early, count: earlyCount))
      Unmanaged<UpgradeContext>.fromOpaque(context).takeRetainedValue().ready(
        UpgradedSocket(
          descriptor: socket, network: socket, earlyBytes: earlyBytes, owner: .library(handle)))
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

  /// Passing Swift strings to the library as they are would copy each one to the heap first.
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
      // Without a reader, since nobody gets to see it.
      return mock_response_untold()
    case .shared(let buffer):
      let retained = Unmanaged.passRetained(buffer)
      let release: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        Unmanaged<ContentBuffer>.fromOpaque(context).release()
      }
      // The bytes stay where they are until `release`, since the buffer is retained until then.
      let handle = buffer.withBytes { bytes in
        MHD_create_response_from_buffer_with_free_callback_cls(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), release, retained.toOpaque())
      }
      if handle == nil { retained.release() }
      return handle
    }
  }
}

/// A client's socket after the switch to another protocol. Whoever holds it must end it by ``close()``.
///
/// `@unchecked Sendable` because the handle is only passed back to libmicrohttpd, which allows that from any
/// thread.
struct UpgradedSocket: @unchecked Sendable {
  /// Who has the connection to the client.
  enum Owner {
    /// libmicrohttpd, which closes the descriptor itself.
    case library(OpaquePointer)
    /// A ``TLSTunnel``, which ends when the descriptor is closed; what it is told shows how soon.
    case tunnel(TLSTunnel.Patience)
  }

  /// The socket, or an end of a pair that stands for it; of use until ``close()``.
  let descriptor: Int32
  /// The socket to the client itself, which is another one when TLS is in between.
  let network: Int32
  /// What the client sent behind its handshake already.
  let earlyBytes: [UInt8]
  let owner: Owner

  /// Gives the connection back to its owner. Call it once.
  ///
  /// - Parameters:
  ///   - hasLingered: Whether the client has had its time to read what it was told last.
  func close(hasLingered: Bool = false) {
    switch owner {
    case .library(let handle): mock_close_upgraded(handle)
    case .tunnel(let patience):
      if hasLingered { patience.isOver.store(true, ordering: .releasing) }
      CLibrary.close(descriptor)
    }
  }
}

/// Carries the closure through libmicrohttpd's upgrade callback.
final class UpgradeContext {
  let ready: (UpgradedSocket) -> Void

  init(ready: @escaping (UpgradedSocket) -> Void) {
    self.ready = ready
  }
}
