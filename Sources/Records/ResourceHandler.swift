import HTTPCore
import Store
import World

/// Answers the requests about a resource.
final class ResourceHandler: Sendable {
  private let resource: Resource
  private let conventions: ResourceConventions
  /// What the names of rendered lists and records begin with.
  private let listKey: String
  private let recordKey: String

  init(_ resource: Resource, _ conventions: ResourceConventions) {
    (self.resource, self.conventions) = (resource, conventions)
    (listKey, recordKey) = ("\(conventions.api)/\(resource.name)?", "\(conventions.api)/\(resource.kind)/")
  }

  func list(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let limits = conventions.pageLimits
    let page = try PageRequest.read(query, defaultLimit: limits.default, maximumLimit: limits.maximum)
    let wanted = try RowQuery(query, of: resource)
    let key = listKey + String(decoding: call.request.target.rawQuery, as: UTF8.self)
    let response = try conventions.answer(call, key: key) { connection in
      conventions.envelope(try resource.records.page(connection, wanted, page), resource.name)
    }
    return response ?? .noContent
  }

  func get(_ call: Call) throws -> Response {
    let id = call.parameters["id"]
    let response = try conventions.answer(call, key: recordKey + id) {
      try resource.records.record($0, id: .text(id))
    }
    guard let response else { throw Problem.missing(resource.kind, id) }
    return response
  }

  func create(_ call: Call) throws -> Response {
    try conventions.requireWriter(call)
    let input = try ResourceInput(call.request, resource)
    let now = call.world.clock.now
    let (id, record) = try call.world.store.transaction { try resource.insert($0, input, at: now) }
    return try .created(record, id: id, call.request)
  }

  func replace(_ call: Call) throws -> Response {
    try conventions.requireWriter(call)
    let id = call.parameters["id"]
    let input = try ResourceInput(call.request, resource)
    let now = call.world.clock.now
    guard let record = try call.world.store.write({ try resource.replace($0, id: id, input, at: now) }) else {
      throw Problem.missing(resource.kind, id)
    }
    return .json(record)
  }

  func delete(_ call: Call) throws -> Response {
    try conventions.requireWriter(call)
    let id = call.parameters["id"]
    guard try call.world.store.write({ try resource.records.delete($0, RowQuery(["id": .text(id)])) }) > 0 else {
      throw Problem.missing(resource.kind, id)
    }
    return .noContent
  }
}
