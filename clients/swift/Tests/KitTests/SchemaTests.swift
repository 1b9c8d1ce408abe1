import Foundation
import MockAPITesting
import Testing

@testable import MockAPIClient

/// Holds the typed values against the schemas of the document: a sample with every member of a schema must come back whole
/// after it was read into its type, and the type has no members beside them.
@Suite struct SchemaTests {
  /// Schemas that are no types here, and why.
  static let leftOut = [
    "Picture": "pictures", "Size": "pictures", "FileName": "pictures", "ColorFileName": "pictures",
    "Error": "MockAPIError.Refusal has its members", "HAR": "given as data, for tools that read HAR",
    "Row": "any columns", "Headers": "a type that finds names in any case", "Shown": "any JSON",
    "GivenReading": "any of the 22 sensors", "Summary": "an Entry with less", "SensorValueToSet": "parameters of set",
    "Count": "an answer of WireMock's calls", "Client": "RateLimitClient",
    "ServeEvent": "WireMock", "LoggedRequest": "WireMock", "RequestPattern": "WireMock",
    "Matchers": "WireMock", "Expression": "WireMock", "Matcher": "WireMock", "Flag": "WireMock",
    "Fault": "its makers are tested one by one", "StateWish": "its members are tested by name",
    "JournalMatchOrNone": "JournalMatch",
  ]

  private struct Samples {
    var document: JSONValue

    func resolved(_ schema: JSONValue?) -> JSONValue? {
      guard let reference = schema?["$ref"]?.string else { return schema }
      return resolved(document[pointer: reference])
    }

    func type(_ schema: JSONValue?) -> String? {
      let type = resolved(schema)?["type"]
      return type?.string ?? type?.texts.first { $0 != "null" }
    }

    func sample(_ schema: JSONValue?) -> JSONValue {
      guard let schema = resolved(schema) else { return "text" }
      if let value = schema["const"] ?? schema["enum"]?[0] { return value }
      if let choices = schema["anyOf"]?.array ?? schema["oneOf"]?.array {
        let wanted = ["object", "boolean", "string", "integer", "number"]
        let sorted = wanted.compactMap { name in choices.first { type($0) == name } }
        return sample(sorted.first ?? choices[0])
      }
      switch type(schema) {
      case "object":
        var members = schema["properties"]?.object?.mapValues { sample($0) } ?? [:]
        if members.isEmpty, let more = schema["additionalProperties"], more.object != nil {
          members["some"] = sample(more)
        }
        return .object(members)
      case "array": return [sample(schema["items"])]
      case "integer": return schema["minimum"] ?? 1
      case "number": return 1.5
      case "boolean": return true
      default: return schema["format"] == "date-time" ? "2026-01-01T00:00:00Z" : "text"
      }
    }

    /// The schema at a pointer, and the names of its members.
    func check<Value: Codable>(_ type: Value.Type, _ pointer: String) throws {
      let schema = try #require(resolved(document[pointer: pointer]), "there is no \(pointer)")
      let sample = sample(schema)
      let value = try JSON.decoder().decode(type, from: JSON.encoder().encode(sample))
      let back = try JSON.decoder().decode(JSONValue.self, from: JSON.encoder().encode(value))
      #expect(back == sample, "\(type) has not all of \(pointer)")
      let members = Set(Mirror(reflecting: value).children.compactMap(\.label))
      if schema["properties"] != nil {
        #expect(members == Set(schema["properties"]?.object?.keys ?? [:].keys), "\(type) and \(pointer)")
      }
    }

    func answer(_ method: String, _ path: String, _ status: String = "200") -> String {
      let path = path.replacingOccurrences(of: "/", with: "~1")
      let response = document[pointer: "#/paths/\(path)/\(method)/responses/\(status)"]
      let start = response?["$ref"]?.string ?? "#/paths/\(path)/\(method)/responses/\(status)"
      return start + "/content/application~1json/schema"
    }
  }

  private func samples() async throws -> Samples {
    let server = try await Checkout.server()
    return Samples(document: try await server.document(of: .mock))
  }

