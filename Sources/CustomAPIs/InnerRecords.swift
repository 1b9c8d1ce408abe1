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

  /// Those of a collection: its members that are arrays of what is kept below one of its records.
  static func all(of owner: RecordCollection, _ api: CustomAPI) -> [InnerRecords] {
    let children = owner.children(api)
    let referring = owner.referring(api)
    if children.isEmpty, referring.isEmpty { return [] }
    return owner.orderedMembers.compactMap { member in
      guard member.types.contains("array"), let element = api.maker.shape(of: member.place).items else { return nil }
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

extension RecordCollection {
  /// The collections of what is kept below one of its records, by their names.
  func children(_ api: CustomAPI) -> [RecordCollection] {
    api.collections.values.filter {
      $0.isKnownToAPI && $0.scopes.last?.parent == resource.name && $0.resource.name != resource.name
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
      // Whoever wrote and whoever checked something are two.
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
