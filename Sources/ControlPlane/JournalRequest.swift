import Faults
import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// Parameters that the calls of the journal share.
enum JournalRequest {
  /// The most entries of one response, and the default of `limit`.
  static let maximumLimit = 10_000
  static let defaultLimit = 100

  /// The entries that a call requests: the newest `limit` that match its query.
  struct Selection {
    let query: JournalQuery
    /// nil for all.
    let limit: Int?
    let isNewestFirst: Bool

    /// Parses URL parameters.
    ///
    /// - Parameters:
    ///   - defaultLimit: The limit of a call without `limit`; nil for all.
    ///   - others: Names that the caller reads itself.
    /// - Throws: ``Problem`` of kind `invalidParameter`.
    init(
      _ call: Call, defaultLimit: Int? = JournalRequest.defaultLimit, maximumLimit: Int = JournalRequest.maximumLimit,
      besides others: [String] = []
    ) throws(Problem) {
      let parameters = try call.request.query()
      query = try JournalQueryReader.read(parameters, besides: ["limit", "order"] + others, kind: .exchange)
      try query.requirePossible(in: call.world)
      limit = try parameters.integer("limit", in: 0...maximumLimit) ?? defaultLimit
      let order = parameters["order"] ?? "asc"
      guard order == "asc" || order == "desc" else {
        throw Problem(.invalidParameter, "\"order\" must be asc or desc", field: "order", value: order)
      }
      isNewestFirst = order == "desc"
    }
  }

  /// A JSON object without unknown properties.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` or `invalidParameter`.
  static func object(_ call: Call, members: [String]) throws(Problem) -> JSONObject {
    let object = try call.request.jsonObject()
    for key in object.keys { try JournalQueryReader.requireKnown(key, among: members, what: "member") }
    return object
  }

  /// The query in a body's `match`; without it, every exchange. It only counts frames that arrived, unless it specifies
  /// otherwise.
  static func match(_ object: JSONObject, _ world: World) throws(Problem) -> JournalQuery {
    switch object["match"] {
    case nil, .null?: return try JournalQueryReader.read(JSONObject(), kind: .exchange)
    case .object(let match)?:
      let query = try JournalQueryReader.read(match, kind: .exchange, frames: .delivered)
      try query.requirePossible(in: world)
      return query
    case let other?:
      throw Problem(.invalidParameter, "\"match\" must be an object, not \(other.typeName)", field: "match")
    }
  }

  /// An integer of a body; nil when it is missing or null.
  static func integer(_ object: JSONObject, _ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = object[name], !value.isNull else { return nil }
    guard let number = value.number?.integer, range.contains(number) else {
      throw Problem(
        .invalidParameter, "\"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        field: name)
    }
    return number
  }
}

extension JournalRequest {
  /// The entry with the path's `id`.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` or `notFound`.
  static func entry(_ call: Call) throws(Problem) -> JournalEntry {
    let text = call.parameters["id"]
    guard let id = Int(text), id > 0, !text.hasPrefix("+") else {
      throw Problem(.invalidParameter, "an entry's id is a whole number from 1", field: "id", value: text)
    }
    guard let entry = call.world.journal.contents(after: id - 1).entries.first, entry.sequence == id else {
      let isComing = id > call.world.journal.lastSequence
      throw Problem(
        .notFound,
        "the journal has no entry \(id)" + (isComing ? " yet" : "; it was cleared or removed for newer ones"))
    }
    return entry
  }
}
