import JSON

extension JSONObject {
  /// The value that members lead to, each inside the one before; setting makes the objects on the way.
  subscript(path: [String]) -> JSONValue? {
    get { path.dropFirst().reduce(path.first.flatMap { self[$0] }) { $0?[$1] } }
    set {
      guard let first = path.first else { return }
      guard path.count > 1 else {
        self[first] = newValue
        return
      }
      var inner = self[first]?.object ?? JSONObject()
      inner[Array(path.dropFirst())] = newValue
      self[first] = .object(inner)
    }
  }

  /// Counts one more, or one less but not below 0, in a member.
  mutating func count(_ name: String, isMore: Bool) {
    let count = self[name]?.number?.integer ?? 0
    self[name] = .number(JSONNumber(isMore ? min(count, Int.max - 1) + 1 : max(count, 1) - 1))
  }
}
