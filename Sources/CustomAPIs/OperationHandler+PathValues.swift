import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// What paths name: ids, and values of actions whose path says what a property becomes: `PUT /orders/{id}/status/{status}`,
// `POST /users/{id}/rename/{newName}`.

extension OperationHandler {
  /// The ids that the path names, by what responses call them: `userid` of `/users/{id}/follow`.
  ///
  /// - Parameters:
  ///   - id: The id of the operation's record, where the path may name it by another member; nil for none.
  func namedIDs(_ call: Call, _ id: String?) -> [String: String] {
    var found: [String: String] = [:]
    var literal = ""
    for segment in operation.path.split(separator: "/") {
      guard segment.first == "{", segment.last == "}" else {
        literal = String(segment)
        continue
      }
      let name = String(segment.dropFirst().dropLast())
      let text = name == operation.idParameter ? id ?? call.parameters[name] : call.parameters[name]
      if Words.key(name) != "id" { found[Words.key(name)] = call.parameters[name] }
      found[Words.singularKey(literal) + "id"] = text
    }
    return found
  }

  private static let becoming: Set<String> = ["new", "to", "target", "next", "desired"]

  /// What the parameters of the path behind the record's id give its properties.
  func pathValues(_ call: Call, _ collection: RecordCollection) -> [(name: String, value: JSONValue)] {
    guard let own = operation.idParameter, !operation.path.hasSuffix("{\(own)}") else { return [] }
    let segments = operation.path.split(separator: "/").map(String.init)
    guard let place = segments.firstIndex(of: "{\(own)}") else { return [] }
    return segments[(place + 1)...].compactMap { segment -> (name: String, value: JSONValue)? in
      guard segment.hasPrefix("{"), segment.hasSuffix("}"), case let parameter = String(segment.dropFirst().dropLast()),
        !operation.scopes.contains(where: { $0.parameter == parameter })
      else { return nil }
      var words = Words.split(parameter)
      if words.count > 1, Self.becoming.contains(words[0]) { words.removeFirst() }
      guard let member = collection.orderedMembers.first(where: { Words.key($0.name) == words.joined() }),
        !member.isReadOnly, case let value = FormReader(api.maker).leaf(call.parameters[parameter], member.place),
        api.maker.allows(value, on: member.place)
      else { return nil }
      return (member.name, value)
    }
  }

  /// The properties of a new record that parameters of the path have, where these name no parent: `camera` for the
  /// `{camera_name}` of `/clips/{camera_name}/{label}/create`.
  func pathMembers(_ collection: RecordCollection) -> [(parameter: String, member: ValueGenerator.Member)] {
    guard operation.kind == .create, operation.path.contains("{") else { return [] }
    return operation.path.split(separator: "/").compactMap { segment in
      guard segment.hasPrefix("{"), segment.hasSuffix("}"), case let parameter = String(segment.dropFirst().dropLast()),
        parameter != operation.idParameter,
        // What stands for a parent of which the API keeps no records may be a property: `type` of `/domains/{type}`.
        !operation.scopes.contains(where: { $0.parameter == parameter && ($0.parent != nil || $0.member != nil) })
      else { return nil }
      var words = Words.split(parameter)
      func find() -> ValueGenerator.Member? {
        collection.orderedMembers.first { Words.key($0.name) == words.joined() && !$0.isObject }
      }
      var found = find()
      if found == nil, words.count > 1, ["name", "id", "key"].contains(words.last) {
        words.removeLast()
        found = find()
      }
      guard let found, found.name != collection.idPath.first else { return nil }
      return (parameter, found)
    }
  }

  /// A new record's content with what the path says of it and the request does not.
  func withPathMembers(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) -> JSONObject {
    let members = plan(collection).pathMembers
    if members.isEmpty { return input }
    var result = input
    for (parameter, member) in members where result[member.name] == nil {
      let value = FormReader(api.maker).leaf(call.parameters[parameter], member.place)
      if api.maker.allows(value, on: member.place) { result[member.name] = value }
    }
    return result
  }

  /// The id that a record gets by such a path, where paths call it by that property; its own for any other.
  ///
  /// - Throws: ``Problem`` of kind `conflict` when another record has it.
  func idAfter(
    _ values: [(name: String, value: JSONValue)], _ old: StoredRecord, _ collection: RecordCollection,
    _ connection: Connection
  ) throws -> String {
    guard collection.idPath.count == 1, let new = values.first(where: { $0.name == collection.idPath[0] }),
      let id = RecordCollection.text(new.value), id != old.id
    else { return old.id }
    guard try !collection.contains(connection, id: id, scope: old.scope) else {
      throw Problem(
        .conflict, "\(collection.resource.name) has a record \"\(id.clipped(to: 60))\" already", field: new.name)
    }
    return id
  }
}
