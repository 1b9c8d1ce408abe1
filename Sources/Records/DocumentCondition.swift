import HTTPCore
import JSON
import RegularExpressions

/// One filter of a list, compared in JavaScript's terms: in the older form of json-server's query language, `views_gte=10`,
/// or its newer one `views:gte=10`.
struct DocumentCondition: Sendable {
  /// How a member is compared.
  private enum Comparison: Sendable {
    /// By its text; several values mean any of them.
    case equal(Set<[UInt8]>)
    /// By its text; different from every value.
    case different(Set<[UInt8]>)
    case atLeast([String])
    case atMost([String])
    case like([RegularExpression])
    /// The newer form, which compares values of one type.
    case typed(TypedComparison)
  }

  /// The most regular expressions of one name.
  private static let maximumExpressions = 20

  /// The name of the parameter.
  let name: String
  let path: PropertyPath
  private let comparison: Comparison

  /// Whether the filter applies even when no record has the member. A plain one does not: it may be a parameter that
  /// was not meant as a filter.
  let countsAlways: Bool

  /// How many values are compared one by one with every record; plain ones are looked up.
  let comparedCount: Int

  /// Reads a parameter.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when the value of `…_like` is no regular expression.
  init(name: String, values: [String]) throws(Problem) {
    self.name = name
    if let typed = TypedComparison(name: name, values: values) {
      (path, comparison, countsAlways) = (PropertyPath(typed.member), .typed(typed), true)
      comparedCount = typed.comparedCount
      return
    }
    let suffixes = ["_gte", "_lte", "_ne", "_like"]
    let suffix = suffixes.first { name.hasSuffix($0) }
    path = PropertyPath(String(name.dropLast(suffix?.count ?? 0)))
    countsAlways = suffix != nil
    switch suffix {
    case "_gte": comparison = .atLeast(values)
    case "_lte": comparison = .atMost(values)
    case "_ne": comparison = .different(Set(values.map { Array($0.utf8) }))
    case "_like":
      guard values.count <= Self.maximumExpressions else {
        throw Problem(
          .invalidParameter, "a query may have \(Self.maximumExpressions) values of \"\(name.clipped(to: 60))\"",
          field: name.clipped(to: 60))
      }
      comparison = .like(try values.map { value throws(Problem) in try Self.expression(name, value) })
    default: comparison = .equal(Set(values.map { Array($0.utf8) }))
    }
    comparedCount = suffix == nil || suffix == "_ne" ? 0 : values.count
  }

  /// Whether a record passes. A member that is missing never does, nor, but for the newer form, one that is null.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when a regular expression takes too long.
  func isMet(by record: JSONValue) throws(Problem) -> Bool {
    guard let value = path.value(in: record) else { return false }
    if case .typed(let comparison) = comparison { return comparison.isMet(by: value) }
    guard let text = JavaScript.text(value) else { return false }
    switch comparison {
    case .equal(let wanted): return wanted.contains(Array(text.utf8))
    case .different(let unwanted): return !unwanted.contains(Array(text.utf8))
    case .atLeast(let bounds): return bounds.contains { JavaScript.isLess(.string($0), value, orEqual: true) }
    case .atMost(let bounds): return bounds.contains { JavaScript.isLess(value, .string($0), orEqual: true) }
    case .typed(let comparison): return comparison.isMet(by: value)
    case .like(let expressions):
      do {
        return try expressions.contains { try $0.matches(text) }
      } catch {
        throw Problem(.invalidParameter, "a regular expression of the query takes too long; make it simpler")
      }
    }
  }

  private static func expression(_ name: String, _ pattern: String) throws(Problem) -> RegularExpression {
    do {
      return try RegularExpression(pattern, ignoringCase: true)
    } catch {
      throw Problem(
        .invalidParameter, "the query parameter \"\(name.clipped(to: 60))\" is no regular expression: \(error)",
        field: name.clipped(to: 60), value: pattern)
    }
  }
}
