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
  /// What they show of other records.
  let references: ShownReferences

  /// Those of a collection: its members that are arrays of what is kept below one of its records.
  static func all(of owner: RecordCollection, _ api: CustomAPI) -> [InnerRecords] {
    let children = owner.children(api)
    if children.isEmpty { return [] }
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
      let child = children.first { api.resolved($0.resource.schema) == place } ?? named
      return child.map {
        InnerRecords(member: member.name, collection: $0, references: ShownReferences($0, view: nil, api))
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

  /// The ids of a record and its parents, by which records below it are stored; nil where a parent is missing.
  func scope(below record: StoredRecord, of owner: RecordCollection) -> [String: String]? {
    var ids = record.scope
    ids[owner.resource.name] = record.id
    let own = scopes.compactMap { scope in ids[scope.key].map { (scope.key, $0) } }
    return own.count == scopes.count ? Dictionary(own) { first, _ in first } : nil
  }
}
