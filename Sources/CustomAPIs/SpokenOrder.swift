import Resources
import Synthesis

/// An order that is named for people rather than after a property: `alphabetical`, `recentlyUpdated`, `mostLiked`,
/// `priceLowToHigh`, `popular`.
struct SpokenOrder {
  /// The property that is compared; nil for the order of creation.
  let member: String?
  /// Whether the greatest comes first.
  let isFalling: Bool

  /// What a text means for the records of a collection; nil where it means nothing.
  init?(_ text: String, _ collection: RecordCollection) {
    let words = Words.split(text)
    let all = Set(words)
    let others = collection.orderedMembers + collection.attributes.values.sorted { $0.name < $1.name }
    let isReversed = !all.isDisjoint(with: ["desc", "descending", "reverse", "reversed", "za"])
    if !all.isDisjoint(with: ["alphabetical", "alphabetically", "alphabetic", "alphabet", "az", "za"])
      || words.starts(with: ["a", "z"]) || words.starts(with: ["a", "to", "z"]) || words.starts(with: ["z", "to", "a"])
      || words.starts(with: ["z", "a"])
    {
      let name = Self.names.lazy.compactMap { key in others.first { Words.key($0.name) == key } }.first
      guard let name else { return nil }
      (member, isFalling) = (name.name, isReversed || words[0] == "z")
      return
    }
    if let end = words.firstIndex(of: "low"), words[end...].starts(with: ["low", "to", "high"]),
      let found = Self.number(words[..<end], others) ?? Self.number(["price"], others)
    {
      (member, isFalling) = (found, false)
      return
    }
    if let end = words.firstIndex(of: "high"), words[end...].starts(with: ["high", "to", "low"]),
      let found = Self.number(words[..<end], others) ?? Self.number(["price"], others)
    {
      (member, isFalling) = (found, true)
      return
    }
    if all == ["cheapest"] || all == ["expensive"] || all == ["most", "expensive"] || all == ["least", "expensive"] {
      guard let price = Self.number(["price"], others) else { return nil }
      (member, isFalling) = (price, !all.contains("cheapest") && !all.contains("least"))
      return
    }
    if let first = words.first, words.count > 1, Self.extremes[first] != nil || ["top", "best"].contains(first),
      let found = Self.number(words.dropFirst(), others)
    {
      (member, isFalling) = (found, Self.extremes[first] ?? true)
      return
    }
    if !all.isDisjoint(with: Self.changes), all.isSubset(of: Self.changes.union(Self.times)),
      let updated = collection.resource.updatedAtMember
    {
      (member, isFalling) = (updated, !all.contains("oldest") && !all.contains("asc"))
      return
    }
    if !all.isDisjoint(with: Self.creations), all.isSubset(of: Self.creations.union(Self.times)), words.count > 1 {
      let isRising = !all.isDisjoint(with: ["oldest", "asc", "first"]) && !all.contains("newest")
      (member, isFalling) = (collection.resource.createdAtMember, !isRising)
      return
    }
    guard !words.isEmpty, all.isSubset(of: Self.popularity), let found = Self.number(Self.measures, others) else {
      return nil
    }
    (member, isFalling) = (found, !all.contains("asc"))
  }

  private static let names = ["name", "title", "label", "displayname", "fullname", "lastname", "firstname", "username"]
  /// Whether the greatest comes first behind a word.
  private static let extremes = ["most": true, "highest": true, "least": false, "lowest": false, "fewest": false]
  private static let changes: Set<String> = ["updated", "modified", "changed", "edited", "activity", "active"]
  private static let creations: Set<String> = ["added", "created", "posted", "published", "recent", "recently", "date"]
  private static let times: Set<String> = [
    "recent", "recently", "last", "latest", "newest", "oldest", "most", "first", "at", "date", "time", "desc", "asc",
  ]
  private static let popularity: Set<String> = [
    "popular", "popularity", "trending", "hot", "top", "best", "most", "desc", "asc", "by",
  ]
  /// What says how popular a record is, the likeliest first.
  private static let measures: ArraySlice<String> = [
    "popularity", "like", "favourite", "favorite", "vote", "score", "view", "play", "download", "follower", "member",
    "rating", "review", "comment", "sold", "order",
  ]

  /// The property with a number that the first of some words names that has one: `likesCount` for `liked`.
  private static func number(_ words: ArraySlice<String>, _ members: [ValueGenerator.Member]) -> String? {
    let numbers = members.filter { $0.types.contains("integer") || $0.types.contains("number") }
    for word in words where word.count > 2 && !["by", "to", "the", "count"].contains(word) {
      let stem = stem(word)
      let found = numbers.filter { member in Words.split(member.name).contains { Self.stem($0) == stem } }
      if let shortest = found.min(by: { $0.name.utf8.count < $1.name.utf8.count }) { return shortest.name }
    }
    return nil
  }

  /// A word without its ending: `lik` for `like`, `likes` and `liked`.
  private static func stem(_ word: String) -> String {
    for ending in ["ings", "ing", "ed", "es", "s", "e"] where word.hasSuffix(ending) && word.count - ending.count >= 3 {
      return String(word.dropLast(ending.count))
    }
    return word
  }
}
