import HTTPCore
import Logging
import World

/// The way of every request: whose it is, who asks, whether it may pass, what its endpoint says, and how that
/// is dressed and logged.
package struct Pipeline: RequestHandler {
  private let table: RouteTable
  private let world: World
  private let cors: CORSPolicy
  private let deprecation: Deprecation?
  private let accessLog: AccessLog?
  private let contract: ContractGuard?
  private let logger: Logger

  /// A pipeline over a route table and the world that requests belong to.
  ///
  /// - Parameters:
  ///   - accessLog: Where each request is recorded; nil for nowhere.
  ///   - contract: What holds requests against the API documents; nil for nothing.
  package init(
    table: RouteTable, world: World, cors: CORSPolicy, deprecation: Deprecation?, accessLog: AccessLog?,
    contract: ContractGuard?, logger: Logger
  ) {
    self.table = table
    self.world = world
    self.cors = cors
    self.deprecation = deprecation
    self.accessLog = accessLog
    self.contract = contract
    self.logger = logger
  }

  package func handle(_ request: Request) -> Outcome {
    let started = SystemTime.monotonicNanoseconds()
    let host = request.target.authority ?? request.headers["Host"]
    let resolution = table.resolve(
      request.method, request.target.segments, host: host,
      claimant: SharedPath.Claimant(request: request, world: world))
    let name = resolution.owner.name
    if request.method == .options {
      let response = dress(cors.preflight(request.headers, allowed: allowed(resolution.match)), request.headers)
      record(request, status: response.status, since: started, resolution, account: nil)
      return .respond(response)
    }
    let admission = Admission(request, api: name, world: world)
    let account = (try? admission.principal.get())?.account
    var outcome: Outcome
    do {
      try admission.requireFreeRequest()
      outcome = try dispatch(request, resolution, admission)
    } catch {
      outcome = .respond(resolution.owner.render(problem(for: error, request), context(request)))
    }
    if case .respond(var response) = outcome {
      admission.annotate(&response)
      deprecation?.annotate(&response, segments: request.target.segments)
      response = dress(response, request.headers)
      if let target = resolution.match.target {
        response = contract?.checked(response, to: request, target, world) ?? response
      }
      outcome = .respond(response)
    }
    record(request, status: outcome.status, since: started, resolution, account: account)
    return outcome
  }

  package func refuse(
    _ problem: Problem, method: HTTPMethod, target: [UInt8], headers: HeaderFields
  ) -> Response {
    let (authority, path, _) = RequestTarget.parts(of: target)
    let segments = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    let owner = table.resolve(method, segments, host: authority ?? headers["Host"], claimant: nil).owner
    let text = String(decoding: path, as: UTF8.self)
    let response = dress(owner.render(problem, RefusalContext(path: text, now: world.clock.now)), headers)
    accessLog?.record(
      AccessLog.Entry(
        method: method.rawValue, path: text, status: response.status,
        microseconds: 0, api: owner.name, account: nil))
    return response
  }

  package func dateHeader() -> String { world.dateHeader.text }

  private func dispatch(
    _ request: Request, _ resolution: RouteTable.Resolution, _ admission: Admission
  ) throws -> Outcome {
    switch resolution.match {
    case .notFound:
      throw unknownRoute(request, resolution)
    case .methodNotAllowed(let allowed):
      let list = allowed.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        .methodNotAllowed, "\(request.method.rawValue.clipped(to: 20)) is not allowed here; allowed are \(list)",
        headers: ["Allow": list])
    case .failed(let error):
      throw error
    case .unclaimed(let refusals):
      return .respond(SharedPath.union(refusals, context(request)))
    case .target(let target, let parameters):
      let endpoint = target.endpoint
      try contract?.check(request, target, parameters, world)
      let principal: Principal?
      switch endpoint.access {
      case .open: principal = try? admission.principal.get()
      case .bearer: principal = try admission.principal.get()
      }
      let call = Call(
        request: request, parameters: parameters, world: world, principal: principal, perform: { perform($0) })
      switch endpoint.action {
      case .answer(let answer): return .respond(try answer(call))
      case .socket(let open):
        let accept = try WebSocketHandshake.accept(request)
        var upgrade = try open(call)
        upgrade.headers.append("Sec-WebSocket-Accept", accept)
        return .upgrade(upgrade)
      }
    }
  }

  /// Carries out a request that is part of another one.
  private func perform(_ request: Request) -> Response {
    switch handle(request) {
    case .respond(let response): return response
    case .upgrade:
      let problem = Problem(.malformedRequest, "a request within a request cannot switch protocols")
      return table.owner(of: request.target.segments).render(problem, context(request))
    }
  }

  private func unknownRoute(_ request: Request, _ resolution: RouteTable.Resolution) -> Problem {
    let nearest = RouteSuggestions.nearest(
      to: request.target.segments, method: request.method, among: resolution.routes.all)
    let what = "\(request.method.rawValue.clipped(to: 20)) \(request.target.rawPath.clipped(to: 100))"
    var details: [Problem.Detail] = []
    if !nearest.isEmpty {
      details.append(Problem.Detail("suggestion", "did you mean \(nearest.joined(separator: " or "))?"))
    }
    return Problem(.unknownRoute, "there is no route \(what)", details: details)
  }

  private func record(
    _ request: Request, status: Int, since started: Int64, _ resolution: RouteTable.Resolution, account: String?
  ) {
    let microseconds = (SystemTime.monotonicNanoseconds() - started) / 1000
    let (method, path, api) = (request.method.rawValue, request.target.rawPath, resolution.owner.name)
    let operation = resolution.match.target.map { UsageLedger.OperationKey(api, $0.endpoint.operationID) }
    if case .notFound = resolution.match, request.method != .options {
      let nearest = RouteSuggestions.nearest(
        to: request.target.segments, method: request.method, among: resolution.routes.all, limit: 1)
      let message = "there is no such route" + (nearest.first.map { "; did you mean \($0)?" } ?? "")
      world.usage.report(
        UsageLedger.Finding(
          kind: .unknownRoute, api: api, operation: "\(method.clipped(to: 20)) \(path.clipped(to: 200))", location: "",
          message: message))
    }
    world.usage.record(
      UsageLedger.Call(method, path, status: status, microseconds: microseconds), operation: operation)
    accessLog?.record(
      AccessLog.Entry(
        method: method, path: path, status: status, microseconds: microseconds, api: api, account: account))
  }

  /// What to tell the client about an error; one that is a fault of ours goes to the log, under an id that the
  /// client is told.
  private func problem(for error: any Error, _ request: Request) -> Problem {
    let known = error as? Problem
    if let known, known.kind != .internalError { return known }
    let id = Hex.encode(world.random.bytes(8))
    world.usage.report(
      UsageLedger.Finding(
        kind: .serverError, api: "", operation: "\(request.method) \(request.target.rawPath.clipped(to: 200))",
        location: "", message: "\(error)".clipped(to: 200)))
    logger.error(
      "failure",
      metadata: [
        "method": "\(request.method)", "path": "\(request.target.rawPath)", "error": "\(error)", "errorId": "\(id)",
      ])
    return Problem(
      .internalError, known?.message ?? "this server failed; its log says why",
      details: [Problem.Detail("errorId", id)])
  }

  private func context(_ request: Request) -> RefusalContext {
    RefusalContext(path: request.target.rawPath, now: world.clock.now)
  }

  /// Adds what every answer carries: the bearer challenge of a 401 (RFC 6750 §3, CONTRACT G9) and CORS.
  private func dress(_ response: Response, _ requestHeaders: HeaderFields) -> Response {
    var response = response
    if response.status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
    cors.apply(to: &response, for: requestHeaders)
    return response
  }

  private func allowed(_ match: RouteTable.Match) -> [HTTPMethod] {
    if case .methodNotAllowed(let allowed) = match { allowed } else { [] }
  }
}

extension Outcome {
  /// The status code that the client will see.
  fileprivate var status: Int {
    switch self {
    case .respond(let response): response.status
    case .upgrade: 101
    }
  }
}
