import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// Filters by properties of the records that a list's records refer to: `rider__user__first_name` as Django has it, and
// `rider.user.first_name`.

extension OperationHandler {
  private static let (maximumLevels, maximumRelated) = (4, 500)

  /// Has the query keep only records that refer to such ones as parameters ask for.
  func requireRelated(_ query: inout RowQuery, _ collection: RecordCollection, _ sent: RequestBody, _ call: Call) throws
  {
    for parameter in sent.query.parameters.prefix(100) where !parameter.value.isEmpty {
      guard operation.filters[parameter.name] == nil, operation.conditions[parameter.name] == nil,
        let names = Self.path(parameter.name), collection.members[parameter.name] == nil,
        let part = try related(names[...], parameter.value, collection, call)
      else { continue }
      query.require(part)
    }
  }

  /// The names that lead to a property of another record; nil for a parameter that has one name.
  private static func path(_ name: String) -> [String]? {
    let separator = name.contains("__") ? "__" : "."
    let names = name.split(separator: separator).map(String.init)
    return (2...maximumLevels).contains(names.count) ? names : nil
  }

  /// Holds for records that lead to a value; nil for names that lead to no property.
  private func related(
    _ names: ArraySlice<String>, _ value: String, _ collection: RecordCollection, _ call: Call
  ) throws -> RowQuery.Part? {
    guard let first = names.first.map(collection.memberName), let member = collection.members[first] else {
      return nil
    }
    let records = collection.documents.records
    guard names.count > 1 else { return records.condition(collection.path(to: first), in: [value]) }
    let rest = names.dropFirst()
    guard let target = collection.resource.references[first].flatMap({ api.collections[$0] }), target !== collection,
      target.isReachableWithoutParents, !target.resource.isSingleton
    else {
      // What it shows of no other record is its own.
      guard rest.count == 1, let last = rest.last, member.types.contains("object"),
        api.maker.members(of: member.place).contains(where: { $0.name == last })
      else { return nil }
      return records.condition(collection.path(to: first) + RecordTable.path(last).dropFirst(), in: [value])
    }
    let ids: [String]
    if rest.count == 1, let last = rest.last, [last] == target.idPath || ["id", "pk"].contains(last) {
      ids = [value]
    } else {
      try RecordSeeds(api: api, world: call.world).require(target, below: [])
      guard let part = try related(rest, value, target, call) else { return nil }
      var inner = target.query([:])
      inner.require(part)
      inner.limit = Self.maximumRelated
      ids = try call.world.store.read { try target.documents.records($0, inner).map(\.id) }
    }
    if ids.isEmpty { return RowQuery.Part("0") }
    let path = collection.path(to: first)
    let idName = target.idPath.last ?? "id"
    let places = [path, path + "." + idName, RecordTable.path(first + "_id"), RecordTable.path(first + "Id")]
    return .joined(places.map { records.condition($0, in: ids) }, by: "OR")
  }
}
