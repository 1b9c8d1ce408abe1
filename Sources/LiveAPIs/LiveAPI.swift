import APISupport
import CustomAPIs
import HTTPCore
import JSON
import JSONSchema
import OpenAPI
import Resources
import Synchronization
import Synthesis
import World

/// The channels of a custom API: endpoints for its clients, and messages for them.
package final class LiveAPI: CustomAPIPart {
  /// The API, which keeps this part until it is replaced by a later edition.
  let api: CustomAPI
  package let model: ChannelModel
  /// Where clients register addresses for webhooks.
  let registrations: [WebhookRegistration]
  let socketIO = SocketIOSessions()
  private let schemas: SchemaLibrary
  private let plans = Mutex<[PlanKey: PayloadPlan]>([:])
  /// As in ``binaryPaths(_:)``, by the place of the payload's schema.
  let knownBinaryPaths = Mutex<[String: [[BinaryStep]]]>([:])
  private let compiled = Mutex<[String: CompiledSchema?]>([:])

  private struct PlanKey: Hashable {
    let channel: String
    let message: String
    let resource: String?
  }

  /// The channels of an API; nil when its document has none.
  ///
  /// - Parameters:
  ///   - report: Called for corrections that could not be followed.
  package init?(_ api: CustomAPI, report: (String) -> Void = { _ in }) {
    let model = ChannelModel(api.document, api.model, api.maker)
    guard !model.isEmpty else { return nil }
    (self.api, self.model) = (api, model)
    registrations = WebhookRegistration.all(api.model, api.maker)
    schemas = SchemaLibrary(SchemaRegistry(documents: [api.name: api.document.root], hasIdentifiers: false))
    for note in model.notes { report(note) }
  }

  // MARK: Payloads

  /// The resource of a message that a write triggers.
  func resource(of message: ChannelModel.Message) -> ResourceDescription? {
    guard case .write(let condition) = message.trigger else { return nil }
    return api.model.resource(condition.resource)
  }

  /// What is known of a payload.
  func plan(
    _ message: ChannelModel.Message, of channel: ChannelModel.Channel, resource: ResourceDescription?
  ) -> PayloadPlan {
    let key = PlanKey(channel: channel.name, message: message.name, resource: resource?.name)
    if let known = plans.withLock({ $0[key] }) { return known }
    let plan = PayloadPlan(message, of: channel, resource: resource, api.maker, root: api.document.root)
    plans.withLock { $0[key] = plan }
    return plan
  }

  /// The schema of a message's payload, compiled; nil where any payload is allowed.
  func schema(of message: ChannelModel.Message) -> CompiledSchema? {
    guard let place = message.payload else { return nil }
    let key = place.description
    if let known = compiled.withLock({ $0[key] }) { return known }
    let schema = try? schemas.schema(uri: api.name, pointer: place)
    compiled.withLock { $0[key] = .some(schema) }
    return schema
  }

  /// How a payload leaves the schema of its message, a sentence each; empty for a valid one.
  func violations(of payload: JSONValue, _ message: ChannelModel.Message, limit: Int = 3) -> [String] {
    (schema(of: message)?.violations(of: payload, limit: limit) ?? []).map { violation in
      let place = violation.instance.description
      return "\(place.isEmpty ? "the payload" : place) \(violation.message)"
    }
  }

  /// A whole payload from what is known of it: what is missing but required is generated.
  ///
  /// - Parameters:
  ///   - isWhole: Whether optional properties are generated too, as in a message that shows no record.
  ///   - isFirst: Whether its values are those of the document's examples.
  /// - Returns: nil when no valid payload was found.
  func payload(
    _ message: ChannelModel.Message, known: JSONObject, seed: UInt64, now: Timestamp, origin: String,
    isWhole: Bool = false, isFirst: Bool = false
  ) -> JSONValue? {
    guard let place = message.payload else { return .object(known) }
    let context = ValueContext(now: now.seconds, number: isFirst ? 0 : Int(seed % 1000), origin: origin)
    func isValid(_ value: JSONValue) -> Bool { schema(of: message)?.isValid(value) ?? true }
    // A message that shows no record looks like the document's example of it.
    for example in isWhole ? message.document.examples : [] {
      guard let object = example.object, !Self.isHeartbeat(object) else { continue }
      var merged = object
      merged.merge(known)
      let value = JSONValue.object(merged)
      if isValid(value) { return value }
    }
    if !isWhole, let value = try? api.maker.projected(.object(known), on: place, seed: seed, context: context),
      isValid(value)
    {
      return value
    }
    if let value = try? api.maker.value(place, seed: seed, context: context, fixed: .object(known)), isValid(value) {
      return value
    }
    if let value = try? api.maker.value(place, seed: seed, context: context), isValid(value) { return value }
    return message.document.examples.first { isValid($0) }
  }

  private static func isHeartbeat(_ payload: JSONObject) -> Bool {
    payload.members.contains { member in
      ChannelVocabulary.marks.contains(Words.key(member.key))
        && !ChannelVocabulary.ping.isDisjoint(with: Words.split(member.value.string ?? ""))
    }
  }

  /// The property and the value that choose the data of a payload with alternatives, rather than a heartbeat among them; nil
  /// for a payload without.
  func mark(ofDataIn message: ChannelModel.Message) -> (name: String, value: String)? {
    let root = api.document.root
    guard let place = message.payload.flatMap(api.resolved) else { return nil }
    for keyword in ["oneOf", "anyOf"] {
      let count = root[place]?[keyword]?.array?.count ?? 0
      for number in 0..<count {
        let alternative = place.appending(keyword).appending("\(number)")
        for (name, member) in api.maker.shape(of: alternative).members.sorted(by: { $0.key < $1.key })
        where ChannelVocabulary.marks.contains(Words.key(name)) {
          let schema = api.resolved(member).flatMap { root[$0] }
          let values = schema?["enum"]?.array
          guard let value = schema?["const"]?.string ?? (values?.count == 1 ? values?[0].string : nil),
            ChannelVocabulary.ping.isDisjoint(with: Words.split(value))
          else { continue }
          return (name, value)
        }
      }
    }
    return nil
  }

  // MARK: Changes

  package var relays: [@Sendable (World) -> ChangeRelay] {
    [
      { [self] world in
        let (hub, clock) = (world.channels, world.clock)
        let relay = STOMPRelay(self, world)
        let sender = WebhookSender(self, world)
        if let sender {
          world.timedWork.add(sender, "webhooks of \(api.name)", keeping: sender.kept) { sender.catchUp() }
        }
        let ticker = ChannelClock(self, hub: hub, clock: clock, alarms: world.alarms, seed: world.randomSeed)
        let number = hub.add(
          api.name, channels: summaries,
          listened: {
            ticker.start()
            // It lives as long as the API's part in this world.
            withExtendedLifetime(relay) {}
          },
          locate: { name throws(Problem) in
            let (channel, parameters) = try self.channel(named: name)
            return (channel.name, parameters)
          }, check: { self.violations(of: $2, named: $1, in: $0) }, reader: stompReader,
          register: { sender?.register($0) }, send: { world, event in try self.send(event, in: world) })
        ticker.begin(as: number)
        sender?.begin(hub)
        relay?.begin(hub)
        let name = api.name
        return ChangeRelay(
          ChangeFilter(api: name), isHeard: { hub.isHeard(name) },
          pass: { changes in
            for change in changes { self.announce(change, to: hub) }
          })
      }
    ]
  }

  /// Sends the messages that a change triggers.
  private func announce(_ change: Change, to hub: ChannelHub) {
    guard let resource = change.resource, let verb = ChannelModel.WriteCondition.Verb(change.kind) else { return }
    var states: (before: JSONObject?, after: JSONObject?)?
    for channel in model.channels where hub.isHeard(identity(channel)) {
      for message in channel.messages {
        guard case .write(let condition) = message.trigger, condition.resource == resource,
          condition.verbs.contains(verb)
        else { continue }
        let read = states ?? (object(change.before, resource), object(change.after, resource))
        states = read
        guard condition.matches(before: read.before, after: read.after) else { continue }
        announce(change, message, of: channel, read, to: hub)
      }
    }
  }

  /// A channel as listeners name it.
  func identity(_ channel: ChannelModel.Channel) -> ChannelHub.Channel {
    ChannelHub.Channel(api: api.name, name: channel.name)
  }

  private func object(_ json: [UInt8]?, _ resource: String) -> JSONObject? {
    json.flatMap { (try? JSONParser.parse($0))?.object }.map { api.shown($0, of: resource) }
  }

  private func announce(
    _ change: Change, _ message: ChannelModel.Message, of channel: ChannelModel.Channel,
    _ states: (before: JSONObject?, after: JSONObject?), to hub: ChannelHub
  ) {
    guard let resource = resource(of: message), let record = states.after ?? states.before else { return }
    let parameters = parameters(of: record, id: change.id, change.parents, resource, channel)
    let subject = PayloadSubject(
      record: record, former: states.before, id: change.id, time: change.time, number: change.sequence,
      parameters: parameters, address: channel.document.address)
    let known = plan(message, of: channel, resource: resource).known(subject)
    // Local links become links to the host that each client used.
    guard
      let payload = payload(
        message, known: known, seed: UInt64(bitPattern: Int64(change.sequence)), now: change.time, origin: "")
    else {
      api.report("\(channel.name): no valid payload was found for the message \(message.name)")
      return
    }
    let owner =
      channel.document.security.isEmpty ? nil : api.privateOwner(of: record, in: resource.name, below: change.parents)
    let written = change.id.map { "\(resource.name)/\($0)" }
    hub.publish(
      ChannelHub.Message(
        channel: identity(channel), name: message.name, payload: payload, parameters: parameters, account: owner,
        record: written, cause: .write(written)))
  }

  /// The values of an address's parameters for a record.
  private func parameters(
    of record: JSONObject, id: String?, _ parents: [String: String], _ resource: ResourceDescription,
    _ channel: ChannelModel.Channel
  ) -> [String: String] {
    var values: [String: String] = [:]
    let members = Dictionary(record.members.map { (Words.key($0.key), $0.value) }) { first, _ in first }
    for parameter in channel.document.parameters {
      let key = Words.key(parameter.name)
      let condition = channel.conditions[parameter.name].map {
        Words.key($0.split(separator: ".").last.map(String.init) ?? $0)
      }
      let singular = Words.singularKey(resource.name)
      let stem = key.hasSuffix("id") && key.count > 2 ? String(key.dropLast(2)) : key
      if let text = condition.flatMap({ members[$0]?.text }) ?? members[key]?.text, key != "id" {
        values[parameter.name] = text
      } else if stem == singular || key == "id" {
        values[parameter.name] = id
      } else if let parent = parents.first(where: { Words.singularKey($0.key) == stem || Words.key($0.key) == key }) {
        values[parameter.name] = parent.value
      } else if let nested = members[stem]?.object?["id"]?.text {
        values[parameter.name] = nested
      }
    }
    return values
  }
}

