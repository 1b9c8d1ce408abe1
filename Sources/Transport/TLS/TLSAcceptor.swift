import Platform
import World

/// Accepts connections for a ``TLSWorker``, and holds those of the plain port until their protocol is known. Used by
/// the worker's thread only.
///
/// All workers accept from the same sockets, so that an idle one gets a new connection.
final class TLSAcceptor {
  /// An accepted connection.
  struct Arrival {
    let socket: Int32
    /// The client's numeric address.
    let address: String
    /// Whether it arrived on the TLS port.
    let isSecure: Bool
    let admission: ConnectionWatch.Admission
  }

  /// The protocol as shown by the first byte of a connection.
  enum Opening {
    /// It has not arrived yet.
    case none
    /// The client speaks TLS.
    case tls(Arrival)
    /// The client speaks another protocol, most likely HTTP.
    case other(Arrival)
    /// The client disconnected without sending a byte.
    case gone(Arrival)
  }

  /// The most connections accepted at a time, before other work is done and another worker may accept.
  private static let most = 8
  /// How long accepting pauses when no descriptor is free.
  private static let restNanoseconds: Int64 = 250_000_000

  private let readiness: any Readiness
  private let service: HTTPService
  private var listening: [ListeningSocket.Bound]
  /// Connections of the plain port whose first byte has not arrived yet.
  private var held: [UInt64: Arrival] = [:]
  /// When accepting continues, in nanoseconds of ``SystemTime``; nil while it is not paused.
  private(set) var restsUntil: Int64?

  /// - Parameters:
  ///   - listening: Nonblocking sockets to accept on; the acceptor closes them.
  init(_ listening: [ListeningSocket.Bound], service: HTTPService, readiness: any Readiness) {
    (self.listening, self.service, self.readiness) = (listening, service, readiness)
  }

  /// Begins or continues to accept.
  ///
  /// - Parameters:
  ///   - firstToken: The token of the first socket; the others have the following numbers.
  func begin(firstToken: UInt64) {
    restsUntil = nil
    for (index, socket) in listening.enumerated() {
      _ = readiness.add(socket.descriptor, token: firstToken + UInt64(index), .shared)
    }
  }

  /// Accepts a limited number of connections from one of the sockets.
  ///
  /// - Parameters:
  ///   - place: The index of the socket.
  func accept(from place: Int, now: Int64, _ take: (Arrival) -> Void) {
    guard listening.indices.contains(place), restsUntil == nil else { return }
    let socket = listening[place]
    for _ in 0..<Self.most {
      let (descriptor, address) = Socket.acceptClient(socket.descriptor)
      guard descriptor >= 0 else {
        let code = errno
        if code == EINTR || code == ECONNABORTED { continue }
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) { rest(now) }
        return
      }
      guard service.watch.hasRoom(), !service.isStopping.load(ordering: .relaxed) else {
        close(descriptor)
        continue
      }
      take(
        Arrival(
          socket: descriptor, address: address, isSecure: socket.isSecure, admission: service.watch.admit(descriptor)))
    }
  }

  /// The sockets would be reported repeatedly.
  private func rest(_ now: Int64) {
    service.watch.reportShortage()
    for socket in listening { readiness.remove(socket.descriptor) }
    restsUntil = now + Self.restNanoseconds
  }

  /// Closes the sockets.
  func stop() {
    for socket in listening {
      if restsUntil == nil { readiness.remove(socket.descriptor) }
      close(socket.descriptor)
    }
    (listening, restsUntil) = ([], nil)
  }

  // MARK: Plain port

  /// The number of held connections.
  var heldCount: Int { held.count }

  /// Whether a connection is held.
  func holds(_ id: UInt64) -> Bool { held[id] != nil }

  /// Checks the first byte of a new connection, and holds the connection if the byte has not arrived yet.
  ///
  /// - Parameters:
  ///   - id: Its number among the worker's connections; its token follows from that.
  func check(_ arrival: Arrival, id: UInt64) -> Opening {
    let opening = Self.opening(of: arrival)
    guard case .none = opening else { return opening }
    guard readiness.add(arrival.socket, token: id << 1, .once) else { return .gone(arrival) }
    held[id] = arrival
    return .none
  }

  /// Checks the first byte of a held connection, and releases the connection if the byte has arrived.
  func recheck(_ id: UInt64) -> Opening {
    guard let arrival = held[id] else { return .none }
    let opening = Self.opening(of: arrival)
    if case .none = opening { return opening }
    _ = release(id)
    return opening
  }

  /// Releases a connection.
  func release(_ id: UInt64) -> Arrival? {
    guard let arrival = held.removeValue(forKey: id) else { return nil }
    readiness.remove(arrival.socket)
    return arrival
  }

  /// Releases all connections.
  func releaseAll() -> [Arrival] { held.keys.compactMap { release($0) } }

  private static func opening(of arrival: Arrival) -> Opening {
    var byte: UInt8 = 0
    let count = recv(arrival.socket, &byte, 1, CLibrary.peek)
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return .none }
    guard count > 0 else { return .gone(arrival) }
    return byte == TLSOpening.handshakeRecord ? .tls(arrival) : .other(arrival)
  }
}
