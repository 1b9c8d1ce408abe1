import JSON
import OpenAPI
import Resources
import Testing

/// No document brings the reading of it down, and real ones are understood quickly.
@Suite struct OddDocumentsTests {
  @Test(arguments: [
    "{}", "[]", "null", #"{"paths":[]}"#, #"{"paths":{"/a/{":{"get":{}}}}"#,
    #"{"paths":{"/":{"get":{}},"/{}":{"put":{}}}}"#,
    #"{"paths":{"/a{b}c{d/}":{"get":{"parameters":{},"responses":[]}}}}"#,
    #"{"paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":true}}}}}}}}"#,
    ##"{"paths":{"/a":{"$ref":"#/paths/~1a"}}}"##, #"{"paths":{"/a:":{"post":{}},"/.":{"get":{}},"/a.b.":{"get":7}}}"#,
  ])
  func isEmptyOrCalls(text: String) throws {
    let root = try JSONParser.parse(Array(text.utf8))
    let model = APIModel(OpenAPIDocument(name: "x", title: "", root: root, servers: []))
    #expect(model.resources.isEmpty)
    #expect(model.operations.allSatisfy { $0.kind == .call })
  }

  @Test func endsInSchemasWithinThemselves() {
    let model = APIModel(
      smallDocument(
        ["GET /nodes > [Node]", "GET /nodes/{id} > Node", "GET /loops/{id} > Loop"],
        schemas: ["Node": "id:integer;parent:Node;children:[Node];data:(data:Node)", "Loop": ""]))
    #expect(model.operations.map(\.kind) == [.list, .read, .read])
    let loop = OpenAPIDocument(
      name: "x", title: "",
      root: [
        "paths": [
          "/a/{id}": ["get": ["responses": ["200": ["content": ["application/json": ["schema": ["$ref": "#/s/A"]]]]]]]
        ],
        "s": ["A": ["allOf": [["$ref": "#/s/B"]]], "B": ["anyOf": [["$ref": "#/s/A"]]]],
      ], servers: [])
    #expect(APIModel(loop).operations.count == 1)
  }

  /// Every value of a document in turn becomes something else.
  @Test func bearsAnyValueAnywhere() {
    let root = StyleCase.chat.document.root
    let places = Self.places(root)
    #expect(places.count > 150)
    for (number, place) in places.enumerated() {
      let odd: JSONValue = [nil, 7, "x", [], [:], ["a": nil], true][number % 7]
      let changed = Self.replaced(root, place[...], by: odd)
      let model = APIModel(OpenAPIDocument(name: "x", title: "", root: changed, servers: []))
      #expect(Explanation(model).text.isEmpty == false)
    }
  }

  private static func places(_ value: JSONValue) -> [[String]] {
    switch value {
    case .object(let object):
      return object.members.flatMap { member in [[member.key]] + places(member.value).map { [member.key] + $0 } }
    case .array(let elements):
      return elements.enumerated().flatMap { element in
        [[String(element.offset)]] + places(element.element).map { [String(element.offset)] + $0 }
      }
    default: return []
    }
  }

  private static func replaced(_ value: JSONValue, _ place: ArraySlice<String>, by odd: JSONValue) -> JSONValue {
    guard let first = place.first else { return odd }
    if var object = value.object {
      object[first] = object[first].map { replaced($0, place.dropFirst(), by: odd) }
      return .object(object)
    }
    guard var elements = value.array, let index = Int(first), elements.indices.contains(index) else { return odd }
    elements[index] = replaced(elements[index], place.dropFirst(), by: odd)
    return .array(elements)
  }
}
