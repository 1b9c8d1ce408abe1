import ControlPlane
import Faults
import HTTPCore
import JSON
import Testing
import World

@Suite("The control of faults")
struct FaultEndpointTests {
  /// Calls an endpoint as the server would.
  private func call(_ world: World, _ method: String, _ path: String, _ body: String = "") throws -> Response {
    var router = Router()
    for endpoint in FaultEndpoints.all { try router.add(endpoint.method, endpoint.pattern) }
    let request = try Sample.request(method, path, body: body)
    guard case .route(let index, let parameters) = router.match(request.method, request.target.segments),
      case .respond(let respond) = FaultEndpoints.all[index].action
    else { throw Problem(.unknownRoute, path) }
    let call = Call(request: request, parameters: parameters, world: world, principal: nil) { _ in .noContent }
    return try respond(call)
  }

  private func json(_ response: Response) throws -> JSONValue { try JSONParser.parse(response.content.bytes) }

  @Test("adds, lists, tells and removes them")
  func life() throws {
    let world = try Sample.world()
    let body = #"{"match":{"path":"/v1/*"},"fault":{"type":"status","status":503},"times":2}"#
    let added = try call(world, "POST", "/_mock/faults", body)
    #expect(added.status == 201)
    #expect(added.headers["Location"] == "/_mock/faults/fault-1")
    #expect(
      String(decoding: added.content.bytes, as: UTF8.self)
        == #"{"applications":0,"exhausted":false,"fault":{"status":503,"type":"status"},"id":"fault-1","#
        + #""match":{"path":"/v1/*"},"matches":0,"times":2}"#)
    let subject = try Sample.subject()
    #expect(world.faults.plan(for: subject) != nil)
    #expect(try json(call(world, "GET", "/_mock/faults/fault-1"))["matches"] == 1)
    #expect(try json(call(world, "GET", "/_mock/faults"))["faults"]?.array?.count == 1)
    #expect(try call(world, "DELETE", "/_mock/faults/fault-1").status == 204)
    let problem = #expect(throws: Problem.self) { try call(world, "GET", "/_mock/faults/fault-1") }
    #expect(problem?.kind == .notFound)
    _ = try call(world, "POST", "/_mock/faults", body)
    #expect(try call(world, "DELETE", "/_mock/faults").status == 204)
    #expect(world.faults.contents.isEmpty)
  }

  @Test("tells every type with its fields, and each of them is about something")
  func types() throws {
    let world = try Sample.world()
    let types = try #require(json(call(world, "GET", "/_mock/fault-types"))["types"]?.array)
    #expect(types.count == FaultCatalogue.types.count)
    #expect(Set(types.compactMap { $0["type"]?.string }).count == types.count)
    #expect(types.allSatisfy { $0["about"]?.string?.isEmpty == false })
    for type in FaultCatalogue.types {
      #expect(Set(type.fields.map(\.name)).count == type.fields.count, "\(type.name)")
      #expect(!type.fields.contains { $0.name == "type" })
    }
  }

  @Test("adds and removes ready-made sets, which are told by their name", arguments: FaultSet.all.map(\.name))
  func sets(name: String) throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(#"{"type":"reset"}"#, #""id":"own""#))
    for _ in 0..<2 {
      let answer = try json(call(world, "PUT", "/_mock/fault-sets/\(name)", #"{"match":{"api":"agrobridge"}}"#))
      #expect(answer["active"] == true)
      let faults = try #require(answer["faults"]?.array)
      #expect(faults.allSatisfy { $0["set"] == .some(.string(name)) && $0["match"]?["api"] == "agrobridge" })
      #expect(world.faults.contents.count == faults.count + 1)
    }
    let listed = try #require(json(call(world, "GET", "/_mock/fault-sets"))["sets"]?.array)
    #expect(listed.filter { $0["active"] == true }.compactMap { $0["name"]?.string } == [name])
    #expect(try call(world, "DELETE", "/_mock/fault-sets/\(name)").status == 204)
    #expect(world.faults.contents.map(\.id) == ["own"])
  }

  @Test(
    "refuses what is wrong",
    arguments: [
      ("POST", "/_mock/faults", "", 400), ("POST", "/_mock/faults", "[]", 400), ("POST", "/_mock/faults", "{}", 422),
      ("POST", "/_mock/faults", #"{"fault":{"type":"x"}}"#, 400), ("DELETE", "/_mock/faults/x", "", 404),
      ("PUT", "/_mock/fault-sets/tunel", "", 404), ("DELETE", "/_mock/fault-sets/x", "", 404),
      ("PUT", "/_mock/fault-sets/tunnel", "{", 400), ("PUT", "/_mock/fault-sets/tunnel", #"{"match":1}"#, 422),
      ("PUT", "/_mock/fault-sets/tunnel", #"{"match":{"path":"x"}}"#, 422),
    ])
  func refused(method: String, path: String, body: String, status: Int) throws {
    let world = try Sample.world()
    let problem = #expect(throws: Problem.self) { try call(world, method, path, body) }
    #expect(problem?.kind.status == status)
    #expect(world.faults.contents.isEmpty)
  }

  @Test("of a deploy: 503 for a while, then every token from before is invalid")
  func deploy() throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    _ = try call(world, "PUT", "/_mock/fault-sets/backend-deploy")
    #expect(socket.takeEvents() == ["close 1012"])
    let old = Base64URL.encode(Array(#"{"iat":\#(world.clock.now.seconds)}"#.utf8))
    let subject = try Sample.subject(headers: ["Authorization": "Bearer e30.\(old).x"])
    let unavailable = #expect(throws: Problem.self) { try answer(world, subject) }
    #expect(unavailable?.forcedStatus == 503)
    world.advance(seconds: 20)
    #expect(throws: Problem.self) { try answer(world, subject) }
    let new = Base64URL.encode(Array(#"{"iat":\#(world.clock.now.seconds)}"#.utf8))
    let later = try Sample.subject(headers: ["Authorization": "Bearer e30.\(new).x"])
    #expect(try answer(world, later)?.status == nil)
  }

  /// What the faults answer in place of an endpoint.
  private func answer(_ world: World, _ subject: FaultSubject) throws -> Response? {
    var plan = world.faults.plan(for: subject)
    return try plan?.respond()
  }
}
