import HTTPCore

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
  package func pageCount(total: Int) -> Int { max(1, (total - 1) / limit + 1) }

  /// The places of the page's records, of so many.
  package func range(of total: Int) -> Range<Int> {
    let start = min(offset, total)
    return start..<(total - start > limit ? start + limit : total)
  }

  /// The page, or the last one when there are fewer pages.
  package func within(total: Int) -> PageRequest {
    PageRequest(page: min(page, pageCount(total: total)), limit: limit)
  }
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
