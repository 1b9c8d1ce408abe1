import HTTPCore
import JSON
import Synchronization

/// What some schemas together say about the members of a value. What they say of values inside is worked out when it is
/// first asked for.
final class MemberShape: Sendable {
  /// The schemas with all that they apply to the same value, as far as they say something of members or elements.
  private let properties: [(owner: JSONPointer, members: JSONObject)]
  /// Which of ``properties`` have a member, where there are many.
  private let owners: [String: [Int]]?
  /// The places of the schemas of elements.
  private let elements: [JSONPointer]
  /// Whether members are described at all, and whether others than those may come.
  var describesMembers: Bool { !properties.isEmpty }
  let isOpen: Bool
  /// The members that a request must have: those that each alternative requires, but for what only answers have.
  let required: [String]
  /// The numbers of shapes inside in ``MemberShapes``, by the members' names; that of elements has the name nil.
  private let inner = Mutex<[String?: Int]>([:])

  /// Up to here one schema is asked after the other.
  private static let indexThreshold = 8

  /// What the schemas at some places say.
  init(_ schemas: [JSONPointer], in document: ContractDocument) {
    var properties: [(owner: JSONPointer, members: JSONObject)] = []
    var elements: [JSONPointer] = []
    var isOpen = false
    var (required, seen): ([String], Set<String>) = ([], [])
    for (schema, isCertain) in Self.applied(schemas, document) {
      let names = isCertain ? (schema.value["required"]?.array ?? []).compactMap(\.string) : []
      for name in names where seen.insert(name).inserted {
        let property = document.resolve(schema.pointer.appending("properties").appending(name))
        if property?.value["readOnly"]?.bool != true { required.append(name) }
      }
      if let members = schema.value["properties"]?.object { properties.append((schema.pointer, members)) }
      if schema.value["items"] != nil { elements.append(schema.pointer.appending("items")) }
      let others = ["additionalProperties", "unevaluatedProperties", "patternProperties"].compactMap {
        schema.value[$0]
      }
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
      return numbers.map { properties[$0].owner.appending("properties").appending(name) }
    }
  }

  /// What is said of the members inside elements; nil when nothing is said of elements.
  func items(in document: ContractDocument) -> MemberShape? {
    elements.isEmpty ? nil : shape(nil, in: document) { elements }
  }

  private func shape(
    _ name: String?, in document: ContractDocument, _ places: () -> [JSONPointer]
  ) -> MemberShape {
    if let known = inner.withLock({ $0[name] }) { return document.memberShapes[known] }
    let (shape, number) = document.memberShapes.shape(of: places(), in: document)
    if let number { inner.withLock { $0[name] = number } }
    return shape
  }

  /// Schemas and all that they apply to the same value, each once: there may be many ways to one. What is certain applies
  /// to each value, the rest is one of several alternatives.
  private static func applied(
    _ pointers: [JSONPointer], _ document: ContractDocument
  ) -> [(place: ContractDocument.Place, isCertain: Bool)] {
    var open = pointers.reversed().map { (pointer: $0, isCertain: pointers.count == 1) }
    var seen: Set<[String]> = []
    var found: [(place: ContractDocument.Place, isCertain: Bool)] = []
    while let (pointer, isCertain) = open.popLast() {
      guard let place = document.resolve(pointer), seen.insert(place.pointer.tokens).inserted else { continue }
      found.append((place, isCertain))
      let parts = ["allOf", "anyOf", "oneOf"].flatMap { keyword in
        (place.value[keyword]?.array ?? []).indices.map { index in
          (pointer: place.pointer.appending(keyword).appending(index), isCertain: isCertain && keyword == "allOf")
        }
      }
      open += parts.reversed()
    }
    return found
  }
}
