import World

/// The simulations by whose names the server sets their intervals.
extension Simulation {
  /// Interspace's wallets.
  package static let walletBalances = "wallet balances"
  /// Invernaderos' greenhouses.
  package static let sensorReadings = "sensor readings"
}
