import JSON
import Resources
import Synthesis

// Responses to changes that name their record rather than show it: `{"rid": "5", "rtype": "lamp"}`.

extension OperationHandler {
  /// Whether the operation's view of a record is no more than its id, beside the kind or the address of the record.
  static func namesRecord(_ view: [ValueGenerator.Member]) -> Bool {
    RecordReference.isOne(view.map { ($0.name, !$0.isObject && !$0.types.contains("array")) })
  }

  /// Whether the response names its record, and does not show it.
  var namesRecord: Bool { operation.recordSchema.map { Self.namesRecord(api.maker.members(of: $0)) } ?? false }

  /// What such a response says of the record's kind, where the document lists the kinds: `lamp` as `rtype` of what
  /// `/lamps` makes.
  var namedKinds: JSONObject {
    if let known = kinds.withLock({ $0 }) { return known }
    let made = findKinds()
    kinds.withLock { $0 = made }
    return made
  }

  private func findKinds() -> JSONObject {
    guard let collection, let view = operation.recordSchema, view != collection.resource.schema,
      case let members = api.maker.members(of: view), Self.namesRecord(members)
    else { return [:] }
    let own = Words.singularKey(collection.resource.name)
    return JSONObject(
      members.compactMap { member in
        guard RecordReference.isKind(member.name), let kinds = api.enumeration(of: member),
          let kind = kinds.first(where: { Words.singularKey($0) == own })
        else { return nil }
        return (member.name, JSONValue.string(kind))
      })
  }
}
