import ServerTestSupport
import Testing

@Suite("Hostile bodies for AgroBridge")
struct AgroBridgeBodyTests {
  @Test("are refused in the documented shape, change nothing and do no harm", arguments: HostileTable.all)
  func refused(_ table: HostileTable) throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    let token = try server.signIn()
    let before = try Census(client, token)
    for input in table.inputs {
      for target in input.targets {
        let answer = try client.send(
          target.method, target.path, token: target == .refresh ? nil : token,
          headers: [("Content-Type", "application/json")], body: input.body)
        expectRefusal(answer, input, "\(target.rawValue), \(input.name): \(answer.excerpt)")
      }
    }
    #expect(try Census(client, token) == before)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
  }

  private func expectRefusal(_ answer: RawResponse, _ input: HostileInput, _ comment: Comment) {
    let error = DocumentedError(answer)
    let count = answer.body.count
    let challenge = answer.header("WWW-Authenticate")
    #expect(answer.status == input.status, comment)
    #expect(error != nil, comment)
    #expect(error?.field == input.field, comment)
    #expect(count < 4096, comment)
    #expect(challenge == (input.status == 401 ? "Bearer" : nil), comment)
  }

  @Test("are many and all different")
  func plenty() {
    let inputs: [HostileInput] = HostileTable.all.flatMap(\.inputs)
    let different = Set(inputs.map { Request(body: $0.body, targets: $0.targets) })
    #expect(different.count == inputs.count)
    #expect(different.count >= 260)
    #expect(inputs.allSatisfy { (400..<500).contains($0.status) && !$0.targets.isEmpty })
  }
}

/// What tells one input from another.
private struct Request: Hashable {
  let body: [UInt8]
  let targets: [BodyTarget]
}

/// Everything a client can read that writes could have changed.
struct Census: Equatable, CustomTestStringConvertible {
  private let bodies: [[UInt8]]

  var testDescription: String { "\(bodies.map(\.count)) bytes" }

  init(_ client: RawClient, _ token: String) throws {
    bodies = try ["/v1/lotes", "/v1/productores", "/v1/bloques", "/v1/dashboard/stats"].map { path in
      let answer = try client.send("GET", path, token: token)
      guard answer.status == 200 else { throw UnexpectedResponse(answer: answer) }
      return answer.body
    }
  }
}
