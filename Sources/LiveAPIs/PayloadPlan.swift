import HTTPCore
import JSON
import Resources
import Synthesis
import World

/// Where the properties of a message's payload come from, worked out once for each message.
struct PayloadPlan: Sendable {
  /// What a property shows.
  indirect enum Source: Sendable {
    case constant(JSONValue)
    /// An object with properties of its own.
    case object(PayloadPlan)
    /// The whole record, or as it was before the change.
    case record, former
    /// A property of the record, or as it was before the change.
    case member(String)
    case formerMember(String)
    case id
    /// When the message is sent.
    case time(TimeStyle)
    /// The message's own id, or its number.
    case identifier, number
    /// A parameter of the address.
    case parameter(String)
    /// The address of the channel.
    case address
  }

  /// How a time is written.
  enum TimeStyle: Sendable {
    case text, seconds, milliseconds
  }

  let sources: [(name: String, source: Source)]
  /// Whether nothing is known of the schema, so that the record is the payload.
  let isOpen: Bool

  private static let maximumDepth = 3

  /// The plan of a payload.
  ///
  /// - Parameters:
  ///   - resource: The resource whose records it announces; nil for none.
  init(
    _ message: ChannelModel.Message, of channel: ChannelModel.Channel, resource: ResourceDescription?,
    _ maker: ValueGenerator,
    root: JSONValue
  ) {
    guard let payload = message.payload else {
      (sources, isOpen) = ([], true)
      return
    }
    let builder = Builder(message: message, channel: channel, resource: resource, maker: maker, root: root)
    self = builder.plan(payload, depth: 0)
  }

  private init(_ sources: [(name: String, source: Source)], isOpen: Bool = false) {
    (self.sources, self.isOpen) = (sources, isOpen)
  }

  /// Reads one payload's schema.
  private struct Builder {
    let message: ChannelModel.Message
    let channel: ChannelModel.Channel
    let resource: ResourceDescription?
    let maker: ValueGenerator
    let root: JSONValue
    let recordMembers: [String: String]
    let singular: String?

    init(
      message: ChannelModel.Message, channel: ChannelModel.Channel, resource: ResourceDescription?,
      maker: ValueGenerator, root: JSONValue
    ) {
      (self.message, self.channel, self.resource) = (message, channel, resource)
      (self.maker, self.root) = (maker, root)
      let members = resource.map { maker.members(of: $0.schema) } ?? []
      recordMembers = Dictionary(members.map { (Words.key($0.name), $0.name) }) { first, _ in first }
      singular = resource.map { Words.singularKey($0.name) }
    }

    func plan(_ place: JSONPointer, depth: Int) -> PayloadPlan {
      let members = maker.members(of: place)
      if members.isEmpty { return PayloadPlan([], isOpen: true) }
      let hasWrapper = members.contains { isWrapper($0) }
      return PayloadPlan(
        members.compactMap { member in
          source(of: member, hasWrapper: hasWrapper, depth: depth).map { (member.name, $0) }
        })
    }

    private func isWrapper(_ member: ValueGenerator.Member) -> Bool {
      let key = Words.key(member.name)
      return member.types.contains("object")
        && (ChannelVocabulary.wrappers.contains(key) && recordMembers[key] == nil || key == singular)
    }

    private func source(of member: ValueGenerator.Member, hasWrapper: Bool, depth: Int) -> Source? {
      let key = Words.key(member.name)
      if let mark = mark(member, key, depth: depth) { return .constant(.string(mark)) }
      if isWrapper(member), depth < PayloadPlan.maximumDepth {
        let inner = plan(member.place, depth: depth + 1)
        if inner.isOpen { return resource == nil ? nil : .record }
        return .object(inner)
      }
      if ChannelVocabulary.former.contains(key), member.types.contains("object"), resource != nil { return .former }
      if let singular, [singular + "id", singular + "uuid"].contains(key) { return .id }
      let own = recordMembers[key]
      if own == nil || hasWrapper, let special = special(member, key) { return special }
      if let own { return .member(own) }
      for former in ChannelVocabulary.former where key.hasPrefix(former) {
        if let name = recordMembers[String(key.dropFirst(former.count))] { return .formerMember(name) }
      }
      if key.hasPrefix("new"), let name = recordMembers[String(key.dropFirst(3))] { return .member(name) }
      if let parameter = channel.document.parameters.first(where: { Words.key($0.name) == key }) {
        return .parameter(parameter.name)
      }
      // A payload that shows nothing of its record but what is inside of another object.
      if member.types.contains("object"), depth < PayloadPlan.maximumDepth, resource == nil {
        let inner = plan(member.place, depth: depth + 1)
        return inner.sources.isEmpty ? nil : .object(inner)
      }
      return nil
    }

