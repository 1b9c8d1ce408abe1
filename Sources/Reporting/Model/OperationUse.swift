/// An operation of a documented API that a run requested, and what came of it.
package struct OperationUse: Sendable, Equatable {
  /// The name of the API, `agrobridge`.
  package let api: String
  /// The operation's identifier in the API's document, `listLotes`.
  package let operationID: String
  /// The request method, `GET`.
  package let method: String
  /// The path as documented, parameters in braces: `/v1/lotes/{id}`.
  package let path: String
  /// How many requests were made of it.
  package let count: Int
  /// How often each status code was the answer.
  package let statuses: [Int: Int]
  /// The time of the slowest of these requests.
  package let slowestMicroseconds: Int

  /// A use as counted.
  package init(
    api: String, operationID: String, method: String, path: String, count: Int, statuses: [Int: Int],
    slowestMicroseconds: Int
  ) {
    self.api = api
    self.operationID = operationID
    self.method = method
    self.path = path
    self.count = count
    self.statuses = statuses
    self.slowestMicroseconds = slowestMicroseconds
  }
}
