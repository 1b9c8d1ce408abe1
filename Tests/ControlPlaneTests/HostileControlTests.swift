import Foundation
import ServerTestSupport
import Testing

@Suite("A control call that makes no sense")
struct HostileControlTests {
  private static let bodies = [
    "", "{", "[]", "null", "5", "\"x\"", "{\"a\":1}", "{\"id\":null}", "{\"id\":{}}", "{\"id\":\"\"}",
    "{\"id\":\"../..\"}", "{\"from\":\"moon\"}", "{\"from\":\"world:none\"}", "{\"from\":\"snapshot:none\"}",
    "{\"randomSeed\":-1}", "{\"randomSeed\":1e400}", "{\"clock\":[]}", "{\"clock\":{\"set\":1}}", "{\"tables\":5}",
    "{\"tables\":{\"none\":[]}}", "{\"tables\":{\"agrobridge_lote\":5}}", "{\"tables\":{\"agrobridge_lote\":[5]}}",
    "{\"tables\":{\"agrobridge_lote\":[{}]}}", "{\"tables\":{\"agrobridge_lote\":[{\"none\":1}]}}",
    "{\"where\":5}", "{\"where\":{\"none\":1},\"set\":{\"x\":1}}", "{\"set\":{}}", "{\"set\":{\"id\":[]}}",
    "{\"api\":\"agrobridge\",\"account\":5}", "{\"api\":\"none\"}", "{\"token\":\"a.b.c\"}", "{\"token\":\"\"}",
    "{\"api\":\"agrobridge\",\"account\":\"a\",\"expiresIn\":99999999999999999999}",
    "{\"api\":\"agrobridge\",\"account\":\"a\",\"claims\":{\"exp\":1}}", "{\"authenticated\":0,\"anonymous\":0}",
    "{\"destination\":\"x\",\"body\":1}", "{\"destination\":\"/topic/x\"}", "{\"code\":1005}", "{\"code\":70000}",
    "{\"name\":\"none\"}", "{\"match\":5,\"fault\":{\"type\":\"none\"}}", "{\"advance\":\"PT1e9S\"}",
    String(repeating: "[", count: 5000), "{\"id\":\"\(String(repeating: "x", count: 5000))\"}", "\u{0}",
    "{\"a\":\"\\ud800\"}",
  ]

  private static let calls = [
    "POST /_mock/worlds", "PUT /_mock/clock", "PUT /_mock/state", "POST /_mock/data/agrobridge_lote",
    "PATCH /_mock/data/agrobridge_lote", "DELETE /_mock/data/none", "POST /_mock/data/none", "POST /_mock/tokens",
    "POST /_mock/tokens/inspect", "PUT /_mock/rate-limits/agrobridge", "PUT /_mock/rate-limits/none",
    "POST /_mock/rate-limits/agrobridge/exhaust", "POST /_mock/rate-limits/agrobridge/reset", "POST /_mock/messages",
    "POST /_mock/simulations/pause", "POST /_mock/simulations/resume", "POST /_mock/simulations/step",
    "DELETE /_mock/sockets/x", "DELETE /_mock/sockets/99999999999999999999", "POST /_mock/faults",
    "POST /_mock/requests/verify", "POST /_mock/requests/count", "POST /__admin/requests/find",
  ]

  @Test("is answered, and the world is as it was", arguments: calls)
  func answered(_ call: String) throws {
    let server = try TestServer()
    let client = try server.makeWorld("steady")
    let parts = call.split(separator: " ").map(String.init)
    let before = try client.control("GET", "/data/agrobridge_productor").text
    for body in Self.bodies {
      let response = try client.send(parts[0], parts[1], body)
      #expect((200...499).contains(response.status), "\(call) \(body.prefix(80)): \(response.status) \(response.text)")
      if response.status >= 400 {
        #expect(response.error["code"] is String && response.error["message"] is String, "\(body.prefix(80))")
      }
    }
    #expect(try client.control("GET", "/data/agrobridge_productor").text == before)
    #expect(try server.send("GET", "/_mock/health").json["status"] as? String == "ok")
  }
}
