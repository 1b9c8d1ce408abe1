import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// The messages of channels: what clients sent, and what they got.
package enum MessageEndpoints {
  /// List, wait and verify.
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/messages", "listMessages", .open) { try list($0) }.slow(usesDatabase: false),
    Endpoint(.post, "/_mock/messages/wait", "awaitMessage", .open) { try wait($0) }
      .slow(usesDatabase: false).asking.waiting { try whenThere($0) },
    Endpoint(.post, "/_mock/messages/verify", "verifyMessages", .open) { try verify($0) }.slow(usesDatabase: false)
      .asking,
  ]

  private static func list(_ call: Call) throws -> Response {
    let parameters = try call.request.query()
    var object = JSONObject()
    for parameter in parameters.parameters where parameter.name != "limit" {
      try JournalQueryReader.requireKnown(
        parameter.name, among: MessageConditions.listed + ["limit"], what: "query parameter")
      object[parameter.name] = .string(parameter.value)
    }
    let limit =
      try parameters.integer("limit", in: 0...JournalRequest.maximumLimit) ?? JournalRequest.defaultLimit
    let conditions = try MessageConditions(object, in: call.world, frames: .all)
    let (journal, hub) = (call.world.journal, call.world.channels)
    journal.awaitChecks()
    let contents = journal.contents()
    let found = conditions.matching(contents.entries)
    let chosen = Array(found.suffix(limit))
    let held = hub.held
    return .json([
      "messages": .array(chosen.map { MessageJSON.entry($0, hub) }),
      "held": .array(held.messages.filter(conditions.concerns).map(MessageJSON.held)),
      "total": .number(JSONNumber(found.count)),
      "dropped": .number(JSONNumber(contents.lostFrames.count + contents.framesLeftOut)),
    ])
  }

  // MARK: Wait

  /// The longest timeout, and the default of `timeoutMilliseconds`.
  private static let maximumMilliseconds = 60_000
  private static let defaultMilliseconds = 10_000

  private struct Expected {
    let conditions: MessageConditions
    let count: Int
    let milliseconds: Int

    init(_ call: Call) throws(Problem) {
      let object = try JournalRequest.object(
        call, members: MessageConditions.names + ["count", "timeoutMilliseconds"])
      count = try JournalRequest.integer(object, "count", in: 1...JournalRequest.maximumLimit) ?? 1
      milliseconds =
        try JournalRequest.integer(object, "timeoutMilliseconds", in: 0...maximumMilliseconds) ?? defaultMilliseconds
      conditions = try MessageConditions(object, in: call.world, frames: .delivered)
    }
  }

  /// What responds once the message is there, or the time is over.
  private static func whenThere(_ call: Call) throws -> (@Sendable (@escaping @Sendable () -> Void) -> Void)? {
    let expected = try Expected(call)
    let journal = call.world.journal
    guard journal.isOn, expected.milliseconds > 0,
      expected.conditions.matching(journal.contents().entries).count < expected.count
    else { return nil }
    return { ready in
      let wait = MessageWait(ready)
      wait.begin(journal, milliseconds: expected.milliseconds) {
        expected.conditions.matching(journal.contents().entries).count >= expected.count
      }
    }
  }

  private static func wait(_ call: Call) throws -> Response {
    let expected = try Expected(call)
    call.world.journal.awaitChecks()
    let contents = call.world.journal.contents()
    let found = expected.conditions.matching(contents.entries)
    guard found.count >= expected.count else {
      let seconds = Double(expected.milliseconds) / 1000
      let times = expected.count == 1 ? "" : "\(expected.count) times "
      throw refusal(
        "\(expected.conditions.description) did not come \(times)within \(seconds.formattedShortly) s", found.count,
        expected.conditions, contents, call.world)
    }
    return .json(MessageJSON.entry(found[expected.count - 1], call.world.channels))
  }

  // MARK: Verify

  private static func verify(_ call: Call) throws -> Response {
    let object = try JournalRequest.object(
      call, members: MessageConditions.names + ["exactly", "atLeast", "atMost"])
    let expectation = try VerifyEndpoint.Expectation(object)
    let conditions = try MessageConditions(object, in: call.world, frames: .delivered)
    let journal = call.world.journal
    journal.awaitChecks()
    let count = JournalCount(conditions.query, in: journal)
    guard count.isIn(expectation.range) == true else {
      let words = expectation.words
      throw refusal(
        "expected \(words) of \(conditions.description), and found \(count.found)"
          + (count.uncertainty.explanation.map { "; \($0)" } ?? ""), nil,
        count.found > expectation.range.upperBound ? nil : conditions, journal.contents(), call.world)
    }
    return .json(["count": .number(JSONNumber(count.found))])
  }

  // MARK: Refusals

  private static let maximumShown = 10

  /// The refusal of what did not happen as expected, with what did.
  ///
  /// - Parameters:
  ///   - found: How many there were; nil where that has been said.
  ///   - conditions: What was expected; nil where that did happen.
  private static func refusal(
    _ sentence: String, _ found: Int?, _ conditions: MessageConditions?, _ contents: Journal.Contents, _ world: World
  ) -> Problem {
    var parts = [sentence]
    if let found, found > 0 { parts[0] += ", but \(found == 1 ? "once" : "\(found) times")" }
    guard let conditions else { return Problem(.conflict, parts[0]) }
    if !world.journal.isOn { parts.append("the journal is off; --journal sets how much it keeps") }
    let others = contents.entries.filter(\.isFrame).map(JournalView.init).filter { $0.message != nil }
    let near = NearMiss.nearest(to: conditions.query, among: others.map(\.entry), limit: maximumShown)
    if others.isEmpty {
      parts.append("no message came at all")
    } else if !near.isEmpty {
      let shown = near.sorted { $0.view.entry.sequence < $1.view.entry.sequence }.map { miss in
        "\(MessageJSON.line(miss.view)): \(miss.reasons.joined(separator: "; "))"
      }
      parts.append("what came: " + shown.joined(separator: " | "))
    }
    let held = world.channels.held.messages.filter(conditions.concerns).count
    if held > 0 { parts.append("\(held == 1 ? "one is" : "\(held) are") held back; release them") }
    return Problem(.conflict, parts.joined(separator: "; "))
  }
}

