import HTTPCore
import JSON
import Locking

/// The faults of a world. In a world without faults, a request only reads one number.
package final class FaultTable: Sendable {
  private struct State {
    var rules: [FaultRule] = []
    /// Number of faults added since the world began.
    var count = 0
    /// The newest removed faults.
    var past: [FaultRecord] = []
  }

  /// The most faults of a world at a time.
  package static let maximumCount = 256
  /// The number of removed faults that are remembered.
  private static let maximumPast = 1000

  private let state = OrderedMutex(.faultTable, State())
  private let activity = FaultActivity()
  private let seed: UInt64
  private let clock: WorldClock
  private let alarms: Alarms
  private let sockets: SocketTable
  private let heldExchanges: HeldExchanges

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - seed: Determines all random decisions of the faults.
  ///   - sockets: Notified when faults begin and end.
  ///   - heldExchanges: Those of a fault are released when it is removed.
  package init(
    seed: UInt64, clock: WorldClock, alarms: Alarms, sockets: SocketTable, heldExchanges: HeldExchanges
  ) {
    (self.seed, self.clock, self.alarms, self.sockets) = (seed, clock, alarms, sockets)
    self.heldExchanges = heldExchanges
  }

  // MARK: Matching

  /// Whether any fault can still be triggered.
  package var isActive: Bool { activity.count.load(ordering: .relaxed) > 0 }

  /// The faults that may apply to a request; nil without any, which is the usual case.
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

  /// Adds the fault of a release to those of the request; it is not in this table, and has the id of the held exchange.
  package func add(_ definition: FaultDefinition, ofRelease held: HeldExchange, to plan: inout FaultPlan) {
    let record = FaultRecord(
      id: held.id, set: nil, definition: definition, ordinal: 0, matches: 0, applications: 0, ageNanoseconds: 0,
      isExhausted: false)
    let rule = FaultRule(record, seed: seed, clock: clock, activity: FaultActivity())
    plan.add(
      FaultPlan.Candidate(rule: rule, context: rule.context(held.subject, match: 1)), at: held.hold.phase)
  }

  /// The faults that are active for a socket now, in the order in which they were added. An exhausted fault is
  /// included: its effect on a socket lasts until it is removed.
  package func rules(forSocket subject: FaultSubject) -> [FaultRule] {
    guard !subject.isControl else { return [] }
    return state.withLock { $0.rules }.filter { rule in
      type(of: rule.fault).scope != .requests && rule.definition.match.matches(subject) && rule.holds
    }
  }

  // MARK: Contents

  /// Every fault, in the order in which they were added.
  package var contents: [FaultRecord] { state.withLock { $0.rules }.map(\.record) }

  /// When faults begin or end, in nanoseconds of ``WorldClock/elapsedNanoseconds``, unordered.
  ///
  /// - Parameters:
  ///   - end: The latest time.
  ///   - count: The largest number of times of each fault, the first ones.
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

  /// The faults that were never triggered: a test that added them tests less than it claims.
  package var unused: [FaultRecord] { contents.filter { $0.applications == 0 } }

  /// All faults and, before them, the newest thousand removed ones.
  package var history: [FaultRecord] {
    let (past, rules) = state.withLock { ($0.past, $0.rules) }
    return past + rules.map(\.record)
  }

  /// Adds a fault.
  ///
  /// - Parameters:
  ///   - set: The name of the predefined set that it belongs to.
  /// - Throws: ``Problem`` of kind `conflict` when its id is in use, or when there are too many faults.
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
  /// - Returns: false when the id is unknown.
  @discardableResult
  package func remove(_ id: String) -> Bool { remove { $0.id == id } > 0 }

  /// Removes the faults of a predefined set.
  ///
  /// - Returns: The number of removed faults.
  @discardableResult
  package func removeAll(of set: String) -> Int { remove { $0.set == set } }

  /// Removes every fault, and restarts the numbering: the same faults then get the same random sequences.
  package func removeAll() {
    remove { _ in true }
    state.withLock { state in if state.rules.isEmpty { state.count = 0 } }
  }

  /// Replaces all faults by those of a snapshot, including counters and ages. Of more than ``maximumCount``, or of
  /// several with one id, the first ones are used.
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
    let ids = Set(removed.filter { $0.fault.hold != nil }.map(\.id))
    if !ids.isEmpty { heldExchanges.release { ids.contains($0.fault) } }
    return removed.count
  }

  /// Notifies sockets when a fault begins or ends, even without messages.
  private func setAlarm(_ rule: FaultRule) {
    guard type(of: rule.fault).scope != .requests else { return }
    alarms.set(rule, at: rule.nextEdge) { [weak self, weak rule] in
      guard let self, let rule else { return }
      sockets.faultsChanged()
      setAlarm(rule)
    }
  }
}

