import JSON

/// How an operation that lists news waits for some (long polling): a parameter says how long, another one what the client
/// has already.
package struct LongPoll: Sendable, Equatable {
  /// What the position that a client sends is compared with.
  package enum Position: String, Sendable {
    /// None is sent: a response with any record is news.
    case none
    /// The text of the last response, where ``nextMember`` has it.
    case cursor
    /// An id, a sequence number, or a moment: what follows it is news.
    case value
    /// The id of the first record that is wanted.
    case firstID
    /// Seconds or milliseconds since 1970.
    case epoch
    /// The number of the records that the client has, which paging skips.
    case count
    /// The operation shows no list: any change of the API's records after the position is news.
    case anyChange
  }

  /// The parameter that says how long to wait, or whether.
  package var wait: String
  /// Whether it is a flag: `longPoll=true`.
  package var isFlag = false
  /// Nanoseconds of one unit of a number in ``wait``.
  package var unit = 1_000_000_000
  /// How long a request without ``wait`` waits, in nanoseconds.
  package var usual = 0
  /// The parameter with what the client has; nil for none.
  package var parameter: String?
  package var position = Position.none
  /// The property of records that a moment is compared with; nil for that of their creation.
  package var momentMember: String?
  /// The members that lead to the position of the next request in the response; empty for none.
  package var nextMember: [String] = []
  /// The status of a response that has nothing new: 204 or 304 where the document has it; nil for the usual one.
  package var emptyStatus: Int?
  /// How sure this is, from 0 to 1.
  package var confidence = 0.0
  /// Why it was understood so, in a sentence.
  package var reason = ""

  /// Long polling by a parameter.
  package init(wait: String) { self.wait = wait }

  /// How long a request waits, in nanoseconds of the world's clock.
  ///
  /// - Parameters:
  ///   - text: The value of ``wait``; nil where it was not sent.
  ///   - parse: Reads a text such as `30s`, in nanoseconds.
  package func nanoseconds(_ text: String?, parse: (String) -> Int64?) -> Int64 {
    guard let text, !text.isEmpty else { return Int64(usual) }
    if isFlag { return ["false", "0", "no", "off"].contains(text.lowercased()) ? 0 : Self.flagNanoseconds }
    if let number = Double(text) {
      guard number > 0 else { return 0 }
      return Int64(min(number * Double(unit), Double(Self.maximumNanoseconds)))
    }
    return min(parse(text) ?? 0, Self.maximumNanoseconds)
  }

  /// The longest wait: ten minutes.
  static let maximumNanoseconds: Int64 = 600_000_000_000
  /// How long a request waits whose parameter only asks for that.
  static let flagNanoseconds: Int64 = 30_000_000_000

  mutating func code(_ coder: inout ModelCoder) {
    coder.text("wait", &wait)
    coder.flag("isFlag", &isFlag)
    coder.number("unit", &unit)
    coder.number("usual", &usual)
    coder.text("parameter", &parameter)
    coder.member("position", &position, or: .none, { .string($0.rawValue) }, { $0.string.flatMap(Position.init) })
    coder.text("momentMember", &momentMember)
    coder.texts("nextMember", &nextMember)
    coder.member("confidence", &confidence, or: 0, { JSONNumber($0).map(JSONValue.number) ?? 0 }, \.number?.double)
    coder.text("reason", &reason)
    coder.member(
      "emptyStatus", &emptyStatus, or: nil, { $0.map { .number(JSONNumber($0)) } ?? .null }, { $0.number?.integer })
  }
}
