import Contract
import HTTPCore
import JSON
import Records
import Resources
import Synthesis
import World

// When a record was last changed, as headers say it and ask for it (RFC 9110 §8.8.2, §13.1.3 and §13.1.4).

extension OperationHandler {
  private static let (header, since, unless) = ("Last-Modified", "If-Modified-Since", "If-Unmodified-Since")

  /// The response without content to a GET of a record that has not changed since a time that the request names; nil for
  /// another request. Only what the document describes counts.
  ///
  /// - Throws: ``Problem`` with status 412 for a change of a record that has changed since a time that the request names.
  func unchanged(_ call: Call, _ checked: CheckedRequest, _ answers: ResponseBuilder) throws -> Response? {
    let isReading = operation.kind == .read
    let name = isReading ? Self.since : Self.unless
    guard let text = call.request.headers[name], let bound = Timestamp(httpDate: text),
      answers.documented.answers.contains(where: { $0.status == (isReading ? "304" : "412") }),
      answers.documented.parameters.contains(where: {
        $0.location == .header && $0.name.lowercased() == name.lowercased()
      }),
      let changed = try lastChange(call, checked)
    else { return nil }
    if isReading { return changed.seconds <= bound.seconds ? answers.withoutContent(304) : nil }
    guard changed.seconds > bound.seconds else { return nil }
    throw Problem(
      forcing: 412, "the record has changed since \(text.clipped(to: 60))",
      details: [Problem.Detail(name, "the record has changed since")])
  }

  /// Tells when the record was last changed, where the document has the header `Last-Modified`.
  func noteLastChange(in response: inout Response, _ call: Call) throws {
    guard (200..<300).contains(response.status), response.headers[Self.header] == nil, collection != nil,
      let headers = try documented().answer(response.status)?.headers,
      headers.contains(where: { $0.name.lowercased() == Self.header.lowercased() })
    else { return }
    let time = operation.kind == .read ? try lastChange(call, checked(call)) : nil
    response.headers[Self.header] = (time ?? call.world.clock.now).httpDate
  }

  /// When the record that a request names was last changed; nil where it does not say it.
  private func lastChange(_ call: Call, _ checked: CheckedRequest) throws -> Timestamp? {
    guard let collection, operation.idParameter != nil, let name = changeMember(collection),
      let member = collection.members[name],
      let id = try recordID(collection, call, RequestBody(checked, api))
    else { return nil }
    let record = try RecordSeeds(api: api, world: call.world).record(of: collection, id, below: parents(call))
    return MomentText.moment(record?.content[name], of: member)
  }

  private func changeMember(_ collection: RecordCollection) -> String? {
    collection.resource.updatedAtMember ?? collection.resource.createdAtMember
  }

  /// When the record was last changed, where a response that does not show the record says it beside its id.
  func changeBeside(
    _ record: StoredRecord, _ collection: RecordCollection, _ answers: ResponseBuilder
  ) -> [(path: [String], value: JSONValue)] {
    guard let others = answers.plan?.timesOfChange, !others.isEmpty,
      let own = changeMember(collection), let member = collection.members[own],
      let time = MomentText.moment(record.content[own], of: member)
    else { return [] }
    return others.compactMap { shown in
      let value =
        shown.isInMilliseconds && member.isInMilliseconds
        ? record.content[own] ?? .null : MomentText.value(time, like: shown)
      return api.maker.allows(value, on: shown.place) ? (operation.answerEnvelope + [shown.name], value) : nil
    }
  }
}
