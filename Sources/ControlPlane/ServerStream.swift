import HTTPCore
import JSON
import Platform
import Store
import Synchronization
import World

/// `GET /_mock/stream`: the events of the server, for a page that shows them: new entries of the journals in batches,
/// calls that changed something, tables that changed, worlds that were deleted.
///
/// Recording a request does no work for it: an open stream polls several times a second, and one that is not read is
/// closed. It subscribes to the names of written tables.
package enum ServerStreamEndpoint {
  /// The endpoint.
  package static func all(_ worlds: @escaping @Sendable () -> Worlds?) -> [Endpoint] {
    [
      Endpoint(.get, "/_mock/stream", "followServer", .open) { call in
        guard let worlds = worlds() else { throw Problem(.unavailable, "the server is about to start") }
        let parameters = try call.request.query()
        for parameter in parameters.parameters {
          try JournalQueryReader.requireKnown(parameter.name, among: ["world"], what: "query parameter")
        }
        let wanted = parameters["world"] ?? call.world.id
        guard wanted == "*" || worlds[wanted] != nil else {
          throw WorldEndpoints.missing(wanted, worlds, field: "world")
        }
        let stream = ServerStream(worlds, world: wanted == "*" ? nil : wanted)
        try stream.begin()
        return ServerSentEvents.response(stream.content)
      }
    ]
  }
}

/// One reader of the server's stream.
private final class ServerStream: Sendable {
  /// The interval of its polls.
  private static let tickMilliseconds = 40
  /// The number of ticks between two polls of the tables and the list of worlds.
  private static let ticksPerReadTables = 6
  private static let ticksPerReadWorlds = 25
  /// The number of ticks between two keep-alive comments.
  private static let ticksPerKeepAlive = 375
  /// The number of entries that a reader gets first, the newest of each world.
  private static let firstEntries = 500
  /// The most new entries per poll. If there are more, only this many are sent, so that showing the server's work does
  /// not slow it down.
  private static let mostEntries = 400
  private static let sampledEntries = 40
  /// The most entries that are read again because more may be found out about them, and for how many ticks.
  private static let mostAwaited = 200
  private static let ticksAwaited = 500
  /// The most readers at a time.
  private static let maximumReaders = 32
  private static let readers = Atomic(0)

  /// A world that is watched.
  private struct Followed {
    let world: World
    var position: Int
    let tables: WrittenTables
    /// The number of frames that the journal had omitted at the last poll.
    var framesLeftOut = 0
    /// How often the list of held exchanges had changed at the last poll.
    var holdChanges = 0
    /// Numbers of entries that may get deviations, each with the tick in which it was sent.
    var awaited: [(number: Int, tick: Int)] = []
  }

  private struct State {
    var followed: [String: Followed] = [:]
    var lastActivity = 0
    var tick = 0
    /// The number of entries that did not fit into the reader's queue.
    var left = 0
    var timer: RealTimer?
    var hasEnded = false
  }

  let content = BodyStream(capacity: 4 << 20)
  private let worlds: Worlds
  private let wanted: String?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - world: The watched world; nil for all.
  init(_ worlds: Worlds, world: String?) {
    (self.worlds, wanted) = (worlds, world)
  }

  /// Begins.
  ///
  /// - Throws: ``Problem`` of kind `rateLimited` when there are too many readers.
  func begin() throws(Problem) {
    guard Self.readers.add(1, ordering: .relaxed).newValue <= Self.maximumReaders else {
      Self.readers.subtract(1, ordering: .relaxed)
      throw Problem(
        .rateLimited, "at most \(Self.maximumReaders) pages may follow a server at a time",
        headers: ["Retry-After": "1"])
    }
    content.onAbandoned { self.end() }
    // Sent immediately: some browsers give no response to a page before its first byte.
    content.push(ServerSentEvents.comment("what happens on the server"))
    state.withLock { state in
      state.lastActivity = worlds.activity.last
      follow(&state, isFirst: true)
      state.timer = RealTimer(everyMilliseconds: Self.tickMilliseconds) { [weak self] in self?.tick() }
    }
  }

