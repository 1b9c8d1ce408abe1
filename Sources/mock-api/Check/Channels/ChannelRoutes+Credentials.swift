import Contract
import HTTPCore
import JSON
import LiveAPIs
import OpenAPI

extension ChannelRoutes {
  /// Members of a handshake's query that hold a token or a key.
  private static let tokenNames: Set<String> = [
    "token", "access_token", "accesstoken", "auth", "authorization", "jwt", "bearer", "ticket",
  ]
  private static let keyNames: Set<String> = ["api_key", "apikey", "api-key", "key", "x-api-key"]

  private static let ownNames: Set<String> = ["host", "connection", "upgrade"]

  /// The subprotocols that the schema of a handshake's header section names; none for a schema that names none.
  func subprotocols(ofHandshake reference: String?) -> [String] {
    guard let reference, let place = JSONPointer(parsing: String(reference.dropFirst())),
      let member = api.maker.members(of: place).first(where: { $0.name.lowercased() == "sec-websocket-protocol" }),
      let schema = api.resolved(member.place).flatMap({ api.document.root[$0] })
    else { return [] }
    let values = schema["enum"]?.array ?? [schema["const"] ?? schema["default"] ?? schema["example"]].compactMap(\.self)
    return values.compactMap(\.string).flatMap { $0.split(separator: ",").map { String($0).trimmingBlanks() } }
  }

  /// Adds what lets a client into a channel, where the document asks for it or the user gave it.
  func add(
    credentialsOf channel: ChannelModel.Channel, to connection: inout ChannelConnection, _ token: String?
  ) {
    let document = channel.document
    connection.token = token
    connection.user = credentials.user
    if !document.security.isEmpty { connection.isSecured = true }
    if credentials.token != nil { set("Authorization", "Bearer \(token ?? "")", in: &connection) }
    for scheme in document.security {
      // As for requests, some backends let in any client that shows anything.
      let secret = token ?? credentials.key ?? "check"
      switch api.contract.credential(of: scheme) {
      case .authorization: set("Authorization", authorization(scheme, token: secret), in: &connection)
      case .header(let name) where name.lowercased() == "authorization":
        set(name, "Bearer \(secret)", in: &connection)
      case .header(let name): set(name, credentials.key ?? secret, in: &connection)
      case .query(let name): add(name, credentials.key ?? secret, to: &connection)
      case .cookie(let name): set("Cookie", "\(name)=\(secret)", in: &connection)
      case nil: break
      }
    }
    handshake(document.headers) { name, value in
      if name.lowercased() != "authorization" { set(name, value, in: &connection) }
    }
    if document.headers != nil, let token { set("Authorization", "Bearer \(token)", in: &connection) }
    handshake(document.query) { name, value in add(name, value, to: &connection) }
    for field in credentials.headers.fields { connection.headers[field.name] = nil }
    connection.headers = connection.headers + credentials.headers
  }

  private func authorization(_ scheme: String, token: String) -> String {
    let place = JSONPointer(["components", "securitySchemes", scheme, "scheme"])
    if let user = credentials.user, api.document.root[place]?.string?.lowercased() == "basic" {
      return "Basic \(Base64.encode(Array("\(user.name):\(user.value)".utf8)))"
    }
    return "Bearer \(token)"
  }

  /// The members that a handshake must have, and those that hold credentials.
  private func handshake(_ reference: String?, _ add: (_ name: String, _ value: String) -> Void) {
    guard let reference, let place = JSONPointer(parsing: String(reference.dropFirst())) else { return }
    for member in api.maker.members(of: place) {
      let name = member.name.lowercased()
      if name.hasPrefix("sec-websocket-") || Self.ownNames.contains(name) { continue }
      if let given = options.parameters[member.name] {
        add(member.name, given)
      } else if Self.tokenNames.contains(name), let token = credentials.token {
        add(member.name, token)
      } else if Self.keyNames.contains(name), let key = credentials.key {
        add(member.name, key)
      } else if member.isRequired, let value = shown(at: member.place) {
        add(member.name, value)
      }
    }
  }

  /// The value that a schema shows: its constant, default, first example or first of its values.
  private func shown(at place: JSONPointer) -> String? {
    guard let schema = api.resolved(place).flatMap({ api.document.root[$0] }) else { return nil }
    let value =
      schema["const"] ?? schema["default"] ?? schema["example"] ?? schema["examples"]?.array?.first
      ?? schema["enum"]?.array?.first
    return value.flatMap { $0.string ?? $0.number?.literal ?? $0.bool.map(String.init) }
  }

  private func set(_ name: String, _ value: String, in connection: inout ChannelConnection) {
    // A line end in an example would begin another header.
    guard !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return }
    connection.headers[name] = value
  }

  private func add(_ name: String, _ value: String, to connection: inout ChannelConnection) {
    let pair = "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
    guard !connection.query.split(separator: "&").contains(Substring(pair)) else { return }
    connection.query += (connection.query.isEmpty ? "" : "&") + pair
  }
}
