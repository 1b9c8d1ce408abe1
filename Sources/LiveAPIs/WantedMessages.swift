import JSON
import Locking
import Resources
import World

/// What a client subscribed to by messages on its socket.
final class WantedMessages: Sendable {
  /// One subscription: names of channels, messages or events, and values of properties such as `symbol`.
  struct Selection: Sendable, Equatable {
    /// Compared as ``Words/key(_:)``; empty for all.
    var names: Set<String> = []
    /// The wanted values of each property, by the key of its name in the singular.
    var values: [String: Set<String>] = [:]
    /// Names that are none of the document's, such as `ticker.BTC-PERPETUAL.100ms`, with the messages whose names they have
    /// a word of; none for any message.
    var topics: [String: Set<String>] = [:]

    private static let maximumDepth = 4
    private static let maximumValues = 200

    /// The subscription in a client's message.
    init(_ sent: JSONValue, _ places: [ChannelClient.Place]) {
      var known = Set(
        places.flatMap { place in
          [Words.key(place.channel.name)]
            + place.channel.messages.flatMap { [Words.key($0.name)] + $0.marks.values.map(Words.key) }
        })
      known.remove("")
      read(sent, known, depth: 0)
      let messages = places.flatMap { $0.channel.messages.filter(\.isOfServer).map(\.name) }
      for topic in topics.keys {
        let words = Set(Words.split(topic).map(Words.singular))
        topics[topic] = Set(
          messages.filter { name in
            !words.isDisjoint(
              with: Words.split(name).filter { !ChannelVocabulary.fillers.contains($0) }.map(Words.singular))
          })
      }
    }

    private mutating func read(_ value: JSONValue, _ known: Set<String>, depth: Int) {
      guard depth < Self.maximumDepth, let object = value.object else { return }
      for member in object.members {
        let key = Words.singularKey(member.key)
        let isMark = ChannelVocabulary.marks.contains(Words.key(member.key)) && depth == 0
        let texts = Self.texts(member.value)
        if member.value.object != nil {
          read(member.value, known, depth: depth + 1)
        } else if let elements = member.value.array, elements.contains(where: { $0.object != nil }) {
          for element in elements.prefix(Self.maximumValues) { read(element, known, depth: depth + 1) }
        } else if texts.isEmpty || isMark || ["token", "requestid", "reqid", "id", "nonce"].contains(key) {
          continue
        } else if ["param", "arg"].contains(key), member.value.array != nil,
          texts.allSatisfy({ Self.isTopic($0) && !known.contains(Words.key($0)) })
        {
          for text in texts { topics[text] = [] }
        } else if ChannelVocabulary.channelLists.contains(Words.key(member.key))
          || texts.allSatisfy({ known.contains(Words.key($0)) })
        {
          for text in texts where Self.isTopic(text) && !known.contains(Words.key(text)) { topics[text] = [] }
          // `*` stands for all.
          names.formUnion(texts.filter { topics[$0] == nil }.map(Words.key).filter { !$0.isEmpty })
        } else {
          values[key, default: []].formUnion(texts)
        }
      }
    }

    /// Whether a name has parts, such as those of `btcusdt@trade` and `ticker.BTC-PERPETUAL`.
    private static func isTopic(_ text: String) -> Bool { text.contains { ".@:/".contains($0) } }

    /// The values that a message of a topic has: the topic itself, and the part of it that names what it is about.
    static func values(ofTopic topic: String) -> [String: String] {
      let general: Set<String> = [
        "ticker", "trade", "trades", "book", "depth", "quote", "candle", "kline", "raw", "agg", "orderbook", "price",
        "perpetual", "spot",
      ]
      let parts = topic.split { ".@:/".contains($0) }.map(String.init)
      let about = parts.first { part in
        let words = Words.split(part).map(Words.singular)
        return words.contains { !general.contains($0) } && part.first?.isNumber == false
          && !general.contains(Words.singular(part.lowercased()))
      }
      var values: [String: String] = [:]
      for name in ["channel", "topic", "stream"] { values[name] = topic }
      for name in ["symbol", "instrumentname", "instrument", "instid", "pair", "productid", "market", "product"] {
        values[name] = about
      }
      values["s"] = about?.uppercased()
      return values
    }

