import Faults
import JSON
import ServerTestSupport
import Testing
import World

/// The API document is written for people; here it is compared with what the kinds of faults declare of themselves.
@Suite("The document of the faults")
struct FaultDocumentTests {
  private let schemas: JSONValue

  init() throws {
    let document = try JSONParser.parse(try TestServer().send("GET", "/openapi/mock.json").body)
    schemas = try #require(document["components"]?["schemas"])
  }

  /// What a schema says, be it by reference.
  private func resolved(_ schema: JSONValue) -> JSONValue {
    let prefix = "#/components/schemas/"
    guard let reference = schema["$ref"]?.string, reference.hasPrefix(prefix) else { return schema }
    return schemas[String(reference.dropFirst(prefix.count))] ?? schema
  }

  private func schema(of type: any Fault.Type) throws -> JSONValue {
    let kinds = try #require(schemas["Fault"]?["oneOf"]?.array)
    return try #require(kinds.first { $0["properties"]?["type"]?["const"]?.string == type.name }, "\(type.name)")
  }

  @Test("has every kind, and no other")
  func kinds() throws {
    let documented = (schemas["Fault"]?["oneOf"]?.array ?? []).compactMap {
      $0["properties"]?["type"]?["const"]?.string
    }
    #expect(documented.sorted() == FaultCatalogue.types.map { $0.name }.sorted())
  }

  @Test("has the fields of each kind, their bounds and defaults", arguments: FaultCatalogue.types.map { $0.name })
  func fields(kind: String) throws {
    let type = try #require(FaultCatalogue.types.first { $0.name == kind })
    let schema = try schema(of: type)
    let properties = try #require(schema["properties"]?.object)
    let names = Set(type.fields.map(\.name))
    #expect(Set(properties.keys) == names.union(["type"]))
    let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
    let needed = Set(type.fields.filter(\.isRequired).map(\.name))
    #expect(required == needed.union(["type"]))
    for field in type.fields {
      let property = resolved(try #require(properties[field.name]))
      switch field.content {
      case .integer(let range):
        #expect(property["minimum"]?.number?.integer == range.lowerBound, "\(field.name)")
        #expect(property["maximum"]?.number?.integer == range.upperBound, "\(field.name)")
      case .number(let range):
        #expect(property["minimum"]?.number?.double == range.lowerBound, "\(field.name)")
        #expect(property["maximum"]?.number?.double == range.upperBound, "\(field.name)")
      case .text(let length):
        #expect(property["maxLength"]?.number?.integer == length.upperBound, "\(field.name)")
      case .choice(let words):
        let documented = (property["enum"]?.array ?? []).compactMap(\.string)
        #expect(documented.sorted() == words.sorted(), "\(field.name)")
      case .flag, .object, .anything: break
      }
      if let fallback = property["default"] { #expect(field.fallback == fallback, "\(field.name)") }
    }
  }
}
