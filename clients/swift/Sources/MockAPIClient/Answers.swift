import Foundation

extension MockWorld {
  /// Changes what the app is answered: a patch of the response that the server gives, or another response.
  ///
  /// - Parameters:
  ///   - request: The requests: a method and a path such as `"GET /v1/lotes"`, or more conditions.
  ///   - patch: A JSON Merge Patch (an object) or a JSON Patch (an array) for the response's body.
  ///   - status: The status. Without `patch` and `body`, the response has the API's shape for it.
  ///   - body: A body in place of the server's.
  ///   - headers: Headers of the response.
  ///   - once: Whether it counts for the next request alone.
  ///   - times: For how many requests it counts.
  ///   - onCall: For which request it counts alone: 3 is the third one from now.
  ///   - undocumented: Whether the patched response may differ from the API's document.
  /// - Returns: The fault that does it; `faults.remove` takes it back.
  @discardableResult
  public func answer(
    _ request: FaultMatch, patch: JSONValue? = nil, status: Int? = nil, body: JSONValue? = nil,
    headers: [String: String]? = nil, once: Bool = false, times: Int? = nil, onCall: Int? = nil,
    undocumented: Bool? = nil
  ) async throws -> FaultRecord {
    guard [once, times != nil, onCall != nil].count(where: { $0 }) <= 1 else {
      throw MockAPIError.failed(operation: "answer", reason: "give one of once, times and onCall")
    }
    guard onCall.map({ $0 > 0 }) ?? true else {
      throw MockAPIError.failed(operation: "answer", reason: "onCall counts from 1")
    }
    let fault = try Fault.answering(
      "answer", patch: patch, status: status, body: body, headers: headers, undocumented: undocumented)
    return try await faults.add(
      fault, match: request, after: onCall.map { $0 - 1 }, times: once || onCall != nil ? 1 : times)
  }
}

extension Fault {
  /// What changes a response.
  ///
  /// - Throws: `MockAPIError.failed` of an operation for a patch with a body.
  static func answering(
    _ operation: String, patch: JSONValue?, status: Int?, body: JSONValue?, headers: [String: String]?,
    undocumented: Bool?
  ) throws -> Fault {
    guard let patch else { return .status(status ?? 200, body: body, headers: headers) }
    guard body == nil else {
      throw MockAPIError.failed(operation: operation, reason: "give a patch of the body or another body, not both")
    }
    return Fault(
      type: "patch",
      [
        "patch": patch, "status": status.map { .integer(Int64($0)) },
        "headers": headers.map { .object($0.mapValues { .string($0) }) }, "undocumented": undocumented.map { .bool($0) },
      ])
  }
}

extension FaultMatch: ExpressibleByStringLiteral {
  /// A method and a path, such as `"GET /v1/lotes"`, or one of them.
  public init(stringLiteral value: String) {
    let words = value.split(separator: " ", maxSplits: 1).map(String.init)
    let isMethod = words.first.map { word in word.allSatisfy { "A"..."Z" ~= $0 } } ?? false
    self.init(isMethod ? words.first : nil, isMethod ? words.dropFirst().first : value)
  }
}
