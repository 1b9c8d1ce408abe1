import HTTPCore
import JSON
import World

/// One request of the journal: why it matched its operation, and a replay.
package enum ExplanationEndpoints {
  /// An operation of an API, to compare requests with.
  package struct Operation: Sendable {
    let api: String
    let operationID: String
    let method: HTTPMethod
    let pattern: PathPattern

    /// Creates an operation of an API.
    package init(api: String, _ endpoint: Endpoint) {
      (self.api, operationID, method, pattern) = (api, endpoint.operationID, endpoint.method, endpoint.pattern)
    }
  }

  private static let path = "/_mock/requests/{id}"
  /// The most operations and faults that are compared in a response.
  private static let maximumOperations = 5
  private static let maximumFaults = 20
  /// Longer paths are compared only up to this many segments.
  private static let maximumSegments = 32

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - operations: The operations of all served APIs; asked for when a request is explained.
  package static func all(_ operations: @escaping @Sendable () -> [Operation]) -> [Endpoint] {
    [
      Endpoint(.get, "\(path)/explanation", "explainRequest", .open) { call in
        let entry = try JournalRequest.entry(call)
        return explanation(try exchange(entry), at: entry.time, operations(), call.world)
      }.slow(usesDatabase: false),
      Endpoint(.post, "\(path)/replay", "replayRequest", .open, answer: replay).slow(),
    ]
  }

  private static func exchange(_ entry: JournalEntry) throws(Problem) -> JournalExchange {
    guard case .exchange(let exchange) = entry.content else {
      throw Problem(.conflict, "entry \(entry.sequence) is a frame; only requests can be explained", field: "id")
    }
    return exchange
  }

  // MARK: Explanations

  private static func explanation(
    _ exchange: JournalExchange, at time: Timestamp, _ operations: [Operation], _ world: World
  ) -> Response {
    let request = exchange.request
    let nearest = nearest(exchange, operations)
    let matched = exchange.details.operationID
    let subject = FaultSubject(
      request: request, api: exchange.details.api, operationID: matched, account: exchange.details.account)
    let faults = world.faults.contents.suffix(maximumFaults).reversed()
    return .json([
      "matched": .bool(matched != nil), "reason": .string(reason(exchange, nearest.first?.1 ?? [])),
      "operations": .array(
        nearest.map { operation, comparisons in
          [
            "api": .string(operation.api), "operationId": .string(operation.operationID),
            "method": .string(operation.method.rawValue), "path": .string("\(operation.pattern)"),
            "members": members(comparisons),
          ]
        }),
      "faults": .array(
        faults.map { fault in
          [
            "id": .string(fault.id), "type": .string(type(of: fault.definition.fault).name),
            "members": members(comparisons(exchange, subject, at: time, with: fault, world)),
          ]
        }),
    ])
  }

  /// The operation that handled the request, then the nearest ones of the path's API, then those of others.
  private static func nearest(
    _ exchange: JournalExchange, _ operations: [Operation]
  ) -> [(Operation, [FaultMatch.Comparison])] {
    let details = exchange.details
    let ranked = operations.map { operation in
      let comparisons = comparisons(exchange.request, with: operation)
      let isOther = operation.api != details.api
      let isUnmatched = isOther || operation.operationID != details.operationID
      return (operation, comparisons, rank: (isUnmatched ? 1 : 0, isOther ? 1 : 0, cost(comparisons)))
    }
    return ranked.sorted { $0.rank < $1.rank }.prefix(maximumOperations).map { ($0.0, $0.1) }
  }

  /// The conditions of a fault and, when all are fulfilled and it was not triggered, the reason.
  private static func comparisons(
    _ exchange: JournalExchange, _ subject: FaultSubject, at time: Timestamp, with fault: FaultRecord, _ world: World
  ) -> [FaultMatch.Comparison] {
    let conditions = fault.definition.match.comparisons(subject)
    let happened = exchange.details.faults.contains { $0.id == fault.id }
    guard !happened, conditions.allSatisfy(\.holds) else { return conditions }
    return conditions + [fault.exclusion(ofRequestAt: time, now: world.clock.now)]
  }

  private static func reason(_ exchange: JournalExchange, _ nearest: [FaultMatch.Comparison]) -> String {
    if let operation = exchange.details.operationID {
      let count = exchange.deviations.count
      let verdict =
        count == 0 ? "it is as documented" : "it deviates from the document in \(count) place\(count == 1 ? "" : "s")"
      return "it is the operation \(operation) of \(exchange.details.api), and \(verdict)"
    }
    guard let wrong = nearest.first(where: { !$0.holds }) else { return "no API has this path" }
    return "no API has this route; in the nearest one the \(wrong.name) is \(wrong.expected), not \(wrong.actual)"
  }

  private static func members(_ comparisons: [FaultMatch.Comparison]) -> JSONValue {
    .array(
      comparisons.map { comparison in
        [
          "name": .string(comparison.name), "expected": .string(comparison.expected),
          "actual": .string(comparison.actual), "matches": .bool(comparison.holds),
        ]
      })
  }

  /// The method and each segment of the path.
  private static func comparisons(_ request: Request, with operation: Operation) -> [FaultMatch.Comparison] {
    let sent = request.target.segments.prefix(maximumSegments).map { $0.clipped(to: 100) }
    let documented = operation.pattern.segments
    let method = FaultMatch.Comparison(
      "method", expected: operation.method.rawValue, actual: request.method.rawValue.clipped(to: 40),
      holds: operation.method == request.method.routed)
    let segments = (0..<max(sent.count, documented.count)).map { index in
      let expected = index < documented.count ? documented[index] : nil
      let actual = index < sent.count ? sent[index] : nil
      return FaultMatch.Comparison(
        "path segment \(index + 1)", expected: expected.map(text) ?? "none", actual: actual ?? "none",
        holds: expected.map { segment in actual.map { holds(segment, $0) } ?? false } ?? false)
    }
    return [method] + segments
  }

  private static func text(_ segment: PathPattern.Segment) -> String {
    switch segment {
    case .literal(let text): text
    case .parameter(let name): "{\(name)}"
    case .template(let template): "\(template)"
    }
  }

  private static func holds(_ segment: PathPattern.Segment, _ text: String) -> Bool {
    switch segment {
    case .literal(let literal): literal == text
    case .parameter: true
    case .template(let template): template.values(in: text) != nil
    }
  }

  /// Differences are weighted by their size; a missing or additional segment counts like a completely different one.
  private static func cost(_ comparisons: [FaultMatch.Comparison]) -> Int {
    comparisons.reduce(0) { sum, comparison in
      guard !comparison.holds else { return sum }
      if comparison.name == "method" { return sum + 3 }
      let limit = 8
      let distance = EditDistance.between(comparison.expected, comparison.actual, limit: limit) ?? limit
      return sum + 2 + distance
    }
  }

  // MARK: Replays

  private static func replay(_ call: Call) throws -> Response {
    let exchange = try exchange(try JournalRequest.entry(call))
    let body = try call.request.body.isEmpty ? nil : ControlBody(call.request, known: ["headers", "body"])
    var request = exchange.request
    if let content = body?.value("body") {
      request.body = content.string.map { Array($0.utf8) } ?? JSONWriter.serialize(content, sortedKeys: false)
      request.headers["Content-Length"] = nil
      request.headers.append("Content-Length", "\(request.body.count)")
    } else if request.body.count < exchange.requestBytes {
      throw Problem(
        .conflict,
        "the journal kept \(request.body.count) of \(exchange.requestBytes) bytes of the body; send body, too",
        field: "body")
    }
    for member in try body?.object("headers")?.members ?? [] {
      request.headers[member.key] = nil
      guard !member.value.isNull else { continue }
      guard let value = member.value.string, FieldSyntax.isName(member.key), FieldSyntax.isValue(value) else {
        throw Problem(
          .validation, "the header \(member.key.clipped(to: 60)) must be a text without line ends, or null",
          field: "headers")
      }
      request.headers.append(member.key, value)
    }
    let outcome = try call.resend(request)
    var result: JSONObject = ["status": outcome.status.map { .number(JSONNumber($0)) } ?? .null]
    if let entry = outcome.entry { result["id"] = .number(JSONNumber(entry)) }
    return .json(.object(result))
  }
}
