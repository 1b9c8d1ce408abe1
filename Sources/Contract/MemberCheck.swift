import HTTPCore
import JSON
import Synchronization

/// Finds members of a value that its schema does not mention, however deep. Servers ignore them, so that a misspelt one
/// would go unnoticed.
struct MemberCheck {
  private static let maximumDepth = 32

  private var path: [String] = []
  private var found: [Deviation] = []

  private init() {}

  /// The undocumented members of a value under a schema.
  static func deviations(_ value: JSONValue, _ shape: MemberShape) -> [Deviation] {
    var check = MemberCheck()
    check.visit(value, shape)
    return check.found
  }

  private mutating func visit(_ value: JSONValue, _ shape: MemberShape) {
    guard path.count < Self.maximumDepth else { return }
    switch value {
    case .object(let object):
      for member in object.members {
        if shape.has(member.key) {
          guard let next = shape.member(member.key, of: member.value) else { continue }
          path.append(member.key)
          visit(member.value, next)
          path.removeLast()
        } else if shape.describesMembers, !shape.isOpen {
          let message = KnownNames(shape.names).undocumented(member.key)
          let location = "body \(JSONPointer(path + [member.key]))"
          found.append(Deviation(kind: .undocumentedMember, location: location, message: message))
        }
      }
    case .array(let elements):
      guard let items = shape.items else { return }
      for (index, element) in elements.enumerated() {
        path.append(String(index))
        visit(element, items)
        path.removeLast()
      }
    default: break
    }
  }
}

/// What some schemas together say about the members of a value. What they say of values inside is worked out when it is
/// first asked for, and kept.
final class MemberShape: Sendable {
  private let document: ContractDocument
  /// The places of the schemas of members, by name.
  private let members: [String: [JSONPointer]]
  /// The places of the schemas of elements.
  private let elements: [JSONPointer]
  /// Whether members are described at all, and whether others than those may come.
  let describesMembers: Bool
  let isOpen: Bool
  /// The members that a request must have: those that each alternative requires, but for what only answers have.
  let required: [String]
  private let inner = Mutex<[String: MemberShape]>([:])
  private let element = Mutex<MemberShape?>(nil)

  /// What the schemas at some places say.
  init(_ schemas: [JSONPointer], in document: ContractDocument) {
    self.document = document
    var (members, elements): ([String: [JSONPointer]], [JSONPointer]) = ([:], [])
    var (describesMembers, isOpen) = (false, false)
    var required: [String] = []
    for (schema, isCertain) in Self.applied(schemas, document) {
      let names = isCertain ? (schema.value["required"]?.array ?? []).compactMap(\.string) : []
      for name in names where !required.contains(name) {
        let property = document.resolve(schema.pointer.appending("properties").appending(name))
        if property?.value["readOnly"]?.bool != true { required.append(name) }
      }
      if let properties = schema.value["properties"]?.object {
        describesMembers = true
        for member in properties.members {
          members[member.key, default: []].append(schema.pointer.appending("properties").appending(member.key))
        }
      }
      if schema.value["items"] != nil { elements.append(schema.pointer.appending("items")) }
      let others = ["additionalProperties", "unevaluatedProperties", "patternProperties"].compactMap {
        schema.value[$0]
      }
      if others.contains(where: { $0.object != nil || $0.bool == true }) { isOpen = true }
    }
    (self.members, self.elements) = (members, elements)
    (self.describesMembers, self.isOpen, self.required) = (describesMembers, isOpen, required)
  }

  /// The names of all members.
  var names: some Collection<String> { members.keys }

  /// Whether a member is described.
  func has(_ name: String) -> Bool { members[name] != nil }

  /// What is said of the members inside a member's value; nil for a value that has none.
  func member(_ name: String, of value: JSONValue) -> MemberShape? {
    switch value {
    case .object, .array: break
    default: return nil
    }
    if let known = inner.withLock({ $0[name] }) { return known }
    guard let places = members[name] else { return nil }
    let made = MemberShape(places, in: document)
    inner.withLock { $0[name] = made }
    return made
  }

  /// What is said of the members inside elements; nil when nothing is said of elements.
  var items: MemberShape? {
    guard !elements.isEmpty else { return nil }
    if let known = element.withLock({ $0 }) { return known }
    let made = MemberShape(elements, in: document)
    element.withLock { $0 = made }
    return made
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

/// The shape of the schema at a place, worked out when it is first asked for. A class, so that all copies of what it
/// belongs to share it.
final class LazyMemberShape: Sendable {
  private let made = Mutex<MemberShape?>(nil)

  /// The shape.
  func shape(of place: JSONPointer, in document: ContractDocument) -> MemberShape {
    if let known = made.withLock({ $0 }) { return known }
    let shape = MemberShape([place], in: document)
    made.withLock { $0 = shape }
    return shape
  }
}
