import HTTPCore

extension FaultSet {
  /// Round trips and rates as the network panels of browsers give them for slow 3G, and losses on top.
  static let flakyNetwork = FaultSet(
    name: "flaky-3g",
    about: "a slow and shaky mobile network: late answers at 50 kB a second, some lost, sockets late and sometimes cut",
    faults: [
      ["fault": ["type": "delay", "distribution": "lognormal", "median": 400, "sigma": 0.6]],
      ["fault": ["type": "dribble", "bytesPerSecond": 50_000]],
      ["fault": ["type": "reset"], "probability": 0.03],
      [
        "fault": [
          "type": "delayMessages", "distribution": "lognormal", "median": 200, "sigma": 0.6, "direction": "both",
        ]
      ],
      ["fault": ["type": "close", "abort": true, "afterMessages": 20], "probability": 0.05],
    ])
}
