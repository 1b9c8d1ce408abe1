import HTTPCore
import JSON
import Resources
import Synthesis
import World

// Messages that a test sends.

extension LiveAPI {
  /// Sends a test's message to the clients of a channel.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for an unknown channel or message, `conflict` where several messages may be
  ///   meant, `validation` when no payload can be generated.
  func send(_ event: ChannelEvent, in world: World) throws(Problem) -> ChannelDelivery {
    let (channel, parameters) = try channel(named: event.channel)
    let message = try message(named: event.message, in: channel)
    let now = world.clock.now
    var subject = PayloadSubject(
      time: now, number: Int(clamping: world.random.next() >> 16), parameters: parameters,
      address: channel.address(with: parameters))
    var payload = event.payload
    if payload == nil {
      subject.record = record(for: message, in: world)
      let resource = subject.record == nil ? nil : resource(of: message)
      subject.id = resource.flatMap { resource in subject.record.flatMap { api.recordID(of: $0, in: resource.name) } }
      let known = plan(message, of: channel, resource: resource).known(subject)
      payload = self.payload(
        message, known: known, seed: world.random.next(), now: now, origin: "", isWhole: subject.record == nil)
    }
    guard let payload else {
      throw Problem(
        .validation, "no valid payload of \(message.name) was found; send one as \"payload\"", field: "payload")
    }
    let violations = event.payload.map { self.violations(of: $0, message) } ?? []
    let listeners = world.channels.publish(
      ChannelHub.Message(
        channel: identity(channel), name: message.name, payload: payload, parameters: parameters, cause: .test,
        violations: violations))
    return ChannelDelivery(
      channel: channel.name, message: message.name, payload: payload, listeners: listeners ?? 0,
      violations: violations, isHeld: listeners == nil)
  }

  /// The record that a test's message is about: the newest one, in the state that the message announces; nil where a message
  /// announces no write, and where there is none yet.
  private func record(for message: ChannelModel.Message, in world: World) -> JSONObject? {
    guard case .write(let condition) = message.trigger,
      var record = api.records(of: condition.resource, in: world, limit: 1, isNewestFirst: true).first
    else { return nil }
    record = api.shown(record, of: condition.resource)
    if let state = condition.state { record[state.member] = state.value }
    return record
  }

  /// The channel of a name, of an address, or of an address with values for its parameters, with these.
  func channel(named name: String) throws(Problem) -> (ChannelModel.Channel, [String: String]) {
    if let channel = model.channels.first(where: { $0.name == name || $0.document.address == name }) {
      return (channel, [:])
    }
    for channel in model.channels {
      for template in [channel.document.address] + channel.paths.map(\.template) {
        if let parameters = Self.parameters(of: name, by: template) {
          return (channel, parameters)
        }
      }
    }
    throw Problem(
      .notFound,
      "\(api.name) has no channel \"\(name.clipped(to: 60))\"; it has "
        + model.channels.prefix(20).map(\.name).joined(separator: ", "), field: "channel", value: name)
  }

  /// The values of a template's parameters in a path; nil for another path.
  static func parameters(of path: String, by template: String) -> [String: String]? {
    let (values, names) = (path.split(separator: "/"), template.split(separator: "/"))
    guard values.count == names.count else { return nil }
    var parameters: [String: String] = [:]
    for (value, name) in zip(values, names) where value != name {
      guard name.hasPrefix("{"), name.hasSuffix("}") else { return nil }
      parameters[String(name.dropFirst().dropLast())] = String(value)
    }
    return parameters
  }

  private func message(named name: String?, in channel: ChannelModel.Channel) throws(Problem) -> ChannelModel.Message {
    let own = channel.messages.filter(\.isOfServer)
    if let name {
      if let message = own.first(where: { $0.name == name })
        ?? own.first(where: { Words.key($0.name) == Words.key(name) })
      {
        return message
      }
    } else if own.count == 1 {
      return own[0]
    }
    let names = own.map(\.name).joined(separator: ", ")
    throw Problem(
      name == nil ? .conflict : .notFound,
      name.map { "\(channel.name) has no message \"\($0.clipped(to: 60))\" of the server; it has \(names)" }
        ?? "\(channel.name) has several messages; name one as \"message\": \(names)", field: "message", value: name)
  }

  /// Sets values that a client asked for, where the payload has the properties.
  func set(_ values: [String: String], in known: inout JSONObject, at place: JSONPointer, depth: Int = 0) {
    guard !values.isEmpty, depth < 3 else { return }
    for member in api.maker.members(of: place) {
      if let value = values[Words.singularKey(member.name)] ?? values[Words.key(member.name)] {
        known[member.name] = .string(value)
      } else if member.types.contains("object") {
        var inner = known[member.name]?.object ?? JSONObject()
        set(values, in: &inner, at: member.place, depth: depth + 1)
        if !inner.isEmpty { known[member.name] = .object(inner) }
      }
    }
  }
}
