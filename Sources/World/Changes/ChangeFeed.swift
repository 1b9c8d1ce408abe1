import Locking
import Store
import Synchronization

/// A subscription to a ``ChangeFeed``, which ends when this object is released. Do not release it under a lock of
/// ``LockRank/changeFeed`` or a later rank.
package final class ChangeSubscription: Sendable {
  private let end: @Sendable () -> Void

  fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

/// The changes of a world's records, from any writer, and named actions, in the order of the commits.
///
/// Without subscribers a write only compares one number. A subscription to records slows down only writes to their tables.
///
/// Each commit is delivered on the thread that wrote it, when the database is free again, under
/// ``LockRank/announcements``. A subscriber must only queue or publish the changes, within a limit of its own. It must not use
/// the store: the next writer may wait for it. A commit can still be delivered once while its subscription ends.
package final class ChangeFeed: Sendable {
  private struct Subscriber {
    let filter: ChangeFilter
    let deliver: @Sendable ([Change]) -> Void
  }

  private struct State {
    var sources: [ChangeSource] = []
    var subscribers: [Int: Subscriber] = [:]
    var tableFollowers: [Int: @Sendable ([String]) -> Void] = [:]
    var relays: [ChangeRelay] = []
    /// The indices in ``relays`` of those with listeners.
    var awake: Set<Int> = []
    var lastNumber = 0
    var lastSequence = 0

    var wanted: [TrackedTable] {
      let filters = subscribers.values.map(\.filter) + awake.map { relays[$0].filter }
      return sources.filter { source in filters.contains { $0.mayMatch(source) } }.map(\.table)
    }
  }

  private let followed: FollowedTables
  private let clock: WorldClock
  private let state = OrderedMutex(.changeFeed, State())
  private let isUsed = Atomic(false)
  /// The APIs that subscribers ask for, nil for all; a lock of its own, since simulations ask under their schedules' lock.
  private let followedAPIs = OrderedMutex(.leaf, Set<String?>())

  /// Creates the feed of a world.
  init(_ store: Store, _ clock: WorldClock) {
    (followed, self.clock) = (store.followed, clock)
    store.observeCommits { [self] in deliver($0) }
  }

  // MARK: Following

  /// The records that subscribers can follow.
  package var sources: [ChangeSource] {
    get { state.withLock(\.sources) }
    set {
      state.withLock { state in
        state.sources = newValue
        follow(state)
      }
    }
  }

  /// Subscribes to changes from the next write on. Use ``World/follow(_:_:)`` for records that simulations create only while
  /// a client listens.
  ///
  /// - Parameters:
  ///   - deliver: Receives the changes of one commit that match the filter, in their order.
  /// - Returns: The subscription; it ends when it is released.
  package func subscribe(
    _ filter: ChangeFilter, _ deliver: @escaping @Sendable ([Change]) -> Void
  ) -> ChangeSubscription {
    add { state, number in state.subscribers[number] = Subscriber(filter: filter, deliver: deliver) }
  }

  /// Subscribes to the names of written tables, including those of no API, and of statements that change no row.
  ///
  /// - Parameters:
  ///   - deliver: Receives the tables of one commit, sorted.
  /// - Returns: The subscription; it ends when it is released.
  package func followTables(_ deliver: @escaping @Sendable ([String]) -> Void) -> ChangeSubscription {
    add { state, number in state.tableFollowers[number] = deliver }
  }

  private func add(_ add: (inout State, Int) -> Void) -> ChangeSubscription {
    let number = state.withLock { state in
      state.lastNumber += 1
      add(&state, state.lastNumber)
      follow(state)
      return state.lastNumber
    }
    return ChangeSubscription { [self] in
      state.withLock { state in
        state.subscribers[number] = nil
        state.tableFollowers[number] = nil
        follow(state)
      }
    }
  }

  private func follow(_ state: State) {
    let wanted = state.wanted
    isUsed.store(!wanted.isEmpty, ordering: .relaxed)
    followedAPIs.withLock { $0 = Set(state.subscribers.values.map(\.filter.api)) }
    followed.set(wanted, notesNames: !state.tableFollowers.isEmpty)
  }

  /// Whether there are subscribers to records.
  package var isFollowed: Bool { isUsed.load(ordering: .relaxed) }

  /// Whether there are subscribers to records of an API, without its relays.
  package func isFollowed(_ api: String) -> Bool {
    isFollowed && followedAPIs.withLock { $0.contains(api) || $0.contains(nil) }
  }

  // MARK: Relays

  /// Sets the relays, which subscribe while a client listens, in the place of previous ones.
  func setRelays(_ relays: [ChangeRelay]) {
    state.withLock { state in
      (state.relays, state.awake) = (relays, [])
      follow(state)
    }
    wakeRelays()
  }

  /// Subscribes the relays that have listeners now. Call it after a listener was added.
  func wakeRelays() {
    state.withLock { state in
      let awake = state.relays.indices.filter { !state.awake.contains($0) && state.relays[$0].isHeard() }
      guard !awake.isEmpty else { return }
      state.awake.formUnion(awake)
      follow(state)
    }
  }

  /// The relays with listeners.
  var awakeRelays: [ChangeRelay] { state.withLock { state in state.awake.sorted().map { state.relays[$0] } } }

  /// Unsubscribes the relays without listeners, and returns the others.
  private func heardRelays() -> [ChangeRelay] {
    state.withLock { state in
      let unheard = state.awake.filter { !state.relays[$0].isHeard() }
      if !unheard.isEmpty {
        state.awake.subtract(unheard)
        follow(state)
      }
      return state.awake.sorted().map { state.relays[$0] }
    }
  }

  // MARK: Delivery

  private func deliver(_ commit: StoreCommit) {
    let relays = commit.changes.isEmpty ? [] : heardRelays()
    let (changes, subscribers, tables) = state.withLock { state in
      let changes = numbered(commit, &state)
      return (
        changes, state.subscribers.sorted { $0.key < $1.key }.map(\.value),
        commit.tables.isEmpty ? [] : state.tableFollowers.sorted { $0.key < $1.key }.map(\.value)
      )
    }
    for deliver in tables { deliver(commit.tables) }
    guard !changes.isEmpty else { return }
    for relay in relays {
      let own = changes.filter(relay.filter.matches)
      if !own.isEmpty { relay.pass(own) }
    }
    for subscriber in subscribers {
      let own = changes.filter(subscriber.filter.matches)
      if !own.isEmpty { subscriber.deliver(own) }
    }
  }

  private func numbered(_ commit: StoreCommit, _ state: inout State) -> [Change] {
    guard !commit.changes.isEmpty else { return [] }
    let context = ChangeContext.current
    let time = context.time ?? clock.now
    let apis = Dictionary(state.sources.map { ($0.table.name, $0.api) }) { first, _ in first }
    var changes: [Change] = []
    func add(
      _ kind: Change.Kind, _ api: String? = nil, _ resource: String? = nil, before: RecordState? = nil,
      after: RecordState? = nil, content: [UInt8]? = nil
    ) {
      state.lastSequence &+= 1
      changes.append(
        Change(
          sequence: state.lastSequence, kind, context, api: api, resource: resource, before: before, after: after,
          content: content, time: time))
    }
    for change in commit.changes {
      switch change {
      case .replacement: add(.replaced)
      case .action(let action):
        add(.action(action.name), action.api, action.resource, content: action.content)
      case .record(let table, let before, let after):
        let api = apis[table]
        if let before, let after, before.isSameRecord(as: after) {
          add(.updated, api, after.resource, before: before, after: after)
        } else {
          // A row that became another record, or one of another account, is deleted for those who knew it.
          if let before { add(.deleted, api, before.resource, before: before) }
          if let after { add(.created, api, after.resource, after: after) }
        }
      }
    }
    return changes
  }
}

extension RecordState {
  fileprivate func isSameRecord(as other: RecordState) -> Bool {
    id == other.id && resource == other.resource && owner == other.owner
  }
}

extension World {
  /// Subscribes to changes as ``ChangeFeed/subscribe(_:_:)`` does, and counts as a listener of simulations.
  package func follow(
    _ filter: ChangeFilter, _ deliver: @escaping @Sendable ([Change]) -> Void
  ) -> ChangeSubscription {
    simulations.noteListener(self)
    let subscription = feed.subscribe(filter, deliver)
    expectNext()
    return subscription
  }
}
