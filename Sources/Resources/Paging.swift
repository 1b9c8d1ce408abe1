import JSON

/// How a list is cut into pages: what the query says, and what the answer says.
package struct Paging: Sendable, Equatable {
  /// What the position in a query counts.
  package enum Style: String, Sendable {
    /// Pages of a size: `page`, `per_page`.
    case page
    /// Records to skip: `offset`, `limit`.
    case offset
    /// A text from the last answer: `cursor`, `pageToken`, `marker`.
    case cursor
    /// The id of the last record seen: `starting_after`, or of the first: `ending_before`.
    case record
  }

  package var style: Style
  /// The query parameter with the position: `page`, `offset`, `cursor`, `starting_after`.
  package var position: String?
  /// The query parameter that goes back: `ending_before`.
  package var backward: String?
  /// The query parameter with the number of a page, where the position is a cursor and both may be sent.
  package var page: String?
  /// The query parameter with the number of records on a page.
  package var size: String?
  /// Whether the position is written as a date-time, as the schema of a cursor may ask.
  package var isMoment = false
  /// The number of the first page, or of the first record, 0 or 1.
  package var first = 1
  package var defaultSize = 20
  package var maximumSize = 100

  /// Members of the answer, each by its path from the content, with what it says.
  package var members: [(path: [String], role: Role)] = []
  /// Whether a `Link` header has the address of the next page (RFC 8288).
  package var hasLinkHeader = false

  /// What a member of the answer says.
  package enum Role: String, Sendable {
    /// How many records there are in all.
    case total
    /// How many pages there are.
    case pageCount
    /// The number of this page.
    case page
    /// The number of the records to skip.
    case offset
    /// The greatest number of records on a page.
    case size
    /// How many records are on this page.
    case count
    /// The numbers of the first and of the last record on this page, counted from 1.
    case firstNumber, lastNumber
    /// Whether there are more, whether there are some before, and whether this page is the first, the last, or empty.
    case hasMore, hasPrevious, isFirst, isLast, isEmpty
    /// What to send as ``Paging/position`` for the next page, or back; null or left out at the end.
    case nextPosition, previousPosition
    /// The address of the next page, the one before, the first, the last, and of this one.
    case nextURL, previousURL, firstURL, lastURL, selfURL
    /// The id of the first and of the last record on this page.
    case firstID, lastID
  }

  /// Paging in a style.
  package init(style: Style) {
    self.style = style
  }

  package static func == (left: Paging, right: Paging) -> Bool {
    left.style == right.style && left.position == right.position && left.backward == right.backward
      && left.page == right.page && left.isMoment == right.isMoment
      && left.size == right.size && left.first == right.first && left.defaultSize == right.defaultSize
      && left.maximumSize == right.maximumSize && left.hasLinkHeader == right.hasLinkHeader
      && left.members.count == right.members.count
      && zip(left.members, right.members).allSatisfy { $0.path == $1.path && $0.role == $1.role }
  }
}
