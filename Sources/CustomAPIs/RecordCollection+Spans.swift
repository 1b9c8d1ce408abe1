import HTTPCore
import JSON
import Records
import Resources
import Synthesis
import World

// Months and years that queries ask for.

extension RecordCollection {
  /// Has a query choose the records of a month or a year, where a request's parameters say so and records have a date but
  /// no such properties: `?month=6&year=2025`, or `?month=2025-06`.
  func require(spanOf call: Call, _ query: inout RowQuery) {
    guard let parameters = try? call.request.query(), let span = Self.span(parameters), let date = mainDate else {
      return
    }
    guard members["month"] == nil, members["year"] == nil else { return }
    query.require(documents.records.condition(path(to: date), Comparison(.like, span + "-*")))
  }

  /// The beginning of all dates in a span: `2025` or `2025-06`; nil for none.
  private static func span(_ parameters: QueryParameters) -> String? {
    let (month, year) = (parameters["month"] ?? "", parameters["year"] ?? "")
    let parts = month.split(separator: "-")
    if parts.count == 2, parts[0].count == 4, parts[1].count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }) {
      return month
    }
    guard let number = Int(year), (1000...9999).contains(number) else { return nil }
    guard let count = Int(month), (1...12).contains(count) else { return month.isEmpty ? year : nil }
    return "\(year)-\(count < 10 ? "0" : "")\(count)"
  }

  /// The property with the date that a record is of, before that of its creation.
  private var mainDate: String? {
    let dates = orderedMembers.filter { member in
      member.types.contains("string")
        && (["date", "date-time"].contains(member.format ?? "")
          || ["date", "day"].contains(Words.split(member.name).last ?? ""))
    }
    let made = [resource.createdAtMember, resource.updatedAtMember]
    return (dates.first { !made.contains($0.name) } ?? dates.first)?.name
  }
}
