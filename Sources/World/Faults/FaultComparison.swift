import HTTPCore
import JSON

extension FaultMatch {
  /// One condition, and how a request or socket compares with it. Secrets are omitted.
  package struct Comparison: Sendable, Equatable {
    /// Such as `path`, or `header X-Client`.
    package let name: String
    package let expected: String
    package let actual: String
    package let holds: Bool

    /// Creates a comparison.
    package init(_ name: String, expected: String, actual: String, holds: Bool) {
      (self.name, self.expected, self.actual, self.holds) = (name, expected, actual, holds)
    }
  }

  /// Every condition, compared with a request or socket.
  package func comparisons(_ subject: FaultSubject) -> [Comparison] {
    let request = subject.request
    var found: [Comparison] = []
    func add(_ name: String, _ expected: String?, _ actual: String?, holds: Bool? = nil) {
      guard let expected else { return }
      found.append(
        Comparison(name, expected: expected, actual: actual ?? "none", holds: holds ?? (expected == actual)))
    }
    add("api", api, subject.api)
    add("method", method, request.method.rawValue)
    add("path", path?.description, request.target.rawPath, holds: path?.matches(request.target))
    add("operationId", operationID, subject.operationID)
    add(
      "account", account, subject.account ?? subject.email,
      holds: account == subject.account || account == subject.email)
    add("device", device, device.map { _ in Device(request).id })
    add("socket", socket.map { "\($0)" }, subject.socket.map { "\($0)" })
    let parameters = try? request.query()
    for (name, rule) in query {
      let values = parameters?.values(name) ?? []
      found.append(rule.comparison("query \(name)", values, isSecret: Redaction.isSecretParameter(name)))
    }
    for (name, rule) in headers {
      let values = request.headers.values(name)
      found.append(rule.comparison("header \(name)", values, isSecret: Redaction.isSecretHeader(name)))
    }
    let content = body.isEmpty ? nil : request.bodyMembers
    for (place, value) in body {
      let actual = content?[place]
      let isSecret = place.tokens.contains(where: Redaction.isSecret)
      found.append(
        Comparison(
          "body /\(place.tokens.joined(separator: "/"))", expected: Self.text(value, isSecret),
          actual: actual.map { Self.text($0, isSecret) } ?? "none", holds: actual == value))
    }
    return found
  }

  private static func text(_ value: JSONValue, _ isSecret: Bool) -> String {
    isSecret ? Redaction.mark : String(decoding: JSONWriter.serialize(value), as: UTF8.self).clipped(to: 200)
  }
}

extension FaultRecord {
  /// Why the fault was not triggered by a request that fulfils its conditions.
  ///
  /// - Parameters:
  ///   - time: When the request arrived, by the world's clock.
  ///   - now: The world's time now.
  package func exclusion(ofRequestAt time: Timestamp, now: Timestamp) -> FaultMatch.Comparison {
    let addedAt = now.nanoseconds.saturatingSubtract(ageNanoseconds)
    let age = time.nanoseconds.saturatingSubtract(addedAt)
    var counts: [String] = []
    if definition.after > 0 { counts.append("after: \(definition.after)") }
    if let times = definition.times { counts.append("times: \(times)") }
    if definition.probability < 1 { counts.append("probability: \(definition.probability)") }
    let reason =
      if age < 0 {
        "it was added after the request"
      } else if let window = definition.window, !window.isOpen(at: age) {
        "the request came \(age / 1_000_000_000) s after the fault was added, when it was not active"
      } else if !counts.isEmpty {
        "excluded by \(counts.joined(separator: ", "))"
      } else {
        "another fault came first, or it had nothing to change"
      }
    return FaultMatch.Comparison("happened", expected: "yes", actual: "no: \(reason)", holds: false)
  }
}

extension FaultMatch.TextRule {
  fileprivate func comparison(_ name: String, _ values: [String], isSecret: Bool) -> FaultMatch.Comparison {
    let expected =
      switch self {
      case .value(let value): isSecret ? Redaction.mark : value
      case .present: "any"
      case .absent: "none"
      }
    let actual = values.isEmpty ? "none" : isSecret ? Redaction.mark : values.joined(separator: ", ")
    return FaultMatch.Comparison(
      name, expected: expected.clipped(to: 200), actual: actual.clipped(to: 200), holds: holds(for: values))
  }
}
