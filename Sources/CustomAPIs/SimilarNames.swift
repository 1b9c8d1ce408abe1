import Resources
import Synthesis

/// Names of the same property that differ between requests, lists and records: `typeId` for `communicationChannelTypeId`,
/// `title` for the `conversationTitle` of a conversation, `start` for `plannedStartTime`, `rating` for `myRating`.
enum SimilarNames {
  /// The name of the only property that another one stands for; nil where none or several may be meant.
  ///
  /// - Parameters:
  ///   - own: The words of the resource's name in the singular, which either name may begin with.
  static func find(
    _ member: ValueGenerator.Member, among others: [ValueGenerator.Member], of own: [String]
  ) -> String? {
    let words = Words.split(member.name)
    let found = others.filter { other in
      other.name != member.name && isAlike(member, other) && mean(words, Words.split(other.name), member, other, own)
    }
    return found.count == 1 ? found[0].name : nil
  }

  /// Whether values of one property are values of the other: of the same simple type, and of no other format.
  private static func isAlike(_ one: ValueGenerator.Member, _ other: ValueGenerator.Member) -> Bool {
    let (types, others) = (plain(one.types), plain(other.types))
    guard !types.isEmpty, types == others, types.isDisjoint(with: ["array", "object"]) else { return false }
    return one.format == other.format || one.format == nil || other.format == nil || isMoment(one) && isMoment(other)
  }

  private static func plain(_ types: [String]) -> Set<String> {
    Set(types.map { $0 == "integer" ? "number" : $0 }).subtracting(["null"])
  }

  private static func isMoment(_ member: ValueGenerator.Member) -> Bool {
    member.format == "date-time" || member.format == "date"
  }

  private static func mean(
    _ words: [String], _ others: [String], _ member: ValueGenerator.Member, _ other: ValueGenerator.Member,
    _ own: [String]
  ) -> Bool {
    let (short, long) = words.count < others.count ? (words, others) : (others, words)
    if long == ["my"] + short { return true }
    // The resource's own name, or the end of it, before the rest.
    if own.indices.contains(where: { long == own[$0...] + short }) { return true }
    if isMoment(member), isMoment(other) {
      let (first, last) = (withoutMoment(short), withoutMoment(long))
      return !first.isEmpty && first.count < long.count && last.suffix(first.count).elementsEqual(first)
    }
    return short.count >= 2 && short.count < long.count && long.suffix(short.count).elementsEqual(short)
  }

  /// The words of a moment's name without those that only say that it is one.
  private static func withoutMoment(_ words: [String]) -> [String] {
    var words = words
    while let last = words.last, ["at", "on", "time", "date", "datetime"].contains(last) { words.removeLast() }
    return words
  }
}

extension RecordCollection {
  /// The words of the resource's name in the singular.
  var nameWords: [String] {
    let words = Words.split(resource.name)
    return words.dropLast() + words.suffix(1).map(Words.singular)
  }
}
