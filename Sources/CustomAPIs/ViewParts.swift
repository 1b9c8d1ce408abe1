import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// What a view shows around its record proper: records of other resources, as they are now, and numbers of what belongs
/// to it.
struct ViewParts {
  let api: CustomAPI
  let collection: RecordCollection
  /// The member with the record proper.
  let main: String

  /// The parts of a collection's views; nil for records that are no views.
  init?(_ collection: RecordCollection, _ api: CustomAPI) {
    guard let main = collection.resource.viewMember else { return nil }
    (self.api, self.collection, self.main) = (api, collection, main)
  }

  private static let numbers: Set<String> = ["counts", "stats", "aggregates", "statistics", "metrics", "counters"]

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// The property of an object that holds the id of a part: `community_id` of `community`.
  private func idName(of part: String, _ owner: RecordCollection, in object: JSONObject) -> String? {
    let names = [part, owner.resource.viewMember ?? owner.resource.name].map { Self.plain($0) + "id" }
    return object.keys.first { names.contains(Self.plain($0)) }
  }

  /// The members that hold numbers of what belongs to a record.
  private var numberMembers: [ValueGenerator.Member] {
    collection.orderedMembers.filter { $0.types.contains("object") && Self.numbers.contains(Self.plain($0.name)) }
  }

  /// Has the parts of a view be the records that its record proper refers to, and its numbers count what there is.
  func show(in content: inout JSONObject, id: String, _ world: World) {
    let seeds = RecordSeeds(api: api, world: world)
    var open = collection.resource.viewParts.sorted { $0.key < $1.key }
    // A comment's community is that of its post, so that parts of parts come later.
    var known = [main]
    for _ in 0..<2 where !open.isEmpty {
      let before = known
      open.removeAll { part, target in
        guard let owner = api.collections[target] else { return true }
        for object in before.compactMap({ content[$0]?.object }) {
          guard let other = idName(of: part, owner, in: object).flatMap({ object[$0] }).flatMap(RecordCollection.text),
            let record = try? seeds.record(of: owner, other, below: [])
          else { continue }
          content[part] = owner.resource.viewMember.map { record.content[$0] ?? .null } ?? .object(record.content)
          known.append(part)
          return true
        }
        return false
      }
    }
    for member in numberMembers {
      guard var object = content[member.name]?.object else { continue }
      count(&object, member, id, world)
      content[member.name] = .object(object)
    }
  }

  private func count(_ object: inout JSONObject, _ member: ValueGenerator.Member, _ id: String, _ world: World) {
    let own = Self.plain(main) + "id"
    for inner in api.maker.members(of: member.place) {
      if Self.plain(inner.name) == own, !inner.types.contains("string") {
        object[inner.name] = collection.idValue(id)
      } else if inner.types.contains("integer") || inner.types.contains("number"),
        let (child, name) = children(inner.name)
      {
        var query = RowQuery()
        query.require(child.documents.records.condition(anyOf: [child.path(to: name)], is: id))
        guard (try? RecordSeeds(api: api, world: world).require(child, below: [])) != nil,
          let count = try? world.store.read({ try child.documents.records.count($0, query) })
        else { continue }
        object[inner.name] = .number(JSONNumber(count))
      }
    }
  }

  /// The records that a number is of, with their property that refers to this one: `comments` have a `post_id`.
  private func children(_ name: String) -> (RecordCollection, String)? {
    let wanted = Self.plain(name)
    let own = Self.plain(main) + "id"
    let others = api.collections.values.filter { $0.isReachableWithoutParents && $0 !== collection }
    for child in others.sorted(by: { $0.resource.name < $1.resource.name }) {
      let names = [child.resource.name, child.resource.viewMember.map { $0 + "s" } ?? ""].map(Self.plain)
      let properties = child.attributes.keys.sorted() + child.members.keys.sorted()
      guard names.contains(wanted), let property = properties.first(where: { Self.plain($0) == own }) else { continue }
      return (child, property)
    }
    return nil
  }

  /// Fills in what a new view has at the beginning of its life.
  ///
  /// - Parameters:
  ///   - sent: The names of the properties that clients may send.
  func begin(_ content: inout JSONObject, sent: Set<String>, now: Timestamp) {
    var object = content[main]?.object ?? JSONObject()
    for (name, member) in collection.attributes.sorted(by: { $0.key < $1.key }) {
      guard !object.contains(name), name != collection.idPath.last else { continue }
      switch api.beginning(of: member, isServers: !sent.contains(name)) {
      case .fixed(let value)?: object[name] = value
      case .now(let moment)?: object[name] = MomentText.value(now, like: moment)
      case .made?, nil: continue
      }
    }
    content[main] = .object(object)
    for member in numberMembers {
      let zeros = api.maker.members(of: member.place).filter {
        $0.types.contains("integer") || $0.types.contains("number")
      }
      content[member.name] = .object(JSONObject(zeros.map { ($0.name, .number(JSONNumber(0))) }))
    }
    for member in collection.orderedMembers where !content.contains(member.name) {
      // `NotSubscribed`
      let texts = api.enumeration(of: member) ?? []
      if let none = texts.first(where: { $0.lowercased().hasPrefix("not") }) { content[member.name] = .string(none) }
    }
  }

  /// Has a generated view refer to records that are there.
  ///
  /// - Parameters:
  ///   - id: The id of a record of another resource that is there from the beginning; nil for none.
  func refer(_ content: inout JSONObject, id: (_ owner: RecordCollection) -> String?) {
    guard var object = content[main]?.object else { return }
    for (part, target) in collection.resource.viewParts.sorted(by: { $0.key < $1.key }) {
      guard let owner = api.collections[target], let name = idName(of: part, owner, in: object), let id = id(owner)
      else { continue }
      object[name] = owner.idValue(id)
    }
    content[main] = .object(object)
  }
}
