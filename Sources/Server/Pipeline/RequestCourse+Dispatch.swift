import HTTPCore
import Store
import World

/// How a request gets to its endpoint, or why it does not.
extension RequestCourse {
  /// What the endpoint says.
  func dispatch() throws -> Outcome {
    switch resolution.match {
    case .notFound:
      throw unknownRoute()
    case .methodNotAllowed(let allowed):
      let list = allowed.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        .methodNotAllowed, "\(request.method.rawValue.clipped(to: 20)) is not allowed here; allowed are \(list)",
        headers: ["Allow": list])
    case .failed(let error):
      throw error
    case .unclaimed(let refusals):
      return .respond(SharedPath.union(refusals, context))
    case .target(let target, let parameters):
      // What a test asks of the control plane is none of the app's doing.
      if let number { try pipeline.parts.contract?.check(request, target, parameters, world, ticket, number: number) }
      return try call(target.endpoint, parameters)
    }
  }

  private func call(_ endpoint: Endpoint, _ parameters: PathParameters) throws -> Outcome {
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

  /// Carries out a request that is part of this one, in the same world.
  private func perform(_ part: Request) -> Response {
    let course = RequestCourse(
      pipeline, part, world, startedAt: SystemTime.monotonicNanoseconds(), sentPath: part.target.rawPath,
      isNested: true)
    switch course.outcome() {
    case .respond(let response): return response
    case .upgrade:
      let problem = Problem(.malformedRequest, "a request within a request cannot switch protocols")
      return pipeline.parts.table.owner(of: part.target.segments).render(problem, context)
    }
  }

  /// What to tell when the disk is full: nothing is wrong with the request, nor with what is stored.
  private func notStored(_ error: StoreError) -> Problem {
    pipeline.parts.logger.error(
      "not stored",
      metadata: [
        "method": "\(request.method)", "path": "\(request.target.rawPath)", "world": "\(world.id)", "error": "\(error)",
      ])
    return Problem(
      .insufficientStorage,
      "nothing was changed: the database cannot be written (\(error)); make room on the disk of --data-dir, or of the"
        + " temporary files")
  }

  private func unknownRoute() -> Problem {
    let nearest = RouteSuggestions.nearest(
      to: request.target.segments, method: request.method, among: resolution.routes.all)
    let what = "\(request.method.rawValue.clipped(to: 20)) \(request.target.rawPath.clipped(to: 100))"
    var details: [Problem.Detail] = []
    if !nearest.isEmpty {
      details.append(Problem.Detail("suggestion", "did you mean \(nearest.joined(separator: " or "))?"))
    }
    return Problem(.unknownRoute, "there is no route \(what)", details: details)
  }

  /// What to tell the client about an error; one that is a fault of ours goes to the log, under an id that the
  /// client is told.
  func problem(for error: any Error) -> Problem {
    let known = error as? Problem
    // What a fault asks for is no fault of ours.
    if let known, known.kind != .internalError || known.forcedStatus != nil { return known }
    if let error = error as? StoreError, error.kind == .notStored { return notStored(error) }
    if let refusal = error as? StoreError, refusal.kind == .constraint {
      // The APIs check what they write; what remains are rows that a test edited, which leave no place for it.
      pipeline.parts.logger.warning(
        "conflict",
        metadata: ["method": "\(request.method)", "path": "\(request.target.rawPath)", "error": "\(refusal)"])
      return Problem(
        .conflict, "the rows that are there don't allow it: \(refusal.description.clipped(to: 300))", field: "table")
    }
    let id = Hex.encode(world.random.bytes(8))
    world.usage.report(
      UsageLedger.Finding(
        kind: .serverError, api: "", operation: "\(request.method) \(request.target.rawPath.clipped(to: 200))",
        location: "", message: "\(error)".clipped(to: 200)), request: number)
    pipeline.parts.logger.error(
      "failure",
      metadata: [
        "method": "\(request.method)", "path": "\(request.target.rawPath)", "error": "\(error)", "errorId": "\(id)",
      ])
    return Problem(
      .internalError, known?.message ?? "this server failed; its log says why",
      details: [Problem.Detail("errorId", id)])
  }
}
