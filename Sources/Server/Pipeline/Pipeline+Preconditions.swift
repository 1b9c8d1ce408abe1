import HTTPCore
import World

/// What a client makes depend on what is there: changes of a record as it knows it.
extension Pipeline {
  /// Has the endpoint answer, if what the request's conditions say is true and stays so until the endpoint changes
  /// something: of two changes of one representation, the second finds another one (RFC 9110 §13.1.1).
  func handleConditionally(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters
  ) throws -> Answer {
    let headers = context.request.headers
    var answer: Answer
    if Self.changes(context), headers["If-Match"] != nil || headers["If-None-Match"] != nil {
      let holds = { [self] in
        try requireMatch(context)
        try requireNoMatch(context)
      }
      answer = try context.world.store.writing(onlyWhile: holds) { try handle(context, target, parameters) }
    } else {
      answer = try handle(context, target, parameters)
    }
    addTag(to: &answer.response, context)
    return answer
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
    try currentAnswer(context)?.headers["ETag"]
  }

  /// Makes sure that a change replaces nothing that the client does not want replaced (RFC 9110 §13.1.2). A POST makes
  /// something below its path, so that what a GET of the path shows says nothing of it.
  ///
  /// - Throws: ``ServerRefusal`` with status 412.
  private func requireNoMatch(_ context: RequestContext) throws {
    guard Self.changes(context), context.request.method != .post,
      let condition = context.request.headers["If-None-Match"], let current = try currentAnswer(context)
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

  /// Has the answer to a PUT show the tag of what is there now, by which the client can change it again. The change is
  /// made, so that nothing which fails here is a reason to refuse it.
  private func addTag(to response: inout Response, _ context: RequestContext) {
    guard context.request.method == .put, Self.changes(context), (200..<300).contains(response.status),
      response.headers["ETag"] == nil, let tag = try? currentTag(context)
    else { return }
    response.headers["ETag"] = tag
  }

  /// What a GET of the same path would answer this client; nil unless that is 200.
  private func currentAnswer(_ context: RequestContext) throws -> Response? {
    var request = context.request
    (request.method, request.body) = (.get, [])
    request.headers["If-None-Match"] = nil
    let resolution = table.locate(&request)
    guard case .target(let target, let parameters) = resolution.match, target.owner === context.owner,
      case .answer(let answer) = target.endpoint.action
    else { return nil }
    let call = Call(
      request: request, parameters: parameters, world: context.world, principal: context.principal,
      isAsDocumented: false, perform: { _ in Response(status: 501) })
    do {
      let response = try answer(call)
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
