import JSON
import JSONSchema
import Records
import Resources
import Synthesis
import World

// What requests call or write otherwise than records have it.

extension OperationHandler {
  /// The value of a property that requests have inside of an object, `{"value": …}`, to distinguish that it is set from that it is
  /// left as it is; what records have as an object stays one.
  func unwrapped(_ sent: JSONObject.Member, _ own: ValueGenerator.Member) -> JSONValue {
    guard let object = sent.value.object, !own.types.contains("object"), !own.types.isEmpty,
      let member = requestMembers.first(where: { $0.name == sent.key }), member.types.contains("object")
    else { return sent.value }
    let inner = api.maker.members(of: member.place).map(\.name)
    guard inner.contains("value"), inner.allSatisfy({ $0 == "value" || Self.settings.contains(Words.key($0)) }) else {
      return sent.value
    }
    return object["value"] ?? .null
  }

  /// The object by which records show a value that requests send by itself: `{"id": 3, "label": …}` for `3`. Values of
  /// other properties, and ids of other records, stay as they are.
  func expanded(
    _ value: JSONValue, _ name: String, _ own: ValueGenerator.Member, _ collection: RecordCollection
  ) -> JSONValue {
    guard own.isObject, value.string != nil || value.number != nil, collection.resource.references[name] == nil else {
      return value
    }
    let inner = api.maker.members(of: own.place)
    let holder = ["id", "value", "code", "key", "slug", "name"].lazy.compactMap { key in
      inner.first { $0.name == key && self.api.maker.allows(value, on: $0.place) }
    }.first
    return holder.map { .object([$0.name: value]) } ?? value
  }

  /// The state that a flag stands for, where requests have a flag and records a text: `enabled` for true.
  func state(_ value: JSONValue, _ member: ValueGenerator.Member) -> JSONValue {
    guard let flag = value.bool, !member.types.contains("boolean"), let states = api.enumeration(of: member) else {
      return value
    }
    return states.first { (flag ? Self.setStates : Self.unsetStates).contains($0.lowercased()) }.map(JSONValue.string)
      ?? value
  }

  private static let setStates: Set<String> = ["enabled", "on", "yes", "active", "true"]
  private static let unsetStates: Set<String> = ["disabled", "off", "no", "inactive", "false"]

  /// A value as records have it where a request writes it in another way: a time without an offset is one of UTC, a date
  /// has no time, and 1 and 0 set and clear a flag.
  static func fitted(_ value: JSONValue, _ member: ValueGenerator.Member) -> JSONValue {
    if let number = value.number?.integer, number == 0 || number == 1,
      Set(member.types).subtracting(["null"]) == ["boolean"]
    {
      return .bool(number == 1)
    }
    guard let text = value.string else { return value }
    switch member.format {
    case "date-time": return TextFormats.dateTime(ofLocal: text).map(JSONValue.string) ?? value
    case "date" where ISO8601Moment.parse(text) != nil: return .string(String(text.prefix(10)))
    default: return value
    }
  }

  /// What names a new record in paths where records show no id, or by another word than requests have: the `name` that was
  /// sent for `/channels/{channelHandle}`, the `username` of organizations that show it as `name`; nil for other records.
  func sentName(_ input: JSONObject, _ collection: RecordCollection) -> String? {
    if collection.idPath.count == 1, let own = collection.resource.idMember, collection.resource.idStyle == .text,
      case let names = ["username", "login", "handle", "slug", "name"], names.contains(Words.key(own)),
      !requestMembers.contains(where: { $0.name == own })
    {
      return names.lazy.compactMap { input[$0]?.string }.first { !$0.isEmpty && $0.utf8.count <= 200 }
    }
    guard collection.idPath.isEmpty, let parameter = reading?.idParameter, let word = Words.split(parameter).last
    else { return nil }
    let names = ["handle", "slug", "username", "login", "tag"].contains(word) ? [word, "name", "slug"] : [word]
    let found = names.lazy.compactMap { key in input.members.first { Words.key($0.key) == key } }.first
    return found?.value.string.flatMap { $0.isEmpty || $0.utf8.count > 200 ? nil : $0 }
  }

