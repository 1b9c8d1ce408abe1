/// An operation of a documented API that a run did not request, or whose requests were all refused.
package struct UnusedOperation: Sendable, Equatable {
  /// The name of the API, `agrobridge`.
  package let api: String
  /// The operation's identifier in the API's document, `listLotes`.
  package let operationID: String
  /// The request method, `GET`.
  package let method: String
  /// The path as documented, parameters in braces: `/v1/lotes/{id}`.
  package let path: String
  /// The requests of it that were refused for want of a right to them, or that nobody got an answer to.
  package let refusedCount: Int

  /// An operation as documented.
  package init(api: String, operationID: String, method: String, path: String, refusedCount: Int = 0) {
    self.api = api
    self.operationID = operationID
    self.method = method
    self.path = path
    self.refusedCount = refusedCount
  }
}
