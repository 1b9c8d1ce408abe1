import HTTPCore
import JSON
import Store

/// One change of a record, or a named action, in the order of the commits of a world.
package struct Change: Sendable {
  /// What happened to the record.
  package enum Kind: Sendable, Equatable {
    case created
    case updated
    case deleted
    /// Any record may differ, after a restore, a reset or an import, or because more rows changed than are reported one by
    /// one. For tables whose records are compared, the changes of each record follow.
    case replaced
    /// An event of this name that is not a record, such as a summary of several records. ``Change/after`` is its content.
    case action(String)
  }

  /// The cause of a change.
  package enum Origin: Sendable, Equatable {
    /// A client's request.
    case request
    /// A step of a simulation.
    case simulation
    /// A test that edits rows, or another call of the control plane.
    case edit
    /// A restore, a reset or an import.
    case restore
    /// The server itself.
    case server
  }

  /// The number of the change in its world, counted from 1.
  package let sequence: Int
  package let kind: Kind
  package let origin: Origin
  /// The API of the record; nil where all records of the world may have changed.
  package let api: String?
  /// The resource, such as `wallets`; nil as above.
  package let resource: String?
  /// The record before and after; nil where it did not or does not exist.
  let states: (before: RecordState?, after: RecordState?)
  private let content: [UInt8]?
  /// The account that sent the request; nil without one.
  package let account: String?
  /// The world's time at the commit, or when it was due.
  package let time: Timestamp

  /// Creates a change from its parts.
  init(
    sequence: Int, _ kind: Kind, _ context: ChangeContext, api: String?, resource: String?,
    before: RecordState? = nil, after: RecordState? = nil, content: [UInt8]? = nil, time: Timestamp
  ) {
    (self.sequence, self.kind, self.api, self.resource) = (sequence, kind, api, resource)
    (origin, account) = (context.origin, context.account)
    (states, self.content, self.time) = ((before, after), content, time)
  }

  private var state: RecordState? { states.after ?? states.before }

  /// The record's id in the API; nil without a record.
  package var id: String? { state?.id }
  /// The record before, as the JSON that REST shows; nil where it did not exist.
  package var before: [UInt8]? { states.before?.json }
  /// The record after the commit, or the content of an action, as JSON; nil where it does not exist.
  package var after: [UInt8]? { content ?? states.after?.json }
  /// The account that owns the record; nil without one.
  package var owner: String? { state?.owner }
  /// The ids of the record's parents, by their names in the API's paths; empty without parents.
  package var parents: [String: String] {
    guard let scope = state?.scope, scope != "{}", let object = (try? JSONParser.parse(Array(scope.utf8)))?.object
    else {
      return [:]
    }
    return Dictionary(object.members.compactMap { member in member.value.string.map { (member.key, $0) } }) { $1 }
  }
}

/// The cause of the writes on the calling thread, for the changes that they make.
package struct ChangeContext: Sendable {
  /// The context of the current work.
  @TaskLocal package static var current = ChangeContext(.server)

  let origin: Change.Origin
  let account: String?
  /// When it was due, for work that a jump of the clock does late; nil for now.
  let time: Timestamp?

  /// Creates a context, with the account that sent the request.
  package init(_ origin: Change.Origin, account: String? = nil, time: Timestamp? = nil) {
    (self.origin, self.account, self.time) = (origin, account, time)
  }

  /// Runs work whose changes get this context.
  ///
  /// - Throws: What the closure throws.
  package func during<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    try Self.$current.withValue(self, operation: body)
  }
}

/// A table of records of an API that subscribers can follow.
package struct ChangeSource: Sendable {
  package let api: String
  /// The resources in the table.
  package let resources: [String]
  package let table: TrackedTable

  /// Creates the source of a table with several resources.
  package init(api: String, resources: [String], _ table: TrackedTable) {
    (self.api, self.resources, self.table) = (api, resources, table)
  }

  /// Creates the source of a table with one resource. See ``TrackedTable`` for the other arguments.
  package init(
    api: String, _ resource: String, table: String, id: String = "id", owner: String = "NULL",
    scope: String = "NULL", json: String, parts: [TrackedTable.Part] = [], isCompared: Bool = false
  ) {
    self.init(
      api: api, resources: [resource],
      TrackedTable(
        table, resource: TrackedTable.quoted(resource), id: id, owner: owner, scope: scope, json: json, parts: parts,
        isCompared: isCompared))
  }
}

/// The changes that a subscriber receives; nil and empty conditions match every change. A change without an API, such as
/// ``Change/Kind/replaced``, matches every filter.
package struct ChangeFilter: Sendable {
  package var api: String?
  package var resources: Set<String>?
  /// The ids of parents that a record must have, as in ``Change/parents``.
  package var parents: [String: String] = [:]
  /// The account that must own the record.
  package var owner: String?

  /// Creates a filter for an API and some of its resources.
  package init(api: String? = nil, resources: Set<String>? = nil) { (self.api, self.resources) = (api, resources) }

  /// Whether a change matches.
  package func matches(_ change: Change) -> Bool {
    guard let api = change.api else { return true }
    guard self.api == nil || api == self.api, change.resource.map({ resources?.contains($0) ?? true }) ?? true,
      owner == nil || change.owner == owner
    else { return false }
    guard !parents.isEmpty else { return true }
    let own = change.parents
    return parents.allSatisfy { own[$0.key] == $0.value }
  }

  /// Whether records of a table can match.
  func mayMatch(_ source: ChangeSource) -> Bool {
    (api == nil || api == source.api) && (resources.map { !$0.isDisjoint(with: source.resources) } ?? true)
  }
}
