import Options
import World

/// What can be chosen about Invernaderos.
package struct InvernaderosOptions: APIOptions {
  /// Nanoseconds of the world's time between two readings of the sensors; 0 for never.
  package var sensorInterval = SensorSimulation.interval
  /// The URL of SockJS's client for the page that other pages have in a frame; nil for the usual one.
  package var sockJSClient: String?

  /// The defaults.
  package init() {}

  static let declarations: [OptionDeclaration<APIOptionValues>] = [
    OptionDeclaration(
      "sensor-interval", \.invernaderos.sensorInterval, .time(atLeast: "10ms").off(0),
      "Time between simulated readings of sensors: 5s, 200ms, 1h, or off.", details: "At least `10ms`.",
      traits: .live),
    OptionDeclaration(
      "sockjs-client", \.invernaderos.sockJSClient, .address,
      "URL of SockJS's client for /ws/greenhouse/iframe.html; its version must be that of the page.",
      ifUnset: "version 1 from jsDelivr"),
  ]
}

extension APIOptionValues {
  /// The options of Invernaderos.
  package var invernaderos: InvernaderosOptions {
    get { self[InvernaderosOptions.self] }
    set { self[InvernaderosOptions.self] = newValue }
  }
}
