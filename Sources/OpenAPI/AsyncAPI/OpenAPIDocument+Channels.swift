import JSON

extension OpenAPIDocument {
  /// Whether the document has paths; one of AsyncAPI alone has none.
  package var hasPaths: Bool { root["paths"]?.object?.isEmpty == false }

  /// The document with the channels of another one, as one API of both.
  ///
  /// A schema that both have stays one; of two with the same name the other document's gets a new name.
  package func adding(channelsOf other: OpenAPIDocument) -> OpenAPIDocument {
    let own = root["components"]?["schemas"]?.object ?? JSONObject()
    let added = other.root["components"]?["schemas"]?.object ?? JSONObject()
    var names = UniqueNames(taken: own.keys)
    var renamed: [String: String] = [:]
    for member in added.members where own[member.key] != member.value {
      let name = names.name(member.key)
      if name != member.key { renamed[Self.reference(to: member.key)] = Self.reference(to: name) }
    }
    var schemas = own
    for member in added.members where own[member.key] != member.value {
      let reference = renamed[Self.reference(to: member.key)]
      let name = reference.flatMap { JSONPointer(parsing: String($0.dropFirst())) }?.tokens.last ?? member.key
      schemas[name] = Self.rewritten(member.value, renamed)
    }
    var result = root
    result.set(.object(schemas), at: ["components", "schemas"])
    for scheme in other.root["components"]?["securitySchemes"]?.object?.members ?? []
    where root["components"]?["securitySchemes"]?[scheme.key] == nil {
      result.set(scheme.value, at: ["components", "securitySchemes", scheme.key])
    }
    let channels = (root[ChannelDocument.key]?.array ?? []) + (other.root[ChannelDocument.key]?.array ?? [])
    result.set(Self.rewritten(.array(channels), renamed), at: [ChannelDocument.key])
    return OpenAPIDocument(
      name: name, title: title, root: result, servers: servers, files: files + other.files,
      notes: repairs + other.repairs,
      // One overlay may be for both.
      unusedActions: unusedActions.filter(other.unusedActions.contains))
  }

  private static func reference(to name: String) -> String { "#\(JSONPointer(["components", "schemas", name]))" }

  /// A value with renamed references.
  private static func rewritten(_ value: JSONValue, _ renamed: [String: String]) -> JSONValue {
    guard !renamed.isEmpty else { return value }
    switch value {
    case .string(let text): return renamed[text].map(JSONValue.string) ?? value
    case .array(let elements): return .array(elements.map { rewritten($0, renamed) })
    case .object(let object):
      return .object(JSONObject(object.members.map { ($0.key, rewritten($0.value, renamed)) }))
    default: return value
    }
  }
}
