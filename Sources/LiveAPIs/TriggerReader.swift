import JSON
import OpenAPI
import Platform
import Resources
import World

/// Tells what makes the server send a message: a write, the clock, a client that connects, or a client's message.
struct TriggerReader {
  let channel: ChannelDocument
  let reader: ChannelReader

  private typealias Verb = ChannelModel.WriteCondition.Verb

  /// Sets the trigger, with how sure it is and why.
  func read(_ message: inout ChannelModel.Message) {
    let (trigger, confidence, reason) = corrected(message) ?? (channel.reverse == nil ? found : delivered)(message)
    (message.trigger, message.confidence, message.reason) = (trigger, confidence, reason)
  }

  // MARK: Corrections

  private func corrected(_ message: ChannelModel.Message) -> (ChannelModel.Trigger, Double, String)? {
    let corrections = message.document.corrections
    if let every = corrections["x-mock-every"]?.string, let interval = Interval.nanoseconds(every) {
      return (.clock(interval: interval), 1, "x-mock-every says so")
    }
    guard let text = corrections["x-mock-on"]?.string else { return nil }
    if text == "connect" { return (.connection, 1, "x-mock-on says so") }
    if text == "none" { return (.none, 1, "x-mock-on says so") }
    let parts = text.split(separator: ".").map(String.init)
    guard let name = parts.first, let resource = reader.model.resource(name) else { return nil }
    guard let word = parts.dropFirst().first else {
      return (.write(.init(resource: name, verbs: [.created, .updated])), 1, "x-mock-on says so")
    }
    if let verbs = ChannelVocabulary.verbs[word.lowercased()] {
      return (.write(.init(resource: name, verbs: verbs)), 1, "x-mock-on says so")
    }
    let state = state([word.lowercased()], of: resource)
    return (.write(.init(resource: name, verbs: [.created, .updated], state: state)), 1, "x-mock-on says so")
  }

  // MARK: Words

  private func found(_ message: ChannelModel.Message) -> (ChannelModel.Trigger, Double, String) {
    let words = Words.split(message.name)
    let marked = message.marks.values.sorted().flatMap(Words.split)
    let all = words + marked
    if let special = special(message, Set(all)) { return special }
    for (candidates, confidence, place) in [
      (marked, 0.95, "its type"), (words, 0.95, "its name"),
      (Words.split(channel.address), 0.8, "the channel's address"),
      (Words.split(channel.name), 0.8, "the channel's name"),
    ] {
      guard let (resource, rest) = resource(in: candidates) else { continue }
      if let write = write(resource, rest + all.filter { !candidates.contains($0) }, confidence, place) { return write }
    }
    if let resource = shownResource(message) {
      if let write = write(resource, all, 0.85, "its payload") { return write }
    }
    return byClock(message)
  }

  /// The trigger of a message about the connection itself.
  private func special(
    _ message: ChannelModel.Message, _ words: Set<String>
  ) -> (ChannelModel.Trigger, Double, String)? {
    let own = words.subtracting(ChannelVocabulary.fillers)
    if !own.isDisjoint(with: ChannelVocabulary.errors), resource(in: Array(own).sorted()) == nil {
      return (.none, 0.9, "it is the response to an invalid message")
    }
    if own.isDisjoint(with: ChannelVocabulary.pong) == false { return (.none, 0.95, "it answers a ping") }
    if !own.isEmpty, own.isSubset(of: ChannelVocabulary.welcome.union(["connection", "session", "system", "status"])),
      !own.isDisjoint(with: ChannelVocabulary.welcome)
    {
      return (.connection, 0.95, "its name says that the connection is there")
    }
    if !own.isDisjoint(with: ChannelVocabulary.ping),
      own.isSubset(of: ChannelVocabulary.ping.union(["beat", "alive", "keep"]))
    {
      return (
        .clock(interval: interval(message) ?? 30_000_000_000), 0.9, "its name says that the connection lives"
      )
    }
    if Self.isGreeting(message.document.words) {
      return (.connection, 0.9, "its description says that clients get it first")
    }
    // What comes at an interval is no answer, nor is a `subscription` where the replies have names of their own.
    let isNotification =
      interval(message) != nil || own == ["subscription"] && channel.messages.contains { !$0.replies.isEmpty }
    let isAnswer =
      !isNotification && !own.isDisjoint(with: ChannelVocabulary.answers) && resource(in: Array(own).sorted()) == nil
    return isAnswer ? (.none, 0.85, "it answers a client's message") : nil
  }

