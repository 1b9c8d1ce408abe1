import HTTPCore
import JSON
import Store
import World

/// Reads the sensors at each step, stores what they show and publishes it to those who listen.
package enum SensorSimulation {
  /// The documented interval: one message each 5 s (CONTRACT §2.4).
  static let interval: Int64 = 5_000_000_000
  /// How many missed steps are taken one by one after a jump of the clock; earlier ones are stored without being
  /// published.
  static let backlog: Int64 = 1000

  /// The readings of a world. Those that nobody listens to are stored when somebody asks for them.
  static func simulation(everyNanoseconds interval: Int64) -> Simulation {
    Simulation(
      name: "sensor readings", intervalNanoseconds: interval, backlog: backlog, unobserved: .takenLater,
      hasObservers: { world in
        SensorTopic.allCases.contains { world.broker.hasListeners($0.destination) }
          || world.feed.isFollowed(Invernaderos.identifier)
      }, take: take)
  }

  /// Takes readings.
  @Sendable package static func take(_ world: World, _ steps: Simulation.Steps) throws {
    _ = try read(world, steps)
  }

  /// Takes readings.
  ///
  /// - Parameters:
  ///   - given: Values in place of what the sensors would show, by the indices of the sensors in
  ///     ``SensorCatalogue/all``.
  /// - Returns: The last one as JSON, as it is stored and pushed.
  package static func read(_ world: World, _ steps: Simulation.Steps, given: [Int: Int?] = [:]) throws -> [UInt8] {
    try MessageHistory.begin(world, before: steps)
    let observed = steps.hasObservers ? SensorTopic.allCases.filter { world.broker.hasListeners($0.destination) } : []
    var round = SensorRound(try ScriptedGreenhouses(world), observed: Set(observed), given: given)
    // Also those that a test asks for, between the steps.
    return try ChangeContext(.simulation).during {
      try world.store.transaction { connection in
        if steps.hasObservers {
          try round.run(connection, steps)
        } else {
          // They are generated late, and for clients they were there all the time.
          try connection.unannounced { try round.run(connection, steps) }
        }
        return round.newest
      }
    }
  }
}

/// The topics that readings are published to.
enum SensorTopic: String, CaseIterable {
  case messages, status, statistics, alerts, resolvedAlerts

  /// Where the broker has it.
  var destination: String {
    switch self {
    case .messages: "/topic/greenhouse/messages"
    case .status: "/topic/greenhouse/status"
    case .statistics: "/topic/greenhouse/statistics"
    case .alerts: "/topic/tenant/\(SensorCatalogue.tenant)/alerts"
    case .resolvedAlerts: "/topic/tenant/\(SensorCatalogue.tenant)/alerts/resolved"
    }
  }
}

/// The state of all greenhouses in one object, for the topic and for those who ask over the socket.
package enum GreenhouseStatus {
  /// What a reading says about the state.
  package static func json(_ reading: GreenhouseReading) -> [UInt8] {
    JSONWriter.serialize([
      "tenantId": .string(SensorCatalogue.tenant), "status": "ONLINE",
      "greenhouses": .array(SensorCatalogue.greenhouses.map { greenhouse($0, reading) }),
      "reserve": values(of: .sensor, in: nil, reading).first ?? .null,
      "timestamp": .string(reading.timestamp),
    ])
  }

  /// The state as long as no sensor has been read.
  static func unknown(at now: Timestamp) -> [UInt8] {
    JSONWriter.serialize([
      "tenantId": .string(SensorCatalogue.tenant), "status": "STARTING", "greenhouses": [],
      "timestamp": .string(now.iso8601),
    ])
  }

  private static func greenhouse(_ greenhouse: Int, _ reading: GreenhouseReading) -> JSONValue {
    [
      "greenhouseId": .string(SensorCatalogue.greenhouseID(greenhouse)),
      "temperature": values(of: .temperature, in: greenhouse, reading).first ?? .null,
      "humidity": values(of: .humidity, in: greenhouse, reading).first ?? .null,
      "extractor": reading.extractors[greenhouse - 1].map(JSONValue.bool) ?? .null,
      "sectors": .array(values(of: .sector, in: greenhouse, reading)),
    ]
  }

  private static func values(
    of kind: SensorCatalogue.Kind, in greenhouse: Int?, _ reading: GreenhouseReading
  ) -> [JSONValue] {
    SensorCatalogue.all.enumerated().compactMap { index, sensor in
      guard sensor.kind == kind, greenhouse == nil || sensor.greenhouse == greenhouse else { return nil }
      return reading.value(at: index).map(JSONValue.decimal) ?? .null
    }
  }
}

extension GreenhouseReading {
  /// Whether the extractor of each greenhouse runs; nil for one that sent no value.
  var extractors: [Bool?] {
    SensorCatalogue.all.enumerated().filter { $0.element.kind == .extractor }.map {
      value(at: $0.offset).map { $0 > 0 }
    }
  }
}

extension JSONValue {
  /// A number with a fraction, `null` when it is not finite.
  static func decimal(_ value: Double) -> JSONValue {
    JSONNumber(value).map(JSONValue.number) ?? .null
  }
}
