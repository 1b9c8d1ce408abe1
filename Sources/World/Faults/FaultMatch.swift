import HTTPCore
import JSON

/// The requests and sockets that a fault applies to: those that fulfil every condition. Without conditions, all.
package struct FaultMatch: Sendable {
  /// The condition on a header or a query parameter.
  enum TextRule: Sendable {
    case value(String)
    case present
    case absent

    /// Whether the values of a name fulfil it.
    func holds(for values: [String]) -> Bool {
      switch self {
      case .value(let value): values.contains(value)
      case .present: !values.isEmpty
      case .absent: values.isEmpty
      }
    }
  }

  private static let names = [
    "api", "method", "path", "operationId", "account", "device", "socket", "query", "header", "body",
  ]
  private static let maximumConditions = 16

  private(set) var api: String?
  private(set) var method: String?
  private(set) var path: PathGlob?
  private(set) var operationID: String?
  private(set) var account: String?
  private(set) var device: String?
  private(set) var socket: Int?
  private(set) var query: [(name: String, rule: TextRule)] = []
  private(set) var headers: [(name: String, rule: TextRule)] = []
  private(set) var body: [(place: JSONPointer, value: JSONValue)] = []

  /// Everything matches.
  package init() {}

  /// Parses `{"api","method","path","operationId","account","device","socket","query":{NAME: value|true|false},
  /// "header":{NAME: value|true|false},"body":{NAME: value}}`. A device is the id of a ``Device``. A socket is the number
  /// of an open one. An account is that of a valid token, by its id or its e-mail address. A name of `body` is that of a property of JSON or of a form, by names with
  /// dots or by a JSON pointer (RFC 6901).
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every invalid field.
  package init(_ object: JSONObject) throws(Problem) {
    var fields = FieldReader(object, known: Self.names)
    api = fields.optionalText("api", length: 1...64)
    // Methods are case-sensitive, but "get" can only mean GET.
    method = fields.optionalText("method", length: 1...32)?.uppercased()
    operationID = fields.optionalText("operationId", length: 1...128)
    account = fields.optionalText("account", length: 1...256)
    device = fields.optionalText("device", length: 1...64)
    if let device, !Device.isID(device) {
      fields.reject("device", "must be the id of a device, such as 0a1b2c3d; GET /_mock/devices lists them")
    }
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

  /// Whether all conditions are fulfilled. Cheap conditions are checked first; the body is parsed last, and only if
  /// there is a condition on it.
  package func matches(_ subject: FaultSubject) -> Bool {
    let request = subject.request
    if let api, api != subject.api { return false }
    if let method, method != request.method.rawValue { return false }
    if let operationID, operationID != subject.operationID { return false }
    if let account, account != subject.account, account != subject.email { return false }
    if let socket, socket != subject.socket { return false }
    if let path, !path.matches(request.target) { return false }
    if let device, device != Device(request).id { return false }
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
