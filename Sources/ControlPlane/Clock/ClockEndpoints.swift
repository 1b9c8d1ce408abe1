import HTTPCore
import JSON
import World

/// The clock that everything in a world follows.
package enum ClockEndpoints {
  /// Shows the clock and bends it.
  ///
  /// - Parameters:
  ///   - report: Told of a simulation that failed when time passed, with its name.
  package static func all(report: @escaping @Sendable (String, any Error) -> Void) -> [Endpoint] {
    [
      Endpoint(.get, "/_mock/clock", "getClock", .open) { .json(json($0.world.clock)) },
      Endpoint(.put, "/_mock/clock", "setClock", .open) { call in
        let change = try ClockChange(try ControlBody(call.request, known: ClockChange.fields))
        // What was due before the clock goes back happened by the time that it showed.
        if change.mayGoBack(call.world.clock) { call.world.settle(report: report) }
        change.apply(to: call.world.clock)
        // What is due by now and somebody hears of has happened when the answer comes.
        call.world.tick(report: report)
        return .json(json(call.world.clock))
      }.slow(),
    ]
  }

  /// A clock as clients see it.
  static func json(_ clock: WorldClock) -> JSONValue {
    let reading = clock.reading
    return [
      "now": .string(reading.now.iso8601), "frozen": .bool(reading.isFrozen),
      "rate": JSONNumber(reading.rate, omittingZeroFraction: true).map(JSONValue.number) ?? .null,
    ]
  }
}
