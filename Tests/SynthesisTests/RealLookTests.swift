import JSON
import Synthesis
import Testing

@Suite("Values look real")
struct RealLookTests {
  private static func record(_ members: String, number: Int, of name: String = "Order") throws -> JSONValue {
    let properties = try Trial.parse("{\(members)}")
    let required = (properties.object?.keys ?? []).map { JSONValue.string($0) }
    let schema: JSONValue = ["type": "object", "required": .array(required), "properties": properties]
    let root: JSONValue = ["components": ["schemas": .object([name: schema])]]
    return try ValueGenerator(root: root)
      .value(JSONPointer(["components", "schemas", name]), seed: UInt64(number), context: Trial.context(number))
  }

  @Test(
    "Texts are what the names say, in several languages and spellings",
    arguments: [
      (["email", "contactEmail", "e_mail", "correo", "Email-Address", "courriel"], #"^[a-z]+\.[a-z]+@example\.com$"#),
      (["firstName", "first_name", "given-name", "vorname", "prénom"], #"^[A-Z][a-z]+$"#),
      (["fullName", "full_name", "author", "nombreCompleto"], #"^[A-Z][a-z]+ [A-Z][a-z]+$"#),
      (["phone", "phoneNumber", "teléfono", "mobile"], #"^\+\d+ 555 \d{3} \d{4}$"#),
      (["countryCode", "country_code"], #"^[A-Z]{2}$"#),
      (["currency", "currencyCode"], #"^[A-Z]{3}$"#),
      (["avatar", "avatar_url"], #"^http://mock.test/media/avatars/[0-9a-f]+\.png$"#),
      (["image", "coverImage", "photo", "picture_url", "thumbnail"], #"^http://mock.test/media/pictures/.+\.png$"#),
      (["createdAt", "updated_at", "fecha"], #"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$"#),
      (["price", "totalAmount", "preis", "montant"], #"^\d+\.\d\d$"#),
      (["website", "homepage", "callbackUrl"], #"^https://.+"#),
      (["slug"], #"^[a-z]+-[a-z]+-\d+$"#),
      (["isbn"], #"^978\d{10}$"#),
      (["ip", "ipAddress"], #"^203\.0\.113\.\d+$"#),
      (["version"], #"^\d+\.\d+\.\d+$"#),
    ] as [([String], String)])
  func text(_ names: [String], _ look: String) throws {
    let look = try Regex(look)
    for name in names {
      let text = try Self.record(#""\#(name)": {"type": "string"}"#, number: 1, of: "Thing")[name]?.string
      #expect(try #require(text).wholeMatch(of: look) != nil, "\(name): \(text ?? "")")
    }
  }

  @Test(
    "Numbers are what the names say",
    arguments: [
      ("price", "number", 5.0...250.0), ("amount", "integer", 500...25_000), ("rating", "number", 3...5),
      ("age", "integer", 19...78), ("year", "integer", 1990...2030), ("quantity", "integer", 1...20),
      ("latitude", "number", -60...70), ("longitude", "number", -170...170), ("percent", "integer", 0...100),
      ("created", "integer", Double(Trial.now - 32_000_000)...Double(Trial.now)),
    ])
  func number(_ name: String, _ type: String, _ range: ClosedRange<Double>) throws {
    for number in 1..<6 {
      let value = try Self.record(#""\#(name)": {"type": "\#(type)"}"#, number: number)[name]
      let made = try #require(value?.number?.double)
      #expect(range.contains(made), "\(name): \(made)")
    }
  }

  @Test("Prices have two decimals at most")
  func price() throws {
    let price = try #require(try Self.record(#""price": {"type": "number"}"#, number: 3)["price"]?.number)
    #expect(price.literal.split(separator: ".").last?.count == 2)
  }

  @Test("The first record is as the examples show it, later ones look like it")
  func examples() throws {
    let members = """
      "id": {"type": "string", "example": "cus_NffrFeUfNV2Hib"}, "code": {"type": "string", "example": "ORD-1042"},
      "breed": {"type": "string", "example": "Siamese"}, "count": {"type": "integer", "example": 100},
      "at": {"type": "string", "example": "2020-01-02 03:04:05"}
      """
    let first = try Self.record(members, number: 0)
    #expect(
      first == [
        "id": "cus_NffrFeUfNV2Hib", "code": "ORD-1042", "breed": "Siamese", "count": 100, "at": "2020-01-02 03:04:05",
      ])
    let third = try Self.record(members, number: 2)
    #expect(third["id"]?.string?.wholeMatch(of: #/cus_[A-Za-z0-9]{14}/#) != nil)
    #expect(third["id"] != first["id"])
    #expect(third["code"] == "ORD-1044")
    #expect(third["breed"] == "Siamese")
    let moment = try #require(third["at"]?.string)
    #expect(moment.wholeMatch(of: #/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/#) != nil)
  }

  @Test("An example of the whole object is the first record")
  func wholeExample() throws {
    let schema = """
      {"type": "object", "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}},
       "owner": {"type": "object", "properties": {"city": {"type": "string"}}}},
       "example": {"name": "Rex", "tags": ["a", "b", "c", "d"], "owner": {"city": "Ulm"}}}
      """
    let value = try #require(try Trial.values(schema, count: 1).first)
    #expect(value == ["name": "Rex", "tags": ["a", "b", "c", "d"], "owner": ["city": "Ulm"]])
  }

  @Test("Numbers that are ids count on")
  func ids() throws {
    for number in 0..<5 {
      #expect(try Self.record(#""id": {"type": "integer"}"#, number: number)["id"] == .number(JSONNumber(number + 1)))
    }
  }

  @Test("What belongs together in a record agrees")
  func agreement() throws {
    let members = """
      "firstName": {"type": "string"}, "lastName": {"type": "string"}, "email": {"type": "string", "format": "email"},
      "createdAt": {"type": "string", "format": "date-time"}, "updatedAt": {"type": "string", "format": "date-time"}
      """
    for number in 1..<30 {
      let value = try Self.record(members, number: number, of: "Customer")
      let email = try #require(value["email"]?.string)
      #expect(email.contains(try #require(value["lastName"]?.string).lowercased()))
      let created = try #require(value["createdAt"]?.string)
      let updated = try #require(value["updatedAt"]?.string)
      #expect(created <= updated && updated < "2030-03-17T17:46:41Z")
    }
  }

  @Test("Neighbouring records differ in their names")
  func variety() throws {
    let names = try (1..<15).map { number in
      try Self.record(#""name": {"type": "string"}"#, number: number, of: "Pet")["name"]?.string
    }
    #expect(Set(names).count == names.count)
  }
}