/// The state of a fault of a world at one time: its definition, and how often it was triggered.
package struct FaultRecord: Sendable {
  package let id: String
  /// The name of the predefined set that it belongs to; nil for a single fault.
  package let set: String?
  package let definition: FaultDefinition
  /// Its position in the order in which the world's faults were added, from 1; determines its random sequence.
  package let ordinal: Int
  /// The number of requests and messages that it matched.
  package let matches: Int
  /// The number of them that triggered it.
  package let applications: Int
  /// Nanoseconds of the world's time since it was added.
  package let ageNanoseconds: Int64
  /// Whether it can never be triggered again.
  package let isExhausted: Bool

  /// Creates a record.
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

  /// The JSON that it was created from, with its id, its set and its counts.
  package var json: JSONValue {
    var object = definition.json
    object["id"] = .string(id)
    if let set { object["set"] = .string(set) }
    object["matches"] = .number(JSONNumber(matches))
    object["applications"] = .number(JSONNumber(applications))
    object["exhausted"] = .bool(isExhausted)
    return .object(object)
  }

  /// The JSON for exporting a world's faults: ``json`` separate from the definition, so that it can be imported.
  package var exported: JSONValue {
    var object = JSONObject()
    object["id"] = .string(id)
    if let set { object["set"] = .string(set) }
    object["definition"] = .object(definition.json)
    object["ordinal"] = .number(JSONNumber(ordinal))
    object["matches"] = .number(JSONNumber(matches))
    object["applications"] = .number(JSONNumber(applications))
    object["ageNanoseconds"] = .number(JSONNumber(Int(ageNanoseconds)))
    object["exhausted"] = .bool(isExhausted)
    return .object(object)
  }
}

/// When a fault is active, by the world's clock, in nanoseconds since it was added.
package struct FaultWindow: Sendable, Equatable {
  /// The first beginning, at least 0.
  package let start: Int64
  /// The duration, more than 0; nil for ever.
  package let length: Int64?
  /// The time from one beginning to the next, more than `length`; nil for a single time.
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

  /// Whether it is active at an age.
  package func isOpen(at age: Int64) -> Bool {
    guard age >= start, let length else { return age >= start }
    return place(age) < length
  }

  /// Whether it will never be active again.
  package func isOver(at age: Int64) -> Bool {
    guard age >= start, let length, period == nil else { return false }
    return place(age) >= length
  }

  /// The next age at which it begins or ends; nil for none.
  package func nextEdge(after age: Int64) -> Int64? {
    guard age >= start else { return start }
    guard let length else { return nil }
    let place = place(age)
    let rest = place < length ? length - place : (period.map { $0 - place } ?? 0)
    let (edge, overflow) = age.addingReportingOverflow(rest)
    return rest > 0 && !overflow ? edge : nil
  }

  /// The position of an age of at least `start` within its period.
  private func place(_ age: Int64) -> Int64 {
    let place = age - start
    return if let period { place % period } else { place }
  }

  private static func nanoseconds(_ seconds: Int) -> Int64 {
    let (product, overflow) = Int64(max(0, seconds)).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product
  }
}
