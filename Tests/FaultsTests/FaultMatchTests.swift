import HTTPCore
import Testing
import World

@Suite("The conditions of a fault")
struct FaultMatchTests {
  @Test(
    "must all hold",
    arguments: [
      ("{}", true), (#"{"api":"agrobridge"}"#, true), (#"{"api":"interspace"}"#, false),
      (#"{"method":"POST"}"#, true), (#"{"method":"post"}"#, true), (#"{"method":"GET"}"#, false),
      (#"{"path":"/v1/*"}"#, true), (#"{"path":"/v2/*"}"#, false),
      (#"{"operationId":"listLotes"}"#, true), (#"{"operationId":"getLote"}"#, false),
      (#"{"account":"user_123"}"#, true), (#"{"account":"user_124"}"#, false),
      (#"{"account":"user_123@example.com"}"#, true), (#"{"account":"user_124@example.com"}"#, false),
      (#"{"query":{"page":"2"}}"#, true), (#"{"query":{"page":"1"}}"#, false), (#"{"query":{"q":true}}"#, true),
      (#"{"query":{"q":"a b","page":"3"}}"#, true), (#"{"query":{"size":false}}"#, true),
      (#"{"query":{"page":false}}"#, false), (#"{"query":{"size":true}}"#, false),
      (#"{"header":{"x-device":"phone"}}"#, true), (#"{"header":{"X-Device":true}}"#, true),
      (#"{"header":{"X-Device":"tablet"}}"#, false), (#"{"header":{"X-Other":true}}"#, false),
      (#"{"header":{"X-Other":false}}"#, true), (#"{"header":{"X-Device":false}}"#, false),
      (#"{"body":{"nombre":"Lote"}}"#, true), (#"{"body":{"nombre":"Otro"}}"#, false),
      (#"{"body":{"/area/0":1.0}}"#, true), (#"{"body":{"/area/1":1}}"#, false),
      (#"{"body":{"nombre":"Lote","/area":[1]}}"#, true), (#"{"body":{"missing":null}}"#, false),
      (#"{"api":"agrobridge","method":"POST","path":"/**","body":{"nombre":"Lote"}}"#, true),
      (#"{"api":"agrobridge","method":"GET","path":"/**"}"#, false),
    ])
  func conditions(json: String, holds: Bool) throws {
    let subject = try Sample.subject(
      "POST", "/v1/lotes?page=2&page=3&q=a%20b", headers: ["X-Device": "phone"], body: #"{"nombre":"Lote","area":[1]}"#)
    #expect(try FaultMatch(Sample.object(json)).matches(subject) == holds)
  }

  @Test("on a body hold for none that is not JSON", arguments: ["", "nombre=Lote", "{"])
  func otherBodies(body: String) throws {
    let match = try FaultMatch(Sample.object(#"{"body":{"nombre":"Lote"}}"#))
    #expect(!match.matches(try Sample.subject(body: body)))
  }

  @Test(
    "are refused when they are wrong, by name",
    arguments: [
      (#"{"metod":"GET"}"#, "metod", "did you mean \"method\""), (#"{"path":"v1"}"#, "path", "must begin with /"),
      (#"{"path":"v1/lotes"}"#, "path", "must begin with /"), (#"{"api":3}"#, "api", "must be a string"),
      (#"{"header":{"a":1}}"#, "header", "must give each name"),
      (#"{"query":{"a":[]}}"#, "query", "must give each name"),
      (#"{"header":[]}"#, "header", "must be an object"),
      (#"{"body":"x"}"#, "body", "must be an object"), (#"{"method":""}"#, "method", "must not be blank"),
    ])
  func refused(json: String, field: String, reason: String) throws {
    let object = try Sample.object(json)
    let problem = #expect(throws: Problem.self) { try FaultMatch(object) }
    #expect(problem?.kind == .validation)
    #expect(problem?.details.first?.value == field)
    #expect(problem?.message.contains(reason) == true)
  }
}
