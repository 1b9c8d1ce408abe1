import Contract
import HTTPCore
import JSON
import Resources
import Store
import World

// Calls that standards describe where documents do not: tokens (RFC 6749) and what they are good for (RFC 7662); and calls
// that need what another response gave out.

extension OperationHandler {
  /// The response of a call that gives out a token or describes one, where the document says nothing of it; nil for another
  /// call.
  ///
  /// - Throws: ``Problem`` when a request lacks what another response gave out.
  func authorized(_ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder) throws -> Response? {
    let refusals = ["400", "401", "403", "404", "410", "422"]
    if operation.method == "POST", answers.documented.answers.contains(where: { refusals.contains($0.status) }) {
      try api.issued.requireIssued(sent, by: operation, call.world)
    }
    guard operation.method == "POST", answers.saysNothing else { return nil }
    let words = operation.path.split(separator: "/").last.map { Words.split(String($0)) } ?? []
    let text = { (name: String) in sent.query[name] ?? sent.body?[name]?.string }
    if words.last == "token", takes("grant_type", answers), text("grant_type") != nil {
      let random = (0..<4).map { _ in String(call.world.random.next(), radix: 36) }.joined()
      var token = JSONObject([
        ("access_token", .string(random)), ("token_type", "Bearer"), ("expires_in", .number(JSONNumber(Self.lifetime))),
      ])
      if text("grant_type") != "client_credentials" {
        token["refresh_token"] = .string((0..<4).map { _ in String(call.world.random.next(), radix: 36) }.joined())
      }
      if let scope = text("scope") { token["scope"] = .string(scope) }
      return answers.undocumented { .object(token) }
    }
    if words.last == "introspect", let asked = text("token") {
      return answers.undocumented {
        .object(JSONObject([("active", .bool(!asked.isEmpty)), ("token_type", "Bearer")]))
      }
    }
    return nil
  }

  /// How long tokens are good, in seconds.
  private static let lifetime = 3600

  /// Whether the document has a parameter or a property of a request.
  private func takes(_ name: String, _ answers: ResponseBuilder) -> Bool {
    answers.documented.parameters.contains { $0.name == name } || requestMembers.contains { $0.name == name }
  }
}
