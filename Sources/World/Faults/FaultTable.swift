import HTTPCore
import JSON
import Locking

/// The faults of a world. A request of a world without any pays for one look at a number.
package final class FaultTable: Sendable {
  private struct State {
    var rules: [FaultRule] = []
    /// Faults added since the world began.
    var count = 0
    /// The newest of those that were removed.
    var past: [FaultRecord] = []
  }

  /// The most faults that a world has at once.
  package static let maximumCount = 256
  /// How many removed faults are remembered.
  private static let maximumPast = 1000

  private let state = OrderedMutex(.faultTable, State())
  private let activity = FaultActivity()
  private let seed: UInt64
  private let clock: WorldClock
  private let alarms: Alarms
  private let sockets: SocketTable

  /// A table without faults.
  ///
  /// - Parameters:
  ///   - seed: Determines all chance of the faults.
  ///   - sockets: Who is told when faults come and go.
  package init(seed: UInt64, clock: WorldClock, alarms: Alarms, sockets: SocketTable) {
    (self.seed, self.clock, self.alarms, self.sockets) = (seed, clock, alarms, sockets)
  }

  // MARK: What happens

  /// Whether any fault may still happen.
  package var isActive: Bool { activity.count.load(ordering: .relaxed) > 0 }

  /// The faults that happen to a request; nil when there are none, which is nearly always.
  package func plan(for subject: @autoclosure () -> FaultSubject) -> FaultPlan? {
    guard isActive else { return nil }
    let subject = subject()
    guard !subject.isControl else { return nil }
    var candidates: [FaultPlan.Candidate] = []
    for rule in state.withLock({ $0.rules }) where type(of: rule.fault).scope != .sockets {
      guard rule.definition.match.matches(subject), rule.fault.concerns(subject), let match = rule.countMatch()
      else { continue }
      candidates.append(FaultPlan.Candidate(rule: rule, context: rule.context(subject, match: match)))
    }
    return candidates.isEmpty ? nil : FaultPlan(candidates)
  }

  /// The faults that hold for a socket now, in the order in which they were added. One that has happened as often as it
  /// shall is among them still: what it did to a socket lasts until it is removed.
  package func rules(forSocket subject: FaultSubject) -> [FaultRule] {
    guard !subject.isControl else { return [] }
    return state.withLock { $0.rules }.filter { rule in
      type(of: rule.fault).scope != .requests && rule.definition.match.matches(subject) && rule.holds
    }
  }

  // MARK: What there is

  /// Every fault, in the order in which they were added.
  package var contents: [FaultRecord] { state.withLock { $0.rules }.map(\.record) }

  /// When faults begin or cease to hold, in nanoseconds of ``WorldClock/elapsedNanoseconds``, in no order.
  ///
  /// - Parameters:
  ///   - end: The last moment that is asked for.
  ///   - count: How many moments of each fault there are at most, the first ones.
  package func edges(
    upTo end: Int64, atMost count: Int
  ) -> [(id: String, type: String, moment: Int64, begins: Bool)] {
    state.withLock { $0.rules }.flatMap { rule in
      rule.edges(upTo: end, atMost: count).map { (rule.id, type(of: rule.fault).name, $0.moment, $0.begins) }
    }
  }

  /// The fault of that id.
  package subscript(id: String) -> FaultRecord? {
    state.withLock { state in state.rules.first { $0.id == id } }?.record
  }

  /// The faults that never happened: a test that added them for nothing tests less than it says.
  package var unused: [FaultRecord] { contents.filter { $0.applications == 0 } }

  /// The faults that there are and, before them, the newest thousand of those that were removed.
  package var history: [FaultRecord] {
    let (past, rules) = state.withLock { ($0.past, $0.rules) }
    return past + rules.map(\.record)
  }

  /// Adds a fault.
  ///
  /// - Parameters:
  ///   - set: The name of the ready-made set that it is part of.
  /// - Throws: ``Problem`` of kind `conflict` when its id is taken, or when there are too many.
  @discardableResult
  package func add(_ definition: FaultDefinition, set: String? = nil) throws(Problem) -> FaultRecord {
    let result = state.withLock { state -> Result<FaultRule, Problem> in
      guard state.rules.count < Self.maximumCount else {
        return .failure(Problem(.conflict, "a world has at most \(Self.maximumCount) faults; remove some"))
      }
      let ids = Set(state.rules.map(\.id))
      if let id = definition.id, ids.contains(id) {
        return .failure(Problem(.conflict, "there is a fault \"\(id)\" already", field: "id", value: id))
      }
      state.count += 1
      var (id, suffix) = (definition.id ?? "fault-\(state.count)", 1)
      while ids.contains(id) { (id, suffix) = ("fault-\(state.count)-\(suffix)", suffix + 1) }
      let record = FaultRecord(
        id: id, set: set, definition: definition, ordinal: state.count, matches: 0, applications: 0,
        ageNanoseconds: 0, isExhausted: false)
      let rule = FaultRule(record, seed: seed, clock: clock, activity: activity)
      state.rules.append(rule)
      rule.activate()
      return .success(rule)
    }
    let rule = try result.get()
    setAlarm(rule)
    sockets.faultsChanged()
    return rule.record
  }

  /// Removes a fault.
  ///
  /// - Returns: false when there is none of that id.
  @discardableResult
  package func remove(_ id: String) -> Bool { remove { $0.id == id } > 0 }

  /// Removes the faults of a ready-made set.
  ///
  /// - Returns: How many there were.
  @discardableResult
  package func removeAll(of set: String) -> Int { remove { $0.set == set } }

  /// Removes every fault, and begins to count them again: the same faults then have the same chance again.
  package func removeAll() {
    remove { _ in true }
    state.withLock { state in if state.rules.isEmpty { state.count = 0 } }
  }

  /// Puts other faults in place of those there are, counters and ages included, as a snapshot kept them. Of more than
  /// ``maximumCount``, or of several with one id, the first ones are taken.
  package func replace(with records: [FaultRecord]) {
    remove { _ in true }
    var ids: Set<String> = []
    let rules = records.filter { ids.insert($0.id).inserted }.prefix(Self.maximumCount).map {
      FaultRule($0, seed: seed, clock: clock, activity: activity)
    }
    state.withLock { state in
      state.rules = rules
      state.count = max(0, records.map(\.ordinal).max() ?? 0)
      for rule in rules { rule.activate() }
    }
    for rule in rules { setAlarm(rule) }
    sockets.faultsChanged()
  }

  @discardableResult
  private func remove(where isMeant: (FaultRule) -> Bool) -> Int {
    let removed = state.withLock { state in
      let removed = state.rules.filter(isMeant)
      state.rules.removeAll(where: isMeant)
      state.past = Array((state.past + removed.map(\.record)).suffix(Self.maximumPast))
      return removed
    }
    guard !removed.isEmpty else { return 0 }
    for rule in removed {
      rule.retire(isExhausted: true)
      alarms.set(rule, at: nil) {}
    }
    sockets.faultsChanged()
    return removed.count
  }

  /// Sockets are told when a fault begins or ceases to hold: nothing needs to pass on them for that.
  private func setAlarm(_ rule: FaultRule) {
    guard type(of: rule.fault).scope != .requests else { return }
    alarms.set(rule, at: rule.nextEdge) { [weak self, weak rule] in
      guard let self, let rule else { return }
      sockets.faultsChanged()
      setAlarm(rule)
    }
  }
}