    private static func texts(_ value: JSONValue) -> [String] {
      (value.array ?? [value]).prefix(maximumValues).compactMap(\.text)
    }

    /// Whether a message is wanted.
    func accepts(_ message: ChannelHub.Message) -> Bool {
      if !topics.isEmpty, names.isEmpty {
        let own = ["channel", "topic", "stream"].lazy.compactMap { Self.value(of: $0, in: message.payload, depth: 0) }
          .first
        return topics.contains { topic, messages in
          guard messages.isEmpty || messages.contains(message.name) else { return false }
          if let own { return own == topic }
          return Self.values(ofTopic: topic).allSatisfy { key, about in
            Self.value(of: key, in: message.payload, depth: 0).map { $0.lowercased() == about.lowercased() } ?? true
          }
        }
      }
      if !names.isEmpty {
        var own = [Words.key(message.channel.name), Words.key(message.name)]
        own += (message.payload.object?.members ?? []).filter {
          ChannelVocabulary.marks.contains(Words.key($0.key))
            || ChannelVocabulary.channelLists.contains(Words.key($0.key))
        }.compactMap { $0.value.string.map(Words.key) }
        let isNamed = own.contains { key in
          !key.isEmpty && names.contains { $0 == key || key.contains($0) || $0.hasPrefix(key) }
        }
        guard isNamed else { return false }
      }
      return values.allSatisfy { key, wanted in
        guard let value = Self.value(of: key, in: message.payload, depth: 0) else { return true }
        return wanted.contains(value) || wanted.contains("*")
      }
    }

    /// The value of a property, also inside of objects; nil where there is none.
    private static func value(of key: String, in payload: JSONValue, depth: Int) -> String? {
      guard depth < 3, let object = payload.object else { return nil }
      for member in object.members where Words.singularKey(member.key) == key {
        if let text = member.value.text { return text }
      }
      return object.members.lazy.compactMap { value(of: key, in: $0.value, depth: depth + 1) }.first
    }
  }

  private static let capacity = 1000
  private let selections = OrderedMutex<[Selection]>(.leaf, [])

  func add(_ selection: Selection) {
    selections.withLock { selections in
      if !selections.contains(selection), selections.count < Self.capacity { selections.append(selection) }
    }
  }

  /// Takes what a message names out of all subscriptions.
  func remove(_ selection: Selection) {
    selections.withLock { selections in
      selections = selections.compactMap { own in
        guard own != selection, !(selection.names.isEmpty && selection.values.isEmpty && selection.topics.isEmpty)
        else { return nil }
        if !selection.topics.isEmpty {
          var rest = own
          for topic in selection.topics.keys { rest.topics[topic] = nil }
          return rest.topics.isEmpty && rest.names.isEmpty && rest.values.isEmpty ? nil : rest
        }
        guard selection.names.isEmpty || own.names.isEmpty || !own.names.isDisjoint(with: selection.names) else {
          return own
        }
        var rest = own
        if selection.values.isEmpty {
          rest.names.subtract(selection.names)
          return rest.names.isEmpty ? nil : rest
        }
        for (key, values) in selection.values {
          rest.values[key]?.subtract(values)
          if rest.values[key]?.isEmpty == true { return nil }
        }
        return rest
      }
    }
  }

  func accept(_ message: ChannelHub.Message) -> Bool {
    selections.withLock(\.self).contains { $0.accepts(message) }
  }

  /// The combinations of values that are wanted; none where nothing is.
  func values(in channel: String) -> [[String: String]] {
    selections.withLock(\.self).flatMap { selection -> [[String: String]] in
      var combinations: [[String: String]] = [[:]]
      for (key, values) in selection.values.sorted(by: { $0.key < $1.key }) {
        combinations = combinations.flatMap { combination in
          values.sorted().map { combination.merging([key: $0]) { $1 } }
        }
        if combinations.count > 100 { return Array(combinations.prefix(100)) }
      }
      guard !selection.topics.isEmpty else { return combinations }
      return selection.topics.keys.sorted().prefix(100).map { Selection.values(ofTopic: $0) }
    }
  }
}