  /// The place inside of one of the record's objects of what requests have beside the rest: `limits.visits` for `visits`;
  /// nil for what the record itself has, and for what several objects have.
  func innerPlace(of name: String, _ collection: RecordCollection) -> [String]? {
    guard [.create, .update, .replace].contains(operation.kind), collection.members[name] == nil,
      requestMembers.contains(where: { $0.name == name }),
      // What the response shows beside the rest is kept there.
      operation.recordSchema.map({ view in api.maker.members(of: view).allSatisfy { $0.name != name } }) ?? true
    else { return nil }
    let taken = Set(requestMembers.map(\.name))
    let holders = collection.orderedMembers.filter { outer in
      guard outer.isObject, !taken.contains(outer.name),
        collection.resource.references[outer.name] == nil
      else { return false }
      let inner = Set(api.maker.members(of: outer.place).map(\.name))
      // What is identified is another record.
      return inner.contains(name) && inner.isDisjoint(with: ["id", "_id", "uuid"])
    }
    return holders.count == 1 ? [holders[0].name, name] : nil
  }

  /// What such objects hold of a new record of which nothing is sent that they have: null, where that may be.
  func unsetPlaces(_ collection: RecordCollection) -> [String: JSONObject] {
    var unset: [String: JSONObject] = [:]
    for member in requestMembers {
      guard let place = innerPlace(of: member.name, collection), let outer = collection.members[place[0]],
        api.maker.members(of: outer.place).contains(where: { $0.name == place[1] && $0.isNullable })
      else { continue }
      unset[place[0], default: JSONObject()][place[1]] = .null
    }
    return unset
  }

  /// What says beside a value that it is there.
  private static let settings: Set<String> = ["isset", "hasvalue", "isdefined", "isspecified", "ispresent", "defined"]

  /// The property by which records show a list or an object that requests have by another name: the only one of the same
  /// schema, such as `seat_layout` for `rows`; for other values, one of a similar name. nil for none.
  func shownName(of name: String, _ collection: RecordCollection) -> String? {
    func schema(_ member: ValueGenerator.Member) -> JSONPointer? {
      let place = api.maker.shape(of: member.place).items ?? member.place
      return api.resolved(place).flatMap { $0.tokens.first == "components" ? $0 : nil }
    }
    guard let sent = requestMembers.first(where: { $0.name == name }) else { return nil }
    let taken = Set(requestMembers.map(\.name))
    guard sent.types.contains("array") || sent.types.contains("object"), let own = schema(sent) else {
      let others = collection.orderedMembers.filter { member in
        !taken.contains(member.name) && member.name != collection.idPath.first && !member.isReadOnly
      }
      return SimilarNames.find(sent, among: others, of: collection.nameWords)
        ?? sameReference(as: sent, among: others, collection) ?? longerName(of: sent, among: others)
    }
    let shown = collection.orderedMembers.filter { member in
      member.types == sent.types && !taken.contains(member.name) && schema(member) == own
    }
    return shown.count == 1 ? shown[0].name : nil
  }

  /// Names that every record may have, whatever else an API calls so.
  private static let plainNames: Set<String> = [
    "name", "title", "type", "status", "state", "code", "key", "value", "text",
  ]

  /// The only property that says more of what a request calls a record of another resource: `homeFleet` for `fleet`; nil for
  /// none.
  private func longerName(of sent: ValueGenerator.Member, among members: [ValueGenerator.Member]) -> String? {
    let word = Words.key(sent.name)
    guard sent.types.contains("string"), !Self.plainNames.contains(word),
      api.model.resources.contains(where: { $0.key == word })
    else { return nil }
    let own = members.filter { member in
      let words = Words.split(member.name)
      return words.count > 1 && words.last == word && member.types.contains("string")
    }
    return own.count == 1 ? own[0].name : nil
  }

  /// The only property that names a record of the resource that requests name in another word, as paths do:
  /// `personId` for the `patientId` of `/person/{patientId}/orders`; nil for none.
  private func sameReference(
    as sent: ValueGenerator.Member, among members: [ValueGenerator.Member], _ collection: RecordCollection
  ) -> String? {
    let words = Words.split(sent.name)
    guard words.count > 1, words.last == "id", case let word = words.dropLast().joined(),
      let target = api.model.resources.first(where: { $0.otherNames.contains(word) })
    else { return nil }
    let own = members.filter { collection.resource.references[$0.name] == target.name && $0.types == sent.types }
    return own.count == 1 ? own[0].name : nil
  }
}
