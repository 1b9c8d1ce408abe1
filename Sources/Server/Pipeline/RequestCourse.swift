import HTTPCore
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
