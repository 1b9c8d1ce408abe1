import CMicroHTTPD
import HTTPCore
import World

/// A body that libmicrohttpd reads piece by piece, because it is a stream, is slowed down or is truncated. Used only by
/// the thread that serves its connection. When it is released, it abandons its stream.
final class BodyReader {
  /// The largest number of bytes per read.
  private static let blockBytes = 16 << 10

  private let content: Response.Content
  /// The number of bytes after which the connection is closed; `Int.max` for never.
  private let cut: Int
  private var rate: SendRate?
  private let suspended: SuspendedConnections
  private let waitID: UInt64
  private let report: DeliveryReport?
  /// The connection's socket.
  private let socket: Int32
  /// Whether the client had ended at least its half of the connection before the last bytes were sent.
  private(set) var clientMayBeGone = false
  /// The number of bytes sent so far; nil before the header section is sent.
  private(set) var sentBytes: Int?

  /// - Returns: nil when libmicrohttpd can get the complete body.
  init?(_ response: Response, suspended: SuspendedConnections, waitID: UInt64, socket: Int32) {
    content = response.content
    (self.suspended, self.waitID, self.socket) = (suspended, waitID, socket)
    report = response.delivery?.report
    let rate = response.delivery?.bytesPerSecond.map(SendRate.init(bytesPerSecond:))
    self.rate = rate
    if case .truncated(let count) = response.delivery?.ending { cut = max(0, count) } else { cut = .max }
    if case .stream(let stream) = content {
      stream.onReady { suspended.wake(waitID) }
    } else {
      guard rate != nil || cut < content.count else { return nil }
    }
  }

  deinit {
    if case .stream(let stream) = content { stream.abandon() }
  }

  /// A response of libmicrohttpd that reads from this object and retains it; nil when the library has no memory.
  func response() -> OpaquePointer? {
    let retained = Unmanaged.passRetained(self)
    let read: MHD_ContentReaderCallback = { context, position, buffer, count in
      guard let context, let buffer else { return mock_end_with_error() }
      let space = UnsafeMutableRawBufferPointer(start: buffer, count: count)
      return Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue().read(
        at: Int(clamping: position), into: space)
    }
    let release: MHD_ContentReaderFreeCallback = { context in
      guard let context else { return }
      Unmanaged<BodyReader>.fromOpaque(context).release()
    }
    let handle = mock_response_reading(length, Self.blockBytes, read, retained.toOpaque(), release)
    if handle == nil { retained.release() }
    return handle
  }

  /// Whether the body is empty.
  var isEmpty: Bool { length == 0 }

  private var length: Int64 {
    if case .stream = content { return -1 }
    return Int64(content.count)
  }

  /// Fills a buffer with what may be sent now.
  ///
  /// - Returns: The number of bytes; 0 when the connection is suspended until there are some.
  private func read(at position: Int, into space: UnsafeMutableRawBufferPointer) -> Int {
    // The library reads on only after it has sent everything before.
    sentBytes = position
    while true {
      guard position < cut else {
        // Reported before the client can see it.
        report?.settle(Transmission(.truncated, hasHead: true, contentBytes: position))
        return cutOff(space)
      }
      let deadline = rate?.pause(now: SystemTime.monotonicNanoseconds())
      if deadline == nil {
        let limit = min(space.count, cut - position, rate?.portion ?? .max)
        switch piece(at: position, upTo: limit) {
        case .end:
          settleWhole(position)
          return mock_end_of_content()
        case .nothingYet: break
        case .broken: return cutOff(space)
        case .bytes(let bytes):
          if position + bytes.count == content.count { settleWhole(content.count) }
          bytes.withUnsafeBytes { space.copyMemory(from: $0) }
          rate?.pass(bytes.count, now: SystemTime.monotonicNanoseconds())
          return bytes.count
        }
      }
      switch suspended.suspend(waitID, until: deadline) {
      case .suspended: return 0
      case .clientLeft: return cutOff(space)
      case .goOn: continue
      case .stopping:
        // When the server stops, the rest of a slowed-down response is sent immediately; a stream returns nothing more.
        guard deadline != nil else {
          if case .stream(let stream) = content, stream.isOneDocument { return cutOff(space) }
          settleWhole(position)
          return mock_end_of_content()
        }
        rate = nil
      }
    }
  }

  /// Ends the connection in the middle of its body: the next byte cannot be sent. A reader can also report an error,
  /// but then libmicrohttpd (0.9.75) forgets a connection that was suspended before, and closes it only after its
  /// timeout.
  private func cutOff(_ space: UnsafeMutableRawBufferPointer) -> Int {
    guard !space.isEmpty else { return mock_end_with_error() }
    Socket.endSending(socket)
    space[0] = 0
    return 1
  }

  /// Reports that the response is complete, before the client can see its last bytes. A client that has ended its half
  /// of the connection may have disconnected, so then it is reported only after they are sent.
  private func settleWhole(_ count: Int) {
    guard let report else { return }
    clientMayBeGone = Socket.clientHasLeft(socket)
    guard !clientMayBeGone else { return }
    report.settle(Transmission(.whole, hasHead: true, contentBytes: count))
  }

  private func piece(at position: Int, upTo limit: Int) -> BodyStream.Piece {
    switch content {
    case .stream(let stream): stream.take(upTo: limit)
    case .empty: .end
    case .bytes(let bytes): .bytes(Array(bytes[position..<min(bytes.count, position + limit)]))
    case .shared(let buffer):
      buffer.withBytes { .bytes(Array($0[position..<min($0.count, position + limit)])) }
    }
  }
}
