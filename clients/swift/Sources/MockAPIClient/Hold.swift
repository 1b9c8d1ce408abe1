import Foundation

extension MockWorld {
  /// Holds the next exchange of a request until it is released.
  ///
  /// - Parameters:
  ///   - request: The requests: a method and a path such as `"POST /v1/lotes"`, or more conditions.
  ///   - phase: What waits: a response, after the state has changed, or a request, before.
  ///   - times: How many exchanges are held; nil for all.
  ///   - limit: How long each is held at most, in real time, at most ten minutes.
  public func hold(
    _ request: FaultMatch, phase: Fault.Phase = .response, times: Int? = 1, limit: TimeSpan = "60s"
  ) async throws -> Hold {
    let fault = Fault.hold(phase: phase, milliseconds: Int(try limit.milliseconds().rounded()))
    return Hold(world: self, fault: try await faults.add(fault, match: request, times: times))
  }
}

/// Holds exchanges until they are released.
public struct Hold: Sendable {
  let world: MockWorld
  /// The fault that holds them.
  public let fault: FaultRecord

  /// Waits until an exchange is held. The server answers as soon as one is, so nothing is polled.
  ///
  /// - Parameter timeout: For how long, in real time.
  /// - Returns: The exchange that has been held the longest.
  /// - Throws: `MockAPIError.unsatisfied` when the time is over.
  public func wait(
    timeout: TimeSpan = "10s", fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> Held {
    let length = try timeout.seconds()
    let deadline = Date(timeIntervalSinceNow: length)
    while true {
      try Task.checkCancellation()
      // The server waits for a minute at most.
      let part = Int((min(max(deadline.timeIntervalSinceNow, 0), 60) * 1000).rounded(.up))
      let found = try await world.holds.awaitExchange(heldBy: fault.id, timeout: "\(part)ms")
      if let first = found.holds.first { return Held(world: world, exchange: first) }
      guard deadline.timeIntervalSinceNow <= 0.001 else { continue }
      throw try await nothingHeld(after: length, CallPlace(fileID, filePath, line))
    }
  }

  private func nothingHeld(after length: TimeInterval, _ place: CallPlace) async throws -> MockAPIError {
    let matches = try await world.faults.get(fault.id).matches
    let request = [fault.match?.method, fault.match?.path].compactMap(\.self).joined(separator: " ")
    let details =
      "no exchange is held by the fault \(fault.id) for \(request) after \(MockAPIError.seconds(length)) s; "
      + "\(matches) matched it since it was added"
    let verdict = Verification(
      satisfied: false, known: true, message: nil, count: 0, expected: Expected(exactly: nil, atLeast: 1, atMost: nil),
      nearest: [], entries: nil)
    return .unsatisfied(
      MockAPIError.Unsatisfied(
        world: world.id, match: JournalMatch(fault.match?.method, fault.match?.path), verdict: verdict, waited: length,
        details: [details], place: place))
  }

  /// Releases all exchanges that it holds now; gives their number.
  @discardableResult
  public func release() async throws -> Int { try await world.holds.releaseAll(heldBy: fault.id) }

  /// Holds no more exchanges, and releases those that it holds.
  public func remove() async throws { try await world.faults.remove(fault.id) }
}

/// An exchange that is held.
public struct Held: Sendable {
  let world: MockWorld
  /// Its id, method, path, account and device.
  public let exchange: HeldExchange

  /// Lets the exchange go on, as it is or with another response, which has the arguments of `MockWorld.answer`.
  ///
  /// - Throws: `MockAPIError.refused` when it is not held any more.
  public func release(
    patch: JSONValue? = nil, status: Int? = nil, body: JSONValue? = nil, headers: [String: String]? = nil,
    undocumented: Bool? = nil
  ) async throws {
    let isChanged = patch != nil || status != nil || body != nil || headers != nil
    let fault =
      isChanged
      ? try Fault.answering(
        "releaseHold", patch: patch, status: status, body: body, headers: headers, undocumented: undocumented) : nil
    try await world.holds.release(exchange.id, fault: fault)
  }

  /// Resets the connection instead of a response.
  public func abort() async throws { try await world.holds.release(exchange.id, fault: .reset) }
}
