import Foundation
import MockAPITesting
import SampleApp
import Testing

@Suite(.mockAPI(leakedSockets: .error))
struct InvernaderosTests {
  let world: MockWorld
  let app: APIClient

  init() throws {
    world = try MockWorld.current
    app = APIClient(try world.url(.invernaderos))
  }

  private func signIn() async throws -> Invernaderos.Session {
    try await app.post("auth/login", Invernaderos.SignIn())
  }

  /// A socket that spoke CONNECT.
  private func connect() async throws -> WebSocket {
    let socket = try await WebSocket(world.webSocketURL.appendingPathComponent("ws/greenhouse"))
    let token = try await signIn().token
    try await socket.send(STOMP.frame("CONNECT", ["accept-version": "1.2", "authorization": "Bearer \(token)"]))
    #expect(try await socket.receive().hasPrefix("CONNECTED"))
    return socket
  }

  /// Closes a socket, and waits until the server has seen it.
  private func disconnect(_ socket: WebSocket) async throws {
    try await socket.send(STOMP.frame("DISCONNECT", ["receipt": "bye"]))
    try await world.requests.wait(.frame(.sent, contains: "RECEIPT"))
    await #expect(throws: SocketClosed.self) {
      while true { _ = try await socket.receive() }
    }
  }

  @Test("12: a sign-in leads to the greenhouses of the tenant")
  func greenhouses() async throws {
    let session = try await signIn()
    #expect(session.username == "admin@example.com")
    let summary: Invernaderos.Summary = try await app.signedIn(session.token).get(
      "greenhouse/statistics/summary", ["period": "1h"])
    #expect(Set(summary.sensors.map(\.greenhouseId)) == ["001", "002", "003"])
  }

  @Test("13: the app reads what the test set a sensor to", .mockAPI(frozenAt: "2026-06-01T08:00:00Z"))
  func setSensor() async throws {
    let app = app.signedIn(try await signIn().token)
    let sensor = try await world.sensors.set("001", sensor: "humidity", value: 42)
    try await world.clock.advance(by: "5s")
    let current: Invernaderos.Current = try await app.get("sensors/current", ["greenhouseId": "001"])
    #expect(current.sensors[sensor.sensorId]?.value == 42)
  }

  @Test(
    "14: a reading that the test pushes arrives over STOMP",
    .mockAPI(frozenAt: "2026-06-01T08:00:00Z", leakedSockets: .error))
  func pushedReading() async throws {
    let socket = try await connect()
    try await socket.send(
      STOMP.frame("SUBSCRIBE", ["id": "sub-0", "destination": "/topic/greenhouse/messages"]))
    try await world.requests.wait(.frame(.received, contains: "SUBSCRIBE"))
    try await world.sensors.pushReading(["RESERVA": 12.5])
    try await world.requests.wait(.frame(.sent, path: "/ws/greenhouse", contains: "\"RESERVA\":12.5"))
    let message = try await socket.receive()
    #expect(message.hasPrefix("MESSAGE"))
    #expect(STOMP.body(of: message).contains("\"RESERVA\":12.5"))
    try await disconnect(socket)
  }

  @Test("15: a bad frame is answered with ERROR")
  func badFrame() async throws {
    let socket = try await connect()
    try await socket.send(STOMP.frame("SUBSCRIBE", ["destination": "/topic/greenhouse/messages"]))
    try await world.requests.wait(.frame(.sent, contains: "ERROR"))
    #expect(try await socket.receive().hasPrefix("ERROR"))
    let closed = await #expect(throws: SocketClosed.self) { try await socket.receive() }
    #expect(closed?.code == 1002)
  }

  @Test("16: a kicked socket is closed with the code asked for")
  func kickedSocket() async throws {
    let socket = try await connect()
    let open = try await world.sockets.list()
    #expect(open.count == 1)
    try await world.sockets.kick(open[0].id, code: 4001, reason: "maintenance")
    let closed = await #expect(throws: SocketClosed.self) { try await socket.receive() }
    #expect(closed == SocketClosed(code: 4001, reason: "maintenance"))
  }
}
