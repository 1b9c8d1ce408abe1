import JSON
import JSONSchema
import Synchronization

/// What some schemas together say about the members of a value. What they say of values inside is worked out when it is
/// first asked for.
final class MemberShape: Sendable {
  /// The schemas with all that they apply to the same value, as far as they say something of members or elements.
  private let properties: [(owner: Schema, members: JSONObject)]
  /// Which of ``properties`` have a member, where there are many.
  private let owners: [String: [Int]]?
  /// The schemas of elements.
  private let elements: [Schema]
  /// Whether members are described at all, and whether others than those may come.
  var describesMembers: Bool { !properties.isEmpty }
  let isOpen: Bool
  /// The members that a request must have: those that each alternative requires, but for what only answers have.
  let required: [String]
  /// The numbers of shapes inside in ``MemberShapes``, by the members' names; that of elements has the name nil.
  private let inner = Mutex<[String?: Int]>([:])

  /// Up to here one schema is asked after the other.
  private static let indexThreshold = 8

  /// What some schemas say.
  init(_ schemas: [Schema]) {
    var properties: [(owner: Schema, members: JSONObject)] = []
    var elements: [Schema] = []
    var isOpen = false
    var (required, seen): ([String], Set<String>) = ([], [])
    for (schema, isCertain) in Schema.applied(schemas) {
      for name in isCertain ? schema.required : [] where seen.insert(name).inserted && !schema.isReadOnly(name) {
        required.append(name)
      }
      if let members = schema["properties"]?.object { properties.append((schema, members)) }
      if let items = schema.items { elements.append(items) }
      let others = ["additionalProperties", "unevaluatedProperties", "patternProperties"].compactMap { schema[$0] }
      if others.contains(where: { $0.object != nil || $0.bool == true }) { isOpen = true }
    }
    (self.properties, self.elements, self.isOpen) = (properties, elements, isOpen)
    self.required = required
    guard properties.count > Self.indexThreshold else {
      owners = nil
      return
    }
    var owners: [String: [Int]] = [:]
    for (number, owner) in properties.enumerated() {
      for member in owner.members.members { owners[member.key, default: []].append(number) }
    }
    self.owners = owners
  }

  /// The names of all members, each once.
  var names: [String] {
    var seen: Set<String> = []
    return properties.flatMap { $0.members.keys.filter { seen.insert($0).inserted } }
  }

  /// Whether a member is described.
  func has(_ name: String) -> Bool {
    owners.map { $0[name] != nil } ?? properties.contains { $0.members.contains(name) }
  }

  /// What is said of the members inside a member's value; nil for a value that has none.
  func member(_ name: String, of value: JSONValue, in document: ContractDocument) -> MemberShape? {
    switch value {
    case .object, .array: break
    default: return nil
    }
    return shape(name, in: document) {
      let numbers = owners.map { $0[name] ?? [] } ?? properties.indices.filter { properties[$0].members.contains(name) }
      return numbers.compactMap { properties[$0].owner.property(name) }
    }
  }

  /// What is said of the members inside elements; nil when nothing is said of elements.
  func items(in document: ContractDocument) -> MemberShape? {
    elements.isEmpty ? nil : shape(nil, in: document) { elements }
  }

  private func shape(
    _ name: String?, in document: ContractDocument, _ schemas: () -> [Schema]
  ) -> MemberShape {
    if let known = inner.withLock({ $0[name] }) { return document.memberShapes[known] }
    let (shape, number) = document.memberShapes.shape(of: schemas())
    if let number { inner.withLock { $0[name] = number } }
    return shape
  }
}
