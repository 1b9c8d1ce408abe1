import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// What a record shows of the records that it refers to: `category` where clients send `category_id`, and `payee_name`
/// beside `payee_id`. It is read again whenever the record is shown, so that it is what that record is now.
struct ShownReferences: Sendable {
  /// How a member shows another record.
  private enum Form {
    /// The record itself.
    case record
    /// An array of records.
    case records
    /// One of its properties.
    case property([String])
  }

  private struct Reference {
    let member: String
    let form: Form
    let target: RecordCollection
    /// The properties that hold its id, as ``Words/key(_:)``.
    let idKeys: Set<String>
    /// The properties that name it otherwise, as ``Words/key(_:)``, with those of the other record: `kind_code` and `code`.
    var nameKeys: [String: String] = [:]
    /// What the records' parent is called, where it is that; nil for another record.
    var parent: String?
  }

  private let references: [Reference]
  private static let maximumElements = 50

  /// Whether the records show nothing of others.
  var isEmpty: Bool { references.isEmpty }

  /// What the records of a collection show, and what a view of them shows.
  init(_ collection: RecordCollection, view: JSONPointer?, _ api: CustomAPI) {
    let resource = collection.resource
    guard resource.viewMember == nil else {
      references = []
      return
    }
    var members = collection.orderedMembers
    for member in view.map(api.maker.members) ?? [] where collection.members[member.name] == nil {
      members.append(member)
    }
    let targets = Dictionary(
      api.collections.values.filter { Self.isTarget($0, of: collection) }.map {
        ($0.resource.key, $0)
      }
    ) { first, second in first.resource.name < second.resource.name ? first : second }
    func target(_ member: String, _ stem: String) -> RecordCollection? {
      let named = resource.references[member].flatMap { api.collections[$0] }.flatMap {
        Self.isTarget($0, of: collection) ? $0 : nil
      }
      return named ?? targets[stem]
    }
    references = members.compactMap { member -> Reference? in
      let (key, stem) = (Words.key(member.name), Words.singularKey(member.name))
      let isScalar =
        member.types.contains("string") || member.types.contains("integer") || member.types.contains("number")
      if member.types.contains("array") {
        guard let element = api.maker.shape(of: member.place).items, !api.maker.members(of: element).isEmpty,
          resource.name != member.name,
          let target = target(member.name, stem) ?? Self.accounts(api, shownBy: element)
            ?? Self.owner(of: element, api, not: collection)
        else { return nil }
        // `media_ids` are those of the media in `attachments`.
        let own = [target.resource.key, Words.key(Words.plural(target.resource.key))].map { $0 + "ids" }
        return Reference(
          member: member.name, form: .records, target: target, idKeys: Set([stem + "ids", key + "ids"] + own))
      }
      if member.types.contains("object"), !isScalar {
        // `assignee` is whom `assignee_id` names.
        let sibling =
          members.first { [key + "id", key + "uuid"].contains(Words.key($0.name)) }
          ?? members.first { other in
            // `category` is what `serviceCategoryId` names, too.
            Words.key(other.name).hasSuffix(key + "id") && resource.references[other.name] != nil
              && resource.references[other.name] == resource.references[member.name]
          }
          ?? members.first { other in
            // `maker_detail` is what `maker` names.
            resource.references[other.name] != nil && !other.types.contains("object") && !other.types.contains("array")
              && Vocabulary.details.contains { Words.key(other.name) + $0 == key }
          }
        guard let target = sibling.flatMap({ target($0.name, stem) }) ?? target(member.name, stem),
          target !== api.accounts || sibling != nil || resource.references[member.name] != nil
        else { return nil }
        let keys = [key + "id", key + "uuid"] + [sibling.map { Words.key($0.name) }].compactMap(\.self)
        var reference = Reference(member: member.name, form: .record, target: target, idKeys: Set(keys))
        for name in Self.naturalKeys where target.members[name]?.types.contains("string") == true {
          if !members.contains(where: { Words.key($0.name) == key + name }) { reference.nameKeys[key + name] = name }
        }
        return reference
      }
      guard isScalar, let property = Self.property(in: key) else { return nil }
      let owner = String(key.dropLast(property.utf8.count))
      let id =
        members.first { Words.key($0.name) == owner + "id" }?.name
        ?? members.first { other in
          // `maker_name` is the name of what `maker` names.
          Words.key(other.name) == owner && resource.references[other.name] != nil && !other.types.contains("object")
        }?.name
      // What is sent and not shown names a record, too.
      let sent = resource.sentReferences.first { Words.key($0.key) == owner + "id" }
      // What it stands below names its parent: `product_name` of `/products/{product_id}/variants`.
      let parent = id == nil && sent == nil ? collection.scopes.last.flatMap { $0.parent } : nil
      let above = parent.flatMap { api.collections[$0] }.flatMap { $0.resource.key == owner ? $0 : nil }
      guard let target = id.flatMap({ target($0, owner) }) ?? sent.flatMap({ api.collections[$0.value] }) ?? above
      else { return nil }
      let names = Self.properties[property] ?? [property]
      let known = names.filter { name in target.members.keys.contains { Words.key($0) == name } }
      return known.isEmpty
        ? nil
        : Reference(
          member: member.name, form: .property(known), target: target,
          idKeys: Set([owner + "id"] + [id.map(Words.key)].compactMap(\.self)),
          parent: above == nil ? nil : parent)
    }
  }

