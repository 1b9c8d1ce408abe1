import HTTPCore
import World

/// Which messages of a socket a fault happens to. Heart-beats are never counted.
struct MessageSelector: Sendable {
  static let fields = [
    FaultField("direction", "outgoing (to the client), incoming or both; outgoing without it"),
    FaultField("nth", "only the message of this number, counted from 1 on each socket, 1…1000000000"),
    FaultField("every", "every so many messages of a socket, 1…1000000000; each without nth and every"),
  ]

  private let direction: FrameDirection?
  private let nth: Int?
  private let every: Int
  private var seen = 0

  init(_ fields: inout FaultFields) {
    let range = 1...1_000_000_000
    direction = FrameDirection(rawValue: fields.choice("direction", of: ["outgoing", "incoming", "both"]))
    nth = fields.optionalInteger("nth", in: range)
    every = fields.integer("every", in: range, default: 1)
    if nth != nil, fields.value("every") != nil { fields.reject("every", "must be left out where there is nth") }
  }

  /// Counts a message, and says whether it is one of those.
  mutating func takes(_ message: WebSocketMessage, _ direction: FrameDirection) -> Bool {
    guard self.direction ?? direction == direction, !HeartBeat.isOne(message) else { return false }
    seen &+= 1
    return if let nth { seen == nth } else { seen % every == 0 }
  }
}

/// A fault of chosen messages that always does the same to them.
struct SelectedMessages: SocketFault {
  var selector: MessageSelector
  /// What becomes of a message.
  let effect: @Sendable (WebSocketMessage) -> FrameEffect

  mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect] {
    selector.takes(message, direction) ? [effect(message)] : []
  }
}
