import Contract

/// The order in which a document's operations are called, so that each finds what it needs.
enum ReplayOrder {
  /// The server's own document, by which tests make what they look at.
  static let control = "mock"

  /// The operations of a document in their order.
  static func of(_ document: ContractDocument) -> [ContractDocument.Entry] {
    let rank = document.api == control ? controlRank : rank
    // Where ranks are equal, the document's order counts; of removals, parts go before the whole.
    return document.entries.enumerated().map { index, entry in
      let depth = entry.method == "DELETE" ? -entry.path.split(separator: "/").count : 0
      return (entry, (rank(entry), depth, index))
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// A sign-in first, then what reads, writes and removes, and what ends sessions last.
  private static func rank(_ entry: ContractDocument.Entry) -> Int {
    if entry.path.hasSuffix("/auth/login") { return 0 }
    if entry.path.hasSuffix("/auth/logout") || entry.path.hasSuffix("/auth/refresh") { return 6 }
    switch entry.method {
    case "GET": return 1
    case "POST": return 2
    case "PUT": return 3
    case "PATCH": return 4
    default: return 5
    }
  }

  /// What is called by apps first, since the journal shows it; then what makes something, what looks at it and removes
  /// it, and what begins anew last.
  private static func controlRank(_ entry: ContractDocument.Entry) -> Int {
    guard entry.path.hasPrefix("/_mock/") || entry.path.hasPrefix("/__admin/") else { return 0 }
    if entry.path.hasSuffix("/reset") { return 6 }
    switch entry.method {
    case "PUT": return 1
    case "POST": return 2
    case "GET": return 3
    case "PATCH": return 4
    default: return 5
    }
  }
}
