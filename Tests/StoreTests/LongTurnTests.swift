import Foundation
import Store
import Synchronization
import Testing

@Suite("Turns on the database that take long")
struct LongTurnTests {
  private final class Reports: Sendable {
    let all = Mutex<[LongTurn]>([])
  }

  @Test("are told of after them, with the statement that took the most")
  func told() throws {
    let store = try Store(.ephemeral, schema: [SchemaStep("t/1", sql: "CREATE TABLE t (a INTEGER) STRICT")])
    let reports = Reports()
    store.reportTurns(longerThan: 50_000_000) { turn in reports.all.withLock { $0.append(turn) } }
    // Counts for as long as it takes to be the slowest.
    let slow =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT count(*) FROM n"
    try store.transaction { connection in
      try connection.execute("INSERT INTO t (a) VALUES (1)")
      #expect(try connection.value(slow)?.integer == 2_000_000)
      usleep(60_000)
    }
    // Whoever is told may use the database.
    let turn = try #require(reports.all.withLock { $0.first })
    #expect(turn.nanoseconds >= 60_000_000)
    #expect(turn.statement?.sql == slow)
    #expect(turn.statement.map { $0.nanoseconds < turn.nanoseconds } == true)
  }

  @Test("are not told of when they are short")
  func short() throws {
    let store = try Store(.ephemeral, schema: [])
    let reports = Reports()
    store.reportTurns(longerThan: .max) { turn in reports.all.withLock { $0.append(turn) } }
    _ = try store.read { try $0.value("SELECT 1") }
    #expect(reports.all.withLock { $0.isEmpty })
  }
}
