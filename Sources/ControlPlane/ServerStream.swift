import HTTPCore
import JSON
import Platform
import Store
import Synchronization
import World

/// `GET /_mock/stream`: what happens on the server, for a page that shows it: new entries of the journals many at a time,
/// calls that changed something, tables that were written to, worlds that went.
///
/// Nothing is done for it when a request is recorded: an open stream looks several times a second, and one that nobody
/// reads is closed.
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
          throw Problem(
            .notFound, "there is no world \"\(wanted.clipped(to: 64))\"", field: "world", value: wanted.clipped(to: 64))
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
  /// How often it looks.
  private static let tickMilliseconds = 40
  /// After so many ticks it looks at the tables, and at which worlds there are.
  private static let ticksPerLookAtTables = 6
  private static let ticksPerLookAtWorlds = 25
  /// After so many ticks proxies must hear of the stream, and see that it is there.
  private static let ticksPerKeepAlive = 375
  /// The entries that a reader gets at first, the newest of each world.
  private static let firstEntries = 500
  /// The most new entries of a look. When there are more, so few of them go out that the server's own work is not
  /// slowed down by showing it.
  private static let mostEntries = 400
  private static let sampledEntries = 40
  /// The most entries that are looked at again since more may be found out about them, and for how many ticks.
  private static let mostAwaited = 200
  private static let ticksAwaited = 500
  /// The most readers at a time.
  private static let maximumReaders = 32
  private static let readers = Atomic(0)

  /// A world that is followed.
  private struct Followed {
    let world: World
    var position: Int
    var tables: TableVersion
    /// Frames that the journal had left out at the last look.
    var framesLeftOut = 0
    /// Numbers of entries that may get deviations, each with the tick in which it was sent.
    var awaited: [(number: Int, tick: Int)] = []
  }

  private struct State {
    var followed: [String: Followed] = [:]
    var lastActivity = 0
    var tick = 0
    /// Entries that did not fit into what the reader has not taken.
    var left = 0
    var timer: RealTimer?
    var hasEnded = false
  }

  let content = BodyStream(capacity: 4 << 20)
  private let worlds: Worlds
  private let wanted: String?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - world: The one to follow; nil for all.
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
    // Sent at once: some browsers give no answer to a page before its first byte.
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
    // The stream and this object hold each other; this ends it.
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
      if state.tick % Self.ticksPerLookAtWorlds == 0 { follow(&state, isFirst: false) }
      for id in state.followed.keys {
        sendEntries(of: id, &state)
        if state.tick % Self.ticksPerLookAtTables == 0 { sendTables(of: id, &state) }
      }
      if state.tick % Self.ticksPerKeepAlive == 0 { content.push(ServerSentEvents.keepAlive) }
      // The default world's journal is closed when the server stops, which waits for streams.
      return worlds.main.journal.isClosed || (wanted != nil && state.followed.isEmpty)
    }
    if isOver { end() }
  }

  /// Follows worlds that are new, and says which are gone.
  private func follow(_ state: inout State, isFirst: Bool) {
    let present = worlds.all.filter { wanted == nil || $0.id == wanted }
    var isChanged = false
    for world in present where state.followed[world.id]?.world !== world {
      isChanged = true
      let mark = world.store.changes(since: .beginning).mark
      var followed = Followed(world: world, position: 0, tables: mark)
      // What was there before is told as far as it is recent.
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
      // Of many only the newest are even taken out of the journal.
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

  /// Entries that were sent, of which more has been found out since.
  private func completed(_ followed: inout Followed, tick: Int) -> [JournalEntry] {
    guard let first = followed.awaited.first, tick % Self.ticksPerLookAtTables == 0 else { return [] }
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

  /// - Returns: false when the reader has no room for them.
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

  private func sendTables(of id: String, _ state: inout State) {
    guard let followed = state.followed[id] else { return }
    let (tables, mark) = followed.world.store.changes(since: followed.tables)
    state.followed[id]?.tables = mark
    if !tables.isEmpty {
      push("changed", ["world": .string(id), "tables": .array(tables.map(JSONValue.string))])
    }
  }

  @discardableResult
  private func push(_ event: String, _ data: JSONValue) -> Bool {
    content.push(ServerSentEvents.event(event, JSONWriter.serialize(data, sortedKeys: false)))
  }
}

/// `GET /_mock/activity`: the calls of the control plane that changed something, whoever made them.
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
