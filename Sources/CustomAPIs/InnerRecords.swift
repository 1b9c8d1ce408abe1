import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// Records that a record shows inside of it although they are kept by themselves: the items of a cart, which
/// `POST /carts/{cartId}/items` makes.
struct InnerRecords: Sendable {
  /// The member that shows them.
  let member: String
  let collection: RecordCollection
  /// The property by which they name the record, where they do not stand below it: `shoppingListId`; nil where they do.
  let reference: String?
  /// What they show of other records.
  let references: ShownReferences
  /// Whether the member has their ids alone.
  var areIDs = false
  /// Whether the member shows the newest of them alone: the `car` of a driver, which names the driver.
  var isOne = false

  /// Those of a collection: its members that are arrays of what is kept below one of its records.
  ///
  /// - Parameters:
  ///   - view: The schema of a view that may show more than a whole record has.
  static func all(of owner: RecordCollection, _ api: CustomAPI, view: JSONPointer? = nil) -> [InnerRecords] {
    let children = owner.children(api)
    let referring = owner.referring(api)
    let below = owner.below(api)
    if children.isEmpty, referring.isEmpty, below.isEmpty { return [] }
    let others = (view.map(api.maker.members) ?? []).filter { owner.members[$0.name] == nil }
    return (owner.orderedMembers + others).compactMap { member in
      if member.isReadOnly, member.isObject {
        return one(member, among: referring, api)
      }
      guard member.types.contains("array"), let element = api.maker.shape(of: member.place).items else { return nil }
      if Set(api.maker.shape(of: element).types).isSubset(of: ["string", "integer"]) {
        // What clients send themselves stays as they sent it.
        guard !member.types.contains("string"), !api.isSent(member.name, of: owner.resource.name) else { return nil }
        let key = Words.key(member.name)
        let child = below.first { child in
          [Words.key(child.resource.name), child.resource.key + "ids", child.resource.key + "id"].contains(key)
        }
        return child.map {
          InnerRecords(
            member: member.name, collection: $0, reference: nil, references: ShownReferences($0, view: nil, api),
            areIDs: true)
        }
      }
      guard let place = api.resolved(element) else { return nil }
      // What is shown otherwise inside of its owner has the same name: the `members` of a team.
      let plain = member.name.lowercased().filter { $0.isLetter || $0.isNumber }
      let named = children.first { child in
        let name = child.resource.name.filter { $0.isLetter || $0.isNumber }
        return (name == plain || child.resource.name.hasSuffix("-\(plain)"))
          && !api.maker.members(of: element).isEmpty
      }
      if let child = children.first(where: { api.resolved($0.resource.schema) == place }) ?? named {
        return InnerRecords(
          member: member.name, collection: child, reference: nil, references: ShownReferences(child, view: nil, api))
      }
      // Those of the same schema, else those of the property's name that have what its elements show.
      let shown = api.maker.members(of: element).map(\.name)
      let like = referring.first { other, _ in
        other.resource.key == Words.singularKey(member.name) && shown.filter { other.members[$0] != nil }.count >= 2
      }
      return (referring.first { api.resolved($0.collection.resource.schema) == place } ?? like).map { child, name in
        InnerRecords(
          member: member.name, collection: child, reference: name, references: ShownReferences(child, view: nil, api))
      }
    }
  }
}

extension InnerRecords {
  /// The record that a property shows, which clients do not send: the one that names the record, where it has a name of
  /// its own for that.
  private static func one(
    _ member: ValueGenerator.Member, among referring: [(collection: RecordCollection, member: String)], _ api: CustomAPI
  ) -> InnerRecords? {
    guard let place = api.resolved(member.place) else { return nil }
    let found = referring.first { other, _ in
      other.isMadeByClients && api.isSameSchema(place, other.resource.schema)
        && Words.singularKey(member.name).hasSuffix(other.resource.key)
    }
    return found.map { child, name in
      InnerRecords(
        member: member.name, collection: child, reference: name, references: ShownReferences(child, view: nil, api),
        isOne: true)
    }
  }
}

extension CustomAPI {
  /// Whether a place has the schema of another one, by itself or as the only part of `allOf`.
  func isSameSchema(_ place: JSONPointer, _ other: JSONPointer) -> Bool {
    guard let own = resolved(place) else { return false }
    if own == resolved(other) { return true }
    guard let parts = document.root[own]?["allOf"]?.array, parts.count == 1 else { return false }
    return resolved(own.appending("allOf").appending(0)) == resolved(other)
  }
}

extension RecordCollection {
  /// The property by which a record names the one of its own kind that it replies to: `in_reply_to_id`,
  /// `parent_comment_id`; nil for none.
  var replyMember: String? {
    let own = resource.references.filter {
      $0.value == resource.name && members[$0.key]?.types.contains("array") == false
    }
    return own.keys.sorted().first { name in
      let words = Words.split(name).filter { !["id", "uuid"].contains($0) }
      return Vocabulary.replying.contains(words.joined()) || words.first == "parent"
    }
  }

  /// The collections of what is kept below one of its records, by their names.
  func children(_ api: CustomAPI) -> [RecordCollection] {
    api.collections.values.filter {
      $0.isKnownToAPI && $0.scopes.last?.parent == resource.name && $0.resource.name != resource.name
    }.sorted { $0.resource.name < $1.resource.name }
  }

  /// The collections of what is made below one of its records, also where another path leads there.
  func below(_ api: CustomAPI) -> [RecordCollection] {
    api.collections.values.filter { child in
      child.isMadeByClients && child !== self
        && (child.scopes + child.otherScopes).contains { $0.parent == resource.name }
        && (api.operations[child.resource.name] ?? []).contains {
          $0.kind == .create && $0.scopes.last?.parent == resource.name
        }
    }.sorted { $0.resource.name < $1.resource.name }
  }

  /// The collections whose records name one of this collection, and the property that does so, by their names.
  func referring(_ api: CustomAPI) -> [(collection: RecordCollection, member: String)] {
    api.collections.values.filter {
      $0.isKnownToAPI && $0.isReachableWithoutParents && $0 !== self && !resource.isSingleton
    }
    .sorted { $0.resource.name < $1.resource.name }
    .compactMap { other in
      let names = other.resource.references.filter { $0.value == resource.name }.keys.sorted().filter { name in
        other.members[name].map { !$0.types.contains("array") } ?? false
      }
      // Who wrote and who checked something are two people.
      let stems = Set(names.map { name in Words.split(name).filter { !["id", "uuid"].contains($0) } })
      return stems.count == 1 ? names.first.map { (other, $0) } : nil
    }
  }

  /// The ids of a record and its parents, by which records below it are stored; nil where a parent is missing.
  func scope(below record: StoredRecord, of owner: RecordCollection) -> [String: String]? {
    var ids = record.scope
    ids[owner.resource.name] = record.id
    let own = scopes.compactMap { scope in ids[scope.key].map { (scope.key, $0) } }
    return own.count == scopes.count ? Dictionary(own) { first, _ in first } : nil
  }
}
