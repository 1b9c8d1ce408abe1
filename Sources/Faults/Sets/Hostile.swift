import HTTPCore

extension FaultSet {
  /// A little of everything that an app should live through.
  static let hostile = FaultSet(
    name: "hostile",
    about: "one answer in three is wrong in one of ten ways, and so are some messages of sockets",
    faults: [
      ["fault": ["type": "status", "status": 500], "probability": 0.04],
      ["fault": ["type": "unavailable", "retryAfter": 1], "probability": 0.04],
      ["fault": ["type": "rateLimited", "retryAfter": 1], "probability": 0.04],
      ["fault": ["type": "malformed"], "probability": 0.04],
      ["fault": ["type": "truncate"], "probability": 0.04],
      ["fault": ["type": "empty"], "probability": 0.03],
      ["fault": ["type": "contentType"], "probability": 0.04],
      ["fault": ["type": "reset"], "probability": 0.03],
      ["fault": ["type": "timeout"], "probability": 0.02],
      ["fault": ["type": "delay", "distribution": "uniform", "maximum": 2000], "probability": 0.05],
      ["fault": ["type": "duplicate"], "probability": 0.03],
      ["fault": ["type": "reorder"], "probability": 0.03],
      ["fault": ["type": "corrupt"], "probability": 0.02],
      ["fault": ["type": "dropMessage"], "probability": 0.02],
    ])
}
