import Dispatch
import HTTPCore
import Logging
import Realtime
import Store
import Synchronization
import World

/// The path of every request, in reading order: ``begin(_:)`` locates the request and chooses its thread, ``handle(_:)``
/// names the steps in their order, and each step is a function below it. Requests that switch to WebSocket and parts of
/// another request take the same path.
package final class Pipeline: RequestHandler {
  /// What a pipeline is made of.
  package struct Parts: Sendable {
    /// The routes to begin with, see ``Pipeline/table``.
    package let table: RouteTable
    package let worlds: Worlds
    /// By which names the server may be called.
    package var hosts = HostNames(known: [])
    /// The headers of responses at the start, see ``Pipeline/settings``.
    var settings = ResponseHeaderSettings(cors: .any)
    /// Where each request is recorded; nil for nowhere.
    package var accessLog: AccessLog?
    /// What holds requests against the API documents; nil for nothing.
    package var contract: ContractGuard?
    package let logger: Logger

    /// The parts that there must be; the others are set one by one.
    package init(table: RouteTable, worlds: Worlds, logger: Logger) {
      (self.table, self.worlds, self.logger) = (table, worlds, logger)
    }
  }

  let parts: Parts
  /// Where messages of sockets wait that a fault delays.
  private let delays = DispatchQueue(label: "mock-api.delayed-messages")
  private let callers: CallerPolicy
  let worldLocator: WorldLocator
  /// What may be replaced while requests come; each takes what is there once, at its beginning.
  let current: Mutex<State>

  /// A pipeline of its parts.
  package init(_ parts: Parts) {
    self.parts = parts
    callers = CallerPolicy(hosts: parts.hosts)
    worldLocator = WorldLocator(worlds: parts.worlds)
    current = Mutex(State(settings: parts.settings, table: parts.table))
  }

  // MARK: - The path of a request

  package func begin(_ request: Request) -> Handling {
    let startedAt = SystemTime.monotonicNanoseconds()
    var located = request
    let knowsCodedContent = EntityTag.namePlain(&located.headers)
    let world: World
    do throws(Problem) {
      world = try worldLocator.world(of: &located)
    } catch {
      let owner = table.locate(located.method, located.target, located.headers).owner
      return .done(.respond(refusal(error, method: located.method, located.target, located.headers, owner: owner)))
    }
    world.activate()
    let state = current.withLock { $0 }
    let resolution = state.table.locate(&located)
    let context = RequestContext(
      consume located, in: world, resolution, state.settings, sentPath: request.target.rawPath, startedAt: startedAt)
    context.knowsCodedContent = knowsCodedContent
    note(context)
    return schedule(context)
  }

  /// Runs all further steps of a located request; this function defines their order.
  ///
  /// A fault may happen to any request that is let in, so it comes before the limit refuses and before the contract and
  /// the endpoint look at the request: what it simulates stands in front of the API.
  ///
  /// - Returns: The outcome; a request that waits for another one with its `Idempotency-Key` is left for later.
  func handle(_ context: RequestContext) -> Handling {
    responding(to: context) {
      decideOwner(context)
      authenticate(context)
      count(context)
      planFaults(context)
      try admitCaller(context)
      if let preflight = preflight(context) { return PipelineResponse(preflight, by: .server) }
      try holdRequest(context)
      return try answer(context)
    }
  }

  /// The steps that find the response to a request that is let in.
  ///
  /// - Returns: nil for one that waits for another one.
  func answer(_ context: RequestContext) throws -> PipelineResponse? {
    if let faulty = try faultResponse(context) { return PipelineResponse(faulty) }
    try requireWithinLimit(context)
    return try route(context)
  }

  /// Refuses a request instead; it counts and is recorded all the same.
  func refuse(_ context: RequestContext, _ problem: Problem) -> Outcome {
    authenticate(context)
    count(context)
    planFaults(context)
    return finishNow(refusal(of: problem, context), context)
  }

  /// Handles a request whose thread cannot wait: one that waits for another request is refused.
  func handleNow(_ context: RequestContext) -> Outcome {
    context.mayWait = false
    return switch handle(context) {
    case .done(let outcome): outcome
    case .later(let deferred): deferred.refuse(Self.keyInUse)
    }
  }

  /// Runs some steps, and finishes their response or error.
  ///
  /// - Parameters:
  ///   - steps: nil for a request that waits for another one.
  func responding(to context: RequestContext, _ steps: () throws -> PipelineResponse?) -> Handling {
    do {
      guard let result = try steps() else { return awaiting(context) }
      return finish(result, context)
    } catch let error as AwaitingNews {
      return awaiting(error.wait, context)
    } catch let error as AwaitingRelease {
      return awaiting(error.held, context)
    } catch {
      return finish(refusal(of: error, context), context)
    }
  }

  /// Finalizes, records and encodes a response; one that a fault holds waits after the first of these steps.
  private func finish(_ result: PipelineResponse, _ context: RequestContext) -> Handling {
    var result = result
    finalize(&result, context)
    if let held = hold(context, at: .response, result.response) { return awaiting(held, result, context) }
    return .done(complete(result, context))
  }

  /// The same without a wait.
  func finishNow(_ result: PipelineResponse, _ context: RequestContext) -> Outcome {
    var result = result
    finalize(&result, context)
    return complete(result, context)
  }

  /// Records and encodes a finalized response.
  func complete(_ result: PipelineResponse, _ context: RequestContext) -> Outcome {
    var result = result
    record(&result.response, context)
    encode(&result.response, for: context)
    context.request.parsedBody.release()
    context.newsWait?.end()
    return result.outcome(context, delays)
  }

  /// The response for an error, in the shape of the API.
  func refusal(of error: any Error, _ context: RequestContext) -> PipelineResponse {
    let refusal = error as? ServerRefusal
    let problem = refusal?.problem ?? problem(for: error, context)
    return PipelineResponse(context.owner.render(problem, context.refusalContext), by: refusal == nil ? .api : .server)
  }

  /// Routes an admitted request to its endpoint.
  ///
  /// - Returns: nil for one that waits for another one.
  private func route(_ context: RequestContext) throws -> PipelineResponse? {
    try requireKnownMethod(context)
    switch context.resolution.match {
    case .target(let target, let parameters):
      try checkContract(context, target, parameters)
      try authorize(context, target)
      if let delay = target.endpoint.delay {
        context.awaited = try delay(call(context, target, parameters))
        if context.awaited != nil { return nil }
      }
      return try respondOnce(context, target, parameters)
    case .unmatched(let refusals):
      return PipelineResponse(RouteTable.union(refusals, context.refusalContext))
    case .shared, .notFound:
      throw unknownRoute(context)
    case .methodNotAllowed(let allowed):
      throw methodNotAllowed(context, allowed)
    case .failed(let error):
      throw error
    }
  }

  // MARK: - Steps before the response

  /// Gives an app's request its number, and has the journal know when it came. A call of the control plane is not
  /// counted, and a part of another request came with that one.
  func note(_ context: RequestContext) {
    guard !context.isNested, !context.isControl else { return }
    context.number = context.world.usage.begin()
    context.pending = context.world.journal.begin()
  }

  /// Decides whose request it is when several APIs have its path; what they say may need the world's database.
  func decideOwner(_ context: RequestContext) {
    guard case .shared(let targets, let parameters) = context.resolution.match else { return }
    let match = RouteTable.bestMatch(targets, parameters, context.request, context.world)
    context.resolution.match = match
    if let target = match.target { context.resolution.owner = target.owner }
  }

  /// Finds out who asks. Whether anybody may is decided by ``authorize(_:_:)``.
  private func authenticate(_ context: RequestContext) {
    guard let token = context.request.bearerToken else { return }
    if context.request.hasBareToken { reportBareToken(context) }
    do throws(Problem) {
      context.caller = .known(try context.world.accessTokens.verify(token, api: context.owner.name))
    } catch {
      context.caller = .refused(error)
    }
  }

  /// Reports that the token came without `Bearer`, which other servers would not accept.
  private func reportBareToken(_ context: RequestContext) {
    let message = "the token has no Bearer before it; it was accepted, write Authorization: Bearer <token>"
    context.pending?.add([JournalExchange.Deviation(location: "header/Authorization", message: message)])
    parts.logger.warning(
      "\(context.request.method.rawValue) \(context.request.target.rawPath.clipped(to: 200)): \(message)")
  }

  /// Counts the request: for the account when the token is valid, else for the address (CONTRACT §6.4). Not counted are
  /// `OPTIONS`, a handshake without a token, which would use up what signing in needs, and what stands for a socket, which
  /// asks again and again.
  private func count(_ context: RequestContext) {
    let world = context.world
    guard context.request.method != .options, !context.isHandshake || context.account != nil,
      context.target?.endpoint.isStandingForSocket != true,
      let limiter = world.limiter(of: context.owner.name)
    else { return }
    guard let decision = limiter.admit(context.limitedClient) else { return }
    let end = world.clock.now.advanced(byNanoseconds: decision.nanosecondsUntilReset + 999_999_999)
    context.limit = RequestContext.CountedLimit(decision: decision, resetSeconds: end.seconds)
  }

  /// Finds the faults that happen to the request, and counts each as having happened.
  private func planFaults(_ context: RequestContext) {
    guard context.number != nil else { return }
    context.faults = context.world.faults.plan(for: context.subject)
  }

  // MARK: - Steps that respond

  /// - Throws: ``ServerRefusal`` for a caller that is not let in. A part of another request came in with that one.
  private func admitCaller(_ context: RequestContext) throws(ServerRefusal) {
    guard !context.isNested else { return }
    do throws(Problem) {
      try callers.admit(context, context.settings.cors)
    } catch {
      throw ServerRefusal(error)
    }
  }

  /// The response to `OPTIONS`, which no fault gets to see, and no endpoint but one of that method; nil for any other.
  private func preflight(_ context: RequestContext) -> Response? {
    guard context.request.method == .options else { return nil }
    // An API may have an operation of this method; a browser's question before a request is not one for it.
    if context.resolution.match.target != nil, context.request.headers["Access-Control-Request-Method"] == nil {
      return nil
    }
    let allowed: [HTTPMethod] =
      if case .methodNotAllowed(let allowed) = context.resolution.match { allowed } else { [] }
    return context.settings.cors.preflight(context.request.headers, allowed: allowed)
  }

  /// The response of a fault; nil when none gives one.
  func faultResponse(_ context: RequestContext) throws(Problem) -> Response? {
    try context.faults?.respond(isHandshake: context.isHandshake)
  }

  /// - Throws: ``Problem`` of kind `rateLimited` with a true `Retry-After` (RFC 9110 §10.2.3).
  private func requireWithinLimit(_ context: RequestContext) throws(Problem) {
    guard let decision = context.limit?.decision, !decision.isAdmitted else { return }
    let seconds = decision.retryAfterSeconds
    let allowed = decision.limit == 1 ? "1 request" : "\(decision.limit) requests"
    throw Problem(
      .rateLimited, "more than \(allowed) in a minute; try again in \(seconds) s, or start with --rate-limit off",
      details: [Problem.Detail("limit", "\(decision.limit)"), Problem.Detail("retryAfter", "\(seconds)")],
      headers: ["Retry-After": "\(seconds)"])
  }

  /// Compares an app's request with the API's document. Calls of the control plane come from tests, not from the app.
  ///
  /// - Throws: ``Problem`` of kind `malformedRequest` for one that is refused.
  private func checkContract(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters
  ) throws(Problem) {
    guard let number = context.number, let contract = parts.contract else { return }
    context.checked = try contract.check(context, target, parameters, number: number)
  }

  /// - Throws: ``Problem`` of kind `unauthenticated` or `tokenExpired` when the endpoint needs a valid token.
  private func authorize(_ context: RequestContext, _ target: RouteTable.Target) throws {
    guard target.endpoint.access == .bearer else { return }
    switch context.caller {
    case .known(let principal):
      guard try principal.hasAccount(in: context.world.store, { try target.owner.hasAccount(principal.account, $0) })
      else { throw Problem(.unauthenticated, "the token's account is gone, by a reset perhaps; sign in again") }
    case .anonymous:
      throw Problem(.unauthenticated, "a bearer token is needed: Authorization: Bearer <token>")
    case .refused(let problem): throw problem
    }
  }

  /// Calls the endpoint.
  func handle(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters
  ) throws -> PipelineResponse {
    let call = call(context, target, parameters)
    switch target.endpoint.action {
    case .respond(let respond):
      // Its changes are published only while a client follows them.
      guard context.world.feed.isFollowed else { return PipelineResponse(try respond(call)) }
      let origin = ChangeContext(context.isControl ? .edit : .request, account: context.principal?.account)
      return PipelineResponse(try origin.during { try respond(call) })
    case .socket(let open):
      if let response = target.endpoint.instead?(call) { return PipelineResponse(response) }
      let accept = try WebSocketHandshake.accept(context.request)
      var upgrade = try open(call)
      upgrade.headers.append("Sec-WebSocket-Accept", accept)
      return PipelineResponse(upgrade)
    }
  }

  /// What the endpoint gets.
  private func call(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters
  ) -> Call {
    var request = context.request
    if request.method == .get, let faults = context.faults, faults.needsBody {
      for name in ["If-None-Match", "If-Modified-Since"] { request.headers[name] = nil }
    }
    var call = Call(
      request: request, parameters: parameters, world: context.world, principal: context.principal,
      verdict: context.checked, perform: performer(context, target.endpoint),
      resend: { [self] request throws(Problem) in try resend(request, in: context.world) })
    if context.mayWait { call.awaitNews = newsWaiter(context) }
    return call
  }

  /// What carries out further requests for an endpoint.
  private func performer(_ context: RequestContext, _ endpoint: Endpoint) -> @Sendable (Request) -> Response {
    guard endpoint.isSocket else { return { [self] in perform($0, within: context) } }
    // A socket performs requests long after its handshake, which is recorded by then and changes no more.
    let (world, settings) = (context.world, context.settings)
    return { [self] in perform($0, in: world, settings) }
  }

  /// Handles a request that is part of another one, in the same world.
  private func perform(_ part: Request, within whole: RequestContext) -> Response {
    whole.hasParts = true
    return perform(part, in: whole.world, whole.settings)
  }

  private func perform(_ part: Request, in world: World, _ settings: ResponseHeaderSettings) -> Response {
    var part = part
    let sentPath = part.target.rawPath
    let resolution = table.locate(&part)
    let context = RequestContext(
      part, in: world, resolution, settings, sentPath: sentPath,
      startedAt: SystemTime.monotonicNanoseconds(), isNested: true)
    switch handleNow(context) {
    case .respond(let response): return response
    case .upgrade:
      let problem = Problem(.malformedRequest, "a request within a request cannot switch protocols")
      return context.owner.render(problem, context.refusalContext)
    }
  }

  // MARK: - Refusals that no world sees

  package func refuse(
    _ problem: Problem, method: HTTPMethod, target: [UInt8], headers: HeaderFields
  ) -> Response {
    let (authority, path, query) = RequestTarget.parts(of: target)
    let rawPath = String(decoding: path, as: UTF8.self)
    let sent = RequestTarget(authority: authority, rawPath: rawPath, rawQuery: query)
    // A segment that cannot be read is left out, and what is left may be another path: the root, for instance.
    let isRead = (try? RequestTarget(target)) != nil
    let place = isRead ? sent : RequestTarget(authority: authority, rawPath: rawPath + "/-", rawQuery: query)
    return refusal(problem, method: method, sent, headers, owner: table.locate(method, place, headers).owner)
  }

  private func refusal(
    _ problem: Problem, method: HTTPMethod, _ target: RequestTarget, _ headers: HeaderFields, owner: RouteTable.Owner
  ) -> Response {
    let context = RefusalContext(path: target.rawPath, now: parts.worlds.main.clock.now)
    var response = owner.render(problem, context)
    addCommonHeaders(to: &response, for: headers, settings)
    parts.accessLog?.record(
      AccessLog.Record(
        method: method.rawValue, path: target.rawPath, status: response.status, microseconds: 0, api: owner.name,
        account: nil))
    return response
  }

  package func maximumBodyBytes(of method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Int? {
    guard let target = try? RequestTarget(target) else { return nil }
    return table.locate(method, WorldLocator.withoutPrefix(target), headers).match.target?.endpoint.maximumBodyBytes
  }

  package func dateHeader() -> String { parts.worlds.main.dateHeader.text }
}
