import HTTPCore
import JSON
import Resources
import Synthesis
import World

// What new records in the style of JSON:API have in their attributes.

extension OperationHandler {
  /// Adds what a new record begins with to its attributes: states, counts, and times of now.
  func beginAttributes(_ content: inout JSONObject, _ collection: RecordCollection, seed: UInt64, now: Timestamp) {
    guard let holder = collection.resource.attributesMember else { return }
    var attributes = content[holder]?.object ?? JSONObject()
    let sent = requestMembers.first { $0.name == holder }.map { api.maker.members(of: $0.place) } ?? []
    let names = Set(sent.map(\.name))
    let context = ValueContext(now: now.seconds, origin: RecordSeeds.origin)
    for (name, member) in collection.attributes.sorted(by: { $0.key < $1.key }) where !attributes.contains(name) {
      switch api.beginning(of: member, isServers: !names.contains(name)) {
      case .fixed(let value): attributes[name] = value
      case .now(let member): attributes[name] = MomentText.value(now, like: member)
      case .made(let place): attributes[name] = try? api.maker.value(place, seed: seed, context: context)
      case nil: break
      }
    }
    content[holder] = .object(attributes)
  }
}
