import JSON
import OpenAPI
import Resources
import Testing

@Suite("States that follow the clock")
struct LifecycleTests {
  private func model(_ lifecycle: JSONValue?, states: String = "draft|paid|shipped|lost") -> APIModel {
    var root = smallDocument(
      ["GET /orders [Order]", "POST /orders <Order Order", "GET /orders/{id} Order"],
      schemas: ["Order": "id:integer!;status:\(states)"]
    ).root
    let place = JSONPointer(["components", "schemas", "Order", "properties", "status", "x-mock-lifecycle"])
    if let lifecycle { root.set(lifecycle, at: place.tokens) }
    return APIModel(OpenAPIDocument(name: "small", title: "Small", root: root, servers: []))
  }

  @Test("are read with durations in both forms")
  func reading() throws {
    let model = model([
      "initial": "draft",
      "after": [
        ["from": "draft", "to": "paid", "after": "PT1M30S"], ["from": "paid", "to": "shipped", "after": "1h30m"],
      ],
    ])
    let orders = try #require(model.resource("orders"))
    #expect(
      orders.lifecycles == [
        Lifecycle(
          member: "status", initial: "draft",
          steps: [
            .init(from: "draft", to: "paid", after: 90_000_000_000),
            .init(from: "paid", to: "shipped", after: 5_400_000_000_000),
          ])
      ])
    #expect(orders.proposedLifecycle == nil)
    #expect(model.notes.isEmpty)
    #expect(APIModel(coded: model.coded)?.resource("orders") == orders)
  }

  @Test(
    "are refused with the reason",
    arguments: [
      (["after": []], "a list \"after\" of steps is expected"),
      (["after": [["from": "draft", "to": "paid", "after": 5]]], "a duration such as PT10S or 10s"),
      (["after": [["from": "draft", "to": "gone", "after": "5s"]]], "no state \"gone\""),
      (
        [
          "after": [
            ["from": "draft", "to": "paid", "after": "PT0S"], ["from": "paid", "to": "draft", "after": "PT0S"],
          ]
        ],
        "lead in a circle"
      ),
    ] as [(JSONValue, String)])
  func refusals(_ lifecycle: JSONValue, _ reason: String) throws {
    let model = model(lifecycle)
    #expect(model.resource("orders")?.lifecycles.isEmpty == true)
    #expect(model.notes.contains { $0.contains(reason) }, "\(model.notes)")
  }

  @Test("are proposed where the states form a sequence, and have no effect")
  func proposals() throws {
    let orders = try #require(model(nil).resource("orders"))
    #expect(orders.lifecycles.isEmpty)
    #expect(orders.proposedLifecycle?.steps.map(\.to) == ["paid", "shipped"])
    #expect(model(nil, states: "red|green|blue").resource("orders")?.proposedLifecycle == nil)
  }
}
