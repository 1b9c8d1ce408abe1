import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// One connection of libmicrohttpd.
final class ClientConnection: Sendable {
  let socket: Int32
  /// The client's numeric address.
  let address: String
  /// The connection's TLS layer, so that `socket` is one end of a pair; nil for a connection without TLS.
  let secured: TLSConnection?
  /// Wakes the connection's daemon after a connection was resumed or ended; nil for one that notices by itself.
  let wakeServer: (@Sendable () -> Void)?
  let admission: ConnectionWatch.Admission
  /// The time since which it waits, or ``busy``.
  private let waiting: Atomic<Int64>
  private static let busy = Int64.min
  /// The address of libmicrohttpd's connection.
  private let connection: UInt
  /// The thread that serves it, once a request has begun.
  private let thread = Atomic<UInt>(0)
  /// The address of the request's exchange while there is one.
  private let exchange = Atomic<UInt>(0)
  /// Whether the client had ended its half of the connection at the last sweep.
  let hadEnded = Atomic(false)

  init(
    _ connection: OpaquePointer, socket: Int32, address: String, admission: ConnectionWatch.Admission,
    secured: TLSConnection?, wakeServer: (@Sendable () -> Void)?
  ) {
    (self.socket, self.address, self.admission, self.secured) = (socket, address, admission, secured)
    self.wakeServer = wakeServer
    self.connection = UInt(bitPattern: connection)
    waiting = Atomic(admission.since)
  }

  /// Since when the connection waits for a complete request, in nanoseconds of ``SystemTime``; nil while a response is
  /// sent, and after an upgrade.
  var waitingSince: Int64? {
    let since = waiting.load(ordering: .relaxed)
    return since == Self.busy ? nil : since
  }

  /// Notes that it waits for a complete request, or for the rest of one, from now on.
  func waitsFromNow() { waiting.store(SystemTime.monotonicNanoseconds(), ordering: .relaxed) }

  /// Notes that a response to a request begins.
  func waitsNoMore() { waiting.store(Self.busy, ordering: .relaxed) }

  /// Whether bytes arrived on the connection and none were sent; false where that is unknown.
  var hasOnlyReceived: Bool { secured?.hasOnlyReceived ?? Socket.hasOnlyReceived(socket) }

  /// Sets the current request, nil for none. Call it on the thread that serves the connection, while the exchange
  /// exists.
  func note(_ request: Unmanaged<Exchange>?) {
    exchange.store(request.map { UInt(bitPattern: $0.toOpaque()) } ?? 0, ordering: .relaxed)
    if request != nil { thread.store(CLibrary.currentThread, ordering: .relaxed) }
  }

  /// Whether no request has begun yet.
  var isFresh: Bool { thread.load(ordering: .relaxed) == 0 }

  /// The current request, if this thread serves the connection.
  func requestOfThisThread() -> (connection: OpaquePointer, exchange: Exchange)? {
    guard thread.load(ordering: .relaxed) == CLibrary.currentThread,
      let exchange = UnsafeRawPointer(bitPattern: exchange.load(ordering: .relaxed)),
      let connection = OpaquePointer(bitPattern: connection)
    else { return nil }
    return (connection, Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue())
  }
}
