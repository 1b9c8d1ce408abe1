import HTTPCore
import JSON
import Records
import Resources
import World

extension CustomAPI {
  /// What was understood of the document, as `mock-api explain --json` has it, without channels.
  package var understanding: JSONValue { Explanation(model, warnings: document.notes).json }

  package func firstAccounts(in world: World, limit: Int) throws -> [AccountName] {
    guard let accounts else { return [] }
    try RecordSeeds(api: self, world: world).require(accounts, below: [])
    var query = RowQuery()
    query.limit = limit
    let records = try world.store.read { try accounts.documents.records($0, query) }
    let names = model.accounts?.names ?? []
    return records.map { record in
      AccountName(id: record.id, login: names.lazy.compactMap { record.content[$0]?.string }.first)
    }
  }
}
