import HTTPCore
import JSON

/// A schema, or what may have some in it, as the search for names meets it.
struct FoundSchema {
  let place: SchemaPlace
  let value: JSONValue
  /// The URI that its own `$id` is resolved against.
  let base: String
}

extension FoundSchema {
  /// The schemas in this one, each with the base given.
  func subschemas(base: String) -> [FoundSchema] {
    guard let members = value.object?.members else { return [] }
    return members.flatMap { member -> [FoundSchema] in
      guard let position = SubschemaPosition.ofKeyword[member.key] else { return [] }
      return part(member, base: base).schemas(at: position)
    }
  }

  /// What may have schemas in an object or array of an OpenAPI description, each with whether it is a part of the
  /// description rather than a schema.
  var partsOfDescription: [(FoundSchema, isDescription: Bool)] {
    if let elements = value.array {
      return elements.enumerated().map {
        (FoundSchema(place: place.appending($0.offset), value: $0.element, base: base), true)
      }
    }
    return (value.object?.members ?? []).flatMap { member -> [(FoundSchema, isDescription: Bool)] in
      if let position = SubschemaPosition.ofDescription[member.key] {
        return part(member, base: base).schemas(at: position).map { ($0, false) }
      }
      return SubschemaPosition.dataOfDescription.contains(member.key) ? [] : [(part(member, base: base), true)]
    }
  }

  private func part(_ member: JSONObject.Member, base: String) -> FoundSchema {
    FoundSchema(place: place.appending(member.key), value: member.value, base: base)
  }

  /// The schemas that a keyword's value has; none when it is of the wrong type, which the compiler tells.
  private func schemas(at position: SubschemaPosition) -> [FoundSchema] {
    switch position {
    case .schema: [self]
    case .array:
      (value.array ?? []).enumerated().map {
        FoundSchema(place: place.appending($0.offset), value: $0.element, base: base)
      }
    case .map: (value.object?.members ?? []).map { part($0, base: base) }
    }
  }
}
