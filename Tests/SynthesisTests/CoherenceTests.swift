import JSON
import Synthesis
import Testing

@Suite("The values of one object fit each other")
struct CoherenceTests {
  /// Records of a component, each checked against its schema.
  private static func records(_ members: String, of name: String, count: Int = 8, required: Bool = true) throws
    -> [JSONObject]
  {
    let properties = try Trial.parse("{\(members)}")
    let names = (properties.object?.keys ?? []).map { JSONValue.string($0) }
    var schema: JSONObject = ["type": "object", "properties": properties]
    if required { schema["required"] = .array(names) }
    let maker = ValueGenerator(root: ["components": ["schemas": .object([name: .object(schema)])]])
    return try (0..<count).compactMap { number in
      try maker.value(
        JSONPointer(["components", "schemas", name]), seed: UInt64(number), context: Trial.context(number)
      ).object
    }
  }

  private static func cents(_ value: JSONValue?) throws -> Int {
    let number = value?.number?.double ?? value?.string.flatMap { Double($0) }
    return Int((try #require(number) * 100).rounded())
  }

  @Test("Lines are price times quantity, and a total is their sum with tax and shipping and less the discount")
  func amounts() throws {
    let members = """
      "items": {"type": "array", "minItems": 2, "items": {"type": "object", "required": ["price", "quantity", "total"],
        "properties": {"price": {"type": "number"}, "quantity": {"type": "integer"}, "total": {"type": "number"}}}},
      "subtotal": {"type": "number"}, "tax": {"type": "string"}, "shipping_cost": {"type": "number"},
      "discount": {"type": "number"}, "total": {"type": "number"}, "display_total": {"type": "string"},
      "total_cents": {"type": "integer"}, "items_count": {"type": "integer"}, "currency": {"type": "string"}
      """
    for record in try Self.records(members, of: "Order") {
      let items = try #require(record["items"]?.array)
      var sum = 0
      for item in items {
        let quantity = try #require(item["quantity"]?.number?.integer)
        #expect(try Self.cents(item["total"]) == Self.cents(item["price"]) * quantity)
        sum += try Self.cents(item["total"])
      }
      #expect(try Self.cents(record["subtotal"]) == sum)
      let added = try Self.cents(record["tax"]) + Self.cents(record["shipping_cost"]) - Self.cents(record["discount"])
      #expect(try Self.cents(record["total"]) == sum + added)
      let total = try Self.cents(record["total"])
      #expect(record["total_cents"]?.number?.integer == total)
      #expect(record["items_count"]?.number?.integer == items.count)
      let shown = try #require(record["display_total"]?.string)
      #expect(shown.contains(where: \.isNumber) && shown.split(separator: ".").count == 2)
    }
  }

  @Test("Amounts in whole numbers stay whole")
  func wholeAmounts() throws {
    let members = #""price": {"type": "integer"}, "quantity": {"type": "integer"}, "total": {"type": "integer"}"#
    for record in try Self.records(members, of: "CartLine") {
      let quantity = try #require(record["quantity"]?.number?.integer)
      #expect(record["total"]?.number?.integer == record["price"]?.number?.integer.map { $0 * quantity })
    }
  }

  @Test("What is known and what the schema forbids stays as it is")
  func known() throws {
    let schema = """
      {"type": "object", "required": ["price", "quantity", "total"], "properties": {"price": {"type": "number", "maximum": 50},
       "quantity": {"type": "integer", "maximum": 9}, "total": {"type": "number", "maximum": 60}}}
      """
    for value in try Trial.values(schema, fixed: ["total": 10]) { #expect(value["total"] == 10) }
    _ = try Trial.values(schema, count: 20)
  }

  @Test("Moments are in their order, and those of what has not happened are missing")
  func moments() throws {
    let members = """
      "created_at": {"type": "string", "format": "date-time"}, "updated_at": {"type": "string", "format": "date-time"},
      "shipped_at": {"type": ["string", "null"], "format": "date-time"}, "cancelled_at": {"type": ["string", "null"], "format": "date-time"},
      "deleted_at": {"type": ["string", "null"], "format": "date-time"}, "status": {"type": "string", "enum": ["shipped", "cancelled", "pending"]}
      """
    for record in try Self.records(members, of: "Parcel", count: 30) {
      let created = try #require(record["created_at"]?.string)
      let updated = try #require(record["updated_at"]?.string)
      #expect(created <= updated)
      if let shipped = record["shipped_at"]?.string { #expect(created <= shipped && shipped <= updated) }
      if record["status"] != "cancelled" { #expect(record["cancelled_at"]?.isNull == true) }
      #expect(record["deleted_at"]?.isNull == true)
    }
  }

  @Test(
    "What is planned begins before it ends, and not in the past",
    arguments: ["starts_at ends_at", "start_time end_time"])
  func spans(_ names: String) throws {
    let names = names.split(separator: " ").map(String.init)
    let members = names.map { #""\#($0)": {"type": "string", "format": "date-time"}"# }.joined(separator: ", ")
    for record in try Self.records(members, of: "Showtime", count: 20) {
      let start = try #require(record[names[0]]?.string)
      let end = try #require(record[names[1]]?.string)
      #expect(start > "2030-03-17" && start < end)
      #expect(start.hasSuffix("00:00Z") || start.hasSuffix("30:00Z"))
    }
  }

  @Test("What is done is done wholly")
  func progress() throws {
    let members =
      #""done": {"type": "boolean"}, "percent_done": {"type": "integer"}, "done_at": {"type": ["string", "null"]}"#
    for record in try Self.records(members, of: "Task", count: 20) {
      let isDone = record["done"] == true
      #expect((record["percent_done"] == 100) == isDone)
      if !isDone { #expect(record["done_at"]?.isNull == true) }
    }
  }

  @Test("Slugs are of the name, e-mail addresses of the person, files of their type")
  func names() throws {
    let members = """
      "name": {"type": "string"}, "slug": {"type": "string"}, "url": {"type": "string"},
      "sender_first_name": {"type": "string"}, "sender_last_name": {"type": "string"}, "sender_email": {"type": "string"},
      "recipient_name": {"type": "string"}, "recipient_email": {"type": "string"}
      """
    for record in try Self.records(members, of: "Product").dropFirst() {
      let slug = try #require(record["slug"]?.string)
      let words = try #require(record["name"]?.string).lowercased().split(separator: " ")
      #expect(words.joined(separator: "-") == slug)
      #expect(record["url"] == .string("https://www.example.com/products/\(slug)"))
      let first = try #require(record["sender_first_name"]?.string)
      let last = try #require(record["sender_last_name"]?.string)
      #expect(record["sender_email"] == .string("\(first).\(last)@example.com".lowercased()))
      let recipient = try #require(record["recipient_name"]?.string).lowercased().replacing(" ", with: ".")
      #expect(record["recipient_email"] == .string("\(recipient)@example.com"))
      #expect(recipient != "\(first).\(last)".lowercased())
    }
  }

  @Test("The least is not more than the most")
  func bounds() throws {
    let members =
      #""min_price": {"type": "number"}, "max_price": {"type": "number"}, "used": {"type": "integer"}, "total": {"type": "integer"}"#
    for record in try Self.records(members, of: "Filter", count: 20) {
      #expect(try Self.cents(record["min_price"]) <= Self.cents(record["max_price"]))
      #expect(try Self.cents(record["used"]) <= Self.cents(record["total"]))
    }
  }

  @Test("A city, its country, its coordinates and its time zone are of one place")
  func places() throws {
    let members = """
      "city": {"type": "string"}, "country_code": {"type": "string"}, "timezone": {"type": "string"},
      "location": {"type": "object", "required": ["lat", "coordinates"], "properties": {"lat": {"type": "number"},
       "coordinates": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}}}}
      """
    for record in try Self.records(members, of: "Shop", count: 20) where record["city"] == "Berlin" {
      #expect(record["country_code"] == "DE" && record["timezone"] == "Europe/Berlin")
      #expect(record["location"]?["lat"] == 52.52437)
      #expect(record["location"]?["coordinates"] == [13.41053, 52.52437])
    }
  }
}
