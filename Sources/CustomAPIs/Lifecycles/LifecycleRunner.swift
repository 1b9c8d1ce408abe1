import Dispatch
import JSON
import Locking
import Resources
import Store
import World

/// Has the states of an API's records follow the clock of a world, each step once, in order, and as a change like any other.
final class LifecycleRunner: Sendable {
  private struct Written {
    let resource: String
    let id: String
    let scope: [String: String]
    let time: Int64
  }

  private struct State {
    /// Records that were written, in the order of their commits.
    var written: [Written] = []
    /// Whether any record may have been written.
    var isUnknown = true
  }

  /// More writes than these are found by looking at all records.
  private static let capacity = 10_000
  /// The steps that run at once, after a jump of the clock; further ones follow as soon as others had a turn.
  private static let maximumSteps = 10_000
  /// Where steps run that no caller waits for, so that no world waits for another.
  private static let queue = DispatchQueue(label: "lifecycles", attributes: .concurrent)

  private let api: CustomAPI
  private let table: LifecycleTable
  private let world: @Sendable () -> World?
  private let alarms: Alarms
  private let clock: WorldClock
  private let state = OrderedMutex(.leaf, State())
  /// Held while steps run, so that each runs once.
  private let turn = OrderedMutex(.simulationSteps, ())

  init(_ api: CustomAPI, _ table: LifecycleTable, _ world: World) {
    (self.api, self.table, alarms, clock) = (api, table, world.alarms, world.clock)
    self.world = { [weak world] in world }
  }

  /// Looks at the records as soon as the world is used.
  func begin() { wait(until: clock.elapsedNanoseconds) }

  /// Notes what was written, to look at it soon. Called under a lock: it must not use the store.
  func note(_ changes: [Change]) {
    let isRelevant = state.withLock { state -> Bool in
      var isRelevant = false
      for change in changes {
        if change.kind == .replaced || state.written.count >= Self.capacity {
          state.isUnknown = true
          isRelevant = true
        } else if let resource = change.resource, table.collections[resource] != nil, let id = change.id {
          state.written.append(
            Written(resource: resource, id: id, scope: change.parents, time: change.time.nanoseconds))
          isRelevant = true
        }
      }
      return isRelevant
    }
    if isRelevant { wait(until: clock.elapsedNanoseconds) }
  }

  private func wait(until elapsed: Int64) {
    alarms.set(self, at: elapsed) { [weak self] in
      guard let self else { return }
      Self.queue.async { self.catchUp() }
    }
  }

  /// Runs the steps that are due, and waits for the next one.
  func catchUp() {
    guard let world = world(), world.timedWork.contains(self) else { return }
    turn.withLock { _ in
      do {
        try look(world)
        guard let next = try run(world) else { return alarms.set(self, at: nil) {} }
        let instant = clock.instant
        let rest = next.time.saturatingSubtract(instant.now.nanoseconds)
        wait(until: instant.elapsed.saturatingAdd(max(0, rest)))
      } catch {
        api.report("the lifecycles of \(api.name) could not be followed: \(error)")
        state.withLock { $0.isUnknown = true }
      }
    }
  }

  /// Notes the states of the records that were written.
  private func look(_ world: World) throws {
    let seen = state.withLock { state in
      defer { state = State(written: [], isUnknown: false) }
      return state
    }
    guard seen.isUnknown || !seen.written.isEmpty else { return }
    try world.store.require(table: table.name)
    for collection in table.collections.values { try world.store.require(table: collection.documents.name) }
    let now = clock.now.nanoseconds
    try world.store.transaction { connection in
      for one in seen.written {
        guard let collection = table.collections[one.resource] else { continue }
        let record = try collection.record(connection, id: one.id, scope: one.scope)
        try table.note(
          record?.content, collection.resource, id: one.id, scope: one.scope, at: one.time, connection)
      }
      guard seen.isUnknown else { return }
      for collection in table.collections.values { try table.noteUnknown(collection, at: now, connection) }
    }
  }

  /// Runs what is due, the earliest first.
  ///
  /// - Returns: The next step that is not due yet, or the first one that must wait for its turn; nil for none.
  private func run(_ world: World) throws -> LifecycleTable.Due? {
    for _ in 0..<Self.maximumSteps {
      guard let due = try world.store.read({ try table.next($0) }) else { return nil }
      guard due.time <= clock.now.nanoseconds else { return due }
      try ChangeContext(.server, time: Timestamp(nanoseconds: due.time)).during { try take(due, world) }
    }
    return try world.store.read { try table.next($0) }
  }

  private func take(_ due: LifecycleTable.Due, _ world: World) throws {
    guard let collection = table.collections[due.subject.resource] else { return }
    let time = Timestamp(nanoseconds: due.time)
    let scope = LifecycleTable.scope(due.subject.scope)
    try world.store.transaction { connection in
      guard let record = try collection.record(connection, id: due.subject.id, scope: scope),
        record.content[due.subject.member]?.string == due.step.from
      else { return try table.forget(due.subject, connection) }
      var content = record.content
      content[due.subject.member] = .string(due.step.to)
      for member in collection.orderedMembers where Self.names(member.name, due.step.to) {
        content[member.name] = MomentText.value(time, like: member)
      }
      if let member = collection.resource.updatedAtMember.flatMap({ collection.members[$0] }) {
        content[member.name] = MomentText.value(time, like: member)
      }
      try collection.documents.update(
        connection, number: record.number, id: record.id, scope: record.scope, content)
      let lifecycle = collection.resource.lifecycles.first { $0.member == due.subject.member }
      if lifecycle?.step(from: due.step.to) == nil {
        try table.forget(due.subject, connection)
      } else {
        try table.set(due.subject, state: due.step.to, since: due.time, connection)
      }
    }
  }

  /// Whether a property is the moment of a state: `shipped_at` of `shipped`.
  static func names(_ member: String, _ state: String) -> Bool {
    let (key, state) = (Words.key(member), Words.key(state))
    return ["at", "on", "date", "time"].contains { key == state + $0 }
  }
}
