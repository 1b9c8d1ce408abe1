import HTTPCore
import World

/// Why there may be more entries than were found.
struct JournalUncertainty: Equatable {
  /// Whether the journal keeps nothing.
  var isOff = false
  /// Exchanges and frames that had to make room for newer ones, or were left out, and may have been meant.
  var exchanges = 0
  var frames = 0
  /// Entries of either kind that made room before anybody could look at them.
  var missed = 0
  /// Entries that may be meant, but for their bodies, of which the journal has the beginning only.
  var undecided = 0

  /// The most that there may be more; `Int.max` when that is not known either.
  var possiblyMore: Int { isOff ? .max : exchanges + frames + missed + undecided }

  /// Such as "not known: 500 exchanges were dropped; …", with what to do; nil when there is no doubt.
  var explanation: String? {
    guard !isOff else { return "not known: the journal is off; --journal says how much it keeps" }
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

/// How many entries are as a query asks, and how many more there may be: those that the journal has forgotten or could
/// not keep whole.
struct JournalCount {
  /// The entries that are known to be meant, those too whose answer is on its way.
  let found: Int
  /// Why there may be more.
  let uncertainty: JournalUncertainty
  /// Entries and exchanges under way, all of them.
  let entries: [JournalEntry]
  /// The number of the newest entry that was counted.
  let position: Int
  /// The number of the newest entry when the journal was last cleared.
  let clearedThrough: Int
  /// Frames that the journal counted only.
  let framesLeftOut: Int

  /// Counts in what a journal has now.
  init(_ query: JournalQuery, in journal: Journal) {
    let contents = journal.contents()
    entries = contents.entries + contents.underWay
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

  /// Whether the true count is in a range; nil when it is not known.
  func isIn(_ range: ClosedRange<Int>) -> Bool? {
    let (sum, isGreater) = found.addingReportingOverflow(uncertainty.possiblyMore)
    // No range goes further.
    let most = isGreater ? Int(Int32.max) : min(sum, Int(Int32.max))
    if range.contains(found), range.contains(most) { return true }
    return most < range.lowerBound || found > range.upperBound ? false : nil
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
  func mayMatch(_ view: JournalView) -> Bool {
    let kept = view.body.count
    let isCut = view.exchange.map { kept < $0.requestBytes } ?? view.frame?.isTruncated ?? false
    guard isCut else { return false }
    return JournalQuery(criteria.filter { !$0.isAboutBody }).matches(view)
  }

  /// Whether frames alone are meant.
  var isAboutFrames: Bool {
    criteria.contains { criterion in
      switch criterion {
      case .isFrame(true), .socket, .direction: true
      default: false
      }
    }
  }

  /// Whether a frame may be meant.
  var wantsFrames: Bool {
    criteria.allSatisfy { if case .isFrame(let isFrame) = $0 { isFrame } else { true } }
  }

  /// How many exchanges and frames are forgotten that may have been meant.
  fileprivate func forgotten(_ contents: Journal.Contents) -> (exchanges: Int, frames: Int) {
    var wantsExchanges = true
    var (exchanges, frames) = (contents.lostExchanges.count, contents.lostFrames.count + contents.framesLeftOut)
    for criterion in criteria {
      switch criterion {
      case .isFrame(let isFrame): wantsExchanges = wantsExchanges && !isFrame
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
