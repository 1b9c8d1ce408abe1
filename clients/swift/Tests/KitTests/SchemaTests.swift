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
    "Row": "any columns", "ServedAPI": "for assistants that write code", "Shown": "any JSON",
    "Headers": "a type that finds names in any case",
    "GivenReading": "any of the 22 sensors", "Summary": "an Entry with less", "SensorValueToSet": "parameters of set",
    "Count": "an answer of WireMock's calls", "Client": "RateLimitClient",
    "ServeEvent": "WireMock", "LoggedRequest": "WireMock", "RequestPattern": "WireMock",
    "Matchers": "WireMock", "Expression": "WireMock", "Matcher": "WireMock", "Flag": "WireMock",
    "Fault": "its makers are tested one by one", "StateOptions": "given as JSON",
    "JournalMatchOrNone": "JournalMatch", "CallList": "calls gives the list", "WorldOptions": "parameters of make",
    "ClockChange": "parameters of set", "ScenarioToAdd": "parameters of add", "State": "given as JSON",
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

    func response(_ method: String, _ path: String, _ status: String = "200") -> String {
      let path = path.replacingOccurrences(of: "/", with: "~1")
      let response = document[pointer: "#/paths/\(path)/\(method)/responses/\(status)"]
      let start = response?["$ref"]?.string ?? "#/paths/\(path)/\(method)/responses/\(status)"
      return start + "/content/application~1json/schema"
    }
  }

  private func samples() async throws -> Samples {
    let server = try await Checkout.server()
    return Samples(document: try await server.document("mock.json"))
  }

  @Test func typesHaveTheMembersOfTheirSchemas() async throws {
    let samples = try await samples()
    let types: [(any Codable.Type, String)] = [
      (ConnectAddresses.self, "ConnectAddresses"), (ConnectPlace.self, "ConnectPlace"),
      (Welcome.self, "Welcome"), (DocumentList.self, "DocumentList"),
      (Health.self, "Health"), (WorldInfo.self, "World"), (Clock.self, "Clock"),
      (Snapshot.self, "Snapshot"),
      (FaultOptions.self, "FaultOptions"), (FaultMatch.self, "FaultMatch"), (FaultRecord.self, "FaultRecord"),
      (FaultSet.self, "FaultSet"), (JournalMatch.self, "JournalMatch"), (Expected.self, "Expected"),
      (Entry.self, "Entry"), (RateLimit.self, "RateLimit"), (Socket.self, "Socket"),
      (ChannelMessage.self, "ChannelMessage"), (MessageTrigger.self, "MessageTrigger"), (HeldMessage.self, "HeldMessage"),
      (HeldExchange.self, "HeldExchange"),
      (Traffic.self, "Traffic"), (SensorList.self, "SensorList"), (Sensor.self, "ControlledSensor"),
      (Activity.self, "Activity"), (Device.self, "Device"), (UpcomingEvent.self, "UpcomingEvent"),
      (Comparison.self, "Comparison"), (IssuedToken.self, "Token"), (Token.self, "NewToken"),
      (StompRelay.self, "StompRelay"),
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
    try samples.check(TableList.self, samples.response("get", "/_mock/data"))
    try samples.check(Rows.self, samples.response("get", "/_mock/data/{table}"))
    try samples.check(TypeList.self, samples.response("get", "/_mock/fault-types"))
    try samples.check(JournalPage.self, samples.response("get", "/_mock/requests"))
    try samples.check(Count.self, samples.response("post", "/_mock/requests/count"))
    try samples.check(Verification.self, samples.response("post", "/_mock/requests/verify"))
    try samples.check(Upcoming.self, samples.response("get", "/_mock/clock/upcoming"))
    try samples.check(Explanation.self, samples.response("get", "/_mock/requests/{id}/explanation"))
    try samples.check(Replay.self, samples.response("post", "/_mock/requests/{id}/replay"))
    try samples.check(Token.self, samples.response("post", "/_mock/tokens", "201"))
    try samples.check(TokenInfo.self, samples.response("post", "/_mock/tokens/inspect"))
    struct HoldList: Codable { var holds: [HeldExchange] }
    try samples.check(HoldList.self, samples.response("get", "/_mock/holds"))
    try samples.check(HeldExchange.self, samples.response("get", "/_mock/holds/{id}"))
    try samples.check(HoldWait.self, samples.response("post", "/_mock/holds/wait"))
    struct ChannelList: Codable { var channels: [ChannelInfo] }
    try samples.check(ChannelList.self, samples.response("get", "/_mock/channels"))
    try samples.check(MessagePage.self, samples.response("get", "/_mock/messages"))
    try samples.check(ChannelMessage.self, samples.response("post", "/_mock/messages/wait"))
    try samples.check(PushedEvent.self, samples.response("post", "/_mock/events", "202"))
    try samples.check(BrokerInfo.self, samples.response("get", "/_mock/broker"))
    try samples.check(SimulationList.self, samples.response("get", "/_mock/simulations"))
  }

  @Test func everyTypeOfFaultHasAMakerWithAllItsFields() async throws {
    let samples = try await samples()
    var faults: [Fault] = [
      .status(503, body: "no", headers: ["A": "b"]), .dribble(bytesPerSecond: 1), .empty, .truncate(after: 1),
      .malformed, .contentType("text/html"), .reset, .timeout, .rateLimited(retryAfter: 1),
      .unavailable(retryAfter: 1), .expiredToken, .invalidToken(issuedWithinSeconds: 1, refreshTokens: true),
      .stale, .offline(seconds: 1, everySeconds: 2), .muteHeartBeats, .halfOpen,
      .close(code: 1011, reason: "no", afterMessages: 1, abort: false),
      .refuseConnect(at: .handshake, message: "no", retryAfter: 1), .slowReader,
      .patch(["a": 1], status: 206, headers: ["A": "b"], undocumented: true),
      .hold(phase: .request, milliseconds: 1),
      .delay(milliseconds: 1, distribution: .uniform, minimum: 1, maximum: 2, median: 1, sigma: 0.5),
    ]
    for (nth, every) in [(1, nil), (nil, 2)] as [(Int?, Int?)] {
      faults += [
        .dropMessage(direction: .outgoing, nth: nth, every: every, channel: "c", message: "m"),
        .duplicate(direction: .outgoing, nth: nth, every: every, channel: "c", message: "m"),
        .reorder(direction: .outgoing, nth: nth, every: every, channel: "c", message: "m"),
        .corrupt(direction: .outgoing, nth: nth, every: every, channel: "c", message: "m"),
        .editMessage(
          find: "a", replace: "b", direction: .outgoing, nth: nth, every: every, channel: "c", message: "m"),
        .delayMessages(
          milliseconds: 1, distribution: .lognormal, minimum: 1, maximum: 2, median: 1, sigma: 0.5,
          direction: .outgoing, nth: nth, every: every, channel: "c", message: "m"),
      ]
    }
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
