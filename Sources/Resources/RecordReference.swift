/// Objects that name a record and say nothing else of it: `{"rid": "5", "rtype": "lamp"}`.
package enum RecordReference {
  private static let kinds: Set<String> = [
    "type", "rtype", "kind", "resourcetype", "objecttype", "entitytype", "class",
  ]
  private static let addresses: Set<String> = ["href", "url", "uri", "self", "link", "location", "path"]
  private static let plainIDs: Set<String> = ["id", "rid", "uid", "uuid", "guid", "identifier"]
  private static let maximumMembers = 4

  /// Whether an object with these properties is one.
  ///
  /// - Parameters:
  ///   - members: The names of the properties, each with whether its value is a text, a number or a flag.
  package static func isOne(_ members: [(name: String, isScalar: Bool)]) -> Bool {
    guard !members.isEmpty, members.count <= maximumMembers, members.allSatisfy(\.isScalar) else { return false }
    let others = members.filter { !isID($0.name) }
    return others.count == members.count - 1
      && others.allSatisfy { isKind($0.name) || addresses.contains(Words.key($0.name)) }
  }

  /// Whether a property of such an object holds the record's id.
  package static func isID(_ name: String) -> Bool { plainIDs.contains(Words.key(name)) }

  /// Whether a property of such an object says of which kind the record is.
  package static func isKind(_ name: String) -> Bool { kinds.contains(Words.key(name)) }
}
