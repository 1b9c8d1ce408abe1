/// The name of a server that stands beside others behind a load balancer. The ids of its worlds begin with the name and
/// a hyphen, so that the load balancer finds a world's server by the beginning of its id.
package struct NodeName: Sendable, Equatable {
  /// 1 to 16 ASCII letters and digits. It has no hyphen, so the prefix of one node never begins with that of another.
  package let text: String

  /// A node's name; nil for a text that cannot be one.
  package init?(_ text: String) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: false
      }
    }
    guard isName, (1...16).contains(text.utf8.count) else { return nil }
    self.text = text
  }

  /// The name that the id of a world begins with; nil for an id that begins with none.
  package init?(ofWorld id: String) {
    guard let end = id.firstIndex(of: "-") else { return nil }
    self.init(String(id[..<end]))
  }

  /// The beginning of the ids of the node's worlds, such as `a-`.
  package var prefix: String { text + "-" }

  /// The id of a new world: the given one, after ``prefix`` unless it begins with that already.
  package func worldID(_ wanted: String) -> String { wanted.hasPrefix(prefix) ? wanted : prefix + wanted }
}
