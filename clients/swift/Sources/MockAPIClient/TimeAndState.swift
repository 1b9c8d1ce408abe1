import Foundation

/// The clock of a world.
public struct WorldClock: Sendable {
  let link: Link

  /// Looks at the clock.
  public func get() async throws -> Clock { try await link.call("getClock", "GET", "/_mock/clock") }

  /// Changes the clock.
  @discardableResult
  public func set(_ change: ClockChange) async throws -> Clock {
    try await link.call("setClock", "PUT", "/_mock/clock", body: change)
  }

  /// Sets the time.
  @discardableResult
  public func set(to moment: Moment) async throws -> Clock { try await set(ClockChange(set: moment)) }

  /// Stops the clock, now or at a moment.
  @discardableResult
  public func freeze(at moment: Moment? = nil) async throws -> Clock {
    try await set(ClockChange(freeze: true, set: moment))
  }

  /// Lets the clock go on.
  @discardableResult
  public func unfreeze() async throws -> Clock { try await set(ClockChange(freeze: false)) }

  /// Lets so many seconds pass at once.
  @discardableResult
  public func advance(by seconds: TimeInterval) async throws -> Clock {
    guard seconds >= 0, seconds < 1e12 else {
      throw MockAPIError.failed(operation: "setClock", reason: "\(seconds) s cannot pass; from 0 to 10^12 can")
    }
    // Days and seconds, since the server takes nine digits of seconds.
    let days = Int(seconds / 86_400)
    let rest = seconds - Double(days) * 86_400
    let text = rest == rest.rounded() ? String(Int(rest)) : String(format: "%.6f", rest)
    return try await set(ClockChange(advance: "P\(days)DT\(text)S"))
  }

  /// What happens when time passes, within so many seconds.
  public func upcoming(seconds: Int = 3600) async throws -> Upcoming {
    try await link.call(
      "listUpcoming", "GET", "/_mock/clock/upcoming", query: [URLQueryItem(name: "seconds", value: String(seconds))])
  }

  /// What happens until a moment.
  public func upcoming(until moment: Moment) async throws -> Upcoming {
    try await link.call(
      "listUpcoming", "GET", "/_mock/clock/upcoming", query: [URLQueryItem(name: "until", value: moment.text)])
  }

  /// Lets time pass at once, as ISO 8601 writes it: `PT15M`.
  @discardableResult
  public func advance(by duration: String) async throws -> Clock { try await set(ClockChange(advance: duration)) }

  /// Lets the clock run so many times as fast.
  @discardableResult
  public func run(rate: Double) async throws -> Clock { try await set(ClockChange(rate: rate)) }

  /// Gives the clock the machine's time again.
  @discardableResult
  public func reset() async throws -> Clock { try await set(ClockChange(reset: true)) }
}

/// Snapshots of a world.
public struct Snapshots: Sendable {
  let link: Link

  /// The snapshots that there are.
  public func list() async throws -> [Snapshot] {
    struct Answer: Decodable { var snapshots: [Snapshot] }
    return try await link.call("listSnapshots", "GET", "/_mock/snapshots", as: Answer.self).snapshots
  }

  /// Looks at a snapshot.
  public func get(_ name: String) async throws -> Snapshot {
    try await link.call("getSnapshot", "GET", "/_mock/snapshots/{name}", path: ["name": name])
  }

  /// Takes a snapshot of the whole world. One of the same name is replaced.
  @discardableResult
  public func take(_ name: String) async throws -> Snapshot {
    try await link.call("takeSnapshot", "PUT", "/_mock/snapshots/{name}", path: ["name": name])
  }

  /// Puts the world back to a snapshot.
  @discardableResult
  public func restore(_ name: String) async throws -> Snapshot {
    try await link.call("restoreSnapshot", "POST", "/_mock/snapshots/{name}/restore", path: ["name": name])
  }

  /// Deletes a snapshot.
  public func delete(_ name: String) async throws {
    try await link.send("deleteSnapshot", "DELETE", "/_mock/snapshots/{name}", path: ["name": name])
  }
}

/// A world as one document.
public struct StateDocument: Sendable {
  let link: Link

  /// The whole world.
  public func export() async throws -> WorldState { try await link.call("exportState", "GET", "/_mock/state") }

  /// Puts rows, chance and a frozen clock in. Tables that are not named stay as they are.
  public func `import`(_ state: StateWish) async throws {
    try await link.send("importState", "PUT", "/_mock/state", body: state)
  }
}

/// The tables of a world, past the rules of the APIs.
public struct Tables: Sendable {
  let link: Link

  private struct Change: Encodable {
    var `where`: Row?
    var set: Row?
  }

  /// The tables that there are.
  public func tables() async throws -> [Table] {
    struct Answer: Decodable { var tables: [Table] }
    return try await link.call("listTables", "GET", "/_mock/data", as: Answer.self).tables
  }

  /// Rows of a table in the order of their key, those whose columns have these values.
  public func list(
    _ table: String, where filter: [String: String] = [:], limit: Int? = nil, offset: Int? = nil
  ) async throws -> RowPage {
    var query = filter.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
    if let limit { query.append(URLQueryItem(name: "_limit", value: String(limit))) }
    if let offset { query.append(URLQueryItem(name: "_offset", value: String(offset))) }
    return try await link.call("listRows", "GET", "/_mock/data/{table}", path: ["table": table], query: query)
  }

  /// Adds rows, all or none. Gives how many there are more.
  @discardableResult
  public func add(_ rows: [Row], to table: String) async throws -> Int {
    struct Answer: Decodable { var added: Int }
    return try await link.call(
      "addRows", "POST", "/_mock/data/{table}", path: ["table": table], body: rows, as: Answer.self
    ).added
  }

  /// Changes the rows whose columns have these values; all without them. Gives how many.
  @discardableResult
  public func change(_ table: String, where filter: Row? = nil, set values: Row) async throws -> Int {
    struct Answer: Decodable { var changed: Int }
    return try await link.call(
      "changeRows", "PATCH", "/_mock/data/{table}", path: ["table": table],
      body: Change(where: filter, set: values), as: Answer.self
    ).changed
  }

  /// Deletes the rows whose columns have these values; all without them. Gives how many.
  @discardableResult
  public func delete(from table: String, where filter: Row? = nil) async throws -> Int {
    struct Answer: Decodable { var deleted: Int }
    return try await link.call(
      "deleteRows", "DELETE", "/_mock/data/{table}", path: ["table": table],
      body: filter.map { Change(where: $0) }, as: Answer.self
    ).deleted
  }
}
