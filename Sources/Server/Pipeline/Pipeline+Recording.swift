import HTTPCore
import World

/// The last step of a request: the journal, the usage and the log record it.
extension Pipeline {
  /// A response of more bytes may not fit into what the system keeps for a connection, so that its client can leave
  /// before its end.
  private static let longContentBytes = 64 << 10

  /// Records a request and its response: before the response is sent, so that its client finds it in the journal; a
  /// response that a fault delays or cuts off is recorded once its delivery is known.
  func record(_ response: inout Response, _ context: RequestContext) {
    reportUnknownRoute(context)
    let microseconds = context.elapsedMicroseconds
    if microseconds - context.heldMicroseconds >= SlowLog.requestMicroseconds {
      SlowLog(logger: parts.logger).record(
        context.request.method.rawValue, context.sentPath, world: context.world.id,
        operation: context.operationID.map { "\(context.owner.name) \($0)" }, microseconds: microseconds)
    }
    noteActivity(context, status: response.status)
    let journal = context.world.journal
    if let delivery = response.delivery, !delivery.isUndisturbed {
      if let pending = context.pending {
        journal.begin(pending, context.request, path: context.sentPath, details(context, microseconds), response)
      }
      let status = response.status
      response.delivery?.report = DeliveryReport { [self] in settle(context, status, $0) }
      return
    }
    if let pending = context.pending {
      if response.content.count > Self.longContentBytes { watch(&response, pending, context) }
      context.entry = journal.finish(
        pending, context.request, path: context.sentPath, details(context, microseconds), response)
    }
    count(context, status: response.status, microseconds)
  }

  /// Notes a call of the control plane that changed something.
  private func noteActivity(_ context: RequestContext, status: Int) {
    guard context.isControl, status < 400, let endpoint = context.target?.endpoint, endpoint.method != .get,
      !endpoint.onlyAsks
    else { return }
    parts.worlds.activity.append(
      ActivityLog.Record(
        time: context.world.clock.now, at: SystemTime.wall(), world: context.world.id,
        operationID: endpoint.operationID,
        status: status, request: context.request))
  }

  /// Corrects the entry of a long response if the client does not receive all of it.
  private func watch(_ response: inout Response, _ pending: PendingExchange, _ context: RequestContext) {
    pending.awaitAdditions()
    var delivery = response.delivery ?? ResponseDelivery()
    delivery.report = DeliveryReport { transmission in
      guard transmission.ending != .whole else { return }
      pending.conclude(
        PendingExchange.Conclusion(transmission, durationMicroseconds: context.elapsedMicroseconds))
    }
    response.delivery = delivery
  }

  /// Records how a response was delivered.
  func settle(_ context: RequestContext, _ status: Int, _ transmission: Transmission) {
    let microseconds = context.elapsedMicroseconds
    if let pending = context.pending {
      context.entry = context.world.journal.conclude(
        pending, PendingExchange.Conclusion(transmission, durationMicroseconds: microseconds))
    }
    count(context, status: transmission.hasHead ? status : nil, microseconds)
  }

  func details(_ context: RequestContext, _ microseconds: Int64) -> JournalExchange.Details {
    JournalExchange.Details(
      api: context.owner.name, operationID: context.operationID, account: context.account,
      faults: context.faults?.applied ?? [], durationMicroseconds: microseconds)
  }

  /// Counts the request and writes its line of the log.
  ///
  /// - Parameters:
  ///   - status: What the client saw; nil for none.
  private func count(_ context: RequestContext, status: Int?, _ microseconds: Int64) {
    let (method, api) = (context.request.method.rawValue, context.owner.name)
    context.world.usage.record(
      UsageLedger.Call(method, context.request.target.rawPath, status: status ?? 0, microseconds: microseconds),
      operation: context.operationID.map { UsageLedger.OperationKey(api, $0) })
    parts.accessLog?.record(
      AccessLog.Record(
        method: method, path: context.sentPath, status: status, microseconds: microseconds, api: api,
        account: context.account))
  }

  /// Notes that an app asks for a route, or a method of one, that there is not.
  private func reportUnknownRoute(_ context: RequestContext) {
    guard context.number != nil, context.request.method != .options else { return }
    let suggestion: String
    switch context.resolution.match {
    case .notFound: suggestion = context.nearestRoutes.first.map { "; did you mean \($0)?" } ?? ""
    case .methodNotAllowed(let allowed):
      let methods = allowed.map(\.rawValue).filter { $0 != HTTPMethod.options.rawValue }.sorted()
      return report(.unknownRoute, "the route has no such method; it has \(methods.joined(separator: ", "))", context)
    default: return
    }
    report(.unknownRoute, "unknown route" + suggestion, context)
    parts.logger.notice(
      "there is no route \(context.request.method.rawValue.clipped(to: 20)) \(context.sentPath.clipped(to: 200))\(suggestion)"
    )
  }

  /// Notes something that was wrong with a request, under the name of the API that it belongs to.
  func report(_ kind: UsageLedger.Finding.Kind, _ message: String, _ context: RequestContext) {
    let (method, path) = (context.request.method.rawValue, context.request.target.rawPath)
    context.world.usage.report(
      UsageLedger.Finding(
        kind: kind, api: context.owner.name, operation: "\(method.clipped(to: 20)) \(path.clipped(to: 200))",
        location: "", message: message), request: context.number)
  }
}
