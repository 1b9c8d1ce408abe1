import HTTPCore
import World

/// Conditional requests: a client changes a record only if it is as the client knows it.
extension Pipeline {
  /// Calls the endpoint if the request's conditions hold and stay so until the endpoint writes: of two changes of one
  /// representation, the second finds another one (RFC 9110 §13.1.1).
  func handleConditionally(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters
  ) throws -> PipelineResponse {
    let headers = context.request.headers
    var result: PipelineResponse
    if Self.changes(context), headers["If-Match"] != nil || headers["If-None-Match"] != nil {
      let holds = { [self] in
        try requireMatch(context)
        try requireNoMatch(context)
      }
      result = try context.world.store.writing(onlyWhile: holds) { try handle(context, target, parameters) }
    } else {
      result = try handle(context, target, parameters)
    }
    addTag(to: &result.response, context)
    return result
  }

  /// Makes sure that a change is made to the representation that the client knows (RFC 9110 §13.1.1, CONTRACT G17).
  /// Where there is none, or none with an entity tag, the endpoint says what there is to say.
  ///
  /// - Throws: ``ServerRefusal`` with status 412.
  private func requireMatch(_ context: RequestContext) throws {
    guard let condition = context.request.headers["If-Match"],
      let tag = try currentTag(context)
    else { return }
    guard !EntityTag.isNamed(tag, in: condition, comparison: .strong) else { return }
    throw Self.refusal(
      "the record has changed since it was read: If-Match must name \(tag)", "If-Match", condition, current: tag)
  }

  /// The entity tag that a GET of the same path would show this client; nil for none.
  private func currentTag(_ context: RequestContext) throws -> String? {
    try currentResponse(context)?.headers["ETag"]
  }

  /// Makes sure that a change replaces nothing that the client does not want replaced (RFC 9110 §13.1.2). A POST makes
  /// something below its path, so that what a GET of the path shows says nothing of it.
  ///
  /// - Throws: ``ServerRefusal`` with status 412.
  private func requireNoMatch(_ context: RequestContext) throws {
    guard Self.changes(context), context.request.method != .post,
      let condition = context.request.headers["If-None-Match"], let current = try currentResponse(context)
    else { return }
    let tag = current.headers["ETag"]
    guard EntityTag.isNamed(tag, in: condition, comparison: .weak) else { return }
    throw Self.refusal(
      "there is a record already, and If-None-Match says that there must be none", "If-None-Match", condition,
      current: tag)
  }

  private static func refusal(_ message: String, _ field: String, _ value: String, current: String?) -> ServerRefusal {
    ServerRefusal(
      Problem(
        forcing: 412, message,
        details: [Problem.Detail("field", field), Problem.Detail("value", value.clipped(to: 100))],
        headers: current.map { ["ETag": $0] } ?? [:]))
  }

  /// Adds the present entity tag to the response to a PUT, so that the client can change the record again. The change is
  /// made, so a failure here is no reason to refuse it.
  private func addTag(to response: inout Response, _ context: RequestContext) {
    guard context.request.method == .put, Self.changes(context), (200..<300).contains(response.status),
      response.headers["ETag"] == nil, let tag = try? currentTag(context)
    else { return }
    response.headers["ETag"] = tag
  }

  /// The response to a GET of the same path for this client; nil unless its status is 200.
  private func currentResponse(_ context: RequestContext) throws -> Response? {
    var request = context.request
    (request.method, request.body) = (.get, [])
    request.headers["If-None-Match"] = nil
    let resolution = table.locate(&request)
    guard case .target(let target, let parameters) = resolution.match, target.owner === context.owner,
      case .respond(let respond) = target.endpoint.action
    else { return nil }
    let call = Call(
      request: request, parameters: parameters, world: context.world, principal: context.principal,
      perform: { _ in Response(status: 501) })
    do {
      let response = try respond(call)
      return response.status == 200 ? response : nil
    } catch is Problem {
      return nil
    }
  }

  /// Whether it is a request of an app that changes something.
  static func changes(_ context: RequestContext) -> Bool {
    guard !context.isControl else { return false }
    switch context.request.method {
    case .post, .put, .patch, .delete: return true
    default: return false
    }
  }
}
