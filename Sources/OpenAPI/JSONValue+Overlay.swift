import JSON

extension JSONValue {
  /// The value with an update: objects are merged, arrays get another element, everything else is replaced.
  fileprivate func merged(with update: JSONValue) -> JSONValue {
    switch (self, update) {
    case (.object(var object), .object(let changes)):
      for change in changes.members {
        let before = object[change.key]
        if case .array(let old)? = before, case .array(let new) = change.value {
          object[change.key] = .array(old + new)
        } else {
          object[change.key] = before?.object != nil ? before?.merged(with: change.value) : change.value
        }
      }
      return .object(object)
    case (.array(let elements), _): return .array(elements + [update])
    default: return update
    }
  }

  /// Merges an update into the values at the locations, from the outside in.
  mutating func merge(_ update: JSONValue, at places: SelectedPlaces) {
    if places.isSelected { self = merged(with: update) }
    changeParts(places) { $0.merge(update, at: $1) }
  }

  /// Removes the values at the locations, from the inside out.
  mutating func remove(_ places: SelectedPlaces) {
    changeParts(places) { part, inner in if !inner.children.isEmpty { part.remove(inner) } }
    switch self {
    case .array(let elements):
      let kept = elements.enumerated().filter { places.children[.index($0.offset)]?.isSelected != true }
      if kept.count < elements.count { self = .array(kept.map(\.element)) }
    case .object(let object):
      let kept = object.members.filter { places.children[.name($0.key)]?.isSelected != true }
      if kept.count < object.count { self = .object(JSONObject(kept.map { ($0.key, $0.value) })) }
    case .null, .bool, .number, .string: break
    }
  }

  /// Changes the parts that contain locations in place, without copies.
  private mutating func changeParts(
    _ places: SelectedPlaces, _ change: (inout JSONValue, SelectedPlaces) -> Void
  ) {
    if places.children.isEmpty { return }
    if case .array(var elements) = self {
      self = .null
      for (token, inner) in places.children {
        guard case .index(let index) = token, elements.indices.contains(index) else { continue }
        change(&elements[index], inner)
      }
      self = .array(elements)
    } else if case .object(var object) = self {
      self = .null
      for (token, inner) in places.children {
        guard case .name(let name) = token, var part = object[name] else { continue }
        object[name] = .null
        change(&part, inner)
        object[name] = part
      }
      self = .object(object)
    }
  }
}
