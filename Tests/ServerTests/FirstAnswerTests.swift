import Testing

@Suite("A started server")
struct FirstAnswerTests {
  @Test("answers the request that follows start")
  func answersAtOnce() throws {
    let server = try TestServer()
    let answer = try server.send("GET", "/v1/lotes/lote_1", token: try server.signIn())
    #expect(answer.status == 200)
    #expect(answer.json["nombre"] as? String == "Lote Norte")
  }
}
