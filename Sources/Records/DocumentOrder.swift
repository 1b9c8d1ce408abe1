import HTTPCore
import JSON
import RegularExpressions

/// The order of documents, compared in JavaScript's terms: stable, by one member after the other.
struct DocumentOrder: Sendable {
  private struct Key: Sendable {
    let path: PropertyPath
    let isDescending: Bool
  }

  private let keys: [Key]

  /// The most members to sort by; each may be compared for each pair of records.
  private static let maximumKeys = 20

  /// Reads two parameters.
  ///
  /// - Parameters:
  ///   - name: The name of the first parameter.
  ///   - sort: Members separated by commas; one with a minus in front is descending.
  ///   - order: For each of them `desc` or anything else, in any case.
  /// - Throws: ``Problem`` of kind `invalidParameter` for too many members.
  init(_ name: String, sort: String, order: String?) throws(Problem) {
    let orders = (order ?? "").split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
    let names = sort.split(separator: ",")
    guard names.count <= Self.maximumKeys else {
      throw Problem(
        .invalidParameter, "\(name) may name \(Self.maximumKeys) members, not \(names.count)", field: name)
    }
    keys = names.enumerated().map { index, name in
      let isNegated = name.hasPrefix("-")
      let isDescending = isNegated || (orders.indices.contains(index) && orders[index] == "desc")
      return Key(path: PropertyPath(String(isNegated ? name.dropFirst() : name)), isDescending: isDescending)
    }
  }

  /// The records in order.
  func sorted(_ records: [JSONValue]) -> [JSONValue] {
    let decorated = records.map { record in (record, keys.map { $0.path.value(in: record) }) }
    return decorated.sorted { left, right in precedes(left.1, right.1) }.map(\.0)
  }

  /// Swift's sort is stable, so equal ones stay as they were.
  private func precedes(_ left: [JSONValue?], _ right: [JSONValue?]) -> Bool {
    for (index, key) in keys.enumerated() {
      let (first, second) = key.isDescending ? (right[index], left[index]) : (left[index], right[index])
      if Self.isAfter(second, first) { return true }
      if Self.isAfter(first, second) { return false }
    }
    return false
  }

  /// Whether one value comes after another: null after all others, and missing ones at the very end.
  private static func isAfter(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    switch (left, right) {
    case (_, nil): false
    case (nil, _?): true
    case (.null?, .null?): false
    case (.null?, _?): true
    case (_?, .null?): false
    case (let left?, let right?): JavaScript.isLess(right, left)
    }
  }
}
