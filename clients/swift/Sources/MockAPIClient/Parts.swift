import Foundation

/// A row of a table: columns and their values.
public typealias Row = [String: JSONValue]

// What parts of a world have beside the calls of the control plane.

extension WorldClock {
  /// Stops the clock, now or at a moment.
  @discardableResult
  public func freeze(at moment: Moment? = nil) async throws -> Clock { try await set(freeze: true, now: moment) }

  /// Lets the clock go on.
  @discardableResult
  public func resume() async throws -> Clock { try await set(freeze: false) }

  /// Lets time pass at once: `"30s"`, `"1h 30m"`, or ISO 8601 such as `"PT15M"`.
  @discardableResult
  public func advance(by span: TimeSpan) async throws -> Clock { try await set(advance: span) }

  /// Gives the clock the machine's time again.
  @discardableResult
  public func reset() async throws -> Clock { try await set(reset: true) }
}

extension StateDocument {
  /// Puts what was exported in, or a part of it. Tables that are not named stay as they are.
  public func load(_ state: JSONValue) async throws {
    try await link.send("importState", "PUT", "/_mock/state", body: state)
  }
}

extension Tables {
  /// Rows of a table in the order of their key, those whose columns have the values of `filter`.
  public func list(
    _ table: String, filter: [String: String] = [:], limit: Int? = nil, offset: Int? = nil
  ) async throws -> Rows {
    let values = filter.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
    return try await link.call(
      "listRows", "GET", "/_mock/data/{table}", path: ["table": table],
      query: values + .filled(["_limit": limit, "_offset": offset]))
  }

  /// Adds rows, all or none. Gives how many there are more.
  @discardableResult
  public func add(_ table: String, rows: [Row]) async throws -> Int {
    try await link.call(
      "addRows", "POST", "/_mock/data/{table}", path: ["table": table], body: rows, unwrap: "added")
  }
}

extension Faults {
  /// Adds a fault that is written as `POST /_mock/faults` takes it, such as one from a file.
  @discardableResult
  public func addJson(_ options: FaultOptions) async throws -> FaultRecord {
    try await link.call("addFault", "POST", "/_mock/faults", body: options)
  }
}

extension RateLimits {
  /// Removes the limits of an API.
  @discardableResult
  public func turnOff(_ api: API) async throws -> RateLimit { try await set(api, off: true) }
}

extension Sockets {
  /// Sends a client a text, past the protocol that the socket speaks.
  public func send(_ id: Int, message: String) async throws { try await send(id, ["text": message]) }

  /// Sends a client a binary message.
  public func send(_ id: Int, message: Data) async throws {
    try await send(id, ["base64": message.base64EncodedString()])
  }

  private func send(_ id: Int, _ message: [String: String]) async throws {
    try await link.send(
      "sendToSocket", "POST", "/_mock/sockets/{id}/messages", path: ["id": String(id)], body: message)
  }
}

extension Sensors {
  /// Reads the sensors now and pushes the reading to listeners. Gives the reading.
  ///
  /// - Parameter values: What some sensors show in this reading, by their members of RealDataDto; `.null` is a sensor that
  ///   says nothing.
  @discardableResult
  public func pushReading(_ values: [String: JSONValue] = [:]) async throws -> JSONValue {
    try await link.call("pushReading", "POST", "/_mock/sensors/readings", body: values)
  }
}

extension Socket: CustomStringConvertible {
  /// The socket in a line.
  public var description: String {
    "socket \(id) at \(path), \(operationId ?? api.rawValue), account \(account ?? "none")"
  }
}
