import JSON
import JSONSchema
import Platform

/// Finds operations that wait for news.
struct LongPollReader {
  /// At an operation: the parameter that says how long it waits, or false.
  static let name = "x-mock-wait"

  let index: SchemaIndex

  /// Parameters that may say how long to wait, by ``Words/key(_:)``.
  private static let waits: Set<String> = [
    "timeout", "timeouts", "timeoutms", "timeoutsec", "timeoutsecs", "timeoutseconds", "timeoutmillis",
    "timeoutmilliseconds", "timeoutinseconds", "timeoutinms", "wait", "waits", "waitms", "waitsec", "waitsecs",
    "waitseconds", "waitfor", "waittime", "waittimeseconds", "waittimems", "waittimeout", "maxwait", "maxwaitms",
    "maxwaitseconds", "maxwaittime", "poll", "polltimeout", "polltimeoutseconds", "pollingtimeout", "longpoll",
    "longpolling", "longpolltimeout", "longpollseconds", "block", "blockms", "blockfor", "blocktimeout", "hold",
    "holdtime", "holdseconds", "keepopen",
  ]
  /// Parameters that may say what a client has.
  private static let positions: Set<String> = [
    "since", "sinceid", "sinceseq", "sinceversion", "sincetoken", "sincetime", "sincetimestamp", "updatedsince",
    "createdsince", "modifiedsince", "changedsince", "after", "afterid", "afterseq", "aftertime", "createdafter",
    "updatedafter", "lastid", "lastmessageid", "lasteventid", "lastseen", "lastseenid", "lastindex", "lastversion",
    "lastseq", "cursor", "index", "seq", "sequence", "version", "offset", "from", "token", "nextbatch", "synctoken",
    "position", "marker", "startingafter", "fromid",
  ]
  /// Members of responses that may hold the next position.
  private static let nexts: Set<String> = [
    "next", "nextbatch", "nextsince", "nextcursor", "nextid", "nextindex", "nexttoken", "nextoffset", "nextposition",
    "end", "cursor", "lastid", "lastindex", "lastseq", "lasteventid", "lastversion", "index", "seq", "version",
    "synctoken", "position", "newcursor", "latest", "latestid", "latestseq",
  ]
  /// What descriptions of such parameters say.
  private static let waiting = [
    "wait", "long poll", "long-poll", "longpoll", "long_poll", "block", "hold", "held", "keep the request open",
    "kept open", "keep open", "keep the connection open", "until new", "until there", "until a new", "new data",
    "arrive",
  ]
  /// What descriptions of such operations say.
  private static let polling = [
    "long poll", "long-poll", "longpoll", "blocks until", "block until", "blocking quer", "waits until", "wait until",
    "waits for new", "wait for new", "held open", "kept open", "holds the request",
  ]

  /// How an operation waits; nil for one that does not.
  ///
  /// - Parameters:
  ///   - made: What else the operation was understood to do.
  ///   - resource: Its resource; nil for none.
  ///   - note: Called with the reason why a correction cannot be followed.
  func longPoll(
    _ operation: OperationFacts, _ made: OperationDescription, _ resource: ResourceDescription?,
    note: (String) -> Void
  ) -> LongPoll? {
    let said = operation.object[Self.name]
    if said?.bool == false { return nil }
    guard [.list, .search, .read, .call].contains(made.kind), made.idParameter == nil, operation.answer != nil else {
      if said != nil { note("only an operation that lists or shows something can wait") }
      return nil
    }
    let facts = operation.method == "GET" ? operation : operation.withContentAsQuery(index)
    let named = said.flatMap { said in facts.query.first { $0.name == said.string } }
    if said != nil, named == nil { note("the operation has no parameter of that name") }
    guard let wait = named ?? facts.query.first(where: isWait) else { return nil }
    guard var poll = evidence(wait, isCorrected: named != nil, operation, position(facts, made)) else { return nil }
    describe(&poll, wait, position(facts, made), facts, made, resource)
    let statuses = operation.object["responses"]?.object?.keys ?? []
    poll.emptyStatus = [204, 304].first { statuses.contains("\($0)") }
    return poll
  }

  /// What speaks for it that a parameter says how long an operation waits; nil when too little does.
  private func evidence(
    _ wait: ParameterFacts, isCorrected: Bool, _ operation: OperationFacts, _ position: ParameterFacts?
  ) -> LongPoll? {
    let says = Self.contains(Self.waiting, wait.text)
    let said = ["summary", "description"].compactMap { operation.object[$0]?.string }.joined(separator: ". ")
    let isSaid = Self.contains(Self.polling, said)
    var poll = LongPoll(wait: wait.name)
    if isCorrected {
      poll.confidence = 1
      poll.reason = "\(Self.name) says that it waits"
    } else if says, let position {
      poll.confidence = 0.95
      poll.reason = "\(wait.name) says that it waits, and \(position.name) what the client has"
    } else if isSaid {
      poll.confidence = 0.9
      poll.reason = "its description says that it waits for news, and \(wait.name) how long"
    } else if wait.text.isEmpty, let position {
      poll.confidence = 0.75
      poll.reason = "\(wait.name) may say how long it waits for what \(position.name) does not cover"
    } else {
      return nil
    }
    return poll
  }

