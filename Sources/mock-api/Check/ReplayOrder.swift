import Contract

/// The order in which a document's operations are called, so that each has the records that it needs.
enum ReplayOrder {
  /// The server's own document, whose operations create what they read.
  static let control = "mock"

  private static let signIns: Set<String> = ["login", "signin", "sign-in", "sign_in"]
  private static let registrations: Set<String> = ["register", "signup", "sign-up", "sign_up"]
  private static let ends: Set<String> = ["logout", "signout", "sign-out", "sign_out"]

  /// The operations of a document in order.
  static func of(_ document: ContractDocument) -> [ContractDocument.Entry] {
    let isControl = document.api == control
    // With equal ranks, the document's order applies; removals delete parts before the whole, creations create them
    // after it.
    return document.entries.enumerated().map { index, entry in
      let order = isControl ? controlRank(entry) : rank(entry, document)
      let depth = entry.path.split(separator: "/").count
      let isRemoval = entry.method == "DELETE"
      let level = isControl || !isRemoval ? 0 : level(entry, document)
      let place = isRemoval ? -(level * 100 + depth) : !isControl && isCreation(entry, document) ? depth : 0
      return (entry, (order, place, index))
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The parts of a replay, by what is there after each.
  enum Phase: CaseIterable {
    /// Registration, sign-in and lists.
    case lists
    case creations
    /// What is done with the records, and their removal.
    case uses
    /// The end of sessions and accounts.
    case ends
  }

  /// The operations of a document in order, by the parts of the replay.
  static func phases(_ document: ContractDocument) -> [Phase: [ContractDocument.Entry]] {
    Dictionary(grouping: of(document)) { entry in
      switch rank(entry, document) {
      case ...2: .lists
      case 3: .creations
      case ...8: .uses
      default: .ends
      }
    }
  }

  /// Whether an operation is a sign-in.
  static func isSignIn(_ entry: ContractDocument.Entry) -> Bool {
    entry.method == "POST" && signIns.contains(name(entry))
  }

  /// Whether an operation is a registration.
  static func isRegistration(_ entry: ContractDocument.Entry) -> Bool {
    entry.method == "POST" && registrations.contains(name(entry))
  }

  /// The parameter of the paths that name a record of a collection: `id` for `/things`, if there is `/things/{id}`; nil
  /// when there are none.
  static func parameter(below path: String, _ document: ContractDocument) -> String? {
    document.entries.lazy.compactMap { entry -> String? in
      guard entry.path.hasPrefix(path + "/{"), entry.path.hasSuffix("}") else { return nil }
      let name = entry.path.dropFirst(path.count + 2).dropLast()
      return name.contains("/") || name.contains("{") ? nil : String(name)
    }.first
  }

  private static func name(_ entry: ContractDocument.Entry) -> String {
    entry.path.split(separator: "/").last.map { $0.lowercased() } ?? ""
  }

  /// Whether a POST creates a record instead of acting on one that its path names.
  private static func isCreation(_ entry: ContractDocument.Entry, _ document: ContractDocument) -> Bool {
    guard entry.method == "POST", let last = entry.path.split(separator: "/").last, !last.hasPrefix("{") else {
      return false
    }
    let isBelowRecord = entry.path.split(separator: "/").dropLast().last?.hasPrefix("{") ?? false
    return !isBelowRecord
      || document.entries.contains { other in
        // Its records are listed at the same path, or read at this or another one: `/orders/{id}`.
        other.method == "GET" && other.path == entry.path || other.path.contains("/\(last)/{")
      }
  }

  /// The number of ancestors of the collection whose record a path names: one for `/orders/{id}` if there is
  /// `/customers/{id}/orders`.
  private static func level(_ entry: ContractDocument.Entry, _ document: ContractDocument) -> Int {
    let segments = entry.path.split(separator: "/")
    guard let collection = segments.last(where: { !$0.hasPrefix("{") }) else { return 0 }
    return document.entries.map { other in
      let segments = other.path.split(separator: "/")
      let place = segments.lastIndex(of: collection) ?? 0
      return segments[..<place].count { $0.hasPrefix("{") }
    }.max() ?? 0
  }

  /// Sign-ins first, then lists, creations, reads and changes of records, removals, and finally the end of sessions and
  /// accounts.
  private static func rank(_ entry: ContractDocument.Entry, _ document: ContractDocument) -> Int {
    if isRegistration(entry) { return 0 }
    if isSignIn(entry) { return 1 }
    if entry.operationID == "deleteCurrentUser" { return 10 }
    if ends.contains(name(entry)) { return 11 }
    if name(entry) == "refresh" { return 9 }
    switch entry.method {
    case "GET", "HEAD", "OPTIONS", "TRACE": return entry.path.contains("{") ? 4 : 2
    case "POST": return isCreation(entry, document) ? 3 : 7
    case "PUT": return 5
    case "PATCH": return 6
    default: return 8
    }
  }

  /// Calls of apps first, because the journal shows them; then creations, reads and removals, and finally resets.
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
