/// The open transactions of a session (STOMP 1.2 §BEGIN; checklist rows 47 to 49).
struct TransactionTable: Sendable {
  /// What is done at COMMIT.
  enum Step: Sendable {
    case publish(Publication)
    case acknowledge(message: UInt64, subscription: Int, isPositive: Bool)

    var byteCount: Int {
      switch self {
      case .publish(let publication): publication.byteCount
      case .acknowledge: 64
      }
    }
  }

  private var transactions: [String: [Step]] = [:]
  private var frameCount = 0
  private var byteCount = 0

  var count: Int { transactions.count }

  func contains(_ name: String) -> Bool { transactions[name] != nil }

  mutating func begin(_ name: String) {
    transactions[name] = []
  }

  mutating func append(_ step: Step, to name: String) {
    transactions[name]?.append(step)
    frameCount += 1
    byteCount += step.byteCount
  }

  /// Whether one more step is within the limits.
  func hasRoom(for step: Step, _ limits: Limits) -> Bool {
    frameCount < limits.maximumTransactionFrames && byteCount + step.byteCount <= limits.maximumTransactionBytes
  }

  /// Ends a transaction.
  ///
  /// - Returns: its steps in order.
  mutating func end(_ name: String) -> [Step] {
    let steps = transactions.removeValue(forKey: name) ?? []
    frameCount -= steps.count
    byteCount -= steps.reduce(0) { $0 + $1.byteCount }
    return steps
  }
}
