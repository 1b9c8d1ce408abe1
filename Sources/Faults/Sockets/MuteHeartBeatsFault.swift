import HTTPCore
import World

/// Withholds the signs of life of the server.
struct MuteHeartBeatsFault: Fault {
  static let name = "muteHeartBeats"
  static let about = "withholds the server's heart-beats: the line ends of STOMP and the h of SockJS"
  static let fields: [FaultField] = []
  static let scope = FaultScope.sockets

  init(_ fields: inout FaultFields) {}

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { Muted() }

  private struct Muted: SocketFault {
    mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect] {
      direction == .outgoing && HeartBeat.isOne(message) ? [.drop] : []
    }
  }
}
