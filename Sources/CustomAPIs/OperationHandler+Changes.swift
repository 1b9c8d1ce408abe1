import HTTPCore
import JSON
import Records
import Resources
import Synthesis
import World

// What records become by changes that clients send.

extension OperationHandler {
  /// The content of a record after a change, which leaves its id as it is.
  ///
  /// - Throws: ``Problem`` for a JSON Patch that cannot be applied.
  func changed(
    _ record: StoredRecord, _ sent: RequestBody, _ collection: RecordCollection
  ) throws(Problem) -> JSONObject {
    guard !sent.isPatch else { return try patched(record, sent, collection) }
    var content = changed(record.content, sent, collection)
    collection.textTags.add(to: &content, sent: sent.record(operation.requestEnvelope) ?? JSONObject())
    if isIDFixed(collection) || !collection.resource.isSingleton && collection.idText(content) == nil {
      if let id = record.content[collection.idPath] {
        content[collection.idPath] = id
      } else if !collection.resource.isSingleton {
        content[collection.idPath] = collection.idValue(record.id, below: record.scope)
      }
    }
    return content
  }

  /// Whether records show an id that changes leave as it is. A name by which paths call records may change, such as that
  /// of a repository. Of what there is one, only a member called `id` is an id.
  private func isIDFixed(_ collection: RecordCollection) -> Bool {
    guard let name = collection.idPath.last?.lowercased() else { return false }
    if collection.resource.nameTemplate != nil { return true }
    // `id`, `orderId`, `uuid`, `_id`.
    return collection.resource.isSingleton ? collection.idPath == ["id"] : name.hasSuffix("id") || name == "identifier"
  }

  private func changed(
    _ old: JSONObject, _ sent: RequestBody, _ collection: RecordCollection
  ) -> JSONObject {
    var input = writable(sent.record(operation.requestEnvelope) ?? JSONObject(), collection)
    let mask = Self.updateMask(sent, collection)
    if let mask { input = JSONObject(input.members.filter { mask.contains($0.key) }.map { ($0.key, $0.value) }) }
    if operation.kind == .replace, mask == nil {
      var content = input
      // What only the server sets, and what a client cannot send, stays.
      for member in old.members where !content.contains(member.key) {
        let known = collection.members[member.key]
        let isServers = known?.isReadOnly == true || known?.isRequired == true
        let isOwn =
          member.key == collection.idPath.first || member.key == collection.resource.createdAtMember
          || collection.scopes.contains { $0.member == member.key }
        if isServers || isOwn || !answersTake(member.key) { content[member.key] = member.value }
      }
      return content
    }
    var content = old
    for member in input.members {
      let allowsNull = collection.members[member.key]?.types.contains("null") ?? false
      if member.value.isNull, !allowsNull, sent.isMergePatch || collection.members[member.key]?.isRequired == false {
        content[member.key] = nil
      } else {
        content[member.key] = merged(
          content[member.key], with: member.value, collection.members[member.key], isMergePatch: sent.isMergePatch)
      }
    }
    return content
  }

  /// The value of a member after a change. In a merge patch, null removes a member inside, too, unless the schema requires
  /// it and allows null.
  private func merged(
    _ old: JSONValue?, with new: JSONValue, _ member: ValueGenerator.Member?, isMergePatch: Bool
  ) -> JSONValue {
    let kept = Self.merged(old, with: new)
    guard isMergePatch, new.object != nil else { return kept }
    let patched = (old ?? .null).merged(withPatch: new)
    guard let place = member?.place else { return patched }
    return api.maker.allows(patched, on: place) || !api.maker.allows(kept, on: place) ? patched : kept
  }

  /// The members that a request changes alone, by its `updateMask` (AIP-161); nil for all that it sends.
  private static func updateMask(_ sent: RequestBody, _ collection: RecordCollection) -> Set<String>? {
    let texts = sent.query.parameters.filter { parameter in
      ["updatemask", "fieldmask", "updatemaskpaths"].contains(Words.key(parameter.name))
    }
    let names = texts.flatMap { $0.value.split(separator: ",") }.map { path in String(path.prefix { $0 != "." }) }
    guard !names.isEmpty, !names.contains("*") else { return nil }
    return Set(names.map(collection.memberName))
  }

  /// The content of a record after a JSON Patch (RFC 6902), of which all operations are carried out or none.
  ///
  /// - Throws: ``Problem`` for an operation that cannot be carried out, and for what a record cannot be: without a member
  ///   that it must have, with a value that its schema does not allow, or with another id.
  func patched(
    _ record: StoredRecord, _ sent: RequestBody, _ collection: RecordCollection
  ) throws(Problem) -> JSONObject {
    let patch = try JSONPatch(sent.body)
    let result = try patch.applied(to: .object(record.content), maximumBytes: RecordLimit.maximumBytes)
    guard let content = result.object else {
      throw Problem(.validation, "the patch leaves no object", field: "body")
    }
    let isGone = !collection.resource.isSingleton && !collection.idPath.isEmpty && collection.idText(content) == nil
    if isGone || isIDFixed(collection) && content[collection.idPath] != record.content[collection.idPath] {
      throw Problem(
        .validation, "the patch changes or removes the id", field: collection.idPath.joined(separator: "."))
    }
    for member in collection.orderedMembers {
      let (old, new) = (record.content[member.name], content[member.name])
      guard old != new else { continue }
      let name = member.name.clipped(to: 60)
      if member.isReadOnly {
        throw Problem(.validation, "the patch changes \(name), which is only to be read", field: name)
      }
      guard let new else {
        guard member.isRequired else { continue }
        throw Problem(.validation, "the patch removes \(name), which is required", field: name)
      }
      guard api.maker.allows(new, on: member.place) else {
        throw Problem(.validation, "the patch gives \(name) a value that its schema does not allow", field: name)
      }
    }
    return content
  }

  /// Whether a client may send a member of this name.
  private func answersTake(_ name: String) -> Bool {
    let taken = requestMembers
    return taken.isEmpty || taken.contains { $0.name == name }
  }

  /// A value after another one was merged into it (RFC 7396 §2); null stays where it is sent for a member inside.
  static func merged(_ old: JSONValue?, with new: JSONValue) -> JSONValue {
    guard let change = new.object, var object = old?.object else { return new }
    for member in change.members { object[member.key] = merged(object[member.key], with: member.value) }
    return .object(object)
  }
}
