import Foundation
import ServerTestSupport
import Testing

@Suite("The start page of AgroBridge")
struct DashboardTests {
  @Test("shows the connection as a test has set it")
  func connection() throws {
    let server = try TestServer()
    let token = try server.signIn()
    func state() throws -> String? {
      try server.send("GET", "/v1/dashboard/stats", token: token).json["estadoConexion"] as? String
    }
    #expect(try state() == "online")
    let body = #"{"set":{"estado":"offline"}}"#
    #expect(try server.send("PATCH", "/_mock/data/agrobridge_conexion", body: body).status == 200)
    #expect(try state() == "offline")
    #expect(try server.send("POST", "/_mock/reset").status < 300)
    #expect(
      try server.send("GET", "/v1/dashboard/stats", token: try server.signIn()).json["estadoConexion"] as? String
        == "online")
  }
}
