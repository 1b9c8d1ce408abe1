import HTTPCore
import JSON
import Platform
import Records
import Resources
import Store
import World

// Operations that wait for news: they answer at once when there is some, otherwise when a write makes some or when the
// time that the client gives is over (long polling).

extension OperationHandler {
  /// Answers with the list that a request asks for, once there is something in it.
  ///
  /// - Throws: ``AwaitingNews`` when there is nothing yet.
  func polled(
    _ poll: LongPoll, _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    let wait = try beginWait(poll, collection.resource.name, call, sent)
    let page = try page(collection, call, sent, answers)
    guard page.count == 0, isPolling(poll, sent) else { return answers.unkept(page.content) }
    if let wait, !wait.isOver { throw AwaitingNews(wait) }
    return poll.emptyStatus.map(answers.withoutContent) ?? answers.unkept(page.content)
  }

  /// Answers of a request for whatever is new, once something changed after the position that it names.
  ///
  /// - Parameters:
  ///   - show: Makes the response when something is new.
  /// - Throws: ``AwaitingNews`` when nothing has changed yet.
  func polled(
    _ poll: LongPoll, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder, show: () throws -> Response
  ) throws -> Response {
    let wait = try beginWait(poll, nil, call, sent)
    let position = polledText(poll.parameter, sent).flatMap { Cursor.offset($0) }
    guard position == call.world.newsWaits.number(of: api.name) else { return try show() }
    if let wait, !wait.isOver { throw AwaitingNews(wait) }
    if let status = poll.emptyStatus { return answers.withoutContent(status) }
    return answers.unkept(
      try answers.content(showing: .object(JSONObject()), seed: 0, adding: changePosition(call)))
  }

  /// The position of the next request for whatever is new, at its place in the response.
  func changePosition(_ call: Call) -> [(path: [String], value: JSONValue?)] {
    guard let poll = operation.longPoll, poll.position == .anyChange, !poll.nextMember.isEmpty else { return [] }
    return [(poll.nextMember, .string(Cursor.text(call.world.newsWaits.number(of: api.name))))]
  }

  /// Begins the wait of a request before it reads what is there; nil for one that does not wait.
  private func beginWait(
    _ poll: LongPoll, _ resource: String?, _ call: Call, _ sent: RequestBody
  ) throws -> NewsWait? {
    let nanoseconds = poll.nanoseconds(polledText(poll.wait, sent), parse: DurationText.anyNanoseconds)
    return nanoseconds > 0 ? try call.awaitNews?(resource, nanoseconds) : nil
  }

  private func polledText(_ parameter: String?, _ sent: RequestBody) -> String? {
    parameter.flatMap { (operation.kind == .search ? sent.withContent : sent.query)[$0] }
  }

  private func isPolling(_ poll: LongPoll, _ sent: RequestBody) -> Bool {
    polledText(poll.wait, sent) != nil || polledText(poll.parameter, sent) != nil
  }

  // MARK: Positions in lists

  /// Has the query choose what comes after the position that a request names, the oldest first.
  func requireNews(_ query: inout RowQuery, _ collection: RecordCollection, _ sent: RequestBody) {
    guard let poll = operation.longPoll, poll.position != .count, let text = polledText(poll.parameter, sent),
      !text.isEmpty
    else { return }
    query.order = nil
    if let condition = news(poll, after: text, collection) { query.require(condition) }
  }

  /// The paging of a list of news: its position is a condition already.
  func paging(_ paging: Paging?) -> Paging? {
    guard let poll = operation.longPoll, poll.position != .count, var paging, paging.position == poll.parameter else {
      return paging
    }
    paging.position = nil
    return paging
  }

  private static let sequences: Set<String> = ["seq", "sequence", "index", "version", "revision", "number"]

  private func news(_ poll: LongPoll, after text: String, _ collection: RecordCollection) -> RowQuery.Part? {
    let records = collection.documents.records
    let moment = poll.momentMember ?? collection.resource.createdAtMember
    switch poll.position {
    case .none, .count, .anyChange: return nil
    case .cursor: return Cursor.offset(text).map { RowQuery.Part("number > ?", [.integer(Int64($0))]) }
    case .firstID:
      guard let first = Int64(text) else { return nil }
      if first >= 0 { return RowQuery.Part("CAST(id AS INTEGER) >= ?", [.integer(first)]) }
      let last = first == .min ? Int64.max : -first
      return RowQuery.Part(
        "number IN (SELECT number FROM \(records.name) ORDER BY number DESC LIMIT ?)", [.integer(last)])
    case .epoch:
      guard let moment, let number = Double(text), abs(number) < 1e15 else { return nil }
      if collection.members[moment]?.types.contains("string") != true {
        return records.condition(collection.path(to: moment), Comparison(.greater, text))
      }
      let seconds = number >= 1e11 ? number / 1000 : number
      let time = Timestamp(seconds: Int64(seconds)).iso8601
      return records.condition(collection.path(to: moment), Comparison(.greater, time))
    case .value: break
    }
    if let moment, ISO8601Moment.parse(text) != nil {
      return records.condition(collection.path(to: moment), Comparison(.greater, text))
    }
    guard let number = Int64(text) else {
      return RowQuery.Part(
        "number > coalesce((SELECT known.number FROM \(records.name) AS known WHERE known.id = ?), 0)", [.text(text)])
    }
    if collection.resource.idStyle == .integer {
      return RowQuery.Part("CAST(id AS INTEGER) > ?", [.integer(number)])
    }
    let counted = collection.orderedMembers.first { member in
      Self.sequences.contains(Words.key(member.name)) && member.types.contains("integer")
    }
    if let counted { return records.condition(collection.path(to: counted.name), Comparison(.greater, text)) }
    return RowQuery.Part("number > ?", [.integer(number)])
  }

  /// The position of the next request, at its place in the response.
  ///
  /// - Parameters:
  ///   - records: The news of this response.
  func nextPosition(
    after records: [StoredRecord], _ collection: RecordCollection, _ call: Call, _ sent: RequestBody,
    _ answers: ResponseBuilder
  ) -> [(path: [String], value: JSONValue?)] {
    guard let poll = operation.longPoll, !poll.nextMember.isEmpty, poll.position != .count else { return [] }
    let types = answers.types(at: poll.nextMember)
    let sent = polledText(poll.parameter, sent)
    let moment = poll.momentMember ?? collection.resource.createdAtMember
    let isNumber = types.contains("integer") || types.contains("number")
    let value: JSONValue?
    switch poll.position {
    case .cursor:
      let number = records.last.map { Int(clamping: $0.number) } ?? sent.flatMap { Cursor.offset($0) } ?? 0
      value = isNumber ? .number(JSONNumber(number)) : .string(Cursor.text(number))
    case .epoch: value = .number(JSONNumber(Int(clamping: call.world.clock.now.seconds)))
    default:
      if let moment, sent.map({ ISO8601Moment.parse($0) != nil }) ?? !isNumber {
        value = records.last?.content[moment] ?? .string(sent ?? call.world.clock.now.iso8601)
      } else {
        let text = records.last?.id ?? sent ?? "0"
        value = isNumber ? JSONNumber(literal: text).map { .number($0) } : .string(text)
      }
    }
    return [(poll.nextMember, value)]
  }
}
