import HTTPCore
import JSON

/// Which requests and sockets a fault happens to: those that fulfil every condition given. Without any, all.
package struct FaultMatch: Sendable {
  private enum HeaderRule: Sendable {
    case value(String)
    case present
    case absent
  }

  private static let names = ["api", "method", "path", "operationId", "account", "header", "body"]
  private static let maximumConditions = 16

  private(set) var api: String?
  private var method: String?
  private var path: PathGlob?
  private(set) var operationID: String?
  private var account: String?
  private var headers: [(name: String, rule: HeaderRule)] = []
  private var body: [(place: JSONPointer, value: JSONValue)] = []

  /// Everything matches.
  package init() {}

  /// Reads `{"api","method","path","operationId","account","header":{NAME: value|true|false},"body":{NAME: value}}`;
  /// a name of `body` is that of a member, or a JSON pointer (RFC 6901).
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every field that is wrong.
  package init(_ object: JSONObject) throws(Problem) {
    var fields = FaultFields(object, known: Self.names)
    api = fields.optionalText("api", length: 1...64)
    // Methods are case-sensitive, but nobody who writes "get" means anything else.
    method = fields.optionalText("method", length: 1...32)?.uppercased()
    operationID = fields.optionalText("operationId", length: 1...128)
    account = fields.optionalText("account", length: 1...256)
    if let text = fields.optionalText("path", length: 1...PathGlob.maximumLength) {
      path = text.hasPrefix("/") ? PathGlob(text) : nil
      if path == nil {
        fields.reject("path", "must begin with /; * stands for any text of a segment, ** for any number of segments")
      }
    }
    headers = Self.headers(&fields)
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
    if let account, account != subject.account { return false }
    if let path, !path.matches(request.target) { return false }
    for (name, rule) in headers {
      switch rule {
      case .value(let value): guard request.headers.values(name).contains(value) else { return false }
      case .present: guard request.headers[name] != nil else { return false }
      case .absent: guard request.headers[name] == nil else { return false }
      }
    }
    guard !body.isEmpty else { return true }
    guard let content = try? request.json() else { return false }
    return body.allSatisfy { content[$0.place] == $0.value }
  }

  private static func headers(_ fields: inout FaultFields) -> [(name: String, rule: HeaderRule)] {
    guard let object = conditions("header", &fields) else { return [] }
    var headers: [(name: String, rule: HeaderRule)] = []
    for member in object.members {
      switch member.value {
      case .string(let text): headers.append((member.key, .value(text)))
      case .bool(true): headers.append((member.key, .present))
      case .bool(false): headers.append((member.key, .absent))
      default: fields.reject("header", "must give each header a text, true for present or false for absent")
      }
    }
    return headers
  }

  private static func body(_ fields: inout FaultFields) -> [(place: JSONPointer, value: JSONValue)] {
    guard let object = conditions("body", &fields) else { return [] }
    return object.members.map { member in
      let pointer = member.key.hasPrefix("/") ? JSONPointer(parsing: member.key) : nil
      return (pointer ?? JSONPointer([member.key]), member.value)
    }
  }

  private static func conditions(_ name: String, _ fields: inout FaultFields) -> JSONObject? {
    guard let object = fields.optionalObject(name) else { return nil }
    guard object.count <= maximumConditions else {
      fields.reject(name, "may have at most \(maximumConditions) conditions")
      return nil
    }
    return object
  }
}
