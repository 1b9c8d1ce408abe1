import HTTPCore
import JSON
import Store
import World

/// The records of the greenhouses as somebody may follow them, and what the topics say of their changes.
enum GreenhouseChanges {
  private static let messages = "messages"
  private static let alerts = "alerts"

  static let sources = [
    ChangeSource(
      api: Invernaderos.identifier, messages, table: Schema.message, id: "CAST(number AS TEXT)", json: "body"),
    ChangeSource(
      api: Invernaderos.identifier, alerts, table: "invernaderos_alert", id: "'alert_' || number",
      json: AlertSQL.record),
  ]

  /// What a topic says that is no record.
  static func action(_ topic: SensorTopic, _ content: [UInt8]) -> NamedAction {
    NamedAction(api: Invernaderos.identifier, resource: messages, name: topic.rawValue, content: content)
  }

  /// Publishes readings, alerts and what follows from them to the topics, while somebody listens to one. After an edit or a
  /// replacement of all records it publishes the newest reading, if that is another one, and the state that follows from
  /// it.
  @Sendable static func relay(_ world: World) -> ChangeRelay {
    let broker = world.broker
    return ChangeRelay(
      ChangeFilter(api: Invernaderos.identifier),
      isHeard: { SensorTopic.allCases.contains { broker.hasListeners($0.destination) } },
      pass: { changes in
        for change in changes {
          guard let (topic, body) = publication(of: change) else { continue }
          broker.publish(destination: topic.destination, contentType: "application/json", body: body)
        }
      }, read: { try MessageHistory.newest($1, $0) },
      compare: { world, before, after in
        guard before != after else { return [] }
        let status = after.map(GreenhouseStatus.json) ?? GreenhouseStatus.unknown(at: world.clock.now)
        return (after.map { [action(.messages, $0.json)] } ?? []) + [action(.status, status)]
      })
  }

  private static func publication(of change: Change) -> (topic: SensorTopic, body: [UInt8])? {
    guard let record = change.after else { return nil }
    switch (change.kind, change.resource) {
    case (.action(let name), _): return SensorTopic(rawValue: name).map { ($0, record) }
    case _ where change.origin != .simulation: return nil
    // A reading may have the number of one that a clock which was set back has forgotten.
    case (.created, messages), (.updated, messages): return (.messages, record)
    case (.created, alerts): return raised(record).map { (.alerts, $0) }
    default: return nil
    }
  }

  /// An alert as it is pushed, without what REST says of its state.
  private static func raised(_ record: [UInt8]) -> [UInt8]? {
    guard var members = (try? JSONParser.parse(record))?.object else { return nil }
    members["status"] = nil
    members["resolvedAt"] = nil
    return JSONWriter.serialize(.object(members))
  }
}
