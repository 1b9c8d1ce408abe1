/// The schemas of `properties`, by name.
struct PropertyTable: Sendable {
  let nodes: [Int]
  private let names: [ByteString]
  /// Where each name stands; nil when there are few, and one comparison after another is quicker.
  private let positions: [ByteString: Int]?

  private static let indexThreshold = 8

  init(_ properties: [(name: String, node: Int)]) {
    nodes = properties.map(\.node)
    let names = properties.map { ByteString($0.name) }
    self.names = names
    positions =
      names.count > Self.indexThreshold
      ? Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) }) : nil
  }

  /// The position of a name. Members mostly come in the order of the schema, so that the hint, the position behind
  /// the last one found, is tried first.
  func position(of name: String, near hint: Int) -> Int? {
    if hint < names.count, names[hint].matches(name) { return hint }
    if let positions { return positions[ByteString(name)] }
    return names.firstIndex { $0.matches(name) }
  }
}
