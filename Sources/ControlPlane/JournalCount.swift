import HTTPCore
import World

/// Why there may be more entries than were found.
struct JournalUncertainty: Equatable {
  /// Whether the journal is off.
  var isOff = false
  /// Removed or omitted exchanges and frames that may have matched.
  var exchanges = 0
  var frames = 0
  /// Entries of either kind that were removed before they could be read.
  var missed = 0
  /// Entries that match except perhaps for their bodies, of which the journal has only the beginning.
  var undecided = 0

  /// The largest possible number of further entries; `Int.max` when that is unknown, too.
  var possiblyMore: Int { isOff ? .max : exchanges + frames + missed + undecided }

  /// Such as "not known: 500 exchanges were dropped; …", with advice; nil when the count is certain.
  var explanation: String? {
    guard !isOff else { return "not known: the journal is off; --journal sets how much it keeps" }
    let reasons = [
      exchanges > 0 ? "\(Self.amount(exchanges, "exchange")) dropped" : nil,
      frames > 0 ? "\(Self.amount(frames, "frame")) dropped" : nil,
      missed > 0 ? "\(missed == 1 ? "1 entry was" : "\(missed) entries were") dropped unread" : nil,
      undecided > 0 ? "of \(undecided) that may be meant, the end of the body was cut" : nil,
    ].compactMap { $0 }
    guard !reasons.isEmpty else { return nil }
    return "not known: \(reasons.joined(separator: ", "));"
      + " clear the journal before the test, or keep more with --journal and --journal-bytes"
  }

  private static func amount(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun) was" : "\(count) \(noun)s were"
  }
}

/// The number of entries that match a query, and of further ones that may match: those that the journal has removed or
/// truncated.
struct JournalCount {
  /// The entries that certainly match, including pending ones.
  let found: Int
  /// Why there may be more.
  let uncertainty: JournalUncertainty
  /// All entries, and all pending exchanges.
  let entries: [JournalEntry]
  /// The number of the newest entry that was counted.
  let position: Int
  /// The number of the newest entry when the journal was last cleared.
  let clearedThrough: Int
  /// The number of frames that the journal only counted.
  let framesLeftOut: Int

  /// Counts the current entries of a journal.
  init(_ query: JournalQuery, in journal: Journal) {
    let contents = journal.contents()
    entries = contents.entries + contents.pending
    position = contents.entries.last?.sequence ?? contents.clearedThrough
    (clearedThrough, framesLeftOut) = (contents.clearedThrough, contents.framesLeftOut)
    var (found, undecided) = (0, 0)
    for entry in entries {
      let view = JournalView(entry)
      if query.matches(view) { found += 1 } else if query.mayMatch(view) { undecided += 1 }
    }
    self.found = found
    guard journal.isOn else {
      uncertainty = JournalUncertainty(isOff: true)
      return
    }
    let lost = query.forgotten(contents)
    uncertainty = JournalUncertainty(exchanges: lost.exchanges, frames: lost.frames, undecided: undecided)
  }

  /// Whether the true count is in a range; nil when that is unknown.
  func isIn(_ range: ClosedRange<Int>) -> Bool? {
    let (sum, isGreater) = found.addingReportingOverflow(uncertainty.possiblyMore)
    // No range has a larger bound.
    let most = isGreater ? Int(Int32.max) : min(sum, Int(Int32.max))
    if range.contains(found), range.contains(most) { return true }
    return most < range.lowerBound || found > range.upperBound ? false : nil
  }
}

extension JournalCriterion {
  /// Whether it is a condition on the body, of which the journal may have only the beginning.
  fileprivate var isAboutBody: Bool {
    switch self {
    case .body, .bodyContains, .payload: true
    default: false
    }
  }
}

extension JournalQuery {
  /// Whether an entry may match: only a condition on its truncated body fails.
  func mayMatch(_ view: JournalView) -> Bool {
    let kept = view.body.count
    let isCut = view.exchange.map { kept < $0.requestBytes } ?? view.frame?.isTruncated ?? false
    guard isCut else { return false }
    return JournalQuery(criteria.filter { !$0.isAboutBody }).matches(view)
  }

  /// Whether it only matches frames.
  var isAboutFrames: Bool {
    criteria.contains { criterion in
      switch criterion {
      case .isFrame(true), .socket, .direction, .isMessage, .channel, .message, .payload: true
      default: false
      }
    }
  }

  /// Whether it may match a frame.
  var wantsFrames: Bool {
    criteria.allSatisfy { if case .isFrame(let isFrame) = $0 { isFrame } else { true } }
  }

  /// The number of removed exchanges and frames that may have matched.
  fileprivate func forgotten(_ contents: Journal.Contents) -> (exchanges: Int, frames: Int) {
    var wantsExchanges = true
    var (exchanges, frames) = (contents.lostExchanges.count, contents.lostFrames.count + contents.framesLeftOut)
    for criterion in criteria {
      switch criterion {
      case .isFrame(let isFrame): wantsExchanges = wantsExchanges && !isFrame
      case .socket, .direction, .isMessage, .channel, .message, .payload: wantsExchanges = false
      case .since(let point):
        if contents.lostExchanges.areBefore(point) { exchanges = 0 }
        // The journal does not store when frames were omitted.
        if contents.lostFrames.areBefore(point) { frames = contents.framesLeftOut }
      default: break
      }
    }
    return (wantsExchanges ? exchanges : 0, wantsFrames ? frames : 0)
  }
}
