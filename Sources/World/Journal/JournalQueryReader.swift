import HTTPCore
import JSON

/// Parses queries of the journal, from URL parameters or from a JSON object; the names are the same.
package struct JournalQueryReader {
  /// The kind of entry if the query does not specify one.
  package enum DefaultKind: Sendable {
    case exchange
    case any
  }

  /// The frames if the query specifies neither `delivered` nor `ending`.
  package enum DefaultFrames: Sendable {
    case all
    /// Those that arrived.
    case delivered
  }

  /// Every allowed name.
  package static let names = [
    "path", "method", "status", "api", "operationId", "account", "remoteAddress", "device", "header", "query", "body",
    "bodyContains", "since", "until", "kind", "socket", "direction", "fault", "hasDeviations", "ending",
    "delivered",
  ]

  /// The most criteria of one query.
  package static let maximumCriteria = 64
  /// The most names of one object.
  private static let maximumNames = 16
  /// The longest text to search for, in characters.
  package static let maximumLength = 2000

  private var criteria: [JournalCriterion] = []
  private var saysKind = false
  /// Whether the query has `delivered`.
  private var saysDelivered = false

  private init() {}

  /// Parses URL parameters: `path=/v1/**&status=4xx&header=X-Foo:bar`. A header or parameter without a colon only has
  /// to be present.
  ///
  /// - Parameters:
  ///   - others: Names that the caller reads itself.
  /// - Throws: ``Problem`` of kind `invalidParameter` for an unknown name or an invalid value.
  package static func read(
    _ parameters: QueryParameters, besides others: [String], kind: DefaultKind, frames: DefaultFrames = .all
  ) throws(Problem) -> JournalQuery {
    var reader = JournalQueryReader()
    for parameter in parameters.parameters where !others.contains(parameter.name) {
      try requireKnown(parameter.name, among: names.filter { $0 != "body" } + others, what: "query parameter")
      // A plus sign before a zone's offset has been decoded to a space.
      let text = ["since", "until"].contains(parameter.name) ? parameters.dateText(parameter.name) : nil
      try reader.add(parameter.name, .string(text ?? parameter.value))
    }
    return try reader.finished(kind, frames)
  }

  /// Parses a `match` object: `{"path":"/v1/**","status":404,"header":{"X-Foo":"bar"},"body":{"email":"a@b.co"}}`. The
  /// value `true` for a header or parameter means that it is present, `false` that it is absent.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for an unknown name or an invalid value.
  package static func read(
    _ object: JSONObject, kind: DefaultKind, frames: DefaultFrames = .all
  ) throws(Problem) -> JournalQuery {
    var reader = JournalQueryReader()
    for member in object.members {
      try requireKnown(member.key, among: names, what: "member of \"match\"")
      try reader.add(member.key, member.value)
    }
    return try reader.finished(kind, frames)
  }

  /// - Throws: ``Problem`` of kind `invalidParameter` that names the nearest name for an unknown one.
  package static func requireKnown(_ name: String, among known: [String], what: String) throws(Problem) {
    guard !known.contains(name) else { return }
    let shown = name.clipped(to: 60)
    let nearest = KnownNames(known).nearest(to: shown) { max(2, $1 / 2) }
    let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "known are \(known.joined(separator: ", "))"
    throw Problem(.invalidParameter, "there is no \(what) \"\(shown)\"; \(hint)", field: shown)
  }

  private func finished(_ kind: DefaultKind, _ frames: DefaultFrames) throws(Problem) -> JournalQuery {
    guard criteria.count <= Self.maximumCriteria else {
      throw Problem(.invalidParameter, "there are more than \(Self.maximumCriteria) criteria", field: "match")
    }
    var implied: [JournalCriterion] = []
    // A condition on the delivery of frames implies frames.
    if !saysKind, saysDelivered || kind == .exchange { implied.append(.isFrame(saysDelivered)) }
    let saysEnding = criteria.contains { if case .ending = $0 { true } else { false } }
    let meansDelivered = frames == .delivered && !saysDelivered && !saysEnding
    return JournalQuery(implied + criteria + (meansDelivered ? [.delivered(true)] : []) + impliedEnding)
  }

  /// A condition on the status implies complete responses, unless the query specifies an ending.
  private var impliedEnding: [JournalCriterion] {
    var asksForStatus = false
    for criterion in criteria {
      switch criterion {
      case .ending: return []
      case .status(let pattern): asksForStatus = asksForStatus || !pattern.contains(nil)
      default: break
      }
    }
    return asksForStatus ? [.ending(.whole)] : []
  }

  private mutating func add(_ name: String, _ value: JSONValue) throws(Problem) {
    switch name {
    case "header", "query":
      try addExpectations(name, value)
    case "body":
      try addMembers(value)
    case "kind":
      saysKind = true
      let kind = try text(name, value)
      guard ["exchange", "frame", "any"].contains(kind) else {
        throw Self.unusable(name, "must be exchange, frame or any", kind)
      }
      if kind != "any" { criteria.append(.isFrame(kind == "frame")) }
    case "delivered":
      saysDelivered = true
      let wanted = try text(name, value)
      guard ["true", "false", "any"].contains(wanted) else {
        throw Self.unusable(name, "must be true, false or any", wanted)
      }
      if wanted != "any" { criteria.append(.delivered(wanted == "true")) }
    case "socket", "direction":
      saysKind = true
      criteria.append(try criterion(name, text(name, value)))
    default:
      criteria.append(try criterion(name, text(name, value)))
    }
  }

  private mutating func addExpectations(_ name: String, _ value: JSONValue) throws(Problem) {
    func criterion(_ field: String, _ expected: JournalCriterion.Expectation) -> JournalCriterion {
      name == "header" ? .header(field, expected) : .query(field, expected)
    }
    if case .string(let pair) = value {
      let field = pair.prefix { $0 != ":" }
      guard !field.isEmpty else { throw Self.unusable(name, "must be a name, or name:value", pair) }
      let rest = pair.dropFirst(field.count + 1)
      let expected: JournalCriterion.Expectation =
        field.count == pair.count ? .present : .value(String(rest).trimmingBlanks())
      criteria.append(criterion(String(field).trimmingBlanks(), expected))
      return
    }
    guard let object = value.object else {
      throw Self.unusable(name, "must be an object of names and values, not \(value.typeName)", nil)
    }
    try Self.requireFew(object, name)
    for member in object.members {
      switch member.value {
      case .string(let text): criteria.append(criterion(member.key, .value(text)))
      case .number(let number): criteria.append(criterion(member.key, .value(number.literal)))
      case .bool(let isPresent): criteria.append(criterion(member.key, isPresent ? .present : .absent))
      default:
        throw Self.unusable(name, "must give \(member.key.clipped(to: 60)) a string, true or false", nil)
      }
    }
  }

  /// `{"/user/email": …}` by JSON pointer (RFC 6901), `{"user.email": …}` by dots.
  private mutating func addMembers(_ value: JSONValue) throws(Problem) {
    guard let object = value.object else {
      throw Self.unusable("body", "must be an object of members and values, not \(value.typeName)", nil)
    }
    try Self.requireFew(object, "body")
    for member in object.members {
      guard member.key.unicodeScalars.count <= Self.maximumLength,
        let pointer = JSONPointer(condition: member.key)
      else { throw Self.unusable("body", "must have names or JSON pointers as its keys", member.key) }
      criteria.append(.body(pointer, member.value))
    }
  }

  /// Names whose values may be JSON numbers.
  private static let numeric: Set<String> = ["status", "since", "until", "account", "socket"]

  /// The text of a value that is a string, or, where that is usual, a number or boolean.
  private func text(_ name: String, _ value: JSONValue) throws(Problem) -> String {
    switch value {
    case .string(let text) where !text.isEmpty && text.unicodeScalars.count <= Self.maximumLength: return text
    case .number(let number) where Self.numeric.contains(name) && number.literal.utf8.count <= 40:
      return number.literal
    case .bool(let bool) where ["hasDeviations", "delivered"].contains(name): return bool ? "true" : "false"
    case .string(let text):
      throw Self.unusable(name, "must have from 1 to \(Self.maximumLength) characters", text.isEmpty ? "" : nil)
    default:
      throw Self.unusable(name, "must be a string, not \(value.typeName)", nil)
    }
  }

  private static func requireFew(_ object: JSONObject, _ name: String) throws(Problem) {
    guard object.count <= maximumNames else {
      throw unusable(name, "may have at most \(maximumNames) names", nil)
    }
  }

  static func unusable(_ name: String, _ rule: String, _ value: String?) -> Problem {
    Problem(.invalidParameter, "\"\(name)\" \(rule)", field: name, value: value)
  }
}

