import ServerTestSupport
import Testing

@Suite("A batch that is refused")
struct BatchRefusalTests {
  @Test(
    "names what is wrong and does nothing",
    arguments: [
      ("[]", "body"), ("{}", "requests"), (#"{"requests":null}"#, "requests"), (#"{"requests":{}}"#, "requests"),
      (#"{"requests":"x"}"#, "requests"), (#"{"requests":[FIRST,1]}"#, "requests[1]"),
      (#"{"requests":[FIRST,null]}"#, "requests[1]"), (#"{"requests":[FIRST,[]]}"#, "requests[1]"),
      (#"{"requests":[FIRST,{}]}"#, "path"), (#"{"requests":[FIRST,{"path":7}]}"#, "path"),
      (#"{"requests":[FIRST,{"path":""}]}"#, "path"), (#"{"requests":[FIRST,{"path":"\u0000"}]}"#, "path"),
      (#"{"requests":[FIRST,{"path":"/x","method":"get"}]}"#, "method"),
      (#"{"requests":[FIRST,{"path":"/x","method":"HEAD"}]}"#, "method"),
      (#"{"requests":[FIRST,{"path":"/x","method":"CONNECT"}]}"#, "method"),
      (#"{"requests":[FIRST,{"path":"/x","method":7}]}"#, "method"),
      (#"{"requests":[FIRST,{"path":"/x","headers":[]}]}"#, "headers"),
      (#"{"requests":[FIRST,{"path":"/batch","method":"POST"}]}"#, "path"),
      (#"{"requests":[FIRST,{"path":"batch","method":"POST"}]}"#, "path"),
      (#"{"requests":[FIRST,{"path":"/api/v1/batch","method":"POST"}]}"#, "path"),
      (#"{"requests":[FIRST,{"path":"//batch//?x=1","method":"POST"}]}"#, "path"),
      (#"{"requests":[FIRST,{"path":"/%62atch","method":"POST"}]}"#, "path"),
    ])
  func refused(body: String, field: String) throws {
    let client = try InterspaceClient()
    let before = try client.snapshot()
    let first = #"{"method":"DELETE","path":"/wallets/wallet_1"}"#
    let response = try client.send("POST", "/batch", body: body.replacing("FIRST", with: first))
    #expect(try response.refusal == "400 VALIDATION_ERROR \(field)")
    #expect(try client.snapshot() == before)
  }

  @Test(
    "cannot be left through a path",
    arguments: ["/../../v1/lotes", "/../v1/lotes", "http://localhost/v1/lotes", "/v1/lotes"])
  func escape(path: String) throws {
    let response = try InterspaceClient().send("POST", "/batch", body: #"{"requests":[{"path":"\#(path)"}]}"#)
    #expect(response.status == 200)
    #expect(response.records("responses").compactMap { $0["status"] as? Int } == [404])
  }

  @Test("refuses a path that is not text once it is decoded", arguments: ["/%ff", "/%00", "/profiles/%C3%28"])
  func undecodable(path: String) throws {
    let response = try InterspaceClient().send("POST", "/batch", body: #"{"requests":[{"path":"\#(path)"}]}"#)
    #expect(response.status == 400)
    #expect(try response.interspaceError.code == "VALIDATION_ERROR")
  }

  @Test("cannot nest through another host or an alias", arguments: ["api.interspace.com", "api.agrobridge.io", "x"])
  func hosts(host: String) throws {
    let item =
      #"{"method":"POST","path":"/interspace/api/v1/batch","headers":{"Host":"\#(host)"},"body":{"requests":[]}}"#
    let response = try InterspaceClient().send("POST", "/batch", body: #"{"requests":[\#(item)]}"#)
    #expect(response.records("responses").compactMap { $0["status"] as? Int } == [404])
  }
}
