import HTTPCore
import World

/// Requests that a client sends again, since it does not know what became of the first (CONTRACT G18).
extension Pipeline {
  /// The refusal of a request whose key a running request has, where the thread cannot wait for that one.
  static let keyInUse = Problem(
    forcing: 409, "a request with this Idempotency-Key is still running; try again in a moment",
    details: [Problem.Detail("field", "Idempotency-Key")], headers: ["Retry-After": "1"])

  /// Calls the endpoint, unless the request came before: then it gets the same response.
  ///
  /// - Returns: nil when another request with the key is running; ``RequestContext/awaitedKey`` is set then.
  /// - Throws: ``ServerRefusal`` with status 422 for a key that came with other content, 409 for one whose response was not
  ///   kept.
  func respondOnce(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters
  ) throws -> PipelineResponse? {
    guard let place = keyPlace(context, target, parameters) else {
      return try handleConditionally(context, target, parameters)
    }
    switch context.world.idempotencyKeys.claim(place, content: content(of: context)) {
    case .claimed(let claim): return try respond(claim, context, target, parameters)
    case .running:
      context.awaitedKey = place
      return nil
    case .completed(var response):
      response.headers["Idempotent-Replayed"] = "true"
      return PipelineResponse(response)
    case .responseNotKept:
      throw Self.refusal(409, "this request already ran; its response was too large to be repeated")
    case .sessionEnded:
      throw Self.refusal(409, "this request made an account, and the session that it began has ended; sign in")
    case .other:
      throw Self.refusal(
        422, "this Idempotency-Key came with another content before; a new request needs a new key")
    }
  }

  /// Leaves a request for later, until what it waits for is there, or the one with its key is over.
  ///
  /// - Parameters:
  ///   - abandon: As in ``DeferredRequest/abandon``.
  func awaiting(_ context: RequestContext, abandon: (@Sendable () -> Void)? = nil) -> Handling {
    let keys = context.world.idempotencyKeys
    let awaited = context.awaited
    context.awaited = nil
    return later(
      context,
      whenReady: { begin in
        if let awaited { return awaited(begin) }
        guard let place = context.awaitedKey else { return begin() }
        keys.whenSettled(place, begin)
      },
      run: { [self] in
        responding(to: context) {
          guard case .target(let target, let parameters) = context.resolution.match else { return nil }
          return try respondOnce(context, target, parameters)
        }
      },
      refuse: { [self] in finishNow(refusal(of: $0, context), context) }, abandon: abandon)
  }

  /// Calls the endpoint and keeps its response, refusals included: they would be the same again. Responses that may differ
  /// the next time are not kept: failures of the server, and refusals because of the caller or of the rate limit.
  private func respond(
    _ claim: IdempotencyKeys.Claim, _ context: RequestContext, _ target: RouteTable.Target,
    _ parameters: PathParameters
  ) throws -> PipelineResponse {
    var kept: Response?
    defer { context.world.idempotencyKeys.settle(claim, kept) }
    let result: PipelineResponse
    do {
      result = try handleConditionally(context, target, parameters)
    } catch let error as ServerRefusal {
      throw error
    } catch let error as AwaitingNews {
      throw error
    } catch {
      result = refusal(of: error, context)
    }
    if result.upgrade == nil, result.response.status < 500, ![401, 429].contains(result.response.status) {
      kept = result.response
    }
    return result
  }

  private static func refusal(_ status: Int, _ message: String) -> ServerRefusal {
    ServerRefusal(Problem(forcing: status, message, details: [Problem.Detail("field", "Idempotency-Key")]))
  }

  /// What a request's key stands for; nil for a request without one.
  ///
  /// It is for one client, the method that is meant and the path, however that is written.
  private func keyPlace(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters
  ) -> IdempotencyKeys.Place? {
    guard Self.changes(context), let key = Self.key(in: context.request.headers), !key.isEmpty else { return nil }
    let override = context.request.method == .post ? context.request.headers["X-HTTP-Method-Override"] : nil
    return IdempotencyKeys.Place(
      api: context.owner.name, client: context.limitedClient,
      method: override?.uppercased() ?? context.request.method.rawValue,
      path: [target.endpoint.pattern.description] + parameters.values, key: key)
  }

  /// The key of a request, which some APIs take in `X-Idempotency-Key`.
  private static func key(in headers: HeaderFields) -> String? {
    headers["Idempotency-Key"] ?? headers["X-Idempotency-Key"]
  }

  /// What a request says. Its query is content in a request without any other, and for the operations of an API's
  /// document, which have parameters there.
  private func content(of context: RequestContext) -> IdempotencyKeys.Content {
    let request = context.request
    let hasQuery = request.body.isEmpty || context.owner.isOwn
    return IdempotencyKeys.Content(request.body, query: hasQuery ? request.target.rawQuery : [])
  }
}
