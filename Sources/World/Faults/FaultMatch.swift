import HTTPCore
import JSON

/// Which requests and sockets a fault happens to: those that fulfil every condition given. Without any, all.
package struct FaultMatch: Sendable {
  /// What a header or a parameter of the query must be.
  enum TextRule: Sendable {
    case value(String)
    case present
    case absent

    /// Whether it holds for the values of a name.
    func holds(for values: [String]) -> Bool {
      switch self {
      case .value(let value): values.contains(value)
      case .present: !values.isEmpty
      case .absent: values.isEmpty
      }
    }
  }

  private static let names = ["api", "method", "path", "operationId", "account", "socket", "query", "header", "body"]
  private static let maximumConditions = 16

  private(set) var api: String?
  private(set) var method: String?
  private(set) var path: PathGlob?
  private(set) var operationID: String?
  private(set) var account: String?
  private(set) var socket: Int?
  private(set) var query: [(name: String, rule: TextRule)] = []
  private(set) var headers: [(name: String, rule: TextRule)] = []
  private(set) var body: [(place: JSONPointer, value: JSONValue)] = []

  /// Everything matches.
  package init() {}

  /// Reads `{"api","method","path","operationId","account","socket","query":{NAME: value|true|false},"header":{NAME:
  /// value|true|false},"body":{NAME: value}}`; a socket is an open one by its number, an account is that of a valid token, by its id or its e-mail address, and a
  /// name of `body` is that of a member of JSON or of a form, by names with dots or by a JSON pointer (RFC 6901).
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every field that is wrong.
  package init(_ object: JSONObject) throws(Problem) {
    var fields = FieldReader(object, known: Self.names)
    api = fields.optionalText("api", length: 1...64)
    // Methods are case-sensitive, but nobody who writes "get" means anything else.
    method = fields.optionalText("method", length: 1...32)?.uppercased()
    operationID = fields.optionalText("operationId", length: 1...128)
    account = fields.optionalText("account", length: 1...256)
    socket = fields.optionalInteger("socket", in: 1...Int(Int32.max))
    if let text = fields.optionalText("path", length: 1...PathGlob.maximumLength) {
      path = text.hasPrefix("/") ? PathGlob(text) : nil
      if path == nil {
        fields.reject("path", "must begin with /; * stands for any text of a segment, ** for any number of segments")
      }
    }
    query = Self.texts("query", &fields)
    headers = Self.texts("header", &fields)
    body = Self.body(&fields)
    try fields.finish()
  }

  /// Whether all conditions hold. Those that cost least are looked at first; the body is read last, and only when
  /// there is a condition on it.
  package func matches(_ subject: FaultSubject) -> Bool {
    let request = subject.request
    if let api, api != subject.api { return false }
    if let method, method != request.method.rawValue { return false }
    if let operationID, operationID != subject.operationID { return false }
    if let account, account != subject.account, account != subject.email { return false }
    if let socket, socket != subject.socket { return false }
    if let path, !path.matches(request.target) { return false }
    for (name, rule) in headers where !rule.holds(for: request.headers.values(name)) { return false }
    if !query.isEmpty {
      guard let parameters = try? request.query() else { return false }
      for (name, rule) in query where !rule.holds(for: parameters.values(name)) { return false }
    }
    guard !body.isEmpty else { return true }
    guard let content = request.bodyMembers else { return false }
    return body.allSatisfy { content[$0.place] == $0.value }
  }

  private static func texts(_ name: String, _ fields: inout FieldReader) -> [(name: String, rule: TextRule)] {
    guard let object = conditions(name, &fields) else { return [] }
    var rules: [(name: String, rule: TextRule)] = []
    for member in object.members {
      switch member.value {
      case .string(let text): rules.append((member.key, .value(text)))
      case .bool(true): rules.append((member.key, .present))
      case .bool(false): rules.append((member.key, .absent))
      default: fields.reject(name, "must give each name a text, true for present or false for absent")
      }
    }
    return rules
  }

  private static func body(_ fields: inout FieldReader) -> [(place: JSONPointer, value: JSONValue)] {
    guard let object = conditions("body", &fields) else { return [] }
    return object.members.compactMap { member in
      guard let place = JSONPointer(condition: member.key) else {
        fields.reject("body", "must have names or JSON pointers as its keys, not \(member.key.clipped(to: 60))")
        return nil
      }
      return (place, member.value)
    }
  }

  private static func conditions(_ name: String, _ fields: inout FieldReader) -> JSONObject? {
    guard let object = fields.optionalObject(name) else { return nil }
    guard object.count <= maximumConditions else {
      fields.reject(name, "may have at most \(maximumConditions) conditions")
      return nil
    }
    return object
  }
}
