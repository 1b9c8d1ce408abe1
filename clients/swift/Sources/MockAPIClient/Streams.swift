import Foundation

/// The open sockets of a world.
public struct Sockets: Sendable {
  let link: Link

  /// The sockets.
  public func list() async throws -> [Socket] {
    struct Answer: Decodable { var sockets: [Socket] }
    return try await link.call("listSockets", "GET", "/_mock/sockets", as: Answer.self).sockets
  }

  /// Looks at a socket.
  public func get(_ id: Int) async throws -> Socket {
    try await link.call("getSocket", "GET", "/_mock/sockets/{id}", path: ["id": String(id)])
  }

  /// Closes a socket.
  public func kick(_ id: Int, _ ending: SocketEnding = SocketEnding()) async throws {
    try await link.send("kickSocket", "DELETE", "/_mock/sockets/{id}", path: ["id": String(id)], body: ending)
  }

  /// Sends a client a text, past the protocol that the socket speaks.
  public func send(_ id: Int, _ text: String) async throws { try await send(id, ["text": text]) }

  /// Sends a client a binary message.
  public func send(_ id: Int, _ bytes: Data) async throws {
    try await send(id, ["base64": bytes.base64EncodedString()])
  }

  private func send(_ id: Int, _ message: [String: String]) async throws {
    try await link.send(
      "sendToSocket", "POST", "/_mock/sockets/{id}/messages", path: ["id": String(id)], body: message)
  }

  /// Closes all sockets.
  public func kickAll(_ ending: SocketEnding = SocketEnding()) async throws {
    try await link.send("kickSockets", "DELETE", "/_mock/sockets", body: ending)
  }
}

/// The message broker of a world.
public struct MessageBroker: Sendable {
  let link: Link

  /// Its subscriptions and queues.
  public func get() async throws -> Broker { try await link.call("getBroker", "GET", "/_mock/broker") }
}

/// Messages through the broker.
public struct Messages: Sendable {
  let link: Link

  /// Sends a message to the subscribers of its destination.
  public func publish(_ message: Message) async throws {
    try await link.send("publishMessage", "POST", "/_mock/messages", body: message)
  }

  /// Sends a body to the subscribers of a destination.
  public func publish(to destination: String, _ body: JSONValue) async throws {
    try await publish(Message(to: destination, body: body))
  }
}

/// What moves by itself in a world.
public struct Simulations: Sendable {
  let link: Link

  private struct Answer: Decodable { var simulations: [Simulation] }

  /// The simulations.
  public func list() async throws -> [Simulation] {
    try await link.call("listSimulations", "GET", "/_mock/simulations", as: Answer.self).simulations
  }

  /// Lets one pause, or all.
  @discardableResult
  public func pause(_ name: String? = nil) async throws -> [Simulation] {
    try await change("pauseSimulations", "/_mock/simulations/pause", name)
  }

  /// Lets one go on, or all.
  @discardableResult
  public func resume(_ name: String? = nil) async throws -> [Simulation] {
    try await change("resumeSimulations", "/_mock/simulations/resume", name)
  }

  /// Lets one take a step now, or each of them.
  @discardableResult
  public func step(_ name: String? = nil) async throws -> [Simulation] {
    try await change("stepSimulation", "/_mock/simulations/step", name)
  }

  private func change(_ operation: String, _ path: String, _ name: String?) async throws -> [Simulation] {
    let body = name.map { ["name": $0] } ?? [:]
    return try await link.call(operation, "POST", path, body: body, as: Answer.self).simulations
  }
}

/// The sensors of Invernaderos in a world.
public struct Sensors: Sendable {
  let link: Link

  /// The sensors, and what a reading would have now.
  public func list() async throws -> SensorList { try await link.call("listSensors", "GET", "/_mock/sensors") }

  /// Sets what a sensor shows from now on, or for some seconds of the world's time.
  ///
  /// - Parameters:
  ///   - sensor: Its name within the greenhouse, such as `humidity`, or its id.
  ///   - greenhouse: `001`, `002` or `003`.
  ///   - value: What it shows.
  ///   - durationSeconds: For how long; without it until `unset`.
  @discardableResult
  public func set(
    _ sensor: String, in greenhouse: String, to value: Double, durationSeconds: Double? = nil
  ) async throws -> Sensor {
    struct Wish: Encodable {
      var value: Double
      var durationSeconds: Double?
    }
    return try await link.call(
      "setSensorValue", "PUT", "/_mock/sensors/{greenhouse}/{sensor}",
      path: ["greenhouse": greenhouse, "sensor": sensor], body: Wish(value: value, durationSeconds: durationSeconds))
  }

  /// Gives a sensor back to the simulation.
  public func unset(_ sensor: String, in greenhouse: String) async throws {
    try await link.send(
      "unsetSensorValue", "DELETE", "/_mock/sensors/{greenhouse}/{sensor}",
      path: ["greenhouse": greenhouse, "sensor": sensor])
  }

  /// Reads the sensors now and pushes the reading to listeners. Gives the reading.
  ///
  /// - Parameter values: What some sensors show in this reading, by their members of RealDataDto; `.null` is a sensor that
  ///   says nothing.
  @discardableResult
  public func pushReading(_ values: [String: JSONValue] = [:]) async throws -> JSONValue {
    try await link.call("pushReading", "POST", "/_mock/sensors/readings", body: values)
  }
}

/// What happens to sensors in a world.
public struct Scenarios: Sendable {
  let link: Link

  /// The scenarios in the order in which they begin.
  public func list() async throws -> [Scenario] {
    struct Answer: Decodable { var scenarios: [Scenario] }
    return try await link.call("listScenarios", "GET", "/_mock/scenarios", as: Answer.self).scenarios
  }

  /// Lets something happen to sensors for some time.
  @discardableResult
  public func add(_ wish: ScenarioWish) async throws -> Scenario {
    try await link.call("addScenario", "POST", "/_mock/scenarios", body: wish)
  }

  /// Looks at a scenario.
  public func get(_ id: String) async throws -> Scenario {
    try await link.call("getScenario", "GET", "/_mock/scenarios/{id}", path: ["id": id])
  }

  /// Ends a scenario.
  public func remove(_ id: String) async throws {
    try await link.send("removeScenario", "DELETE", "/_mock/scenarios/{id}", path: ["id": id])
  }

  /// Ends all scenarios.
  public func removeAll() async throws { try await link.send("removeScenarios", "DELETE", "/_mock/scenarios") }
}
