import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// Short addresses: `GET /{code}` leads to the address that a record has.

extension OperationHandler {
  private static let addresses: [String] = [
    "longurl", "originalurl", "targeturl", "destinationurl", "redirecturl", "fullurl", "destination", "target", "url",
    "link",
    "original",
  ]
  private static let visits: Set<String> = [
    "clicks", "visits", "hits", "redirects", "visitcount", "clickcount", "visitscount", "clickscount", "hitcount",
    "accesscount", "timesvisited", "timesused",
  ]

  /// Answers with the address of the record that the path names, and counts one more visit where the record has such a
  /// number; nil for another operation.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when there is no such record.
  func redirected(_ call: Call) throws -> Response? {
    let names = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().dropLast())
    }
    guard (300...399).contains(operation.status), operation.method == "GET", names.count == 1,
      operation.path.hasSuffix("{\(names[0])}"), let (owner, member) = addressed(by: names[0])
    else { return nil }
    try call.world.store.require(table: owner.documents.name)
    let id = call.parameters[names[0]]
    let visited = try visitList(of: owner).map { list in
      try call.world.store.require(table: list.documents.name)
      return (list: list, content: try visit(list, call))
    }
    let address = try call.world.store.transaction { connection -> String? in
      guard var record = try owner.record(connection, id: id, scope: [:]) else { throw missing(owner, id) }
      if let count = owner.orderedMembers.first(where: { Self.visits.contains(Words.key($0.name)) }),
        record.content[count.name]?.number != nil
      {
        record.content.count(count.name, isMore: true)
        try owner.documents.update(
          connection, number: record.number, id: record.id, scope: record.scope, record.content)
      }
      if let visited {
        var scope = record.scope
        scope[owner.resource.name] = record.id
        let seeds = RecordSeeds(api: api, world: call.world)
        _ = try insert(JSONObject(), visited.content, connection, visited.list, scope: scope, seeds)
      }
      return record.content[member]?.string
    }
    guard let address, !address.contains(where: { $0.isNewline || !$0.isASCII }) else { return nil }
    return Response(status: operation.status, headers: ["Location": address])
  }

  /// The list below a record of those who followed its address; nil for none, and for one that clients write.
  private func visitList(of owner: RecordCollection) -> RecordCollection? {
    let lists = api.collections.values.filter { list in
      !list.resource.isSingleton && !list.isMadeByClients && list.scopes.last?.parent == owner.resource.name
        && Words.split(list.resource.name).last.map(Self.visits.contains) ?? false
    }
    return lists.count == 1 ? lists[0] : nil
  }

  /// What such a list has of somebody who follows an address now.
  private func visit(_ list: RecordCollection, _ call: Call) throws -> JSONObject {
    var content = JSONObject()
    for member in list.orderedMembers where member.format == "date-time" {
      content[member.name] = MomentText.value(call.world.clock.now, like: member)
    }
    return try begun(
      content, list, scope: [:], RecordSeeds(api: api, world: call.world))
  }

  /// The records that a parameter names in another path too, with the property that holds an address of somewhere else.
  private func addressed(by parameter: String) -> (RecordCollection, String)? {
    let key = Words.key(parameter)
    let owners = Set(
      api.operations.values.joined().filter {
        $0.kind == .read && !$0.isIDInQuery && $0.idParameter.map(Words.key) == key
      }.compactMap(\.resource))
    let found = owners.sorted().compactMap { api.collections[$0] }.compactMap { owner -> (RecordCollection, String)? in
      let texts = owner.orderedMembers.filter { $0.types.contains("string") }
      let name = Self.addresses.lazy.compactMap { key in texts.first { Words.key($0.name) == key }?.name }.first
      return name.map { (owner, $0) }
    }
    return found.count == 1 ? found[0] : nil
  }
}
