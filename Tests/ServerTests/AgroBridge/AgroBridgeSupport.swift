import Foundation
import World

/// Requests that many tests of AgroBridge send.
enum AgroBody {
  /// The document's example of a new lote.
  static let lote = """
    {"nombre":"Lote Nuevo","ubicacion":"Zona Norte","tipoCultivo":"Café","areaHectareas":10.0,
    "notas":"Lote experimental"}
    """

  /// A lote of a producer, which the documented request does not know but shipped clients send.
  static func lote(of productor: String) -> String {
    """
    {"nombre":"Lote Ajeno","ubicacion":"Zona Norte","tipoCultivo":"Mango","areaHectareas":2,
    "productorId":"\(productor)"}
    """
  }

  /// A lote of that name.
  static func lote(named nombre: String) -> String {
    #"{"nombre":"\#(nombre)","ubicacion":"Zona Norte","tipoCultivo":"Mango","areaHectareas":2}"#
  }
}

extension TestServer {
  /// Stops the clock at a moment such as `2024-11-28T14:00:00Z`.
  func freeze(at moment: String) throws {
    clock.freeze(true)
    let seconds = try Date(moment, strategy: .iso8601).timeIntervalSince1970
    clock.set(Timestamp(seconds: Int64(seconds)))
  }

  /// Lets time pass; a nanosecond more or less where a limit is to be met exactly.
  func advance(seconds: Int64, nanoseconds: Int64 = 0) {
    clock.advance(nanoseconds: seconds * 1_000_000_000 + nanoseconds)
  }

  /// The body of a sign-in: `token`, `refreshToken`, `user`.
  func login(_ email: String = "usuario@example.com") throws -> [String: Any] {
    let answer = try send(
      "POST", "/v1/auth/login", body: #"{"email":"\#(email)","password":"password123"}"#)
    guard answer.status == 200 else { throw UnexpectedAnswer(answer: answer) }
    return answer.json
  }

  /// Asks for a new access token in the manner of the document's playground.
  func refresh(_ refreshToken: String) throws -> RawResponse {
    try send("POST", "/v1/auth/refresh", body: #"{"refreshToken":"\#(refreshToken)"}"#)
  }

  /// A token for the same account of another API in this world.
  func foreignToken(session: String = "another-session") -> String {
    server.world.accessTokens.issue(
      api: "another-api", account: "user_123", session: session, lifetime: 3600)
  }
}

extension RawResponse {
  /// The code of the documented error body.
  var errorCode: String? { error["code"] as? String }

  /// The details of the documented error body; empty when a value is not text.
  var errorDetails: [String: String] { error["details"] as? [String: String] ?? [:] }

  /// The records of a list.
  func records(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }

  /// The ids of a list's records, in order.
  func ids(_ name: String) -> [String] { records(name).compactMap { $0["id"] as? String } }

  /// The number of all matches of a list.
  var total: Int? { json["total"] as? Int }
}
