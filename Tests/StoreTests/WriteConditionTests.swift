import Foundation
import Store
import Testing

@Suite("A condition of writes")
struct WriteConditionTests {
  private struct Changed: Error, Equatable {}

  private let store: Store

  init() throws {
    store = try Store(
      .ephemeral,
      schema: [
        SchemaStep(
          "test/1",
          sql: """
            CREATE TABLE item (id INTEGER PRIMARY KEY, size INTEGER) STRICT;
            CREATE TABLE other (id INTEGER PRIMARY KEY, size INTEGER) STRICT;
            INSERT INTO item VALUES (1, 1), (2, 1);
            """)
      ])
  }

  private func size(_ id: Int64) throws -> Int64? {
    try store.read { try $0.value("SELECT size FROM item WHERE id = ?", [.integer(id)])?.integer }
  }

  private func set(_ id: Int64, _ size: Int64) throws {
    try store.transaction { connection in
      try connection.execute("UPDATE item SET size = ? WHERE id = ?", [.integer(size), .integer(id)])
    }
  }

  /// Holds while the first item has a size.
  private func holds(_ wanted: Int64) -> () throws -> Void {
    { guard try size(1) == wanted else { throw Changed() } }
  }

  /// What another client does meanwhile, on its own thread.
  private func meanwhile(_ body: @escaping @Sendable (Store) throws -> Void) {
    let (store, ended) = (store, DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      #expect(throws: Never.self) { try body(store) }
      ended.signal()
    }
    ended.wait()
  }

  private static func change(_ store: Store, _ sql: String) throws { try store.write { try $0.execute(sql) } }

  @Test("that does not hold at first has nothing done")
  func atFirst() throws {
    #expect(throws: Changed.self) {
      try store.writing(onlyWhile: holds(2)) { try set(1, 3) }
    }
    #expect(try size(1) == 1)
  }

  @Test("is seen to fail by the write, when another client has written before it", arguments: [false, true])
  func changed(isSingleStatement: Bool) throws {
    #expect(throws: Changed.self) {
      try store.writing(onlyWhile: holds(1)) {
        meanwhile { try Self.change($0, "UPDATE item SET size = 2 WHERE id = 1") }
        if isSingleStatement { try Self.change(store, "UPDATE item SET size = 3 WHERE id = 1") } else { try set(1, 3) }
      }
    }
    #expect(try size(1) == 2)
  }

  @Test("holds when another client has written something else", arguments: ["item", "other"])
  func unchanged(table: String) throws {
    try store.writing(onlyWhile: holds(1)) {
      meanwhile { try Self.change($0, "INSERT OR REPLACE INTO \(table) VALUES (2, 7)") }
      try set(1, 3)
    }
    #expect(try size(1) == 3)
  }

  @Test("fails as a whole, whatever the work makes of it")
  func swallowed() throws {
    #expect(throws: Changed.self) {
      try store.writing(onlyWhile: holds(1)) {
        meanwhile { try Self.change($0, "UPDATE item SET size = 2 WHERE id = 1") }
        try? set(1, 3)
        // It is over, also if the first item is as it was.
        meanwhile { try Self.change($0, "UPDATE item SET size = 1 WHERE id = 1") }
        try? set(2, 3)
      }
    }
    #expect(try size(1) == 1)
    #expect(try size(2) == 1)
  }

  @Test("need not hold any more once the work has changed what it is about")
  func ownChange() throws {
    try store.writing(onlyWhile: holds(1)) {
      try set(1, 2)
      try set(1, 3)
    }
    #expect(try size(1) == 3)
    // Nor does it concern what comes afterwards.
    try set(1, 4)
    #expect(try size(1) == 4)
  }

  @Test("is looked at in every write before that")
  func everyWrite() throws {
    #expect(throws: Changed.self) {
      try store.writing(onlyWhile: holds(1)) {
        try Self.change(store, "INSERT INTO other VALUES (1, 1)")
        meanwhile { try Self.change($0, "UPDATE item SET size = 2 WHERE id = 1") }
        try set(1, 3)
      }
    }
    #expect(try size(1) == 2)
  }

  @Test("may be looked at by all of the store's means in the turn of a write")
  func means() throws {
    let look = {
      try store.transaction { try $0.execute("INSERT OR REPLACE INTO other VALUES (1, 1)") }
      try store.write { try $0.execute("INSERT OR REPLACE INTO other VALUES (2, 1)") }
      guard try size(1) == 1 else { throw Changed() }
    }
    try store.writing(onlyWhile: look) {
      meanwhile { try Self.change($0, "UPDATE item SET size = 2 WHERE id = 2") }
      try set(1, 3)
    }
    #expect(try size(1) == 3)
    #expect(!store.isHeldByCaller)
  }

  @Test("is none of another database's")
  func otherStore() throws {
    let other = try Store(copyOf: store)
    try store.writing(onlyWhile: holds(1)) {
      meanwhile { try Self.change($0, "UPDATE item SET size = 2 WHERE id = 1") }
      try Self.change(other, "UPDATE item SET size = 9")
    }
    #expect(try other.read { try $0.value("SELECT max(size) FROM item")?.integer } == 9)
  }
}
