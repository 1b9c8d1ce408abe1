import World

/// Every API this server offers.
package enum Registry {
  /// One line an API; the order is the one in which they are listed to people.
  package static let modules: [any APIModule] = [
    AgroBridge(),
    Interspace(),
    Invernaderos(),
    JSONPlaceholder(),
    NewsAPI(),
  ]
}

/// The simulations by whose names the server sets their intervals.
extension Simulation {
  /// Interspace's wallets.
  package static let walletBalances = "wallet balances"
  /// Invernaderos' greenhouses.
  package static let sensorReadings = "sensor readings"
}