  private func end() {
    let timer = state.withLock { state -> RealTimer? in
      guard !state.hasEnded else { return nil }
      Self.readers.subtract(1, ordering: .relaxed)
      state.hasEnded = true
      state.followed = [:]
      return state.timer.take()
    }
    guard let timer else { return }
    timer.stop()
    // The stream and this object retain each other; this ends it.
    content.onAbandoned {}
    content.finish()
  }

  private func tick() {
    let isOver = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.tick += 1
      for record in worlds.activity.records(after: state.lastActivity) {
        state.lastActivity = record.id
        push("activity", ActivityEndpoint.json(record))
      }
      if state.tick % Self.ticksPerReadWorlds == 0 { follow(&state, isFirst: false) }
      for id in state.followed.keys {
        sendHolds(of: id, &state)
        sendEntries(of: id, &state)
        if state.tick % Self.ticksPerReadTables == 0 { sendTables(of: id, &state) }
      }
      if state.tick % Self.ticksPerKeepAlive == 0 { content.push(ServerSentEvents.keepAlive) }
      // The default world's journal is closed when the server stops, which waits for streams.
      return worlds.main.journal.isClosed || (wanted != nil && state.followed.isEmpty)
    }
    if isOver { end() }
  }

  /// Watches new worlds, and reports deleted ones.
  private func follow(_ state: inout State, isFirst: Bool) {
    let present = worlds.all.filter { wanted == nil || $0.id == wanted }
    var isChanged = false
    for world in present where state.followed[world.id]?.world !== world {
      isChanged = true
      var followed = Followed(world: world, position: 0, tables: WrittenTables(of: world))
      // Recent earlier entries are sent, too.
      sendFirstEntries(&followed)
      state.followed[world.id] = followed
    }
    for id in state.followed.keys where !present.contains(where: { $0.id == id }) {
      isChanged = true
      state.followed[id] = nil
      push("gone", ["world": .string(id)])
    }
    if isChanged, !isFirst, wanted == nil {
      push("worlds", ["worlds": .array(present.map { .string($0.id) })])
    }
  }

  private func sendFirstEntries(_ followed: inout Followed) {
    let contents = followed.world.journal.contents()
    let entries = contents.entries
    followed.position = entries.last?.sequence ?? followed.world.journal.lastSequence
    followed.framesLeftOut = contents.framesLeftOut
    send(
      Array(entries.suffix(Self.firstEntries)), skipped: max(0, entries.count - Self.firstEntries), of: followed.world)
  }

  private func sendEntries(of id: String, _ state: inout State) {
    guard var followed = state.followed[id] else { return }
    defer { state.followed[id] = followed }
    let journal = followed.world.journal
    let (last, position) = (journal.lastSequence, followed.position)
    var (chosen, skipped): ([JournalEntry], Int) = ([], 0)
    if last > position {
      // Of many entries, only the newest are read from the journal.
      let isMuch = last - position > Self.mostEntries
      let contents = journal.contents(after: isMuch ? last - Self.sampledEntries : position)
      chosen = contents.entries
      followed.position = max(last, chosen.last?.sequence ?? last)
      let leftOut = contents.framesLeftOut
      skipped = max(0, followed.position - position - chosen.count) + max(0, leftOut - followed.framesLeftOut)
      followed.framesLeftOut = leftOut
    }
    for entry in chosen where entry.awaitsAdditions && followed.awaited.count < Self.mostAwaited {
      followed.awaited.append((entry.sequence, state.tick))
    }
    let completed = completed(&followed, tick: state.tick)
    guard !chosen.isEmpty || !completed.isEmpty else { return }
    skipped += state.left
    state.left = send(chosen + completed, skipped: skipped, of: followed.world) ? 0 : skipped + chosen.count
  }

  /// Sent entries about which more was found out since.
  private func completed(_ followed: inout Followed, tick: Int) -> [JournalEntry] {
    guard let first = followed.awaited.first, tick % Self.ticksPerReadTables == 0 else { return [] }
    let entries = followed.world.journal.contents(after: first.number - 1).entries
    var completed: [JournalEntry] = []
    followed.awaited.removeAll { awaited in
      guard awaited.tick < tick else { return false }
      guard let entry = entries.first(where: { $0.sequence == awaited.number }) else { return true }
      if JournalView(entry).deviations.isEmpty { return tick - awaited.tick > Self.ticksAwaited }
      completed.append(entry)
      return true
    }
    return completed
  }

  /// - Returns: false when the reader's queue has no room for them.
  @discardableResult
  private func send(_ entries: [JournalEntry], skipped: Int, of world: World) -> Bool {
    guard !entries.isEmpty || skipped > 0 else { return true }
    return push(
      "entries",
      [
        "world": .string(world.id), "skipped": .number(JSONNumber(skipped)),
        "entries": .array(entries.map { .object(JournalJSON.summary(JournalView($0))) }),
      ])
  }

  /// Sends the exchanges that faults hold, when there are others than at the last poll.
  private func sendHolds(of id: String, _ state: inout State) {
    guard let followed = state.followed[id] else { return }
    let exchanges = followed.world.heldExchanges
    let changes = exchanges.changes
    guard changes != followed.holdChanges else { return }
    if push("holds", ["world": .string(id), "holds": HoldEndpoints.list(exchanges.all)]) {
      state.followed[id]?.holdChanges = changes
    }
  }

  private func sendTables(of id: String, _ state: inout State) {
    let tables = state.followed[id]?.tables.take() ?? []
    if !tables.isEmpty {
      push("changed", ["world": .string(id), "tables": .array(tables.map(JSONValue.string))])
    }
  }

  @discardableResult
  private func push(_ event: String, _ data: JSONValue) -> Bool {
    content.push(ServerSentEvents.event(event, JSONWriter.serialize(data, sortedKeys: false)))
  }
}

