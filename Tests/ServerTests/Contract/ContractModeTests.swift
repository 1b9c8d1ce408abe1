import Contract
import Foundation
import Server
import ServerTestSupport
import Testing
import World

@Suite("A request that leaves its document")
struct ContractModeTests {
  private static let json = [("Content-Type", "application/json")]
  private static let misspelt =
    #"{"emial":"usuario@example.com","email":"usuario@example.com","password":"password123"}"#

  private func findings(_ server: TestServer) -> [UsageLedger.Finding] {
    server.server.contract.settle()
    return server.server.world.usage.all.findings.map(\.finding)
  }

  @Test("is served as usual and told of once, however often it comes")
  func warned() throws {
    let server = try TestServer()
    for _ in 0..<5 {
      #expect(try server.send("POST", "/v1/auth/login", headers: Self.json, body: Self.misspelt).status == 200)
    }
    let findings = findings(server)
    #expect(findings.map(\.location) == ["body /emial"])
    #expect(findings.first?.operation == "POST /v1/auth/login")
    #expect(findings.first?.message == #""emial" is not documented; did you mean "email"?"#)
    #expect(server.server.world.usage.all.findings.first?.count == 5)
    #expect(server.server.world.usage.all.findings.first?.firstRequest == 1)
  }

  @Test("is not held against the app when it is a call of the control plane")
  func control() throws {
    let server = try TestServer()
    #expect(try server.send("PUT", "/_mock/clock", headers: Self.json, body: #"{"advnce":"PT1H"}"#).status != 200)
    #expect(try server.send("GET", "/_mock/nothing").status == 404)
    #expect(findings(server).isEmpty)
    #expect(server.server.world.usage.requestCount == 0)
  }

  private static let undocumented = #"{"email":"account@example.com","password":"secure_password","x":1}"#
  private static let refused = [
    ("/v1/auth/login", misspelt, "VALIDATION_ERROR"), ("/api/v1/auth/login", undocumented, "VALIDATION_ERROR"),
  ]

  @Test("is refused in the API's own shape when the contract is strict", arguments: refused)
  func strict(path: String, body: String, code: String) throws {
    let server = try TestServer { $0.contract = .strict }
    let response = try server.send("POST", path, headers: Self.json, body: body)
    #expect(response.status == 400)
    #expect(response.errorCode == code)
    #expect((response.error["message"] as? String)?.contains("is not documented") == true)
    #expect(findings(server).count == 1)
  }

  @Test("passes when it keeps to the document, strict as that may be")
  func right() throws {
    let server = try TestServer { $0.contract = .strict }
    let body = #"{"email":"usuario@example.com","password":"password123"}"#
    #expect(try server.send("POST", "/v1/auth/login", headers: Self.json, body: body).status == 200)
    #expect(try server.send("GET", "/posts?userId=1&_sort=id&title_like=a").status == 200)
    #expect(try server.send("GET", "/v2/top-headlines?country=us&apiKey=k").status == 200)
    #expect(findings(server).isEmpty)
  }

  @Test("is nobody's business when the contract is off")
  func off() throws {
    let server = try TestServer { $0.contract = .off }
    #expect(try server.send("POST", "/v1/auth/login", headers: Self.json, body: Self.misspelt).status == 200)
    #expect(findings(server).isEmpty)
  }

  @Test("is told of by whoever comes first, many at once")
  func concurrent() async throws {
    let server = try TestServer()
    let port = server.port
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let client = try RawClient(port: port)
          for _ in 0..<20 {
            let response = try client.send(
              "POST", "/v1/auth/login", headers: Self.json, body: Array(Self.misspelt.utf8))
            #expect(response.status == 200)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(findings(server).count == 1)
  }
}

@Suite("An answer that leaves its document")
struct ResponseContractTests {
  @Test("becomes a failure that says in what, when answers are checked, and no sooner", arguments: [true, false])
  func failure(isChecked: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mock-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = """
      openapi: 3.1.0
      info: {title: JSONPlaceholder, version: '1'}
      paths:
        /users/{id}:
          get:
            operationId: getUser
            responses:
              '200':
                description: A user who has a nickname.
                content:
                  application/json:
                    schema: {type: object, required: [nickname], additionalProperties: true}
      """
    try document.write(to: folder.appending(path: "jsonplaceholder.yaml"), atomically: true, encoding: .utf8)
    let server = try TestServer {
      $0.library = ContractLibrary(folder: folder.path)
      $0.checksResponses = isChecked
    }
    let response = try server.send("GET", "/users/1")
    #expect(response.status == (isChecked ? 500 : 200))
    #expect(response.text.contains("nickname") == isChecked)
    let findings = server.server.world.usage.all.findings.map(\.finding)
    #expect(findings.contains { $0.kind == .serverError } == isChecked)
    // What is not documented at all is not checked.
    #expect(try server.send("GET", "/users").status == 200)
  }
}