    private func special(_ member: ValueGenerator.Member, _ key: String) -> Source? {
      if ChannelVocabulary.times.contains(key) { return .time(style(of: member)) }
      // Exchanges have names of one letter: `E`, the event's time.
      if key.utf8.count <= 2, member.types.contains("integer"),
        root[member.place]?["description"]?.string?.lowercased().contains("time") == true
      {
        return .time(style(of: member))
      }
      if ChannelVocabulary.identifiers.contains(key), member.types.contains("string") { return .identifier }
      if ChannelVocabulary.sequences.contains(key) || key.hasSuffix("sequence"),
        member.types.contains("integer") || member.types.contains("number")
      {
        return .number
      }
      if key == "id", resource != nil, recordMembers["id"] != nil, member.types.contains("string") {
        return .identifier
      }
      if ["channel", "topic"].contains(key), member.types.contains("string"),
        !maker.shape(of: member.place).isEnumerated
      {
        return .address
      }
      return nil
    }

    private func style(of member: ValueGenerator.Member) -> TimeStyle {
      if member.types.contains("string") { return .text }
      let schema = root[member.place]
      let text = (schema?["description"]?.string ?? "").lowercased()
      if text.contains("milli") || text.contains(" ms") { return .milliseconds }
      if text.contains("second") { return .seconds }
      let shown = message.document.examples.lazy.compactMap { $0[member.name]?.number }.first
      if shown == nil, member.name.lowercased().hasSuffix("ms") { return .milliseconds }
      let example = schema?["example"]?.number ?? schema?["examples"]?.array?.first?.number ?? shown
      if let example { return (Double(example.literal) ?? 0) > 100_000_000_000 ? .milliseconds : .seconds }
      return .milliseconds
    }

    /// The value of a property that tells the kinds of messages apart; nil for another property.
    private func mark(_ member: ValueGenerator.Member, _ key: String, depth: Int) -> String? {
      guard ChannelVocabulary.marks.contains(key), member.types.contains("string") else { return nil }
      if let value = message.marks[member.name], depth == 0 { return value }
      let values = (maker.shape(of: member.place).values ?? []).compactMap(\.string)
      guard values.isEmpty else {
        if recordMembers[key] != nil, depth > 0 || !fits(values) { return nil }
        return best(of: values)
      }
      guard depth == 0, recordMembers[key] == nil, !["name", "t", "e"].contains(key) else { return nil }
      return message.name
    }

    private func fits(_ values: [String]) -> Bool {
      let words = Set(Words.split(message.name))
      return values.contains { !Set(Words.split($0)).isDisjoint(with: words) }
    }

    private func best(of values: [String]) -> String? {
      let words = Set(Words.split(message.name))
      let scored = values.map { value in (value, Set(Words.split(value)).intersection(words).count) }
      guard let best = scored.max(by: { $0.1 < $1.1 }), best.1 > 0 else {
        return values.count == 1 ? values[0] : nil
      }
      return best.0
    }
  }
}

/// What a message is about.
struct PayloadSubject {
  var record: JSONObject?
  var former: JSONObject?
  var id: String?
  var time: Timestamp
  /// A number that differs from message to message, and is the same in each run.
  var number: Int
  var parameters: [String: String] = [:]
  var address = ""
}

extension PayloadPlan {
  /// The payload as far as it is known.
  func known(_ subject: PayloadSubject) -> JSONObject {
    if isOpen { return subject.record ?? JSONObject() }
    var object = JSONObject()
    for (name, source) in sources {
      if let value = Self.value(source, subject) { object[name] = value }
    }
    return object
  }

  private static func value(_ source: Source, _ subject: PayloadSubject) -> JSONValue? {
    switch source {
    case .constant(let value): value
    case .object(let plan): .object(plan.known(subject))
    case .record: (subject.record ?? subject.former).map(JSONValue.object)
    case .former: subject.former.map(JSONValue.object)
    case .member(let name): (subject.record ?? subject.former)?[name]
    case .formerMember(let name): subject.former?[name]
    case .id: subject.id.map(JSONValue.string)
    case .time(.text): .string(subject.time.iso8601)
    case .time(.seconds): .number(JSONNumber(Int(clamping: subject.time.seconds)))
    case .time(.milliseconds): .number(JSONNumber(Int(clamping: subject.time.nanoseconds / 1_000_000)))
    case .identifier: .string(Self.identifier(subject.number))
    case .number: .number(JSONNumber(subject.number))
    case .parameter(let name): subject.parameters[name].map(JSONValue.string)
    case .address: subject.address.isEmpty ? nil : .string(subject.address)
    }
  }

  /// A UUID (RFC 9562 §5.8) that follows from a number.
  private static func identifier(_ number: Int) -> String {
    let digits = String(UInt64(bitPattern: Int64(number)), radix: 16)
    let padded = String(repeating: "0", count: max(0, 12 - digits.count)) + digits.suffix(12)
    return "00000000-0000-8000-8000-\(padded)"
  }
}