  /// Properties by which requests name records beside their ids.
  private static let naturalKeys = ["key", "code", "slug", "handle"]

  /// The records that a schema shows which are made by themselves; nil for none.
  private static func owner(
    of element: JSONPointer, _ api: CustomAPI, not other: RecordCollection
  ) -> RecordCollection? {
    guard let schema = api.resolved(element) else { return nil }
    return api.collections.values.filter {
      $0 !== other && $0.isMadeByClients && isTarget($0, of: other) && api.resolved($0.resource.schema) == schema
    }.min { $0.resource.name < $1.resource.name }
  }

  /// The accounts, where a schema shows one of them: the `participants` of a conversation.
  private static func accounts(_ api: CustomAPI, shownBy element: JSONPointer) -> RecordCollection? {
    api.accounts.flatMap { accounts in
      isTarget(accounts, of: accounts) && api.resolved(element) == api.resolved(accounts.resource.schema)
        ? accounts : nil
    }
  }

  /// Whether records of a collection can be shown by those of another one: they stand below nothing, or below the same.
  private static func isTarget(_ collection: RecordCollection, of other: RecordCollection) -> Bool {
    let isReachable =
      collection.isReachableWithoutParents
      || !collection.scopes.isEmpty && Set(collection.scopes.map(\.key)).isSubset(of: other.scopes.map(\.key))
        && collection.scopes.allSatisfy { $0.parent != nil || Words.key($0.parameter) != "id" }
    return isReachable && !collection.resource.isSingleton && !collection.idPath.isEmpty && collection.isKnownToAPI
  }

  /// The properties of another record that names end with, with those that hold it.
  private static let properties: [String: [String]] = [
    "name": ["name", "title", "displayname", "fullname", "username"], "title": ["title", "name"], "email": ["email"],
    "username": ["username", "login", "name"], "slug": ["slug"],
  ]

  private static func property(in key: String) -> String? {
    properties.keys.filter { key.hasSuffix($0) && key.utf8.count > $0.utf8.count }.max { $0.utf8.count < $1.utf8.count }
  }