/// The tables of a world that were written since the last poll.
private final class WrittenTables: Sendable {
  private let tables: Tables
  private let subscription: ChangeSubscription

  private final class Tables: Sendable {
    let names = Mutex<Set<String>>([])
  }

  /// Subscribes to the tables of a world.
  init(of world: World) {
    let tables = Tables()
    self.tables = tables
    subscription = world.feed.followTables { names in tables.names.withLock { $0.formUnion(names) } }
  }

  /// Returns the tables since the last call, sorted.
  func take() -> [String] {
    tables.names.withLock { names in
      defer { names = [] }
      return names.sorted()
    }
  }
}

/// `GET /_mock/activity`: the calls of the control plane that changed something, by any client.
package enum ActivityEndpoint {
  /// The endpoint.
  package static func all(_ worlds: @escaping @Sendable () -> Worlds?) -> [Endpoint] {
    [
      Endpoint(.get, "/_mock/activity", "listActivity", .open) { call in
        let parameters = try call.request.query()
        for parameter in parameters.parameters {
          try JournalQueryReader.requireKnown(parameter.name, among: ["after", "limit"], what: "query parameter")
        }
        let limits = 0...ActivityLog.capacity
        let limit = try parameters.integer("limit", in: limits) ?? JournalRequest.defaultLimit
        let after = try parameters.integer("after", in: 0...Int.max) ?? 0
        guard let log = worlds()?.activity else { throw Problem(.unavailable, "the server is about to start") }
        return .json([
          "activity": .array(log.records(after: after, limit: limit).map(json)), "last": .number(JSONNumber(log.last)),
        ])
      }
    ]
  }

  static func json(_ record: ActivityLog.Record) -> JSONValue {
    var members: JSONObject = [
      "id": .number(JSONNumber(record.id)), "time": .string(record.time.iso8601Milliseconds),
      "at": .string(record.at.iso8601Milliseconds), "world": .string(record.world),
      "operationId": .string(record.operationID), "method": .string(record.method), "path": .string(record.path),
      "status": .number(JSONNumber(record.status)),
    ]
    if !record.body.isEmpty {
      members["body"] = DisplayedBody(record.body, contentType: record.contentType, isCut: false).value
    }
    return .object(members)
  }
}
