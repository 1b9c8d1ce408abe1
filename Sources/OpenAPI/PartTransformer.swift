import JSON

/// Changes the parts of a document from the root down. What stays as it is is not copied, which is most of a document.
protocol PartTransformer {
  /// The replacement of an object that is such a part, nil for none, and whether its properties must still be visited.
  ///
  /// - Parameters:
  ///   - path: The location in the document.
  mutating func enter(
    _ object: JSONObject, _ part: DocumentPart, _ path: [String]
  ) throws(DocumentFailure) -> (replacement: JSONObject?, isOpen: Bool)
}

extension PartTransformer {
  /// The value that is such a part, including its contents, with all replacements.
  mutating func transform(
    _ value: JSONValue, _ part: DocumentPart, _ path: inout [String]
  ) throws(DocumentFailure) -> JSONValue {
    try replacement(of: value, part, &path) ?? value
  }

  /// The same; nil where nothing changes.
  private mutating func replacement(
    of value: JSONValue, _ part: DocumentPart, _ path: inout [String]
  ) throws(DocumentFailure) -> JSONValue? {
    guard case .object(let before) = value else { return nil }
    let (entered, isOpen) = try enter(before, part, path)
    guard isOpen else { return entered.map(JSONValue.object) }
    let object = entered ?? before
    var changed: JSONObject?
    let slots = part.slots
    for (number, member) in object.members.enumerated() {
      // Most properties are texts, numbers and flags.
      guard member.value.isContainer else { continue }
      guard let slot = slots.map({ $0[member.key] }) ?? part.slot(member.key) else { continue }
      path.append(member.key)
      let value: JSONValue? =
        switch (slot.shape, member.value) {
        case (.map, .object(let map)): try replacement(of: map, slot.part, &path)
        // `items` was a list in older drafts.
        case (.list, .array(let list)), (.one, .array(let list)): try replacement(of: list, slot.part, &path)
        case (_, .object): try replacement(of: member.value, slot.part, &path)
        default: nil
        }
      path.removeLast()
      guard let value else { continue }
      if changed == nil { changed = object }
      changed?.replaceValue(at: number, with: value)
    }
    return (changed ?? entered).map(JSONValue.object)
  }

  private mutating func replacement(
    of map: JSONObject, _ part: DocumentPart, _ path: inout [String]
  ) throws(DocumentFailure) -> JSONValue? {
    var changed: JSONObject?
    for (number, member) in map.members.enumerated() {
      guard case .object = member.value else { continue }
      path.append(member.key)
      let value = try replacement(of: member.value, part, &path)
      path.removeLast()
      guard let value else { continue }
      if changed == nil { changed = map }
      changed?.replaceValue(at: number, with: value)
    }
    return changed.map(JSONValue.object)
  }

  private mutating func replacement(
    of list: [JSONValue], _ part: DocumentPart, _ path: inout [String]
  ) throws(DocumentFailure) -> JSONValue? {
    var changed: [JSONValue]?
    for (index, element) in list.enumerated() {
      guard case .object = element else { continue }
      path.append(String(index))
      let value = try replacement(of: element, part, &path)
      path.removeLast()
      guard let value else { continue }
      if changed == nil { changed = list }
      changed?[index] = value
    }
    return changed.map(JSONValue.array)
  }
}
