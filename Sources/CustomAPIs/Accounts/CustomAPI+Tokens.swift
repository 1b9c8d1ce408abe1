import APISupport
import HTTPCore
import Records
import Store
import World

// Tokens that tests ask for without signing in.

extension CustomAPI {
  package var issuesTokens: Bool { accounts != nil }

  package func account(named name: String?, in world: World) throws -> String? {
    guard let accounts else { return nil }
    try RecordSeeds(api: self, world: world).require(accounts, below: [])
    return try world.store.read { connection in
      guard let name else {
        var first = RowQuery()
        first.limit = 1
        return try accounts.documents.records(connection, first).first?.id
      }
      if let found = try accounts.record(connection, id: name, scope: [:]) { return found.id }
      let members = model.accounts?.names ?? []
      return try accounts.id(connection, where: members, is: name, scope: [:])
        ?? accounts.id(connection, where: members, is: name.lowercased(), scope: [:])
    }
  }

  package func headers(showing token: String) -> [(name: String, value: String)] {
    tokenPlaces.compactMap { place in
      switch place {
      case .authorization: ("Authorization", "Bearer \(token)")
      case .header(let name): (name, token)
      case .cookie(let name): ("Cookie", "\(name)=\(token)")
      case .query: nil
      }
    }
  }
}
