import JSON
import Resources

/// Which of several kinds of messages a payload is: by the properties that tell them apart, by a property with the name of
/// one, otherwise by the schemas.
package enum MessageRecognition: Equatable {
  /// The one of this number.
  case one(Int)
  /// It may be any of these and is valid as none of them; none where the properties that tell the kinds apart say so.
  case unclear([Int])

  /// Compares a payload with kinds of messages.
  ///
  /// - Parameters:
  ///   - isValid: Whether the payload is valid as one of them.
  package init(
    _ payload: JSONValue, _ messages: [ChannelModel.Message], isValid: (ChannelModel.Message) -> Bool
  ) {
    let marked = messages.indices.filter { number in
      let marks = messages[number].marks
      return !marks.isEmpty && marks.allSatisfy { payload[$0.key]?.string == $0.value }
    }.max { messages[$0].marks.count < messages[$1].marks.count }
    if let marked {
      self = .one(marked)
      return
    }
    for (_, value) in Self.marks(of: payload) {
      let key = Words.key(value)
      if let named = messages.firstIndex(where: { Words.key($0.name) == key }) {
        self = .one(named)
        return
      }
    }
    let open = messages.indices.filter { number in
      messages[number].marks.allSatisfy { payload[$0.key] == nil || payload[$0.key]?.string == $0.value }
    }
    if let valid = open.first(where: { isValid(messages[$0]) }) {
      self = .one(valid)
    } else {
      self = open.count == 1 ? .one(open[0]) : .unclear(open)
    }
  }

  /// The properties of a payload that may say what kind of message it is, such as `type`, with their texts.
  package static func marks(of payload: JSONValue) -> [(name: String, value: String)] {
    (payload.object?.members ?? []).compactMap { member in
      guard ChannelVocabulary.marks.contains(Words.key(member.key)), let text = member.value.string else { return nil }
      return (member.key, text)
    }
  }
}
