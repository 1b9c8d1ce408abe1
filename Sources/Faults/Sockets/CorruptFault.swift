import HTTPCore
import World

/// Spoils messages of a socket.
struct CorruptFault: Fault {
  static let name = "corrupt"
  static let about = "one character or byte in messages of a socket is another one"
  static let fields = MessageSelector.fields
  static let scope = FaultScope.sockets

  private let selector: MessageSelector

  init(_ fields: inout FaultFields) {
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { .replace(Corruption.of($0, chance)) }
  }
}
