import HTTPCore
import World

/// Repeats messages of a socket.
struct DuplicateFault: Fault {
  static let name = "duplicate"
  static let about = "messages of a socket arrive twice"
  static let fields = MessageSelector.fields
  static let scope = FaultScope.sockets

  private let selector: MessageSelector

  init(_ fields: inout FaultFields) {
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { _ in .duplicate }
  }
}
