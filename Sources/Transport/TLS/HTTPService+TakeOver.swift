import CMicroHTTPD
import HTTPCore
import Logging

/// How a connection with TLS becomes a WebSocket: libmicrohttpd suspends it, and while it does, its session and socket
/// are the pump's. When the pump is through with it, it is resumed, and closed by libmicrohttpd as any other.
///
/// Bytes that a client sends behind its handshake without waiting for the answer, which RFC 6455 §4.1 forbids, may be
/// lost: libmicrohttpd has read them and does not give them out.
extension HTTPService {
  /// Answers an upgrade and hands the connection over.
  func takeOver(
    _ upgrade: WebSocketUpgrade, _ exchange: Exchange, _ connection: OpaquePointer, _ handshake: TLSHandshake,
    date: String
  ) -> MHD_Result {
    var pair: [Int32] = [-1, -1]
    guard let pump, socketpair(AF_UNIX, Platform.streamSocket, 0, &pair) == 0 else {
      logger.warning("a socket was refused: no descriptor is free")
      return mock_no()
    }
    let (room, network) = (room, mock_connection_socket(connection))
    let pass = room.enter(connection, socket: network)
    exchange.lentPass = pass
    guard room.lend(pass) else {
      for descriptor in pair { close(descriptor) }
      return mock_no()
    }
    let patience = TLSTunnel.Patience()
    let isTaken = pump.add(
      TLSTunnel(
        session: handshake.session, network: network, inner: pair[0], greeting: Self.answer(upgrade, date: date),
        patience: patience
      ) {
        room.takeBack(pass)
      })
    guard isTaken else {
      for descriptor in pair { close(descriptor) }
      room.takeBack(pass)
      return mock_yes()
    }
    sockets.adopt(
      UpgradedSocket(descriptor: pair[1], network: network, earlyBytes: [], owner: .tunnel(patience)),
      makeSession: upgrade.makeSession)
    return mock_yes()
  }

  /// The head of the answer (RFC 6455 §4.2.2), which libmicrohttpd writes on connections without TLS.
  private static func answer(_ upgrade: WebSocketUpgrade, date: String) -> [UInt8] {
    var head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    if let subprotocol = upgrade.subprotocol { head += "Sec-WebSocket-Protocol: \(subprotocol)\r\n" }
    for field in upgrade.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    return Array((head + "Date: \(date)\r\n\r\n").utf8)
  }
}