/// One request that waits for a message: it is answered once, when the message is there or the time is over.
private final class MessageWait: Sendable {
  private struct State {
    var ready: (@Sendable () -> Void)?
    var observation: JournalObservation?
    var timer: RealTimer?
  }

  private let state: Mutex<State>

  init(_ ready: @escaping @Sendable () -> Void) { state = Mutex(State(ready: ready)) }

  /// Begins to wait. What it waits with retains it until it ends.
  func begin(_ journal: Journal, milliseconds: Int, until isThere: @escaping @Sendable () -> Bool) {
    let observation = journal.observe(
      JournalObserver(changed: { [self] in if isThere() { end() } }, ended: { [self] in end() }))
    let timer = RealTimer(afterMilliseconds: milliseconds) { [self] in end() }
    let isOver = state.withLock { state in
      if state.ready != nil { (state.observation, state.timer) = (observation, timer) }
      return state.ready == nil
    }
    if isOver {
      observation?.cancel()
      timer.stop()
    } else if observation == nil || isThere() {
      // Too many calls observe the journal, or the message came before this one did.
      end()
    }
  }

  private func end() {
    let (ready, observation, timer) = state.withLock { state in
      defer { state = State() }
      return (state.ready, state.observation, state.timer)
    }
    observation?.cancel()
    timer?.stop()
    ready?()
  }
}

extension Double {
  /// Without a fraction of zero, such as `5` and `0.5`.
  fileprivate var formattedShortly: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
