import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// A number of a record that counts what is kept below it: `comments_count` of a post.
struct ChildCount: Sendable {
  let member: String
  let collection: RecordCollection

  /// Those of a collection: integers that are named like the collections below its records.
  static func all(of owner: RecordCollection, _ api: CustomAPI) -> [ChildCount] {
    let numbers = owner.orderedMembers.filter { $0.types.contains("integer") }
    if numbers.isEmpty { return [] }
    let children = owner.children(api)
    return numbers.compactMap { member in
      let name = plain(member.name)
      let child = children.first { child in
        let plural = plain(child.resource.name)
        let singular = plural.hasSuffix("s") ? String(plural.dropLast()) : plural
        return [plural + "count", singular + "count", plural + "total", "num" + plural, "total" + plural].contains(name)
      }
      return child.map { ChildCount(member: member.name, collection: $0) }
    }
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
}

extension OperationHandler {
  /// Has the numbers of a record count what is below it now. What is generated below a record that was there from the
  /// beginning is generated when it is first asked for; until then the number stays.
  func count(in content: inout JSONObject, of record: StoredRecord, _ world: World) {
    guard let collection, record.number > 0 || !record.isSeed else { return }
    for count in childCounts {
      let child = count.collection
      guard let scope = child.scope(below: record, of: collection),
        (try? world.store.require(table: child.documents.name)) != nil,
        let number = try? world.store.read({ try child.documents.records.count($0, child.query(scope)) }),
        number > 0 || !record.isSeed
      else { continue }
      content[count.member] = .number(JSONNumber(number))
    }
  }
}
