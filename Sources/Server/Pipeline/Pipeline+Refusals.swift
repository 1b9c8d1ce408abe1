import HTTPCore
import Store
import World

/// The errors that clients receive.
extension Pipeline {
  func unknownRoute(_ context: RequestContext) -> Problem {
    let request = context.request
    let what = "\(request.method.rawValue.clipped(to: 20)) \(request.target.rawPath.clipped(to: 100))"
    let nearest = context.nearestRoutes.joined(separator: " or ")
    let details = nearest.isEmpty ? [] : [Problem.Detail("suggestion", "did you mean \(nearest)?")]
    return Problem(.unknownRoute, "there is no route \(what)", details: details)
  }

  /// A method that no route has and that is not standard (``HTTPMethod/isStandard``) is one that the server does not know
  /// (RFC 9110 §15.6.2); others are only not allowed somewhere.
  ///
  /// - Throws: ``Problem`` of kind `notImplemented`.
  func requireKnownMethod(_ context: RequestContext) throws(Problem) {
    let method = context.request.method
    guard context.target == nil, !method.isStandard, !table.methods.contains(method) else { return }
    let known = Set(table.methods + HTTPMethod.served).map(\.rawValue).sorted().joined(separator: ", ")
    throw Problem(
      .notImplemented, "the method \(method.rawValue.clipped(to: 20)) is not known here; known are \(known)")
  }

  func methodNotAllowed(_ context: RequestContext, _ allowed: [HTTPMethod]) -> Problem {
    let list = allowed.map(\.rawValue).joined(separator: ", ")
    return Problem(
      .methodNotAllowed, "\(context.request.method.rawValue.clipped(to: 20)) is not allowed here; allowed are \(list)",
      headers: ["Allow": list])
  }

  /// The problem that the client receives for an error. A failure of the server goes to the log, under an id that the
  /// response has, too.
  func problem(for error: any Error, _ context: RequestContext) -> Problem {
    let known = error as? Problem
    // What a fault asks for is no failure of the server.
    if let known, known.kind != .internalError || known.forcedStatus != nil { return known }
    if let error = error as? StoreError {
      switch error.kind {
      case .notStored: return notStored(error, context)
      case .constraint: return conflict(error, context)
      case .inUse, .damaged, .other: break
      }
    }
    let id = Hex.encode(context.world.random.bytes(8))
    report(.serverError, "\(error)".clipped(to: 200), context)
    parts.logger.error(
      "failure",
      metadata: [
        "method": "\(context.request.method)", "path": "\(context.request.target.rawPath)", "error": "\(error)",
        "errorId": "\(id)",
      ])
    return Problem(
      .internalError, known?.message ?? "this server failed; its log says why",
      details: [Problem.Detail("errorId", id)])
  }

  /// The problem for a full disk: the request and the stored data are correct.
  private func notStored(_ error: StoreError, _ context: RequestContext) -> Problem {
    parts.logger.error(
      "not stored",
      metadata: [
        "method": "\(context.request.method)", "path": "\(context.request.target.rawPath)",
        "world": "\(context.world.id)", "error": "\(error)",
      ])
    return Problem(
      .insufficientStorage,
      "nothing was changed: the database cannot be written (\(error)); make room on the disk of --data-dir, or of the"
        + " temporary files")
  }

  /// The problem for rows that do not allow a change. The APIs check what they write; what remains are rows that a test
  /// edited, which leave no place for it.
  private func conflict(_ error: StoreError, _ context: RequestContext) -> Problem {
    parts.logger.warning(
      "conflict",
      metadata: [
        "method": "\(context.request.method)", "path": "\(context.request.target.rawPath)", "error": "\(error)",
      ])
    return Problem(
      .conflict, "the rows that are there don't allow it: \(error.description.clipped(to: 300))", field: "table")
  }
}

/// The refusals of paths that belong to no API.
enum ServerErrors {
  static func render(_ problem: Problem) -> Response {
    ErrorEnvelope.render(problem, code: code(for: problem.kind))
  }

  /// `unknownRoute` becomes `UNKNOWN_ROUTE`.
  private static func code(for kind: Problem.Kind) -> String {
    kind.rawValue.reduce(into: "") { text, character in
      if character.isUppercase { text.append("_") }
      text.append(contentsOf: character.uppercased())
    }
  }
}
