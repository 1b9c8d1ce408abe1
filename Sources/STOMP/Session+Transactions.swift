/// Transactions, and the frames in them (checklist rows 42 to 49).
extension Session {
  mutating func begin(_ frame: Frame) throws(Diagnosis) {
    let header = try require("transaction", frame)
    // RabbitMQ starts it again.
    if dialect.continuesAfterErrors { _ = transactions.end(header.value) }
    guard !transactions.contains(header.value) else { throw .duplicateTransaction(header) }
    guard transactions.count < limits.maximumTransactions else {
      throw .tooLarge(.tooManyTransactions, offset: 0, maximum: limits.maximumTransactions, unit: "transactions")
    }
    transactions.begin(header.value)
  }

  mutating func commit(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    let steps = transactions.end(try openTransaction(frame))
    for step in steps {
      switch step {
      case .publish(let publication): actions.append(.publish(publication))
      case .acknowledge(let message, let subscription, let isPositive):
        acknowledge(message, of: subscription, isPositive: isPositive, &actions)
      }
    }
    guard dialect.passesReceipts else { return }
    for case .publish(let publication) in steps {
      if let receipt = publication.receipt { send(.receipt, [("receipt-id", receipt)], &actions) }
    }
  }

  mutating func abort(_ frame: Frame) throws(Diagnosis) {
    _ = transactions.end(try openTransaction(frame))
  }

  private func openTransaction(_ frame: Frame) throws(Diagnosis) -> String {
    let header = try require("transaction", frame)
    guard transactions.contains(header.value) else { throw .unknownTransaction(header) }
    return header.value
  }

  /// Stores a step for COMMIT.
  mutating func add(_ step: TransactionTable.Step, to transaction: Header) throws(Diagnosis) {
    guard transactions.contains(transaction.value) else { throw .unknownTransaction(transaction) }
    guard transactions.hasRoom(for: step, limits) else {
      let bound = "\(limits.maximumTransactionFrames) frames and \(limits.maximumTransactionBytes) bytes"
      throw Diagnosis(
        .transactionTooLarge, offset: transaction.offset, found: "more than \(bound) in open transactions",
        expected: "at most \(bound)", cause: "COMMIT more often, or send without a transaction")
    }
    transactions.append(step, to: transaction.value)
  }

  // MARK: Acknowledgements

  mutating func acknowledge(_ frame: Frame, isPositive: Bool, _ actions: inout [Action]) throws(Diagnosis) {
    guard let version else { return }
    guard isPositive || version > .v1_0 else { throw .nackUnsupported }
    // A message that is neither acknowledged nor returned to its queue is removed, as if acknowledged.
    let isDone = isPositive || (dialect.hasConsumerHeaders && frame.headers["requeue"] == "false")
    let header = try require(version == .v1_2 ? "id" : "message-id", frame)
    let wanted = version == .v1_1 ? try require("subscription", frame) : nil
    guard let message = messageNumber(header.value), let number = subscriptions.subscription(of: message) else {
      // RabbitMQ closes the channel for a second acknowledgement of a delivery, and only refuses an unknown one.
      isBeyondRepair = messageNumber(header.value).map { (1...max(1, lastMessage)).contains($0) } ?? false
      throw .unknownAckID(header, version)
    }
    if let wanted, subscriptions.subscription(number)?.id != wanted.value {
      throw .unknownAckID(wanted, version)
    }
    if let transaction = frame.headers.header("transaction") {
      try add(.acknowledge(message: message, subscription: number, isPositive: isDone), to: transaction)
    } else {
      acknowledge(message, of: number, isPositive: isDone, &actions)
    }
  }

  private mutating func acknowledge(
    _ message: UInt64, of subscription: Int, isPositive: Bool, _ actions: inout [Action]
  ) {
    let tags = subscriptions.acknowledge(message, of: subscription)
    guard !tags.isEmpty else { return }
    actions.append(isPositive ? .acknowledge(tags) : .reject(tags))
  }

  /// The number in one of this session's message-ids; nil for other texts.
  func messageNumber(_ messageID: String) -> UInt64? {
    let prefix = "\(id)-"
    guard messageID.hasPrefix(prefix) else { return nil }
    let digits = messageID.dropFirst(prefix.count)
    guard let number = UInt64(digits), String(number) == digits else { return nil }
    return number
  }
}

/// The open transactions of a session (STOMP 1.2 §BEGIN; checklist rows 47 to 49).
struct TransactionTable: Sendable {
  /// A step that takes effect at COMMIT.
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
