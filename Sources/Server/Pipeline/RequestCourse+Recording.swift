import HTTPCore
import World

/// How a request is remembered once its answer is known.
extension RequestCourse {
  /// The answer on its way out.
  func finished(_ response: Response) -> Outcome {
    var response = response
    faults?.change(&response)
    if world !== pipeline.parts.worlds.main { response.date = world.dateHeader.text }
    record(response)
    return .respond(response)
  }

  /// The switch to WebSocket on its way out.
  func finished(_ upgrade: WebSocketUpgrade) -> Outcome {
    var answer = Response(status: 101, headers: upgrade.headers)
    faults?.change(&answer)
    var upgrade = upgrade.tapped(subject, world: world, schedule: pipeline.timer.schedule)
    (upgrade.delivery, upgrade.headers) = (answer.delivery, answer.headers)
    if world !== pipeline.parts.worlds.main { upgrade.date = world.dateHeader.text }
    record(answer)
    return .upgrade(upgrade)
  }

  private func record(_ response: Response) {
    let microseconds = (SystemTime.monotonicNanoseconds() - startedAt) / 1000
    let (method, status, api) = (request.method.rawValue, response.status, resolution.owner.name)
    let operationID = resolution.match.target?.endpoint.operationID
    if case .notFound = resolution.match, request.method != .options { reportUnknownRoute() }
    world.usage.record(
      UsageLedger.Call(method, request.target.rawPath, status: status, microseconds: microseconds),
      operation: operationID.map { UsageLedger.OperationKey(api, $0) })
    let account = account
    if let ticket {
      let finding = JournalExchange.Finding(
        api: api, operationID: operationID, account: account, faults: faults?.applied ?? [],
        durationMicroseconds: microseconds)
      world.journal.finish(ticket, request, path: sentPath, finding, response)
    }
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
        message: message))
  }
}
