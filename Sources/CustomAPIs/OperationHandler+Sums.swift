import JSON
import Resources
import Synthesis

// Sums of what lists in a request hold.

extension OperationHandler {
  /// The most elements of a list that are summed.
  private static let maximumSummed = 1000

  /// A record with the sums that it shows of the objects in a list that was sent: `totalCalories` of `foods` with their
  /// `calories`. What was sent stays.
  func withSums(_ record: JSONObject, sent: JSONObject, _ collection: RecordCollection) -> JSONObject {
    let lists = sent.members.prefix(100).compactMap { member -> [JSONObject]? in
      guard let elements = member.value.array, !elements.isEmpty, elements.count <= Self.maximumSummed else {
        return nil
      }
      let objects = elements.compactMap(\.object)
      return objects.count == elements.count ? objects : nil
    }
    if lists.isEmpty { return record }
    var record = record
    for member in collection.orderedMembers where sent[member.name] == nil {
      guard member.types.contains("integer") || member.types.contains("number"), let key = Self.summed(member.name)
      else {
        continue
      }
      let sums = lists.compactMap { Self.sum(of: key, in: $0) }
      guard sums.count == 1, let value = LineAmounts.value(sums[0], like: member),
        api.maker.allows(value, on: member.place)
      else { continue }
      record[member.name] = value
    }
    return record
  }

  /// What a property is the sum of by its name, as ``Words/key(_:)`` has it: `calories` of `total_calories`; nil for other
  /// names, and for what things cost, which lines of orders say.
  private static func summed(_ name: String) -> String? {
    let words = Words.split(name)
    let rest = words.filter { !["total", "sum"].contains($0) }
    guard rest.count < words.count, let key = rest.isEmpty ? nil : rest.joined(), !LineAmounts.prices.contains(key),
      !["amount", "price", "cost", "items", "count"].contains(key)
    else { return nil }
    return key
  }

  private static func sum(of key: String, in elements: [JSONObject]) -> Double? {
    let numbers = elements.map { element in
      element.members.first { Words.key($0.key) == key }?.value.number?.double
    }
    guard numbers.allSatisfy({ $0?.isFinite == true }) else { return nil }
    return numbers.reduce(0) { $0 + ($1 ?? 0) }
  }
}