  /// Whether words say that a client gets the message when it connects.
  private static func isGreeting(_ words: String) -> Bool {
    let text = words.lowercased()
    return [
      "on connection", "upon connection", "on connect", "upon connecting", "after connecting", "when connecting",
      "client connects", "once connected", "connection is established", "connection is opened", "first message sent",
      "immediately after the connection", "when the connection opens", "after a successful connection",
    ].contains { text.contains($0) }
  }

  private func write(
    _ resource: ResourceDescription, _ words: [String], _ confidence: Double, _ place: String
  ) -> (ChannelModel.Trigger, Double, String)? {
    let rest = words.filter { !ChannelVocabulary.fillers.contains($0) || ChannelVocabulary.verbs[$0] != nil }
    // `order status changed`
    let isStatus = rest.contains { ["status", "state"].contains($0) }
    for word in rest {
      if let verbs = ChannelVocabulary.verbs[word] {
        // A new state is an update.
        let found: Set<Verb> = isStatus ? [.updated] : verbs
        return (
          .write(.init(resource: resource.name, verbs: found)), confidence,
          "\(place) names \(resource.name), and \"\(word)\" what happened"
        )
      }
    }
    if let state = state(rest, of: resource) {
      return (
        .write(.init(resource: resource.name, verbs: [.created, .updated], state: state)), confidence,
        "\(place) names \(resource.name), whose \(state.member) becomes \(state.value.string ?? "true")"
      )
    }
    let own = Words.split(resource.name).map(Words.singular)
    let unknown = rest.filter { !own.contains(Words.singular($0)) && !Words.split(channel.address).contains($0) }
    if unknown.isEmpty || isStatus {
      return (
        .write(.init(resource: resource.name, verbs: isStatus ? [.updated] : [.created, .updated])), 0.75,
        "\(place) names \(resource.name); it announces each that is new or changes"
      )
    }
    return nil
  }

  /// The resource that words name, the longest name first, with the other words.
  func resource(in words: [String]) -> (ResourceDescription, rest: [String])? {
    guard !words.isEmpty else { return nil }
    var best: (resource: ResourceDescription, start: Int, count: Int)?
    let resources = Dictionary(reader.model.resources.map { (Words.singularKey($0.name), $0) }) { first, _ in first }
    for start in words.indices {
      for count in 1...min(3, words.count - start) where count > best?.count ?? 0 {
        if let resource = resources[Words.singularKey(Array(words[start..<start + count]))] {
          best = (resource, start, count)
        }
      }
    }
    return best.map { best in
      (best.resource, Array(words[..<best.start] + words[(best.start + best.count)...]))
    }
  }

  /// The resource whose record the payload shows, by the name of its schema or by its properties.
  private func shownResource(_ message: ChannelModel.Message) -> ResourceDescription? {
    guard let payload = message.payload else { return nil }
    var places = [payload]
    for (name, place) in reader.maker.shape(of: payload).members
    where ChannelVocabulary.wrappers.contains(Words.key(name)) || reader.maker.shape(of: place).types.contains("object")
    {
      places.append(place)
    }
    for place in places {
      let own = Set(reader.maker.members(of: place).map { Words.key($0.name) })
      guard own.count >= 2 else { continue }
      for resource in reader.model.resources {
        let members = Set(reader.maker.members(of: resource.schema).map { Words.key($0.name) })
        let shared = own.intersection(members).count
        if place == resource.schema || shared >= 3 && shared * 10 >= own.count * 7 { return resource }
      }
    }
    return nil
  }

