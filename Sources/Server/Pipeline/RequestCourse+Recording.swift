import HTTPCore
import World

/// How a request is remembered once its answer is known.
extension RequestCourse {
  /// The answer on its way out.
  func finished(_ response: Response) -> Outcome {
    var response = response
    faults?.change(&response)
    if world !== pipeline.parts.worlds.main { response.date = world.dateHeader.text }
    remember(&response)
    return .respond(response)
  }

  /// The switch to WebSocket on its way out.
  func finished(_ upgrade: WebSocketUpgrade) -> Outcome {
    var answer = Response(status: 101, headers: upgrade.headers)
    faults?.change(&answer)
    remember(&answer)
    var upgrade = upgrade.tapped(subject, world: world, schedule: pipeline.timer.schedule)
    (upgrade.delivery, upgrade.headers) = (answer.delivery, answer.headers)
    if world !== pipeline.parts.worlds.main { upgrade.date = world.dateHeader.text }
    return .upgrade(upgrade)
  }

  /// An answer of more bytes may not fit into what the system keeps for a connection, so that its client can leave
  /// before its end.
  private static var longContent: Int { 64 << 10 }

  /// Has an answer remembered: at once when it just goes out, so that whoever has it finds it in the journal, else
  /// when it is known what became of it.
  private func remember(_ response: inout Response) {
    if case .notFound = resolution.match, request.method != .options, number != nil { reportUnknownRoute() }
    let microseconds = elapsedMicroseconds
    SlowLog(logger: pipeline.parts.logger).record(
      request.method.rawValue, sentPath, world: world.id,
      operation: (resolution.match.target?.endpoint.operationID).map { "\(resolution.owner.name) \($0)" },
      microseconds: microseconds)
    if let delivery = response.delivery, !delivery.isUndisturbed {
      if let ticket { world.journal.begin(ticket, request, path: sentPath, finding(microseconds), response) }
      let status = response.status
      response.delivery?.report = DeliveryReport { settle(status, $0) }
      return
    }
    if let ticket {
      if response.content.count > Self.longContent { watch(&response, ticket) }
      world.journal.finish(ticket, request, path: sentPath, finding(microseconds), response)
    }
    count(response.status, microseconds)
  }

  /// Has the entry of a long answer mended if the client does not take all of it.
  private func watch(_ response: inout Response, _ ticket: JournalTicket) {
    ticket.awaitFindings()
    var delivery = response.delivery ?? ResponseDelivery()
    delivery.report = DeliveryReport { transmission in
      guard transmission.ending != .whole else { return }
      ticket.conclude(JournalTicket.Conclusion(transmission, durationMicroseconds: elapsedMicroseconds))
    }
    response.delivery = delivery
  }

  /// Remembers what became of an answer.
  private func settle(_ status: Int, _ transmission: Transmission) {
    let microseconds = elapsedMicroseconds
    if let ticket {
      world.journal.conclude(ticket, JournalTicket.Conclusion(transmission, durationMicroseconds: microseconds))
    }
    count(transmission.hasHead ? status : nil, microseconds)
  }

  private var elapsedMicroseconds: Int64 { (SystemTime.monotonicNanoseconds() - startedAt) / 1000 }

  private func finding(_ microseconds: Int64) -> JournalExchange.Finding {
    JournalExchange.Finding(
      api: resolution.owner.name, operationID: resolution.match.target?.endpoint.operationID, account: account,
      faults: faults?.applied ?? [], durationMicroseconds: microseconds)
  }

  /// Counts the request and writes its line of the log.
  ///
  /// - Parameters:
  ///   - status: What the client saw; nil for none.
  private func count(_ status: Int?, _ microseconds: Int64) {
    let (method, api) = (request.method.rawValue, resolution.owner.name)
    let operationID = resolution.match.target?.endpoint.operationID
    world.usage.record(
      UsageLedger.Call(method, request.target.rawPath, status: status ?? 0, microseconds: microseconds),
      operation: operationID.map { UsageLedger.OperationKey(api, $0) })
    pipeline.parts.accessLog?.record(
      AccessLog.Entry(
        method: method, path: sentPath, status: status, microseconds: microseconds, api: api, account: account))
  }

  private func reportUnknownRoute() {
    let nearest = RouteSuggestions.nearest(
      to: request.target.segments, method: request.method, among: resolution.routes.all, limit: 1)
    let message = "there is no such route" + (nearest.first.map { "; did you mean \($0)?" } ?? "")
    let (method, path) = (request.method.rawValue.clipped(to: 20), request.target.rawPath.clipped(to: 200))
    world.usage.report(
      UsageLedger.Finding(
        kind: .unknownRoute, api: resolution.owner.name, operation: "\(method) \(path)", location: "",
        message: message), request: number)
  }
}
