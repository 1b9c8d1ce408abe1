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
  package func pageCount(total: Int) -> Int { max(1, (total + limit - 1) / limit) }
}

/// What counts as an e-mail address here: enough to catch a field filled with something else.
package enum EmailAddress {
  /// The rule, for messages.
  package static let rule = "must be an e-mail address such as juan@example.com"

  /// One `@`, something before it, a dot inside what follows, no white space or control characters, no
  /// two dots in a row.
  ///
  /// Code points count, as in the documents' patterns: an `@` or a dot stays one when a mark that combines with it follows.
  package static func isValid(_ text: String) -> Bool {
    let points = text.unicodeScalars
    let parts = points.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      !zip(points, points.dropFirst()).contains(where: { $0 == "." && $1 == "." }),
      !points.contains(where: { $0.properties.isWhitespace || $0.properties.generalCategory == .control })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }
}
