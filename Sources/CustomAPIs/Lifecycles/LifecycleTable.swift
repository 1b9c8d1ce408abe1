import JSON
import Records
import Resources
import Store
import Synthesis

/// Since when records are in the states that they leave by the clock. It is stored with the records, so that snapshots, copies
/// of a world and further starts continue where they were.
struct LifecycleTable: Sendable {
  /// A record's property that follows the clock.
  struct Subject: Sendable, Hashable {
    let resource: String
    let id: String
    /// The ids of the record's parents, as a JSON object.
    let scope: String
    let member: String
  }

  /// A step that will be due.
  struct Due: Sendable {
    let subject: Subject
    let step: Lifecycle.Step
    /// Nanoseconds after 1970 by the world's time.
    let time: Int64
  }

  let name: String
  /// The collections with lifecycles, by the resource.
  let collections: [String: RecordCollection]
  private let initial: [String: String]

  /// The table of an API; nil where none of its records has a lifecycle.
  init?(api: String, _ collections: [RecordCollection]) {
    let own = collections.filter { !$0.resource.lifecycles.isEmpty }
    guard !own.isEmpty else { return nil }
    name = "\(api)_lifecycles"
    self.collections = Dictionary(own.map { ($0.resource.name, $0) }) { first, _ in first }
    let states = own.flatMap { collection in
      collection.resource.lifecycles.compactMap { lifecycle in
        collection.members[lifecycle.member].map { ($0.place.description, lifecycle.initial) }
      }
    }
    initial = Dictionary(states) { first, _ in first }
  }

  /// The state of a new record in a property; nil for one without a lifecycle.
  func initialState(of member: ValueGenerator.Member) -> String? { initial[member.place.description] }

  /// Makes the table when it is first needed.
  var deferred: DeferredTable {
    DeferredTable(name) { [name] in
      """
      CREATE TABLE IF NOT EXISTS "\(name)" (
        resource TEXT NOT NULL,
        id TEXT NOT NULL,
        scope TEXT NOT NULL,
        member TEXT NOT NULL,
        state TEXT NOT NULL,
        since INTEGER NOT NULL,
        PRIMARY KEY (resource, id, scope, member)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS "\(name)_since" ON "\(name)" (resource, member, state, since);
      """
    }
  }

  /// The ids of parents as ``Subject/scope`` has them.
  static func text(of scope: [String: String]) -> String {
    let members = scope.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
    return String(decoding: JSONWriter.serialize(.object(JSONObject(members)), sortedKeys: false), as: UTF8.self)
  }

  /// The ids of a subject's parents.
  static func scope(_ text: String) -> [String: String] {
    let members = (try? JSONParser.parse(Array(text.utf8)))?.object?.members ?? []
    return Dictionary(members.map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
  }

  // MARK: Rows

  /// Notes the state that a record is in now. A state that it was in before goes on; one that no step leaves is forgotten.
  ///
  /// - Parameters:
  ///   - record: nil for a record that is gone.
  ///   - time: When it was written, in nanoseconds after 1970.
  func note(
    _ record: JSONObject?, _ resource: ResourceDescription, id: String, scope: [String: String], at time: Int64,
    _ connection: Connection
  ) throws {
    for lifecycle in resource.lifecycles {
      let subject = Subject(
        resource: resource.name, id: id, scope: Self.text(of: scope), member: lifecycle.member)
      guard let state = record?[lifecycle.member]?.string, lifecycle.step(from: state) != nil else {
        try forget(subject, connection)
        continue
      }
      if try self.state(of: subject, connection) == state { continue }
      try set(subject, state: state, since: time, connection)
    }
  }

  private func state(of subject: Subject, _ connection: Connection) throws -> String? {
    try connection.value(
      "SELECT state FROM \"\(name)\" WHERE resource = ? AND id = ? AND scope = ? AND member = ?",
      Self.values(of: subject))?.text
  }

  /// Has a record be in a state since a time.
  func set(_ subject: Subject, state: String, since time: Int64, _ connection: Connection) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO \"\(name)\" (resource, id, scope, member, state, since) VALUES (?, ?, ?, ?, ?, ?)",
      Self.values(of: subject) + [.text(state), .integer(time)])
  }

  /// Forgets a record's property.
  func forget(_ subject: Subject, _ connection: Connection) throws {
    try connection.execute(
      "DELETE FROM \"\(name)\" WHERE resource = ? AND id = ? AND scope = ? AND member = ?", Self.values(of: subject))
  }

  private static func values(of subject: Subject) -> [SQLValue] {
    [.text(subject.resource), .text(subject.id), .text(subject.scope), .text(subject.member)]
  }

  /// The step that is due first; nil for none.
  func next(_ connection: Connection) throws -> Due? {
    var first: Due?
    for (resource, collection) in collections {
      for lifecycle in collection.resource.lifecycles {
        for step in lifecycle.steps {
          let row = try connection.row(
            """
            SELECT id, scope, since FROM "\(name)" WHERE resource = ? AND member = ? AND state = ?
            ORDER BY since, id LIMIT 1
            """, [.text(resource), .text(lifecycle.member), .text(step.from)])
          guard let row, let id = row[0].text, let scope = row[1].text, let since = row[2].integer else { continue }
          let subject = Subject(resource: resource, id: id, scope: scope, member: lifecycle.member)
          let due = Due(subject: subject, step: step, time: since.saturatingAdd(step.after))
          if first.map({ due.time < $0.time }) ?? true { first = due }
        }
      }
    }
    return first
  }

  /// Notes the records of clients that nothing is known of, as after a restart: they are in their states since now.
  ///
  /// - Parameters:
  ///   - time: In nanoseconds after 1970.
  func noteUnknown(_ collection: RecordCollection, at time: Int64, _ connection: Connection) throws {
    for lifecycle in collection.resource.lifecycles {
      try connection.execute(
        """
        INSERT OR IGNORE INTO "\(name)" (resource, id, scope, member, state, since)
        SELECT ?, id, scope, ?, json_extract(record, ?), ? FROM \(collection.documents.records.name)
        WHERE is_seed = 0 AND json_extract(record, ?) IN (SELECT value FROM json_each(?))
        """,
        [
          .text(collection.resource.name), .text(lifecycle.member), .text(RecordTable.path(lifecycle.member)),
          .integer(time), .text(RecordTable.path(lifecycle.member)),
          .text(
            String(
              decoding: JSONWriter.serialize(.array(lifecycle.steps.map { .string($0.from) })), as: UTF8.self)),
        ])
    }
  }
}