extension JournalQueryReader {
  /// The criterion of a name and one text.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when the text is invalid.
  func criterion(_ name: String, _ text: String) throws(Problem) -> JournalCriterion {
    switch name {
    case "path":
      guard let glob = PathGlob(text) else {
        throw Self.unusable(name, "must have at most \(PathGlob.maximumLength) characters", nil)
      }
      return .path(glob)
    case "method": return .method(text.uppercased())
    case "status":
      guard let pattern = JournalCriterion.StatusPattern(text) else {
        throw Self.unusable(
          name, "must be a status code from 100 to 599 such as 404, a class such as 4xx, or none", text)
      }
      return .status(pattern)
    case "api": return .api(text)
    case "operationId": return .operationID(text)
    case "account": return .account(text)
    case "remoteAddress": return .remoteAddress(text)
    case "device":
      guard Device.isID(text) else { throw Self.unusable(name, "must be the id of a device, such as 0a1b2c3d", text) }
      return .device(text)
    case "bodyContains": return .bodyContains(text)
    case "since": return .since(try point(name, text))
    case "until": return .until(try point(name, text))
    case "socket": return .socket(text)
    case "direction":
      guard let direction = JournalFrame.Direction(rawValue: text) else {
        throw Self.unusable(name, "must be received or sent", text)
      }
      return .direction(direction)
    case "fault": return .fault(text)
    case "ending":
      guard let ending = Transmission.Ending(rawValue: text) else {
        let known = KnownNames(Transmission.Ending.allCases.map(\.rawValue))
        throw Self.unusable(name, known.refusal(of: text), text)
      }
      return .ending(ending)
    default: return .hasDeviations(try boolean(name, text))
    }
  }

  private func point(_ name: String, _ text: String) throws(Problem) -> JournalCriterion.Point {
    if let number = Int(text), number >= 0, !text.hasPrefix("+") { return .sequence(number) }
    guard let time = ISO8601Moment.parse(text) else {
      throw Self.unusable(
        name, "must be an entry's number or a date and time of ISO 8601 such as 2026-01-01T00:00:00Z", text)
    }
    return .time(time)
  }

  private func boolean(_ name: String, _ text: String) throws(Problem) -> Bool {
    guard text == "true" || text == "false" else { throw Self.unusable(name, "must be true or false", text) }
    return text == "true"
  }
}
