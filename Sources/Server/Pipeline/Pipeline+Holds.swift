import HTTPCore
import World

/// Thrown by a step that has a request wait until it is released.
struct AwaitingRelease: Error {
  let held: HeldExchange
}

/// Exchanges that a fault holds. They wait without a thread, as requests that wait for news do.
extension Pipeline {
  /// - Throws: ``AwaitingRelease`` for a request that a fault holds before it is handled.
  func holdRequest(_ context: RequestContext) throws(AwaitingRelease) {
    if let held = hold(context, at: .request) { throw AwaitingRelease(held: held) }
  }

  /// Holds an exchange in a phase if a fault says so.
  ///
  /// - Parameters:
  ///   - response: The response that would be sent next; nil before there is one.
  /// - Returns: nil for an exchange that goes on: no fault holds it, or too many exchanges are held.
  func hold(
    _ context: RequestContext, at phase: ExchangeHold.Phase, _ response: Response? = nil
  ) -> HeldExchange? {
    guard context.faults != nil, context.mayWait, !context.isNested else { return nil }
    let world = context.world
    guard let found = context.faults?.hold(at: phase, in: world.heldExchanges) else { return nil }
    let held = HeldExchange(
      id: found.id, fault: found.fault, found.hold, context.subject, response: response, in: world.heldExchanges)
    world.journal.beginHold(
      context.pending, context.request, path: context.sentPath, details(context, context.elapsedMicroseconds),
      hold: held.id)
    world.heldExchanges.add(held)
    // The fault may have been removed meanwhile, and with it those that it held.
    if world.faults[found.fault] == nil { held.release() }
    return held
  }

  /// Leaves a request for later, until it is released; then it is handled.
  func awaiting(_ held: HeldExchange, _ context: RequestContext) -> Handling {
    later(
      context, whenReady: { held.whenReleased($0) },
      run: { [self] in
        guard goOn(held, context) else { return .done(Self.unsent) }
        return responding(to: context) { try answer(context) }
      },
      refuse: { [self] problem in
        guard goOn(held, context) else { return Self.unsent }
        return finishNow(refusal(of: problem, context), context)
      },
      abandon: { [self] in abandon(held, context) })
  }

  /// Leaves a response for later, until it is released; then it is sent.
  func awaiting(_ held: HeldExchange, _ result: PipelineResponse, _ context: RequestContext) -> Handling {
    let send: @Sendable () -> Outcome = { [self] in
      guard goOn(held, context) else { return Self.unsent }
      return complete(released(result, context), context)
    }
    return .later(
      DeferredRequest(
        .waiting, group: context.world.id, whenReady: { held.whenReleased($0) }, run: { .done(send()) },
        // The response is there: it is sent as it is.
        refuse: { _ in send() },
        abandon: { [self] in
          abandon(held, context)
          result.response.content.abandon()
        }))
  }

  /// The outcome of an exchange whose client has left: nothing is sent to anybody.
  private static let unsent = Outcome.respond(.noContent)

  /// Notes that an exchange is held no longer, with the fault of its release.
  ///
  /// - Returns: false when its client has left.
  private func goOn(_ held: HeldExchange, _ context: RequestContext) -> Bool {
    guard let release = held.goOn() else { return false }
    noteEnd(ofHoldAfter: release.heldMicroseconds, context)
    if let fault = release.fault { context.release(held, with: fault) }
    return true
  }

  /// Records an exchange whose client left while it was held.
  private func abandon(_ held: HeldExchange, _ context: RequestContext) {
    guard let microseconds = held.abandon() else { return }
    context.request.parsedBody.release()
    context.newsWait?.end()
    context.heldMicroseconds = context.heldMicroseconds.saturatingAdd(microseconds)
    context.pending?.endHold(afterMicroseconds: microseconds, goesOn: false)
    settle(context, held.response?.status ?? 0, .nothing(.aborted))
  }

  private func noteEnd(ofHoldAfter microseconds: Int64, _ context: RequestContext) {
    context.heldMicroseconds = context.heldMicroseconds.saturatingAdd(microseconds)
    context.world.journal.endHold(context.pending, afterMicroseconds: microseconds)
  }

  /// A released response as the fault of its release leaves it.
  private func released(_ result: PipelineResponse, _ context: RequestContext) -> PipelineResponse {
    guard context.isReleasedWithFault else { return result }
    var changed = result
    do {
      if let response = try faultResponse(context) {
        changed = PipelineResponse(response)
      } else {
        changeByFaults(&changed.response, context)
        return changed
      }
    } catch {
      changed = refusal(of: error, context)
    }
    result.response.content.abandon()
    finalize(&changed, context)
    return changed
  }
}
