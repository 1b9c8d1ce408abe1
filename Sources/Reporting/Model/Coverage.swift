/// How many of the documented operations a run requested.
package struct Coverage: Sendable, Equatable {
  /// The APIs whose operations are to be covered. Operations of others are reported and do not count.
  package let covered: [String]
  /// The operations requested, each once.
  package let used: [OperationUse]
  /// The operations not requested, each once.
  package let unused: [UnusedOperation]
  /// The least share that a run must reach to pass, 0...100; nil when there is none.
  package let minimumPercent: Int?

  /// Coverage as counted, the minimum brought into its range.
  package init(
    covered: [String], used: [OperationUse], unused: [UnusedOperation], minimumPercent: Int? = nil
  ) {
    self.covered = covered
    self.used = used
    self.unused = unused
    self.minimumPercent = minimumPercent.map { min(max($0, 0), 100) }
  }

  /// The share of the operations to be covered that were requested; 100 when nothing is to be covered.
  package var percent: Double {
    let share = total
    return share.operations == 0 ? 100 : Double(share.used) * 100 / Double(share.operations)
  }
}

extension Coverage {
  /// The operations of one API, or of all to be covered, and how many of them were requested.
  struct Share: Equatable {
    var used = 0
    var operations = 0

    /// Whole percents, rounded down: 100 only when nothing is missing, and below a minimum that is missed.
    var wholePercent: Int { operations == 0 ? 100 : used * 100 / operations }
  }

  /// The share of each API to be covered, in the order of `covered`, no API twice.
  var shares: [(api: String, share: Share)] {
    var byAPI: [String: Share] = [:]
    for operation in used {
      byAPI[operation.api, default: Share()].used += 1
      byAPI[operation.api, default: Share()].operations += 1
    }
    for operation in unused {
      byAPI[operation.api, default: Share()].operations += 1
    }
    var seen: Set<String> = []
    return covered.filter { seen.insert($0).inserted }.map { ($0, byAPI[$0] ?? Share()) }
  }

  /// The share over all APIs to be covered.
  var total: Share {
    shares.reduce(into: Share()) { sum, entry in
      sum.used += entry.share.used
      sum.operations += entry.share.operations
    }
  }

  /// Whether a minimum is set and not reached. Whole numbers, so that 60 of 100 is never "below 60%".
  var isBelowMinimum: Bool {
    guard let minimumPercent else { return false }
    let share = total
    return share.used * 100 < minimumPercent * share.operations
  }

  /// The operations of the APIs to be covered that were requested.
  var countedUsed: [OperationUse] {
    let apis = Set(covered)
    return used.filter { apis.contains($0.api) }
  }

  /// The operations of the APIs to be covered that were not requested.
  var countedUnused: [UnusedOperation] {
    let apis = Set(covered)
    return unused.filter { apis.contains($0.api) }
  }
}
