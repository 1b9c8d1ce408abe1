import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// A number of a record that counts what belongs to it: `comments_count` of a post.
struct ChildCount: Sendable {
  let member: String
  let collection: RecordCollection
  /// The property of what is counted that names the record; nil for what is kept below it.
  let reference: String?

  /// Those of a collection: integers that are named like what is kept below its records or refers to them.
  static func all(of owner: RecordCollection, _ api: CustomAPI) -> [ChildCount] {
    let numbers = owner.orderedMembers.filter { $0.types.contains("integer") || $0.types.contains("number") }
    if numbers.isEmpty { return [] }
    var children = owner.children(api).map { (collection: $0, reference: String?.none) }
    for other in api.collections.values.sorted(by: { $0.resource.name < $1.resource.name })
    where other.isReachableWithoutParents && other !== owner && !owner.resource.isSingleton {
      let names = other.resource.references.filter { $0.value == owner.resource.name && other.members[$0.key] != nil }
      let reference =
        other.resource.ownerMembers.first { names[$0] != nil } ?? (names.count == 1 ? names.keys.first : nil)
      if let reference { children.append((other, reference)) }
    }
    return numbers.compactMap { member in
      let name = plain(member.name)
      let child = children.first { child in
        let plural = plain(child.collection.resource.name)
        let singular = plural.hasSuffix("s") ? String(plural.dropLast()) : plural
        return [plural + "count", singular + "count", plural + "total", "num" + plural, "total" + plural].contains(name)
      }
      return child.map { ChildCount(member: member.name, collection: $0.collection, reference: $0.reference) }
    }
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

  /// Chooses what belongs to a record; nil where a parent of it is not known.
  func query(_ record: StoredRecord, of owner: RecordCollection) -> RowQuery? {
    guard let reference else { return collection.scope(below: record, of: owner).map { collection.query($0) } }
    var query = collection.query([:])
    let isObject = collection.members[reference]?.types.contains("object") == true
    let path = collection.path(to: reference) + (isObject ? "." + (owner.idPath.last ?? "id") : "")
    query.require(collection.documents.records.condition(anyOf: [path], is: record.id))
    return query
  }
}

extension OperationHandler {
  /// Has the numbers of a record count what is below it now. What is generated below a record that was there from the
  /// beginning is generated when it is first asked for; until then the number stays.
  func count(in content: inout JSONObject, of record: StoredRecord, _ world: World) {
    guard let collection, record.number > 0 || !record.isSeed else { return }
    for count in childCounts {
      let child = count.collection
      guard let query = count.query(record, of: collection),
        (try? world.store.require(table: child.documents.name)) != nil,
        let number = try? world.store.read({ try child.documents.records.count($0, query) }),
        number > 0 || !record.isSeed
      else { continue }
      content[count.member] = .number(JSONNumber(number))
    }
  }
}
