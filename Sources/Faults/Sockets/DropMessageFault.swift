import HTTPCore
import World

/// Loses messages of a socket.
struct DropMessageFault: Fault {
  static let name = "dropMessage"
  static let about = "messages of a socket do not arrive"
  static let fields = MessageSelector.fields
  static let scope = FaultScope.sockets

  private let selector: MessageSelector

  init(_ fields: inout FaultFields) {
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { _ in .drop }
  }
}
