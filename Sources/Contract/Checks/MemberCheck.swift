import HTTPCore
import JSON

/// Finds members of a value that its schema does not speak of, however deep. The servers ignore them, so a misspelt one
/// goes unnoticed otherwise.
struct MemberCheck {
  private let document: ContractDocument
  /// What was found out about schemas, by the tokens of their places: a list has many records of one schema.
  private var shapes: [[[String]]: Shape] = [:]

  private static let maximumDepth = 32

  /// What some schemas together say of a value.
  private struct Shape {
    /// The places of the schemas of members, by name.
    var members: [String: [JSONPointer]] = [:]
    /// The places of the schemas of elements.
    var items: [JSONPointer] = []
    /// Whether members are described at all, and whether others than those may come.
    var describesMembers = false
    var isOpen = false
  }

  private init(document: ContractDocument) {
    self.document = document
  }

  /// The undocumented members of a value under the schema at a place.
  static func deviations(_ value: JSONValue, schema: JSONPointer, in document: ContractDocument) -> [Deviation] {
    var check = MemberCheck(document: document)
    var deviations: [Deviation] = []
    check.visit(value, [schema], at: .root, depth: 0, &deviations)
    return deviations
  }

  private mutating func visit(
    _ value: JSONValue, _ schemas: [JSONPointer], at place: JSONPointer, depth: Int, _ found: inout [Deviation]
  ) {
    guard depth < Self.maximumDepth else { return }
    switch value {
    case .object(let object):
      let shape = shape(schemas)
      for member in object.members {
        if let next = shape.members[member.key] {
          visit(member.value, next, at: place.appending(member.key), depth: depth + 1, &found)
        } else if shape.describesMembers, !shape.isOpen {
          let message = NearestName.undocumented(member.key, among: shape.members.keys)
          let location = "body \(place.appending(member.key))"
          found.append(Deviation(kind: .undocumentedMember, location: location, message: message))
        }
      }
    case .array(let elements):
      let items = shape(schemas).items
      guard !items.isEmpty else { return }
      for (index, element) in elements.enumerated() {
        visit(element, items, at: place.appending(index), depth: depth + 1, &found)
      }
    default: break
    }
  }

  private mutating func shape(_ schemas: [JSONPointer]) -> Shape {
    let key = schemas.map(\.tokens)
    if let known = shapes[key] { return known }
    var shape = Shape()
    for schema in schemas.flatMap({ applied($0, depth: 0) }) {
      if let properties = schema.value["properties"]?.object {
        shape.describesMembers = true
        for member in properties.members {
          shape.members[member.key, default: []].append(schema.pointer.appending("properties").appending(member.key))
        }
      }
      if schema.value["items"] != nil { shape.items.append(schema.pointer.appending("items")) }
      let others = ["additionalProperties", "unevaluatedProperties", "patternProperties"].compactMap {
        schema.value[$0]
      }
      if others.contains(where: { $0.object != nil || $0.bool == true }) { shape.isOpen = true }
    }
    shapes[key] = shape
    return shape
  }

  /// A schema and all that it applies to the same value.
  private func applied(_ pointer: JSONPointer, depth: Int) -> [ContractDocument.Place] {
    guard depth < Self.maximumDepth, let place = document.resolve(pointer) else { return [] }
    let parts = ["allOf", "anyOf", "oneOf"].flatMap { keyword in
      (place.value[keyword]?.array ?? []).indices.flatMap { index in
        applied(place.pointer.appending(keyword).appending(index), depth: depth + 1)
      }
    }
    return [place] + parts
  }
}
