import HTTPCore

extension FaultSet {
  /// A train that goes through tunnels.
  static let tunnel = FaultSet(
    name: "tunnel",
    about: "offline for 20 s of every 90 s of the world's time, beginning at once",
    faults: [
      ["fault": ["type": "offline", "seconds": 20, "everySeconds": 90]]
    ])
}
