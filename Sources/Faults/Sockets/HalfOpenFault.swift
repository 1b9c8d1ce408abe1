import HTTPCore
import World

/// A connection of which one end has gone without a word, as a phone that changed networks leaves it.
struct HalfOpenFault: Fault {
  static let name = "halfOpen"
  static let about = "nothing goes out over a socket or comes in any more, and it stays open"
  static let fields: [FaultField] = []
  static let scope = FaultScope.sockets

  init(_ fields: inout FaultFields) {}

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { Silent() }

  private struct Silent: SocketFault {
    /// Pings are not answered either.
    mutating func begin() -> [FrameEffect] { [.pauseReading(true)] }

    mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect] { [.drop] }

    mutating func end() -> [FrameEffect] { [.pauseReading(false)] }
  }
}
