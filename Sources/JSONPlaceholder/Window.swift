import HTTPCore
import JSON
import Store
import World

/// The part of a list that was asked for.
enum Window: Sendable {
  case all
  /// `_start` and `_end`, or `_start` and `_limit`; negative numbers count from the end.
  case slice(start: Int, end: Int)
  /// `_page` and `_limit`, with links to the other pages.
  case page(number: Int, limit: Int)
  /// `_page` and `_per_page` of json-server's first major version, which answers an object about the page.
  case numbered(page: Int, perPage: Int)

  private static let defaultLimit = 10

  /// Reads the parameters; what is not a number counts as 0, 1 or the default.
  init(_ parameter: (String) -> String?) {
    func integer(_ name: String) -> Int? { parameter(name).flatMap(JavaScript.parseInteger) }
    func given(_ name: String) -> Bool { parameter(name)?.isEmpty == false }
    let limit = integer("_limit")
    if given("_per_page") {
      let perPage = integer("_per_page").flatMap { $0 > 0 ? $0 : nil } ?? Self.defaultLimit
      self = .numbered(page: max(1, integer("_page") ?? 1), perPage: perPage)
    } else if given("_page") {
      let positive = limit.flatMap { $0 > 0 ? $0 : nil } ?? Self.defaultLimit
      self = .page(number: max(1, integer("_page") ?? 1), limit: positive)
    } else if given("_end") {
      self = .slice(start: integer("_start") ?? 0, end: integer("_end") ?? 0)
    } else if given("_limit") {
      let start = integer("_start") ?? 0
      let (end, isTooGreat) = start.addingReportingOverflow(limit ?? 0)
      self = .slice(start: start, end: isTooGreat ? .max : end)
    } else {
      self = .all
    }
  }

  /// Whether the answer says how many records there are in all.
  var reportsTotal: Bool {
    switch self {
    case .all, .numbered: false
    case .slice, .page: true
    }
  }

  /// The places of the records asked for, of so many.
  func range(of count: Int) -> Range<Int> {
    switch self {
    case .all:
      return 0..<count
    case .slice(let start, let end):
      let lower = Self.place(start, of: count)
      return lower..<max(lower, Self.place(end, of: count))
    case .page(let number, let limit):
      return Self.page(number, limit, of: count)
    case .numbered(let page, let perPage):
      return Self.page(min(page, Self.pages(of: count, perPage)), perPage, of: count)
    }
  }

  /// How many pages there are, at least one.
  static func pages(of count: Int, _ perPage: Int) -> Int { max(1, (count - 1) / perPage + 1) }

  private static func page(_ number: Int, _ limit: Int, of count: Int) -> Range<Int> {
    let (start, isTooGreat) = (number - 1).multipliedReportingOverflow(by: limit)
    guard !isTooGreat, start < count else { return count..<count }
    return start..<(count - start > limit ? start + limit : count)
  }

  private static func place(_ index: Int, of count: Int) -> Int {
    index < 0 ? (index < -count ? 0 : count + index) : min(index, count)
  }
}
