/// The end of a session.
extension Session {
  /// The close code of every ERROR: protocol error (RFC 6455 §7.4.1).
  private static let errorCloseCode: UInt16 = 1002

  /// Ends the session because the server around it refused a frame.
  ///
  /// - Parameters:
  ///   - receipt: The receipt that the frame requested.
  package mutating func fail(_ diagnosis: Diagnosis, receipt: String?, now: Int64) -> [Action] {
    guard phase != .over else { return [] }
    var actions: [Action] = []
    end(diagnosis, receipt: receipt, &actions)
    return actions
  }

  /// Sends ERROR, ends open transactions and subscriptions, and closes (checklist row 52).
  mutating func end(_ diagnosis: Diagnosis, receipt: String?, _ actions: inout [Action]) {
    guard phase != .over else { return }
    guard dialect.explainsErrors else { return respondBarely(diagnosis, &actions) }
    explain(diagnosis, receipt: receipt, &actions)
    finish(&actions)
    actions.append(.close(code: Self.errorCloseCode, reason: diagnosis.closeReason))
  }

  /// Refuses a frame that was parsed, because of its content or because the server around the session refuses it: the
  /// session ends, or continues in dialects that do so.
  ///
  /// - Parameters:
  ///   - receipt: The receipt that the frame requested.
  package mutating func refuse(_ diagnosis: Diagnosis, receipt: String?) -> [Action] {
    guard phase != .over else { return [] }
    var actions: [Action] = []
    refuse(diagnosis, receipt: receipt, &actions)
    return actions
  }

  mutating func refuse(_ diagnosis: Diagnosis, receipt: String?, _ actions: inout [Action]) {
    guard dialect.continuesAfterErrors, !isBeyondRepair, !diagnosis.code.endsSession else {
      return end(diagnosis, receipt: receipt, &actions)
    }
    explain(diagnosis, receipt: nil, &actions)
  }

  /// Sends the ERROR.
  private mutating func explain(_ diagnosis: Diagnosis, receipt: String?, _ actions: inout [Action]) {
    actions.append(.refuse(diagnosis))
    let body = Array(diagnosis.explanation.utf8)
    var headers: [(String, String)] = []
    // RabbitMQ lists its versions in each ERROR.
    if diagnosis.code == .unsupportedVersion || dialect.continuesAfterErrors {
      headers.append(("version", ProtocolVersion.list))
    }
    headers.append(("message", diagnosis.summary))
    if let receipt { headers.append(("receipt-id", receipt)) }
    headers += [("content-type", "text/plain"), ("content-length", "\(body.count)")]
    send(.error, headers, body: body, &actions)
  }

  /// Removes a subscription that the server around the session refused.
  package mutating func forgetSubscription(_ number: Int) { _ = subscriptions.remove(number) }

  /// Ends open transactions and subscriptions, and reads nothing more.
  mutating func finish(_ actions: inout [Action]) {
    for number in subscriptions.allNumbers {
      actions.append(.unsubscribe(number: number, release: subscriptions.remove(number)))
    }
    transactions = TransactionTable()
    parser.stop()
    phase = .over
  }

  /// The socket has closed: open transactions are aborted (checklist row 49), and unacknowledged messages may go to
  /// others (checklist row 54).
  package mutating func closed() -> [Action] {
    var actions: [Action] = []
    finish(&actions)
    return actions
  }
}

extension Diagnosis.Code {
  /// Whether a mistake ends a session that continues after other mistakes: RabbitMQ closes a channel for these.
  fileprivate var endsSession: Bool { self == .duplicateSubscription || self == .alreadyConnected }
}
