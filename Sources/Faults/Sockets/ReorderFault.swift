import HTTPCore
import World

/// Lets messages of a socket change places.
struct ReorderFault: Fault {
  static let name = "reorder"
  static let about = "messages of a socket arrive behind the next one"
  static let fields = MessageSelector.fields
  static let scope = FaultScope.sockets

  private let selector: MessageSelector

  init(_ fields: inout FaultFields) {
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { _ in .hold }
  }
}
