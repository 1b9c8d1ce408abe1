import HTTPCore
import World

/// A server that does not get around to reading.
struct SlowReaderFault: Fault {
  static let name = "slowReader"
  static let about = "the server stops reading from a socket, so that what the client sends piles up on its side"
  static let fields: [FaultField] = []
  static let scope = FaultScope.sockets

  init(_ fields: inout FaultFields) {}

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { Paused() }

  private struct Paused: SocketFault {
    mutating func begin() -> [FrameEffect] { [.pauseReading(true)] }

    mutating func end() -> [FrameEffect] { [.pauseReading(false)] }
  }
}
