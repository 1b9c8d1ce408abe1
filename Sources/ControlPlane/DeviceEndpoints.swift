import HTTPCore
import JSON
import World

/// The devices that called a world, by its journal, and the names that users give them.
package enum DeviceEndpoints {
  private static let path = "/_mock/devices"

  /// The endpoints.
  package static func all(_ worlds: @escaping @Sendable () -> Worlds?) -> [Endpoint] {
    [
      Endpoint(.get, path, "listDevices", .open) { call in
        call.world.journal.awaitChecks()
        let names = worlds()?.deviceNames
        let callers = devices(of: call.world)
        call.world.journal.devices.add(callers.map(\.device.id))
        return .json(["devices": .array(callers.map { json($0, names?[$0.device.id]) })])
      }.slow(usesDatabase: false),
      Endpoint(.put, "\(path)/{id}", "nameDevice", .open) { call in
        let id = call.parameters["id"]
        let name = try ControlBody(call.request, known: ["name"]).text("name", upTo: 60)
        guard let found = devices(of: call.world).first(where: { $0.device.id == id }) else {
          throw Problem(
            .notFound, "no device \"\(id.clipped(to: 30))\" is in the journal; GET \(path) lists them", field: "id",
            value: id.clipped(to: 30))
        }
        guard worlds()?.deviceNames.set(name, of: id) ?? true else {
          throw Problem(.conflict, "at most \(DeviceNames.capacity) devices have names; take some away", field: "name")
        }
        return .json(json(found, name))
      }.slow(usesDatabase: false),
    ]
  }

  /// A device, and its entries in the journal.
  private struct Caller {
    let device: Device
    let firstSeen: Timestamp
    var lastSeen: Timestamp
    var requests = 0
    var notFound = 0
    var violations = 0
    var serverErrors = 0
    /// See ``JournalView/isFailed``.
    var errors = 0
  }

  /// The devices of a world, the one with the latest request first.
  private static func devices(of world: World) -> [Caller] {
    var callers: [String: Caller] = [:]
    for entry in world.journal.contents().entries {
      guard case .exchange(let exchange) = entry.content else { continue }
      let device = Device(exchange.request)
      var caller = callers[device.id] ?? Caller(device: device, firstSeen: entry.time, lastSeen: entry.time)
      caller.lastSeen = max(caller.lastSeen, entry.time)
      caller.requests += 1
      if exchange.status == 404 { caller.notFound += 1 }
      if !exchange.deviations.isEmpty { caller.violations += 1 }
      if let status = exchange.status, status >= 500 { caller.serverErrors += 1 }
      if JournalView(entry).isFailed { caller.errors += 1 }
      callers[device.id] = caller
    }
    return callers.values.sorted { ($1.lastSeen, $0.device.id) < ($0.lastSeen, $1.device.id) }
  }

  private static func json(_ caller: Caller, _ name: String?) -> JSONValue {
    [
      "id": .string(caller.device.id), "address": .string(caller.device.address),
      "userAgent": caller.device.userAgent.map(JSONValue.string) ?? .null, "name": name.map(JSONValue.string) ?? .null,
      "requests": .number(JSONNumber(caller.requests)), "notFound": .number(JSONNumber(caller.notFound)),
      "violations": .number(JSONNumber(caller.violations)),
      "serverErrors": .number(JSONNumber(caller.serverErrors)), "errors": .number(JSONNumber(caller.errors)),
      "firstSeen": .string(caller.firstSeen.iso8601Milliseconds),
      "lastSeen": .string(caller.lastSeen.iso8601Milliseconds),
    ]
  }
}
