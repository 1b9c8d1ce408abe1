import HTTPCore
import Store

/// Which page of a list a request asks for.
package struct PageRequest: Sendable, Equatable {
  /// The page asked for, from 1.
  package let page: Int
  /// Records on a page.
  package let limit: Int

  /// Both from 1.
  package init(page: Int, limit: Int) {
    (self.page, self.limit) = (page, limit)
  }

  /// Reads `page` and `limit`.
  ///
  /// - Returns: nil when neither is given, which asks for everything (CONTRACT C9).
  /// - Throws: ``Problem`` of kind `invalidParameter` for anything but a whole number in range.
  package static func read(
    _ query: QueryParameters, defaultLimit: Int, maximumLimit: Int
  ) throws(Problem) -> PageRequest? {
    let page = try query.integer("page", in: 1...1_000_000)
    let limit = try query.integer("limit", in: 1...maximumLimit)
    guard page != nil || limit != nil else { return nil }
    return PageRequest(page: page ?? 1, limit: limit ?? defaultLimit)
  }

  /// Records to skip, at most as many as a table could have.
  package var offset: Int {
    let (product, isTooGreat) = (page - 1).multipliedReportingOverflow(by: limit)
    return isTooGreat ? Int(Int32.max) : min(product, Int(Int32.max))
  }

  /// The number of pages for so many records, at least 1.
  package func pageCount(total: Int) -> Int { max(1, (total + limit - 1) / limit) }
}

/// Records of a list request.
package struct RecordPage: Sendable {
  /// A JSON array.
  package let records: [UInt8]
  /// How many records there are on all pages.
  package let total: Int
  /// The page that was asked for; nil for a request that asked for all.
  package let request: PageRequest?
}

extension Connection {
  /// Reads a page of the records that a query asks for.
  ///
  /// - Parameters:
  ///   - record: The expression of a record's JSON (``JSONExpression``).
  package func page(
    of record: String, _ query: RowQuery, _ request: PageRequest?, from table: String
  ) throws -> RecordPage {
    let total = try count(query, of: table)
    var query = query
    (query.limit, query.offset) = (request?.limit, request?.offset ?? 0)
    return RecordPage(records: try array(of: record, query, of: table), total: total, request: request)
  }
}
