import HTTPCore

extension FaultSet {
  /// A backend that is replaced by its next version, with another signing key.
  static let deploy = FaultSet(
    name: "backend-deploy",
    about: "sockets closed and 503 for 20 s of the world's time, then every token from before is invalid",
    faults: [
      ["fault": ["type": "close", "code": 1012, "reason": "the service restarts"], "forSeconds": 20],
      ["fault": ["type": "unavailable", "retryAfter": 20], "forSeconds": 20],
      ["fault": ["type": "invalidToken", "issuedWithinSeconds": 20], "afterSeconds": 20],
    ])
}
