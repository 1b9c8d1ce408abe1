/// How many of something there must be, as the keywords `min…` and `max…` say.
struct CountBounds: Sendable {
  let least: Int
  let most: Int

  func contain(_ count: Int) -> Bool { count >= least && count <= most }

  /// What must be, for a count that is out of the bounds.
  func wording(_ count: Int, _ noun: String) -> String {
    count < least ? "at least \(least.counting(noun))" : "at most \(most.counting(noun))"
  }
}
