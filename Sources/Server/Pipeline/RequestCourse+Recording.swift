import HTTPCore
import World

/// How a request is remembered once its answer is known.
extension RequestCourse {
  func finished(_ response: Response) -> Outcome {
    record(status: response.status)
    return .respond(response)
  }

  func finished(_ upgrade: WebSocketUpgrade) -> Outcome {
    record(status: 101)
    return .upgrade(upgrade)
  }

  private func record(status: Int) {
    let microseconds = (SystemTime.monotonicNanoseconds() - startedAt) / 1000
    let (method, path, api) = (request.method.rawValue, request.target.rawPath, resolution.owner.name)
    let operation = resolution.match.target.map { UsageLedger.OperationKey(api, $0.endpoint.operationID) }
    if case .notFound = resolution.match, request.method != .options { reportUnknownRoute() }
    world.usage.record(
      UsageLedger.Call(method, path, status: status, microseconds: microseconds), operation: operation)
    pipeline.parts.accessLog?.record(
      AccessLog.Entry(
        method: method, path: sentPath, status: status, microseconds: microseconds, api: api,
        account: (try? admission.principal.get())?.account))
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
