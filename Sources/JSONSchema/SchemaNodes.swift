/// Compiled schemas by their numbers, in pages, so that some can be added without a copy of all that are there.
struct SchemaNodes: Sendable {
  private static let pageBits = 8
  private static let pageSize = 1 << pageBits

  /// All but the last are full.
  private var pages: [[SchemaNode]] = []
  private(set) var count = 0

  subscript(index: Int) -> SchemaNode { pages[index >> Self.pageBits][index & (Self.pageSize - 1)] }

  /// Adds schemas, which have the numbers from ``count`` on.
  mutating func append(_ nodes: [SchemaNode]) {
    var rest = nodes[...]
    while !rest.isEmpty {
      if count & (Self.pageSize - 1) == 0 { pages.append([]) }
      let part = rest.prefix(Self.pageSize - pages[pages.count - 1].count)
      pages[pages.count - 1] += part
      count += part.count
      rest = rest.dropFirst(part.count)
    }
  }
}
