extension JSONValue {
  /// The value after a JSON Merge Patch (RFC 7396 §2): members of an object replace those of the same name, null removes
  /// one, and any other value replaces the whole.
  package func merged(withPatch patch: JSONValue) -> JSONValue {
    guard let changes = patch.object else { return patch }
    var result = object ?? JSONObject()
    for change in changes.members {
      if change.value.isNull {
        result[change.key] = nil
      } else {
        result[change.key] = (result[change.key] ?? .null).merged(withPatch: change.value)
      }
    }
    return .object(result)
  }
}
