import Foundation

/// An app that lives in one world: it names it by a header, or by the prefix of its base URL.
package struct WorldClient {
  package enum Naming: CaseIterable {
    case header, prefix
  }

  package let port: Int
  package let world: String
  package var naming: Naming
  package var token: String?

  package init(port: Int, world: String, naming: Naming = .header, token: String? = nil) {
    (self.port, self.world, self.naming, self.token) = (port, world, naming, token)
  }

  /// Sends a request in the world.
  @discardableResult
  package func send(_ method: String, _ path: String, _ body: String? = nil) throws -> RawResponse {
    let client = try RawClient(port: port, timeoutSeconds: 30)
    let headers = naming == .header ? [("X-Mock-World", world)] : []
    let target = naming == .prefix ? "/_w/\(world)\(path)" : path
    return try client.send(method, target, token: token, headers: headers, body: body.map { Array($0.utf8) })
  }

  /// Signs in to AgroBridge, and stays signed in.
  package mutating func signIn() throws {
    let answer = try send("POST", "/v1/auth/login", #"{"email":"usuario@example.com","password":"password123"}"#)
    guard let token = answer.json["token"] as? String else { throw UnexpectedResponse(answer: answer) }
    self.token = token
  }

  /// A call of the control plane.
  package func control(_ method: String, _ path: String, _ body: String? = nil) throws -> RawResponse {
    try send(method, "/_mock\(path)", body)
  }
}

extension TestServer {
  /// Makes a world, frozen at a moment unless another body is given.
  @discardableResult
  package func makeWorld(_ id: String, _ rest: String = #""clock":{"set":"2026-01-01T00:00:00Z","freeze":true}"#) throws
    -> WorldClient
  {
    let answer = try send("POST", "/_mock/worlds", body: #"{"id":"\#(id)",\#(rest)}"#)
    guard answer.status == 201 else { throw UnexpectedResponse(answer: answer) }
    return WorldClient(port: port, world: id)
  }
}