extension JSONValue {
  /// A text or a number as a text; nil for anything else.
  var text: String? { string ?? number?.literal }
}

extension ChannelModel {
  /// The channels of a document, interpreted.
  package init(_ document: OpenAPIDocument, _ model: APIModel, _ maker: ValueGenerator) {
    var documents = ChannelDocument.all(in: document.root)
    if !documents.contains(where: { $0.reverse == .webhook }), let channel = WebhookRegistration.channel(model, maker) {
      documents.append(channel)
    }
    let streams = OperationStreams(document, model).channels
    guard !documents.isEmpty || !streams.isEmpty else {
      self.init(channels: [], notes: [])
      return
    }
    var reader = ChannelReader(document, model, maker)
    self = reader.channels(documents)
    var other = ChannelReader(document, model, maker)
    // Streams that no write explains are generated, as other responses are.
    channels += other.channels(streams).channels.filter { channel in
      channel.messages.allSatisfy { message in
        guard case .write(let condition) = message.trigger else { return false }
        return model.operations.contains {
          $0.resource == condition.resource && [.create, .replace, .update, .delete, .action].contains($0.kind)
        }
      }
    }
  }
}

extension ChannelModel.WriteCondition {
  /// Whether a change of a record takes the property to the value.
  func matches(before: JSONObject?, after: JSONObject?) -> Bool {
    guard let state else { return true }
    return after?[state.member] == state.value && before?[state.member] != state.value
  }
}

extension ChannelModel.WriteCondition.Verb {
  fileprivate init?(_ kind: Change.Kind) {
    switch kind {
    case .created: self = .created
    case .updated: self = .updated
    case .deleted: self = .deleted
    case .replaced, .action: return nil
    }
  }
}

extension JSONObject {
  /// Sets the members of another object, those inside of objects one by one.
  mutating func merge(_ other: JSONObject) {
    for member in other.members {
      if let inner = member.value.object, var own = self[member.key]?.object {
        own.merge(inner)
        self[member.key] = .object(own)
      } else {
        self[member.key] = member.value
      }
    }
  }
}
