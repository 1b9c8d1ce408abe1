/// What a property is for by its name, as far as that decides what a new record has in it.
package enum PropertyRole: Sendable {
  /// How many of something there are, such as `followers_count` and `likes`: none at first.
  case count
  /// An amount that follows from what belongs to the record, such as `total`: nothing at first.
  case total
  /// A flag that becomes true in the course of a record's life, such as `done` and `removed`.
  case laterFlag
  /// A flag that holds from the beginning, such as `enabled`.
  case initialFlag
  /// The moment of something that happens later, such as `completed_at`.
  case laterMoment
  /// The moment at which a record comes to be, such as `created_at` and `date`.
  case moment

  /// The role that a property of this name and these types has; nil for any other.
  package init?(_ name: String, types: [String]) {
    var words = Words.split(name)
    if types.contains("boolean") {
      if words.count > 1, ["is", "has", "was", "are"].contains(words[0]) { words.removeFirst() }
      guard let word = words.count == 1 ? words[0] : words.last else { return nil }
      if Self.initialFlags.contains(word) {
        self = .initialFlag
      } else if Self.laterFlags.contains(word) || word.hasSuffix("ed") && word.utf8.count > 4 {
        self = .laterFlag
      } else {
        return nil
      }
      return
    }
    guard let last = words.last else { return nil }
    if Self.endsInMoment(words, types: types) {
      self = words.dropLast().contains(where: Self.beginnings.contains) || words.count == 1 ? .moment : .laterMoment
    } else if types.contains("integer") || types.contains("number") || types.contains("string") {
      let isNumber = !types.contains("string")
      if Self.totals.contains(last) || words.count > 1 && words[0] == "total" || words == ["amount", "due"] {
        self = isNumber && Self.counted.contains(last) ? .count : .total
      } else if isNumber, Self.counts.contains(last) || words.count > 1 && Self.countBeginnings.contains(words[0]) {
        self = .count
      } else if isNumber, words.count > 2, ["number", "num", "no"].contains(words[0]), words[1] == "of" {
        self = .count
      } else if isNumber, words.count == 2, Self.countedStates.contains(words[0]),
        Words.singular(last) != last
      {
        self = .count
      } else if isNumber, words.count == 2, last.hasSuffix("ed"), last.utf8.count > 4,
        Words.singular(words[0]) != words[0]
      {
        // `tasks_completed`
        self = .count
      } else if isNumber, words.count == 1, Self.counted.contains(last) {
        self = .count
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  private static func endsInMoment(_ words: [String], types: [String]) -> Bool {
    guard types.contains("string") || types.contains("integer") || types.contains("number"), let last = words.last
    else { return false }
    if words.count == 1 { return ["created", "updated", "timestamp"].contains(last) }
    return last == "at" && words[words.count - 2].hasSuffix("ed")
      || ["at", "date", "time", "on"].contains(last)
        && words.dropLast().contains { $0.hasSuffix("ed") && $0.utf8.count > 4 || beginnings.contains($0) }
  }

  private static let beginnings: Set<String> = [
    "created", "updated", "modified", "creation", "create", "update", "modification", "added", "inserted", "changed",
    "registered", "joined", "posted", "placed", "submitted", "issued", "received", "opened", "ordered", "requested",
  ]

  private static let initialFlags: Set<String> = [
    "enabled", "active", "available", "valid", "allowed", "supported", "included", "activated", "required", "needed",
    "unlimited", "purchasable", "editable", "deletable", "listed", "permitted",
  ]

  private static let laterFlags: Set<String> = [
    "done", "read", "seen", "paid", "sent", "hidden", "frozen", "won", "lost", "sold", "viewed", "complete", "final",
    "internal", "favorite", "favourite", "following", "muting", "blocking", "banned", "spam", "dirty", "stale", "used",
    "default", "admin", "staff", "superuser", "sticky", "draft", "overdue", "over", "locked", "reblogged", "trash",
    "refunded",
  ]

  private static let totals: Set<String> = ["total", "totals", "subtotal", "balance"]

  private static let counts: Set<String> = ["count", "counts", "counter", "cnt", "num"]

  private static let countBeginnings: Set<String> = ["num", "nb", "count"]

  /// What an integer counts things in: `open_issues`.
  private static let countedStates: Set<String> = [
    "open", "closed", "pending", "active", "completed", "unread", "public", "private", "failed", "finished",
  ]

  /// Names of things that an integer counts.
  private static let counted: Set<String> = [
    "likes", "dislikes", "views", "comments", "replies", "followers", "followings", "following", "favourites",
    "favorites", "reblogs", "shares", "reposts", "votes", "upvotes", "downvotes", "downloads", "clicks", "visits",
    "plays", "hits", "uses", "score", "karma", "unread", "reactions", "subscribers", "stars", "forks", "attempts",
    "retries", "quantity", "items", "members", "posts", "messages", "ratings", "reviews", "streak",
  ]
}
