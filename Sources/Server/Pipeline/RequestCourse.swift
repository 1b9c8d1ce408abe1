import HTTPCore
import Store
import World

/// One request on its way through the pipeline, in its world.
struct RequestCourse {
  let pipeline: Pipeline
  let request: Request
  let world: World
  /// Real time in nanoseconds.
  let startedAt: Int64
  /// The path as the client sent it, with the prefix that names a world.
  let sentPath: String
  /// Whether the request is part of another one, which a client sent.
  let isNested: Bool
  /// Whether it is a call of the control plane: nothing happens to it, and the journal does not show it, since asking
  /// would change the answer.
  let isControl: Bool
  let resolution: RouteTable.Resolution
  let admission: Admission
  /// The faults that happen to it; nil for none.
  let faults: FaultPlan?
  /// The number of the app's request, from 1; nil for a call of the control plane and for a part of another request.
  let number: Int?
  /// What the journal needs to keep it; nil when it does not.
  let ticket: JournalTicket?

  init(
    _ pipeline: Pipeline, _ request: Request, _ world: World, startedAt: Int64, sentPath: String,
    isNested: Bool = false
  ) {
    var request = request
    resolution = pipeline.parts.table.resolve(&request, world: world)
    (self.pipeline, self.request, self.world) = (pipeline, request, world)
    (self.startedAt, self.sentPath, self.isNested) = (startedAt, sentPath, isNested)
    admission = Admission(request, api: resolution.owner.name, world: world, counts: request.method != .options)
    isControl = pipeline.parts.table.isControl(request.target.segments)
    let isWatched = !isNested && !isControl
    number = isWatched ? world.usage.begin() : nil
    ticket = isWatched ? world.journal.begin() : nil
    faults =
      isWatched
      ? world.faults.plan(for: Self.subject(request, resolution, account: try? admission.principal.get().account)) : nil
  }

  private static func subject(
    _ request: Request, _ resolution: RouteTable.Resolution, account: String?
  ) -> FaultSubject {
    FaultSubject(
      request: request, api: resolution.owner.name, operationID: resolution.match.target?.endpoint.operationID,
      account: account)
  }

  /// The request as faults and the list of sockets know it.
  var subject: FaultSubject { Self.subject(request, resolution, account: account) }

  /// Whose valid token came along.
  var account: String? { try? admission.principal.get().account }

  /// Goes all the way.
  func outcome() -> Outcome {
    let dress = pipeline.dress
    do throws(Problem) {
      try admit(dress.cors)
    } catch {
      // The server's own refusal, of which the API's document need not know.
      return finished(pipeline.dressed(resolution.owner.render(error, context), request.headers, dress))
    }
    guard request.method != .options else {
      let answer = dress.cors.preflight(request.headers, allowed: allowed)
      return finished(pipeline.dressed(answer, request.headers, dress))
    }
    do {
      if let answer = try faults?.answer(isHandshake: isSocket) {
        return finished(dressed(answer, dress))
      }
      try admission.requireFreeRequest()
      switch try dispatch() {
      case .respond(let response): return finished(dressed(response, dress))
      case .upgrade(let upgrade): return finished(upgrade)
      }
    } catch {
      return finished(dressed(resolution.owner.render(problem(for: error), context), dress))
    }
  }

  /// - Throws: ``Problem`` for a caller that is not let in. A request within another came in with that one.
  private func admit(_ cors: CORSPolicy) throws(Problem) {
    guard !isNested else { return }
    let knock = Doors.Knock(request: request, isControl: isControl, isSocket: isSocket)
    try request.method == .options
      ? pipeline.doors.admitPreflight(knock, cors) : pipeline.doors.admit(knock, cors)
  }

  private var isSocket: Bool { resolution.match.target?.endpoint.isSocket ?? false }

  /// Ends at once, with a refusal.
  func refused(_ problem: Problem) -> Outcome {
    finished(dressed(resolution.owner.render(self.problem(for: problem), context), pipeline.dress))
  }

  /// What refusals may say about the request.
  var context: RefusalContext { RefusalContext(path: request.target.rawPath, now: world.clock.now) }

  /// Adds to an answer what belongs to it beside its content.
  private func dressed(_ response: Response, _ dress: Pipeline.Dress) -> Response {
    var response = response
    admission.annotate(&response)
    dress.deprecation?.annotate(&response, segments: request.target.segments)
    if !request.basePath.isEmpty { keepWorld(in: &response) }
    response = pipeline.dressed(response, request.headers, dress)
    // What a fault answers is no answer of the document's.
    guard faults == nil, let contract = pipeline.parts.contract, let target = resolution.match.target else {
      return response
    }
    return contract.checked(response, to: request, target, world, number: number)
  }

  /// Has a `Location` that is a path stay below the prefix by which the request came (RFC 9110 §10.2.2).
  private func keepWorld(in response: inout Response) {
    guard let location = response.headers["Location"], location.hasPrefix("/") else { return }
    response.headers["Location"] = request.basePath + location
  }

  private var allowed: [HTTPMethod] {
    if case .methodNotAllowed(let allowed) = resolution.match { allowed } else { [] }
  }
}

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