  @Test func typesHaveTheMembersOfTheirSchemas() async throws {
    let samples = try await samples()
    let types: [(any Codable.Type, String)] = [
      (ConnectAddresses.self, "ConnectAddresses"), (ConnectAddresses.Place.self, "ConnectPlace"),
      (Welcome.self, "Welcome"), (CallList.self, "CallList"), (DocumentList.self, "DocumentList"),
      (Health.self, "Health"), (WorldInfo.self, "World"), (WorldWish.self, "WorldWish"), (Clock.self, "Clock"),
      (ClockChange.self, "ClockChange"), (Snapshot.self, "Snapshot"), (WorldState.self, "State"),
      (FaultWish.self, "FaultWish"), (FaultMatch.self, "FaultMatch"), (FaultRecord.self, "FaultRecord"),
      (FaultSet.self, "FaultSet"), (JournalMatch.self, "JournalMatch"), (Expected.self, "Expected"),
      (Entry.self, "Entry"), (RateLimit.self, "RateLimit"), (Socket.self, "Socket"),
      (Socket.Traffic.self, "Traffic"), (SensorList.self, "SensorList"), (Sensor.self, "ControlledSensor"),
      (Activity.self, "Activity"), (Device.self, "Device"), (UpcomingEvent.self, "UpcomingEvent"),
      (Comparison.self, "Comparison"), (IssuedToken.self, "Token"), (ScenarioWish.self, "ScenarioToAdd"),
      (Scenario.self, "Scenario"),
    ]
    for (type, name) in types { try samples.check(type, "#/components/schemas/\(name)") }
    for (name, schema) in samples.document["components"]?["schemas"]?.object ?? [:] {
      // Types of a single text or number are members of the others.
      guard schema["properties"] != nil || schema["oneOf"] != nil else { continue }
      #expect(types.contains { $0.1 == name } || Self.leftOut[name] != nil, "\(name) has no type")
    }
  }

  @Test func answersWithoutANameHaveTheirMembers() async throws {
    let samples = try await samples()
    struct TableList: Codable { var tables: [Table] }
    struct TypeList: Codable { var types: [FaultType] }
    struct SimulationList: Codable { var simulations: [Simulation] }
    try samples.check(TableList.self, samples.answer("get", "/_mock/data"))
    try samples.check(RowPage.self, samples.answer("get", "/_mock/data/{table}"))
    try samples.check(TypeList.self, samples.answer("get", "/_mock/fault-types"))
    try samples.check(EntryPage.self, samples.answer("get", "/_mock/requests"))
    try samples.check(Count.self, samples.answer("post", "/_mock/requests/count"))
    try samples.check(Verification.self, samples.answer("post", "/_mock/requests/verify"))
    try samples.check(WaitResult.self, samples.answer("post", "/_mock/requests/wait"))
    try samples.check(Upcoming.self, samples.answer("get", "/_mock/clock/upcoming"))
    try samples.check(Explanation.self, samples.answer("get", "/_mock/requests/{id}/explanation"))
    try samples.check(Replay.self, samples.answer("post", "/_mock/requests/{id}/replay"))
    try samples.check(MintedToken.self, samples.answer("post", "/_mock/tokens", "201"))
    try samples.check(TokenReport.self, samples.answer("post", "/_mock/tokens/inspect"))
    try samples.check(Broker.self, samples.answer("get", "/_mock/broker"))
    try samples.check(SimulationList.self, samples.answer("get", "/_mock/simulations"))
    let bodies = "#/components/requestBodies/Ending/content/application~1json/schema"
    try samples.check(SocketEnding.self, bodies)
    let message = "#/paths/~1_mock~1messages/post/requestBody/content/application~1json/schema"
    try samples.check(Message.self, message)
    let state = samples.document[pointer: "#/components/schemas/StateWish/properties"]?.object?.keys.sorted()
    #expect(Mirror(reflecting: StateWish(tables: [:])).children.compactMap(\.label).sorted() == state)
  }

  @Test func everyTypeOfFaultHasAMakerWithAllItsFields() async throws {
    let samples = try await samples()
    let delays: [Fault.Delay] = [
      .fixed(1), .uniform(minimum: 1, maximum: 2), .lognormal(median: 1, sigma: 0.5),
    ]
    let messages: [Fault.Messages] = [.nth(1, .both), .every(2, .incoming), .all]
    let faults: [Fault] =
      [
        .status(503, body: "no", headers: ["A": "b"]), .dribble(bytesPerSecond: 1), .empty, .truncate(after: 1),
        .malformed, .contentType("text/html"), .reset, .timeout, .rateLimited(retryAfter: 1),
        .unavailable(retryAfter: 1), .expiredToken, .invalidToken(issuedWithinSeconds: 1, refreshTokens: true),
        .stale, .offline(seconds: 1, everySeconds: 2), .muteHeartBeats, .halfOpen,
        .close(code: 1011, reason: "no", afterMessages: 1, abort: false),
        .refuseConnect(at: .handshake, message: "no", retryAfter: 1), .slowReader, .delay(milliseconds: 5),
      ] + delays.map { .delay($0) }
      + messages.flatMap {
        [.dropMessage($0), .duplicate($0), .reorder($0), .corrupt($0), .editMessage("a", replacement: "b", $0)]
      }
      + delays.flatMap { delay in messages.map { .delayMessages(delay, $0) } }
    var made: [String: Set<String>] = [:]
    for fault in faults { made[fault.type, default: []].formUnion(fault.members.keys) }
    let choices = try #require(samples.document[pointer: "#/components/schemas/Fault/oneOf"]?.array)
    var documented: [String: Set<String>] = [:]
    for choice in choices {
      let type = choice["properties"]?["type"]?["const"]?.string ?? "?"
      documented[type] = Set(choice["properties"]?.object?.keys ?? [:].keys)
    }
    #expect(made == documented)
  }
}
