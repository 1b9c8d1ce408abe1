import Platform
import World

/// Accepts connections for a ``TLSWorker``, and holds those of the plain port until it is known what they speak. Touched by
/// the worker's thread only.
///
/// All workers accept from the same sockets, so that a connection comes to one that has nothing else to do.
final class TLSAcceptor {
  /// A connection that was accepted.
  struct Arrival {
    let socket: Int32
    /// The client's numeric address.
    let address: String
    /// Whether it came to the TLS port.
    let isSecure: Bool
    let admission: ConnectionWatch.Admission
  }

  /// What the first byte of a connection tells.
  enum Opening {
    /// It has not come yet.
    case none
    /// The client speaks TLS.
    case tls(Arrival)
    /// The client speaks something else, most likely HTTP.
    case other(Arrival)
    /// The client has left without a byte.
    case gone(Arrival)
  }

  /// Connections that are accepted at once, before what the others want is done and another worker may accept.
  private static let most = 8
  /// How long accepting rests when no descriptor is free.
  private static let restNanoseconds: Int64 = 250_000_000

  private let readiness: any Readiness
  private let service: HTTPService
  private var listening: [ListeningSocket.Bound]
  /// Connections of the plain port whose first byte has not come yet.
  private var held: [UInt64: Arrival] = [:]
  /// When accepting goes on, in nanoseconds of ``SystemTime``; nil while it does not rest.
  private(set) var restsUntil: Int64?

  /// - Parameters:
  ///   - listening: The sockets to accept on, which do not block; the acceptor's to close.
  init(_ listening: [ListeningSocket.Bound], service: HTTPService, readiness: any Readiness) {
    (self.listening, self.service, self.readiness) = (listening, service, readiness)
  }

  /// Begins to accept, or goes on.
  ///
  /// - Parameters:
  ///   - firstToken: What tells of the first socket; the others have the numbers behind it.
  func begin(firstToken: UInt64) {
    restsUntil = nil
    for (index, socket) in listening.enumerated() {
      _ = readiness.add(socket.descriptor, token: firstToken + UInt64(index), .shared)
    }
  }

  /// Accepts connections from one of the sockets, some at most.
  ///
  /// - Parameters:
  ///   - place: Which of the sockets it is.
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

  /// The sockets would be told of again and again.
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

  // MARK: The plain port

  /// How many connections are held.
  var heldCount: Int { held.count }

  /// Whether a connection is held.
  func holds(_ id: UInt64) -> Bool { held[id] != nil }

  /// Looks at the first byte of a connection that has just come, and holds it when that has not come yet.
  ///
  /// - Parameters:
  ///   - id: Names it among the worker's connections; its token follows from that.
  func look(at arrival: Arrival, id: UInt64) -> Opening {
    let opening = Self.opening(of: arrival)
    guard case .none = opening else { return opening }
    guard readiness.add(arrival.socket, token: id << 1, .once) else { return .gone(arrival) }
    held[id] = arrival
    return .none
  }

  /// Looks at the first byte of a connection that is held, and lets go of it when that has come.
  func lookAgain(at id: UInt64) -> Opening {
    guard let arrival = held[id] else { return .none }
    let opening = Self.opening(of: arrival)
    if case .none = opening { return opening }
    _ = release(id)
    return opening
  }

  /// Lets go of a connection.
  func release(_ id: UInt64) -> Arrival? {
    guard let arrival = held.removeValue(forKey: id) else { return nil }
    readiness.remove(arrival.socket)
    return arrival
  }

  /// Lets go of all connections.
  func releaseAll() -> [Arrival] { held.keys.compactMap { release($0) } }

  private static func opening(of arrival: Arrival) -> Opening {
    var byte: UInt8 = 0
    let count = recv(arrival.socket, &byte, 1, CLibrary.peek)
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return .none }
    guard count > 0 else { return .gone(arrival) }
    return byte == TLSOpening.handshakeRecord ? .tls(arrival) : .other(arrival)
  }
}
