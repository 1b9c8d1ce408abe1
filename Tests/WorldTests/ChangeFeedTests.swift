import Store
import Synchronization
import Testing
import World

/// The changes that a subscriber got, as texts.
private final class Heard: Sendable {
  private let all = Mutex<[Change]>([])

  var changes: [Change] { all.withLock { $0 } }
  /// Each as `kind id origin`.
  var lines: [String] { changes.map { "\($0.kind) \($0.id ?? "-") \($0.origin)" } }

  func note(_ changes: [Change]) { all.withLock { $0 += changes } }
}

@Suite("The feed of a world's changes")
struct ChangeFeedTests {
  private static let schema = [
    SchemaStep(
      "test/1",
      sql: """
        CREATE TABLE item (
          number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT, list TEXT, name TEXT NOT NULL
        ) STRICT;
        """)
  ]

  private static let sources = [
    ChangeSource(
      api: "test", "items", table: "item", owner: "owner", scope: "json_object('list', list)",
      json: "json_object('name', name)", isCompared: true)
  ]

  private let world: World
  private let heard = Heard()

  init() throws {
    world = try Self.world("w")
  }

  private static func world(_ id: String) throws -> World {
    var configuration = World.Configuration()
    configuration.changeSources = sources
    configuration.simulations = [
      Simulation(
        name: "items", intervalNanoseconds: 1, unobserved: .leftOut, hasObservers: { $0.feed.isFollowed("test") },
        take: { world, _ in try insert(world, "step") })
    ]
    let store = try Store(.ephemeral, schema: World.schema + schema)
    return try World(id: id, store: store, configuration: configuration)
  }

  private static func insert(_ world: World, _ id: String, owner: String? = nil, list: String = "l") throws {
    try world.store.write { connection in
      try connection.execute(
        "INSERT INTO item (id, owner, list, name) VALUES (?, ?, ?, 'n')", [.text(id), .text(owner), .text(list)])
    }
  }

  private static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  private func subscribe(_ change: (inout ChangeFilter) -> Void = { _ in }) -> ChangeSubscription {
    var filter = ChangeFilter(api: "test", resources: ["items"])
    change(&filter)
    return world.feed.subscribe(filter) { [heard] in heard.note($0) }
  }

  @Test("says of each record what it was and is, who changed it, and when")
  func record() throws {
    let subscription = subscribe()
    try ChangeContext(.request, account: "ada").during { try Self.insert(world, "i", owner: "bob") }
    try world.store.write { _ = try $0.execute("UPDATE item SET name = 'm'") }
    try world.edit { _ = try $0.execute("DELETE FROM item") }
    #expect(heard.lines == ["created i request", "updated i server", "deleted i edit"])
    let changes = heard.changes
    #expect(changes.map(\.sequence) == [1, 2, 3])
    #expect(changes.map(\.account) == ["ada", nil, nil])
    #expect(changes.map(\.before).map(Self.text) == [nil, #"{"name":"n"}"#, #"{"name":"m"}"#])
    #expect(changes.map(\.after).map(Self.text) == [#"{"name":"n"}"#, #"{"name":"m"}"#, nil])
    for change in changes {
      #expect((change.api, change.resource, change.owner) == ("test", "items", "bob"))
      #expect(change.parents == ["list": "l"])
    }
    withExtendedLifetime(subscription) {}
  }

  @Test("can be asked for an account's records, and for those below a parent")
  func filters() throws {
    let subscriptions = [subscribe { $0.owner = "ada" }, subscribe { $0.parents = ["list": "own"] }]
    try Self.insert(world, "1", owner: "ada")
    try Self.insert(world, "2", owner: "bob")
    try Self.insert(world, "3", owner: "bob", list: "own")
    #expect(heard.changes.map(\.id) == ["1", "3"])
    // For the account it is gone.
    try world.store.write { _ = try $0.execute("UPDATE item SET owner = 'bob' WHERE id = '1'") }
    #expect(heard.changes.last?.kind == .deleted)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("ends with the subscription, and then nothing is noted any more")
  func ending() throws {
    var subscription: ChangeSubscription? = subscribe()
    try Self.insert(world, "1")
    #expect(world.feed.isFollowed)
    subscription = nil
    _ = subscription
    #expect(!world.feed.isFollowed)
    try Self.insert(world, "2")
    #expect(heard.changes.map(\.id) == ["1"])
    #expect(try world.store.read { try $0.rows("SELECT 1 FROM sqlite_temp_schema") }.isEmpty)
  }

  @Test("has simulations take their steps, and says that they did")
  func simulations() throws {
    let subscription = world.follow(ChangeFilter(api: "test")) { [heard] in heard.note($0) }
    #expect(try world.simulations.step(world, "items"))
    #expect(heard.lines == ["created step simulation"])
    withExtendedLifetime(subscription) {}
  }

  @Test("says that everything may be another one after a restore, and what is")
  func restore() throws {
    try Self.insert(world, "before")
    let snapshot = try Snapshot(of: world)
    let subscription = subscribe()
    try Self.insert(world, "after")
    try world.restore(snapshot)
    #expect(heard.lines == ["created after server", "replaced - restore", "deleted after restore"])
    withExtendedLifetime(subscription) {}
  }

  @Test("hears nothing of another world")
  func worlds() throws {
    let subscription = subscribe()
    let other = try Self.world("other")
    try Self.insert(other, "1")
    try other.restore(try Snapshot(of: other))
    #expect(heard.changes.isEmpty)
    withExtendedLifetime(subscription) {}
  }

  @Test("passes changes on by relays while somebody listens there")
  func relays() throws {
    final class Listening: Sendable { let value = Atomic(false) }
    let (listening, passed) = (Listening(), Heard())
    var configuration = World.Configuration()
    configuration.changeSources = Self.sources
    configuration.relays = [
      { _ in
        ChangeRelay(
          ChangeFilter(api: "test"), isHeard: { listening.value.load(ordering: .relaxed) },
          pass: { passed.note($0) },
          read: { _, connection in try connection.value("SELECT count(*) FROM item")?.integer ?? 0 },
          compare: { _, before, after in
            before == after ? [] : [NamedAction(api: "test", resource: "items", name: "counted", content: [])]
          })
      }
    ]
    let world = try World(
      id: "r", store: try Store(.ephemeral, schema: World.schema + Self.schema), configuration: configuration)
    try Self.insert(world, "unheard")
    #expect(!world.feed.isFollowed)
    world.listen { listening.value.store(true, ordering: .relaxed) }
    try Self.insert(world, "heard")
    try world.edit { _ = try $0.execute("DELETE FROM item WHERE id = 'heard'") }
    #expect(passed.lines == ["created heard server", "deleted heard edit", "action(\"counted\") - edit"])
    listening.value.store(false, ordering: .relaxed)
    try Self.insert(world, "last")
    #expect(!world.feed.isFollowed)
    #expect(passed.changes.count == 3)
  }
}
