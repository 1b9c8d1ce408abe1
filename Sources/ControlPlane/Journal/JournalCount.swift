import HTTPCore
import World

/// How many entries are as a query asks, and how many more there may be: those that the journal has forgotten or could
/// not keep whole.
struct JournalCount {
  /// The entries that are known to be meant, those too whose answer is on its way.
  let found: Int
  /// Why there may be more and what to do, such as "500 exchanges were dropped; …"; nil when there are none.
  let doubt: String?
  /// The most that there may be more; `Int.max` when that is not known either.
  let possiblyMore: Int
  /// Entries and exchanges under way, all of them.
  let entries: [JournalEntry]
  /// The number of the newest entry that was counted.
  let position: Int

  /// Counts in what a journal has now.
  init(_ query: JournalQuery, in journal: Journal) {
    let contents = journal.contents()
    entries = contents.entries + contents.underWay
    position = contents.entries.last?.sequence ?? 0
    var (found, undecided) = (0, 0)
    for entry in entries {
      let view = JournalView(entry)
      if query.matches(view) { found += 1 } else if query.mayMatch(view) { undecided += 1 }
    }
    self.found = found
    guard journal.isOn else {
      (doubt, possiblyMore) = ("the journal is off; --journal says how much it keeps", .max)
      return
    }
    let lost = query.forgotten(contents)
    let reasons = [
      lost.exchanges > 0 ? "\(Self.amount(lost.exchanges, "exchange")) dropped" : nil,
      lost.frames > 0 ? "\(Self.amount(lost.frames, "frame")) dropped" : nil,
      undecided > 0 ? "of \(undecided) that may be meant, the end of the body was cut" : nil,
    ].compactMap { $0 }
    let advice = "; clear the journal before the test, or keep more with --journal and --journal-bytes"
    doubt = reasons.isEmpty ? nil : reasons.joined(separator: ", ") + advice
    possiblyMore = lost.exchanges + lost.frames + undecided
  }

  /// Whether the true count is in a range; nil when it is not known.
  func isIn(_ range: ClosedRange<Int>) -> Bool? {
    let (sum, isGreater) = found.addingReportingOverflow(possiblyMore)
    // No range goes further.
    let most = isGreater ? Int(Int32.max) : min(sum, Int(Int32.max))
    if range.contains(found), range.contains(most) { return true }
    return most < range.lowerBound || found > range.upperBound ? false : nil
  }

  /// "not known: 500 exchanges were dropped", with what to do.
  static func explanation(_ doubt: String) -> String { "not known: \(doubt)" }

  private static func amount(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun) was" : "\(count) \(noun)s were"
  }
}

extension JournalCriterion {
  /// Whether it is about the body, of which the journal keeps the beginning only.
  fileprivate var isAboutBody: Bool {
    switch self {
    case .body, .bodyContains: true
    default: false
    }
  }
}

extension JournalQuery {
  /// Whether an entry may be meant for all that is known: only its body speaks against it, whose end was not kept.
  fileprivate func mayMatch(_ view: JournalView) -> Bool {
    let kept = view.body.count
    let isCut = view.exchange.map { kept < $0.requestBytes } ?? view.frame?.isTruncated ?? false
    guard isCut else { return false }
    return JournalQuery(criteria.filter { !$0.isAboutBody }).matches(view)
  }

  /// How many exchanges and frames are forgotten that may have been meant.
  fileprivate func forgotten(_ contents: Journal.Contents) -> (exchanges: Int, frames: Int) {
    var (wantsExchanges, wantsFrames) = (true, true)
    var (exchanges, frames) = (contents.lostExchanges.count, contents.lostFrames.count + contents.framesLeftOut)
    for criterion in criteria {
      switch criterion {
      case .isFrame(let isFrame): (wantsExchanges, wantsFrames) = (wantsExchanges && !isFrame, wantsFrames && isFrame)
      case .socket, .direction: wantsExchanges = false
      case .since(let point):
        if contents.lostExchanges.areBefore(point) { exchanges = 0 }
        // When frames were left out is not remembered.
        if contents.lostFrames.areBefore(point) { frames = contents.framesLeftOut }
      default: break
      }
    }
    return (wantsExchanges ? exchanges : 0, wantsFrames ? frames : 0)
  }
}
