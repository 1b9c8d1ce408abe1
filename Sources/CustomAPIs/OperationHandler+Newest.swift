import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// The newest record, which paths such as `/rides/current` mean.

extension OperationHandler {
  private static let maximumTries = 100

  /// The id of the newest record that has not ended, or of the newest one where the path asks for the last.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when there is none.
  func newestID(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> String {
    try RecordSeeds(api: api, world: call.world).require(collection, below: [])
    var query = try chosen(collection, call, sent, answers)
    (query.order, query.limit) = (RowQuery.Part("number DESC", []), Self.maximumTries)
    let records = try call.world.store.read { try collection.documents.records($0, query) }
    let meansLast = ["/latest", "/last"].contains(where: operation.path.hasSuffix)
    let found = records.first { meansLast || !collection.isIn(StateWords.ended, $0.content) }
    guard let found else { throw missing(collection, nil) }
    return found.id
  }
}
