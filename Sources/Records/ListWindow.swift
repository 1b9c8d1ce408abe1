/// The part of a list that a request asks for.
package enum ListWindow: Sendable {
  case all
  /// From one place to another, or so many; negative numbers count from the end.
  case slice(start: Int, end: Int)
  /// A page, with links to the other pages.
  case page(PageRequest)
  /// A page inside of an object about it, as json-server's first major version has it.
  case numbered(PageRequest)

  private static let defaultLimit = 10

  /// Reads the parameters; what is not a number counts as 0, 1 or the default.
  init(_ names: ListParameters, _ parameter: (String) -> String?) {
    func integer(_ name: String) -> Int? { parameter(name).flatMap(JavaScript.parseInteger) }
    func given(_ name: String) -> Bool { parameter(name)?.isEmpty == false }
    let limit = integer(names.limit)
    if given(names.perPage) {
      let perPage = integer(names.perPage).flatMap { $0 > 0 ? $0 : nil } ?? Self.defaultLimit
      self = .numbered(PageRequest(page: max(1, integer(names.page) ?? 1), limit: perPage))
    } else if given(names.page) {
      let positive = limit.flatMap { $0 > 0 ? $0 : nil } ?? Self.defaultLimit
      self = .page(PageRequest(page: max(1, integer(names.page) ?? 1), limit: positive))
    } else if given(names.end) {
      self = .slice(start: integer(names.start) ?? 0, end: integer(names.end) ?? 0)
    } else if given(names.limit) {
      let start = integer(names.start) ?? 0
      let (end, isTooGreat) = start.addingReportingOverflow(limit ?? 0)
      self = .slice(start: start, end: isTooGreat ? .max : end)
    } else {
      self = .all
    }
  }

  /// Whether the response says how many records there are in all.
  package var reportsTotal: Bool {
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
    case .page(let page):
      return page.range(of: count)
    case .numbered(let page):
      return page.within(total: count).range(of: count)
    }
  }

  private static func place(_ index: Int, of count: Int) -> Int {
    index < 0 ? (index < -count ? 0 : count + index) : min(index, count)
  }
}
