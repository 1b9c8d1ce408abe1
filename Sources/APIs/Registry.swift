import APISupport
import AgroBridge
import Interspace
import Invernaderos
import JSONPlaceholder
import NewsAPI
import Options
import World

/// Every API this server offers.
package enum Registry {
  /// One line an API; the order is the one in which they are listed to people. What the worlds of a server share belongs
  /// to its own values, so that each server takes them once.
  package static var modules: [any APIModule] {
    [
      AgroBridge(),
      Interspace(),
      Invernaderos(),
      JSONPlaceholder(),
      NewsAPI(),
    ]
  }

  /// The options that the APIs declare.
  package static var options: [OptionDeclaration<APIOptionValues>] {
    SessionRenewalOptions.declarations + AccountOptions.declarations + WebhookOptions.declarations
      + SocketIOOptions.declarations
      + modules.flatMap(\.options)
  }
}
