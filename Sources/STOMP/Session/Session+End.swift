/// How a session ends.
extension Session {
  /// The close code of every ERROR: protocol error (RFC 6455 §7.4.1).
  private static let errorCloseCode: UInt16 = 1002

  /// Ends the session because the server around it refused a frame.
  ///
  /// - Parameters:
  ///   - receipt: The receipt that the frame asked for.
  package mutating func fail(_ diagnosis: Diagnosis, receipt: String?, now: Int64) -> [Action] {
    guard phase != .over else { return [] }
    var actions: [Action] = []
    end(diagnosis, receipt: receipt, &actions)
    return actions
  }

  /// Sends ERROR, ends what is open and closes (checklist row 52).
  mutating func end(_ diagnosis: Diagnosis, receipt: String?, _ actions: inout [Action]) {
    guard phase != .over else { return }
    actions.append(.refuse(diagnosis))
    let body = Array(diagnosis.explanation.utf8)
    var headers: [(String, String)] = []
    if diagnosis.code == .unsupportedVersion { headers.append(("version", ProtocolVersion.list)) }
    headers.append(("message", diagnosis.summary))
    if let receipt { headers.append(("receipt-id", receipt)) }
    headers += [("content-type", "text/plain"), ("content-length", "\(body.count)")]
    send(.error, headers, body: body, &actions)
    finish(&actions)
    actions.append(.close(code: Self.errorCloseCode, reason: diagnosis.closeReason))
  }

  /// Ends all that is open, and takes nothing more.
  mutating func finish(_ actions: inout [Action]) {
    for number in subscriptions.allNumbers {
      actions.append(.unsubscribe(number: number, release: subscriptions.remove(number)))
    }
    transactions = TransactionTable()
    parser.stop()
    phase = .over
  }

  /// The socket is gone: open transactions vanish (checklist row 49), and what was not acknowledged may go to others
  /// (checklist row 54).
  package mutating func closed() -> [Action] {
    var actions: [Action] = []
    finish(&actions)
    return actions
  }
}
