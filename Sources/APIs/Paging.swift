import HTTPCore

/// The `page` and `limit` of a list request.
package struct Paging: Sendable, Equatable {
  /// The page asked for, from 1.
  package let page: Int
  /// Records on a page.
  package let limit: Int

  /// Reads `page` and `limit`.
  ///
  /// - Returns: nil when neither is given, which asks for everything (CONTRACT C9).
  /// - Throws: ``Problem`` of kind `invalidParameter` for anything but a whole number in range.
  package static func read(
    _ query: QueryParameters, defaultLimit: Int, maximumLimit: Int
  ) throws(Problem) -> Paging? {
    let page = try query.integer("page", in: 1...1_000_000)
    let limit = try query.integer("limit", in: 1...maximumLimit)
    guard page != nil || limit != nil else { return nil }
    return Paging(page: page ?? 1, limit: limit ?? defaultLimit)
  }

  /// Records to skip.
  package var offset: Int { (page - 1) * limit }

  /// The number of pages for so many records, at least 1.
  package func pageCount(total: Int) -> Int { max(1, (total + limit - 1) / limit) }
}