  /// The state of a record that words name.
  private func state(_ words: [String], of resource: ResourceDescription) -> ChannelModel.WriteCondition.State? {
    let members = reader.maker.members(of: resource.schema)
    for word in words {
      let forms = Self.forms(of: word)
      for member in members {
        let values = reader.maker.shape(of: member.place).values ?? []
        if let value = values.first(where: { $0.string.map { forms.contains(Words.key($0)) } ?? false }) {
          return .init(member: member.name, value: value)
        }
      }
      if let flag = members.first(where: { member in
        member.types.contains("boolean") && forms.contains(where: { [$0, "is" + $0].contains(Words.key(member.name)) })
      }) {
        return .init(member: flag.name, value: true)
      }
      for operation in reader.model.operations where operation.resource == resource.name {
        guard let change = operation.change, let text = change.value.string, forms.contains(Words.key(text)) else {
          continue
        }
        return .init(member: change.member, value: change.value)
      }
    }
    return nil
  }

  /// `cancelled` and `canceled`, `ship` and `shipped`.
  private static func forms(of word: String) -> Set<String> {
    var forms: Set<String> = [word]
    forms.insert(word.replacing("lled", with: "led"))
    if word.hasSuffix("led") { forms.insert(String(word.dropLast(3)) + "lled") }
    if !word.hasSuffix("d") { forms.formUnion([word + "ed", word + "d", word + "ped"]) }
    return forms
  }

  // MARK: Requests of the server

  /// The trigger of a webhook or a callback, which the clock never sends.
  private func delivered(_ message: ChannelModel.Message) -> (ChannelModel.Trigger, Double, String) {
    let known = found(message)
    if case .write = known.0 { return known }
    let operation = channel.operation.flatMap { own in
      reader.model.operations.first { $0.method == own.method && $0.path == own.path }
    }
    guard let operation else { return (.none, 0.6, "no write explains it; tests send it") }
    guard let resource = operation.resource, [.create, .action, .replace, .update].contains(operation.kind) else {
      return (.none, 0.7, "it follows the request that names its address")
    }
    let write = ChannelModel.WriteCondition(resource: resource, verbs: [.updated, .deleted])
    return (.write(write), 0.7, "it announces what becomes of the \(resource) that the request was about")
  }

  // MARK: The clock

  private func byClock(_ message: ChannelModel.Message) -> (ChannelModel.Trigger, Double, String) {
    if let interval = interval(message) {
      return (.clock(interval: interval), 0.9, "its description names the interval")
    }
    return (.clock(interval: 5_000_000_000), 0.7, "no write explains it, so it comes every 5 s while a client listens")
  }

  /// The interval that a message's or the channel's words name.
  private func interval(_ message: ChannelModel.Message) -> Int64? {
    Interval.named(in: message.document.words) ?? Interval.named(in: channel.words)
  }
}

/// Intervals in texts.
enum Interval {
  /// The nanoseconds of a duration above zero; nil for any other text.
  static func nanoseconds(_ text: String) -> Int64? {
    DurationText.anyNanoseconds(text).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The interval in a sentence: `every 30 seconds`, `each second`, `once per minute`; nil for none.
  static func named(in text: String) -> Int64? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }.map { word in
      // The full stop of a sentence.
      String(word.last == "." ? word.dropLast() : word)
    }
    for (place, word) in words.enumerated() where ["every", "each", "per"].contains(word) {
      let rest = words[(place + 1)...].prefix(2)
      guard let first = rest.first else { continue }
      if let unit = unit(first), word != "per" || place > 0 && words[place - 1] == "once" { return unit }
      if let number = Double(first), number > 0, number < 1e6, let unit = rest.dropFirst().first.flatMap(unit) {
        return Int64(min(number * Double(unit), 9e17))
      }
      if let known = nanoseconds(first), first.last != "m" { return known }
    }
    return nil
  }

  private static func unit(_ word: String) -> Int64? {
    switch word {
    case "ms", "millisecond", "milliseconds": 1_000_000
    case "s", "sec", "secs", "second", "seconds": 1_000_000_000
    case "min", "minute", "minutes": 60_000_000_000
    case "hour", "hours": 3_600_000_000_000
    default: nil
    }
  }
}
