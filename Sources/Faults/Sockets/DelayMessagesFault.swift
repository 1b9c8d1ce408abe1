import HTTPCore
import World

/// Lets messages of a socket wait.
struct DelayMessagesFault: Fault {
  static let name = "delayMessages"
  static let about = "messages of a socket, and those behind them, arrive later, by real time"
  static let fields = DelayLength.fields + MessageSelector.fields
  static let scope = FaultScope.sockets

  private let length: DelayLength
  private let selector: MessageSelector

  init(_ fields: inout FaultFields) {
    length = DelayLength(&fields)
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { _ in .delay(milliseconds: length.milliseconds(chance)) }
  }
}