  /// Whether a value is the id, or the ids, of records that a property shows whole.
  ///
  /// - Parameters:
  ///   - isThere: Whether a collection has a record of an id, which tells an id of any form from another text.
  func isShownByID(
    _ member: String, _ value: JSONValue, _ maker: ValueGenerator, _ isThere: (RecordCollection, String) -> Bool
  ) -> Bool {
    references.contains { reference in
      guard reference.member == member, let id = reference.target.idPath.first.flatMap({ reference.target.members[$0] })
      else { return false }
      // A text may be a name as well, unless ids have a form of their own.
      func isID(_ value: JSONValue) -> Bool {
        value.text != nil && maker.allows(value, on: id.place)
          && (value.string == nil || reference.target.resource.idStyle != .text
            || value.string.map { isThere(reference.target, $0) } == true)
      }
      switch reference.form {
      case .record: return isID(value)
      case .records: return value.array.map { !$0.isEmpty && $0.allSatisfy(isID) } ?? false
      case .property: return false
      }
    }
  }

  /// The id of the record that a property names otherwise than by its id, such as `recipe` in `kind_code`; nil for none.
  private func named(
    by reference: Reference, in content: JSONObject, beside scope: [String: String], _ seeds: RecordSeeds
  ) -> String? {
    guard !reference.nameKeys.isEmpty else { return nil }
    for member in content.members {
      guard let name = reference.nameKeys[Words.key(member.key)], let text = member.value.string else { continue }
      let target = reference.target
      let parents = target.scopes.compactMap { own in scope[own.key].map { RecordSeeds.Parent(scope: own, id: $0) } }
      try? seeds.require(target, below: target.isReachableWithoutParents ? [] : parents)
      let own = scope.filter { one in target.scopes.contains { $0.key == one.key } }
      return try? seeds.world.store.read { try target.id($0, where: [name], is: text, scope: own) }
    }
    return nil
  }

  /// Has a record show what it refers to.
  ///
  /// - Parameters:
  ///   - scope: The parents of the record.
  func show(in content: inout JSONObject, beside scope: [String: String], _ api: CustomAPI, _ world: World) {
    let seeds = RecordSeeds(api: api, world: world)
    func record(_ value: JSONValue, of target: RecordCollection) -> JSONObject? {
      guard let id = RecordCollection.text(value), let found = try? seeds.record(of: target, id, beside: scope)
      else {
        return nil
      }
      return api.shown(found.content, of: target.resource.name)
    }
    for reference in references {
      let sent =
        content.members.first { reference.idKeys.contains(Words.key($0.key)) }?.value
        ?? named(by: reference, in: content, beside: scope, seeds).map(JSONValue.string)
        ?? reference.parent.flatMap { scope[$0] }.map(JSONValue.string)
      switch reference.form {
      case .record:
        // An id that was sent as the member itself, or is all that is known of the record.
        let own = content[reference.member]
        let id = sent ?? (own?.object == nil ? own : own?.object?.count == 1 ? own?.object?.members[0].value : nil)
        if let id, let found = record(id, of: reference.target) { content[reference.member] = .object(found) }
      case .records:
        let own = content[reference.member]?.array
        if sent == nil, let own, own.count <= Self.maximumElements, own.contains(where: { $0.object?.count == 1 }) {
          // What was sent is the ids alone: `[{"id": 5}]`.
          content[reference.member] = .array(
            own.map { element in
              guard let object = element.object, object.count == 1,
                let id = reference.target.idText(object).map(JSONValue.string)
              else { return element }
              return record(id, of: reference.target).map(JSONValue.object) ?? element
            })
          continue
        }
        let ids = sent?.array ?? own.flatMap { $0.allSatisfy { $0.text != nil } && !$0.isEmpty ? $0 : nil }
        guard let ids, ids.count <= Self.maximumElements else { continue }
        let found = ids.compactMap { record($0, of: reference.target) }
        // What names no record may be a name rather than an id.
        if sent == nil, found.isEmpty { continue }
        content[reference.member] = .array(found.map(JSONValue.object))
      case .property(let names):
        guard let sent, let found = record(sent, of: reference.target) else { continue }
        let value = names.lazy.compactMap { name in found.members.first { Words.key($0.key) == name }?.value }.first
        if let value { content[reference.member] = value }
      }
    }
  }
}

extension JSONValue {
  /// A text or a number as a text; nil for anything else.
  fileprivate var text: String? { string ?? number?.literal }
}