/// A fault of a world at one moment: what was said about it, and how often it happened.
package struct FaultRecord: Sendable {
  package let id: String
  /// The name of the ready-made set that it came with; nil when it came by itself.
  package let set: String?
  package let definition: FaultDefinition
  /// Its place in the order in which the world's faults were added, from 1; determines its chance.
  package let ordinal: Int
  /// How many requests and messages it matched.
  package let matches: Int
  /// How many of them it happened to.
  package let applications: Int
  /// Nanoseconds of the world's time since it was added.
  package let ageNanoseconds: Int64
  /// Whether it will never happen again.
  package let isExhausted: Bool

  /// A record from its parts.
  package init(
    id: String, set: String?, definition: FaultDefinition, ordinal: Int, matches: Int, applications: Int,
    ageNanoseconds: Int64, isExhausted: Bool
  ) {
    self.id = id
    self.set = set
    self.definition = definition
    self.ordinal = ordinal
    self.matches = matches
    self.applications = applications
    self.ageNanoseconds = ageNanoseconds
    self.isExhausted = isExhausted
  }

  /// The JSON that it was made from, with its id, its set and what was counted.
  package var json: JSONValue {
    var object = definition.json
    object["id"] = .string(id)
    if let set { object["set"] = .string(set) }
    object["matches"] = .number(JSONNumber(matches))
    object["applications"] = .number(JSONNumber(applications))
    object["spent"] = .bool(isExhausted)
    return .object(object)
  }

  /// The JSON by which a world's faults are exported: ``json`` apart from the definition, so that it can be read again.
  package var exported: JSONValue {
    var object = JSONObject()
    object["id"] = .string(id)
    if let set { object["set"] = .string(set) }
    object["definition"] = .object(definition.json)
    object["ordinal"] = .number(JSONNumber(ordinal))
    object["matches"] = .number(JSONNumber(matches))
    object["applications"] = .number(JSONNumber(applications))
    object["ageNanoseconds"] = .number(JSONNumber(Int(ageNanoseconds)))
    object["spent"] = .bool(isExhausted)
    return .object(object)
  }
}

/// When a fault holds, by the world's clock, in nanoseconds since it was added.
package struct FaultWindow: Sendable, Equatable {
  /// When it first begins to hold, at least 0.
  package let start: Int64
  /// How long it holds, more than 0; nil for ever.
  package let length: Int64?
  /// From one beginning to the next, more than `length`; nil when it holds once.
  package let period: Int64?

  /// A window in whole seconds.
  ///
  /// - Parameters:
  ///   - period: Ignored unless it is longer than `length`.
  package init(startSeconds: Int = 0, lengthSeconds: Int? = nil, periodSeconds: Int? = nil) {
    start = Self.nanoseconds(startSeconds)
    length = lengthSeconds.map { max(1, Self.nanoseconds($0)) }
    let period = periodSeconds.map(Self.nanoseconds)
    self.period = if let period, let length, period > length { period } else { nil }
  }

  /// Whether it holds at an age.
  package func isOpen(at age: Int64) -> Bool {
    guard age >= start, let length else { return age >= start }
    return place(age) < length
  }

  /// Whether it will never hold again.
  package func isOver(at age: Int64) -> Bool {
    guard age >= start, let length, period == nil else { return false }
    return place(age) >= length
  }

  /// The next age at which it begins or ceases to hold; nil when there is none.
  package func nextEdge(after age: Int64) -> Int64? {
    guard age >= start else { return start }
    guard let length else { return nil }
    let place = place(age)
    let rest = place < length ? length - place : (period.map { $0 - place } ?? 0)
    let (edge, overflow) = age.addingReportingOverflow(rest)
    return rest > 0 && !overflow ? edge : nil
  }

  /// Where an age of at least `start` stands within its period.
  private func place(_ age: Int64) -> Int64 {
    let place = age - start
    return if let period { place % period } else { place }
  }

  private static func nanoseconds(_ seconds: Int) -> Int64 {
    let (product, overflow) = Int64(max(0, seconds)).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product
  }
}
