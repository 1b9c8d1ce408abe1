extension JSONValue {
  /// Sets the value at a path of objects, and creates missing ones.
  package mutating func set(_ value: JSONValue, at path: [String]) {
    guard let first = path.first else {
      self = value
      return
    }
    var object = self.object ?? JSONObject()
    var member = object[first] ?? .object(JSONObject())
    member.set(value, at: Array(path.dropFirst()))
    object[first] = member
    self = .object(object)
  }
}
