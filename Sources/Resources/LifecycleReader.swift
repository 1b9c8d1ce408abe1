import JSON
import JSONSchema
import Platform

/// Reads the lifecycles of records, and finds properties whose states evidently follow one another.
struct LifecycleReader {
  static let name = "x-mock-lifecycle"
  private static let maximumSteps = 100

  let index: SchemaIndex

  /// The lifecycles that a record's properties have.
  ///
  /// - Parameters:
  ///   - note: Called for each that cannot be followed, with its place and the reason.
  func lifecycles(of record: SchemaShape, note: (JSONPointer, String) -> Void) -> [Lifecycle] {
    record.members.compactMap { member in
      guard let value = member.node[Self.name] else { return nil }
      do throws(Refusal) {
        return try lifecycle(
          value, member: member.name, states: index.shape(member.node).enumeration.compactMap(\.string))
      } catch {
        note(member.node.place.appending(Self.name), error.reason)
        return nil
      }
    }
  }

  private struct Refusal: Error {
    let reason: String
  }

  private func lifecycle(_ value: JSONValue, member: String, states: [String]) throws(Refusal) -> Lifecycle {
    guard let after = value["after"]?.array, !after.isEmpty, after.count <= Self.maximumSteps else {
      throw Refusal(reason: "an object with \"initial\" and a list \"after\" of steps is expected")
    }
    var steps: [Lifecycle.Step] = []
    for element in after {
      guard let from = element["from"]?.string, let to = element["to"]?.string, let text = element["after"]?.string,
        let time = DurationText.anyNanoseconds(text)
      else { throw Refusal(reason: "each step needs \"from\", \"to\" and \"after\", a duration such as PT10S or 10s") }
      guard !steps.contains(where: { $0.from == from }) else {
        throw Refusal(reason: "two steps leave the state \"\(from.prefix(60))\"")
      }
      steps.append(Lifecycle.Step(from: from, to: to, after: time))
    }
    let initial = value["initial"]?.string ?? steps[0].from
    for state in [initial] + steps.flatMap({ [$0.from, $0.to] }) where !states.isEmpty && !states.contains(state) {
      throw Refusal(reason: "the property has no state \"\(state.prefix(60))\"")
    }
    // Steps without a duration must come to an end.
    var (state, count) = (initial, 0)
    while let step = steps.first(where: { $0.from == state }), step.after == 0, count <= steps.count {
      (state, count) = (step.to, count + 1)
    }
    guard count <= steps.count else { throw Refusal(reason: "steps that take no time lead in a circle") }
    return Lifecycle(member: member, initial: initial, steps: steps)
  }

  // MARK: Proposals

  /// How far in the life of a record a state stands, by its words.
  private static let order: [[String]] = [
    ["draft", "new", "pending", "placed", "created", "open", "requested", "queued", "todo", "submitted", "waiting"],
    ["confirmed", "accepted", "approved", "paid", "authorized", "scheduled", "assigned", "booked", "pendingpayment"],
    ["processing", "preparing", "inprogress", "running", "picking", "packed", "started", "cooking", "active"],
    ["ready", "shipped", "intransit", "dispatched", "pickedup", "sent"], ["outfordelivery", "arriving", "arrived"],
    ["delivered", "completed", "complete", "done", "finished", "fulfilled", "resolved", "succeeded"],
  ]

  /// A lifecycle that a user may add to a property whose states evidently form a sequence of at least three; nil for
  /// others. Its durations are examples.
  func proposal(for record: SchemaShape) -> Lifecycle? {
    for member in record.members where member.node[Self.name] == nil {
      let values = index.shape(member.node).enumeration.compactMap(\.string)
      guard let last = member.words.last, ["status", "state", "stage", "phase"].contains(last), values.count >= 3 else {
        continue
      }
      let ranked = values.compactMap { value in
        Self.order.firstIndex { $0.contains(Words.key(value)) }.map { (value: value, rank: $0) }
      }
      var way: [(value: String, rank: Int)] = []
      for state in ranked where state.rank > way.last?.rank ?? -1 { way.append(state) }
      guard way.count >= 3 else { continue }
      let steps = zip(way, way.dropFirst()).map { Lifecycle.Step(from: $0.value, to: $1.value, after: 60_000_000_000) }
      return Lifecycle(member: member.name, initial: way[0].value, steps: steps)
    }
    return nil
  }
}
