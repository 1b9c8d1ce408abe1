import Options
import World

/// Which custom APIs speak Socket.IO although their documents do not say so.
package struct SocketIOOptions: APIOptions {
  /// The names of the APIs.
  package var apis: [String] = []

  /// The defaults.
  package init() {}

  package static let declarations: [OptionDeclaration<APIOptionValues>] = [
    OptionDeclaration(
      "socket-io", \.socketIO.apis, .list({ $0.isEmpty ? nil : $0 }, text: { $0 }),
      "Custom APIs whose channels speak Socket.IO although their documents name WebSocket; separate several with commas."
    )
  ]
}

extension APIOptionValues {
  /// Which APIs speak Socket.IO.
  package var socketIO: SocketIOOptions {
    get { self[SocketIOOptions.self] }
    set { self[SocketIOOptions.self] = newValue }
  }
}
