import Store
import World

/// Tells the topics when the content of a world was replaced and the newest reading is another one: the reading, and
/// the state that follows from it.
enum GreenhouseAnnouncer {
  static let announcer = ReplacementAnnouncer(look: look, announce: announce)

  private static func look(_ world: World, _ connection: Connection) throws -> GreenhouseReading? {
    try MessageHistory.newest(connection, world)
  }

  private static func announce(
    _ world: World, _ connection: Connection, _ seen: GreenhouseReading?
  ) throws -> [ReplacementAnnouncer.Publication] {
    let reading = try look(world, connection)
    guard reading != seen else { return [] }
    let publish: @Sendable (String, [UInt8]) -> Void = { destination, body in
      world.broker.publish(destination: destination, contentType: "application/json", body: body)
    }
    return [
      { if let reading { publish("/topic/greenhouse/messages", reading.json) } },
      {
        let status = reading.map(GreenhouseStatus.json) ?? GreenhouseStatus.unknown(at: world.clock.now)
        publish("/topic/greenhouse/status", status)
      },
    ]
  }
}
