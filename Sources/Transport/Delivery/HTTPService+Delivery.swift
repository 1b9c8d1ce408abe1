import CMicroHTTPD
import HTTPCore

/// How outcomes go out that are delayed, slowed down, broken or come into being while they are sent.
extension HTTPService {
  /// Sends an outcome, now or later.
  func carryOut(
    _ outcome: Outcome, _ exchange: Exchange, _ connection: OpaquePointer, isLast: Bool
  ) -> MHD_Result {
    if let report = outcome.delivery?.report {
      exchange.report = Exchange.Report(report, contentBytes: outcome.contentBytes(for: exchange.method))
    }
    if outcome.isPlain { return send(outcome, exchange, on: connection, isLast: isLast) }
    let socket = mock_connection_socket(connection)
    let pass = room.enter(connection, socket: socket, isOwedAnswer: outcome.endsInAnswer)
    let delivery = Delivery(
      outcome, to: exchange.method, isLast: isLast, room: room, pass: pass, socket: socket)
    exchange.delivery = delivery
    // The library calls again at once, and knows by then that there is nothing to read for this request. It would read
    // when it resumes else, and take the end of a client's half for a reason to close.
    if !isLast { return mock_yes() }
    return goOn(with: delivery, exchange, connection)
  }

  /// Has a request worked on beside this thread, which goes on with others meanwhile.
  func wait(for undertaking: Undertaking, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    let pass = room.enter(connection, socket: mock_connection_socket(connection))
    let room = self.room
    guard let task = lane.take(undertaking, done: { room.wake(pass) }) else {
      room.leave(pass)
      return carryOut(undertaking.refuse(SlowLane.refusal), exchange, connection, isLast: false)
    }
    exchange.task = (task, pass)
    return goOn(with: task, pass, exchange, connection)
  }

  /// Sends what came of a request that is worked on beside: called when that is begun, and again whenever the connection
  /// was resumed.
  func goOn(
    with task: SlowTask, _ pass: UInt64, _ exchange: Exchange, _ connection: OpaquePointer
  ) -> MHD_Result {
    while true {
      // Asked first: the room forgets that it woke somebody who was suspended.
      if let outcome = task.outcome {
        room.leave(pass)
        exchange.task = nil
        return carryOut(outcome, exchange, connection, isLast: false)
      }
      switch room.wait(pass, until: nil) {
      case .suspended: return mock_yes()
      case .goOn: continue
      // A server that stops does not wait for ever for what is slow.
      case .clientLeft, .stopping: return mock_no()
      }
    }
  }

  /// Does what is due: called when the outcome is there, and again whenever the connection was resumed.
  func goOn(with delivery: Delivery, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    switch room.wait(delivery.pass, until: delivery.due) {
    case .suspended: return mock_yes()
    case .clientLeft:
      delivery.report?.settle(.nothing(delivery.ending == .never ? .never : .aborted))
      return mock_no()
    case .goOn, .stopping: break
    }
    // What becomes of the answer is told before its client can see it.
    switch delivery.ending {
    case .empty, .never:
      delivery.report?.settle(.nothing(delivery.ending == .never ? .never : .empty))
      return mock_no()
    case .reset:
      delivery.report?.settle(.nothing(.reset))
      Platform.reset([mock_connection_socket(connection)])
      return mock_no()
    case .whole, .truncated:
      foresee(delivery, exchange, connection)
      // Only a reader waits any more; and the request of a socket is over when the socket is.
      if delivery.reader == nil { room.leave(delivery.pass) }
      return send(
        delivery.outcome, exchange, on: connection, isLast: delivery.isLast, reader: delivery.reader)
    }
  }

  /// Tells that an answer goes out whole, when that can be known already. A client that has ended its half may be gone:
  /// then it shows when the answer is sent.
  private func foresee(_ delivery: Delivery, _ exchange: Exchange, _ connection: OpaquePointer) {
    guard let report = exchange.report, delivery.reader?.isEmpty ?? true else { return }
    exchange.report?.clientMayBeGone = Platform.clientHasLeft(mock_connection_socket(connection))
    guard exchange.report?.clientMayBeGone == false else { return }
    report.target.settle(Transmission(.whole, hasHead: true, contentBytes: report.contentBytes))
  }

  /// Ends what ``carryOut(_:_:_:isLast:)`` began; before the connection's socket is closed.
  ///
  /// - Parameters:
  ///   - isComplete: Whether the library sent all that it was given.
  func finished(_ exchange: Exchange, isComplete: Bool, _ connection: OpaquePointer?) {
    if let report = exchange.report {
      // A client that had not gone before took what it was sent, though it may have gone since.
      let mayBeGone = report.clientMayBeGone || exchange.delivery?.reader?.clientMayBeGone == true
      let isGone = mayBeGone && (connection.map { Platform.hasFailed(mock_connection_socket($0)) } ?? true)
      let hasArrived = isComplete && !isGone
      report.target.settle(report.transmission(hasArrived, reader: exchange.delivery?.reader))
      exchange.report = nil
    }
    if let pass = exchange.lentPass {
      room.leave(pass)
      exchange.lentPass = nil
    }
    if let (task, pass) = exchange.task {
      task.giveUp()
      room.leave(pass)
      exchange.task = nil
    }
    guard let delivery = exchange.delivery else { return }
    room.leave(delivery.pass)
    exchange.delivery = nil
  }

  private func send(
    _ outcome: Outcome, _ exchange: Exchange, on connection: OpaquePointer, isLast: Bool, reader: ContentReader? = nil
  ) -> MHD_Result {
    switch outcome {
    case .respond(let response):
      let date = response.date ?? handler.dateHeader()
      return ResponseSender.send(response, on: connection, date: date, isLast: isLast, reader: reader)
    case .upgrade(let upgrade):
      let sockets = self.sockets
      let date = upgrade.date ?? handler.dateHeader()
      if let handshake = ticket(of: connection)?.handshake {
        return takeOver(upgrade, exchange, connection, handshake, date: date)
      }
      return ResponseSender.upgrade(upgrade, on: connection, date: date) { socket in
        sockets.adopt(socket, makeSession: upgrade.makeSession)
      }
    }
  }
}
