/// Requests that many tests of AgroBridge send.
package enum AgroBridgeBody {
  /// The document's example of a new lote.
  package static let lote = """
    {"nombre":"Lote Nuevo","ubicacion":"Zona Norte","tipoCultivo":"Café","areaHectareas":10.0,
    "notas":"Lote experimental"}
    """

  /// A lote of a producer, which the documented request does not know but shipped clients send.
  package static func lote(of productor: String) -> String {
    """
    {"nombre":"Lote Ajeno","ubicacion":"Zona Norte","tipoCultivo":"Mango","areaHectareas":2,
    "productorId":"\(productor)"}
    """
  }

  /// A lote of that name, as the app sends it.
  package static func coffeeLote(_ name: String) -> String {
    #"{"nombre":"\#(name)","ubicacion":"Zona Sur","tipoCultivo":"Café","areaHectareas":2.5,"notas":""}"#
  }

  /// A lote of that name.
  package static func lote(named nombre: String) -> String {
    #"{"nombre":"\#(nombre)","ubicacion":"Zona Norte","tipoCultivo":"Mango","areaHectareas":2}"#
  }
}

extension TestServer {
  /// The body of a sign-in: `token`, `refreshToken`, `user`.
  package func login(_ email: String = "usuario@example.com") throws -> [String: Any] {
    let answer = try send(
      "POST", "/v1/auth/login", body: #"{"email":"\#(email)","password":"password123"}"#)
    guard answer.status == 200 else { throw UnexpectedResponse(answer: answer) }
    return answer.json
  }

  /// Asks for a new access token in the manner of the document's playground.
  package func refresh(_ refreshToken: String) throws -> RawResponse {
    try send("POST", "/v1/auth/refresh", body: #"{"refreshToken":"\#(refreshToken)"}"#)
  }

  /// A token for the same account of another API in this world.
  package func foreignToken(session: String = "another-session") -> String {
    server.world.accessTokens.issue(
      api: "another-api", account: "user_123", session: session, lifetime: 3600)
  }
}

extension RawResponse {
  /// The code of the documented error body.
  package var errorCode: String? { error["code"] as? String }

  /// The details of the documented error body; empty when a value is not text.
  package var errorDetails: [String: String] { error["details"] as? [String: String] ?? [:] }

  /// The records of a list.
  package func records(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }

  /// The ids of a list's records, in order.
  package func ids(_ name: String) -> [String] { records(name).compactMap { $0["id"] as? String } }

  /// The number of all matches of a list.
  package var total: Int? { json["total"] as? Int }
}