  private static func contains(_ phrases: [String], _ text: String) -> Bool {
    let text = text.lowercased()
    return phrases.contains { text.contains($0) }
  }

  private func isWait(_ parameter: ParameterFacts) -> Bool {
    guard Self.waits.contains(parameter.key) else { return false }
    let types = parameter.schema.map { index.shape($0).types } ?? []
    return types.isEmpty || !types.isDisjoint(with: ["integer", "number", "boolean", "string"])
  }

  private func position(_ facts: OperationFacts, _ made: OperationDescription) -> ParameterFacts? {
    let paged = made.paging.flatMap { paging in paging.style == .page ? nil : paging.position }
    return facts.query.first { Self.positions.contains($0.key) && $0.key != "offset" && $0.key != "from" }
      ?? facts.query.first { $0.name == paged } ?? facts.query.first { Self.positions.contains($0.key) }
  }

  private func describe(
    _ poll: inout LongPoll, _ wait: ParameterFacts, _ position: ParameterFacts?, _ facts: OperationFacts,
    _ made: OperationDescription, _ resource: ResourceDescription?
  ) {
    let shape = wait.schema.map(index.shape)
    poll.isFlag = shape?.types.contains("boolean") == true
    let words = Set(Words.split(wait.name) + Words.split(wait.text))
    let isMilliseconds = !words.isDisjoint(with: ["ms", "millis", "milliseconds", "millisecond", "milli"])
    poll.unit = isMilliseconds ? 1_000_000 : 1_000_000_000
    let usual = wait.schema?["default"].flatMap { $0.string ?? $0.number?.literal ?? $0.bool.map { "\($0)" } }
    if let usual { poll.usual = Int(clamping: poll.nanoseconds(usual, parse: DurationText.anyNanoseconds)) }
    poll.nextMember = made.paging?.members.first { $0.role == .nextPosition }?.path ?? next(facts, position)
    guard made.kind == .list || made.kind == .search else {
      poll.position = .anyChange
      poll.parameter = position?.name
      return
    }
    guard let position else { return }
    poll.parameter = position.name
    poll.momentMember = made.lowerBounds[position.name]
    poll.position = kind(position, poll, made, resource)
  }

  private func kind(
    _ position: ParameterFacts, _ poll: LongPoll, _ made: OperationDescription, _ resource: ResourceDescription?
  ) -> LongPoll.Position {
    let words = Set(Words.split(position.text))
    let isNumeric = position.schema.map { !index.shape($0).types.isDisjoint(with: ["integer", "number"]) } ?? false
    if made.paging?.position == position.name, made.paging?.style == .offset {
      return words.isDisjoint(with: ["identifier", "id", "ids"]) ? .count : .firstID
    }
    if isNumeric, !words.isDisjoint(with: ["unix", "epoch", "timestamp"]) { return .epoch }
    let isMoment = position.schema.map(index.shape)?.format == "date-time"
    // Ids that are numbers follow one another, as do moments.
    if isMoment || isNumeric && resource?.idStyle == .integer { return .value }
    return poll.nextMember.isEmpty ? .value : .cursor
  }

  /// The member of the response that holds the next position; none where there is none.
  private func next(_ facts: OperationFacts, _ position: ParameterFacts?) -> [String] {
    guard let answer = facts.answer, let position else { return [] }
    let own = [position.key, "next" + position.key, "last" + position.key, "new" + position.key]
    let scalars = index.shape(answer).members.filter { index.shape($0.node).isScalar }
    let found =
      scalars.first { own.contains($0.key) } ?? scalars.first { Self.nexts.contains($0.key) }
    return found.map { [$0.name] } ?? []
  }
}

extension ModelBuilder {
  /// Finds the operations that wait for news. What says how long and since when filters nothing.
  mutating func findLongPolls(in model: inout APIModel) {
    let reader = LongPollReader(index: index)
    // By name: to look through all resources for each operation would take time that grows with the square of their number.
    let resources = Dictionary(model.resources.map { ($0.name, $0) }) { first, _ in first }
    for number in model.operations.indices where collections.operations.indices.contains(number) {
      let facts = collections.operations[number]
      let operation = model.operations[number]
      guard facts.id == operation.operationID else { continue }
      var refusals: [String] = []
      let resource = operation.resource.flatMap { resources[$0] }
      let found = reader.longPoll(facts, operation, resource) { refusals.append($0) }
      for refusal in refusals { corrections.note(facts.pointer.appending(LongPollReader.name), refusal) }
      guard let poll = found else { continue }
      for name in [poll.wait, poll.position == .count ? nil : poll.parameter].compactMap(\.self) {
        model.operations[number].filters[name] = nil
        model.operations[number].lowerBounds[name] = nil
        model.operations[number].conditions[name] = nil
        if operation.searchParameter == name { model.operations[number].searchParameter = nil }
      }
      model.operations[number].longPoll = poll
      model.operations[number].reason += "; " + poll.reason
    }
  }
}
