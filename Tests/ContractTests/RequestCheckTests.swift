import Contract
import HTTPCore
import Testing

@Suite("A request is held against its document")
struct RequestCheckTests {
  /// A request, and what is told of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let api: String
    let operation: String
    var target = "/"
    var headers: [(String, String)] = []
    var body = ""
    let expected: [String]

    var testDescription: String { "\(operation) \(target) \(body.prefix(60)) \(headers.map(\.0))" }
  }

  private static let token = ("Authorization", "Bearer x")
  private static let json = ("Content-Type", "application/json")
  private static let lote = #"{"nombre":"Lote Uno","ubicacion":"Norte","tipoCultivo":"Café","areaHectareas":2.5}"#

  private static let cases = [
    Case(api: "agrobridge", operation: "createLote", headers: [token, json], body: lote, expected: []),
    Case(
      api: "agrobridge", operation: "createLote", headers: [token, json],
      body: #"{"nombe":"Lote Uno","nombre":"Lote Uno","ubicacion":"Norte","tipoCultivo":"Café","areaHectareas":2.5}"#,
      expected: [#"body /nombe: "nombe" is not documented; did you mean "nombre"?"#]),
    Case(
      api: "agrobridge", operation: "createLote", headers: [token, json],
      body: #"{"nombre":"Lote Uno","ubicacion":"Norte","tipoCultivo":"Café","areaHectareas":"dos"}"#,
      expected: ["body /areaHectareas: must be "]),
    Case(
      api: "agrobridge", operation: "createLote", headers: [json], body: lote,
      expected: ["header Authorization: is required and missing"]),
    Case(
      api: "agrobridge", operation: "createLote", headers: [token], body: lote,
      expected: ["header Content-Type: must be application/json, but is missing"]),
    Case(
      api: "agrobridge", operation: "createLote", headers: [token, json], body: "{",
      expected: ["body: is not JSON: "]),
    Case(
      api: "agrobridge", operation: "createLote", headers: [token, json],
      expected: ["body: is required and missing"]),
    Case(
      api: "agrobridge", operation: "listLotes", target: "/?estado=activo&limt=5", headers: [token],
      expected: [#"query limt: "limt" is not documented; did you mean "limit"?"#]),
    Case(
      api: "agrobridge", operation: "listLotes", target: "/?estado=roto&page=x", headers: [token],
      expected: ["query page: must be an integer", "query estado: must be one of "]),
    Case(api: "newsapi", operation: "topHeadlines", target: "/?country=us&apiKey=k&pageSize=20", expected: []),
    Case(
      api: "newsapi", operation: "topHeadlines", target: "/?county=us&apiKey=k",
      expected: [#"query county: "county" is not documented; did you mean "country"?"#]),
    Case(api: "jsonplaceholder", operation: "listPosts", target: "/?userId=1&userId=2&_limit=3&_sort=id", expected: []),
    Case(
      api: "jsonplaceholder", operation: "listUsers", target: "/?address.city=Gwenborough&id_gte=3&name_like=L&id:lt=5",
      expected: []),
    Case(
      api: "jsonplaceholder", operation: "listPosts", target: "/?usrId=1",
      expected: [#"query usrId: "usrId" is not documented; did you mean "userId"?"#]),
    Case(
      api: "agrobridge", operation: "login", headers: [json], body: #"{"email":"a@b.c","password":"secret12"}"#,
      expected: []),
  ]

  @Test("and every deviation named", arguments: cases)
  func deviations(_ item: Case) throws {
    let operation = try #require(try Documents.library.operation(item.api, item.operation))
    var headers = HeaderFields()
    for header in item.headers { headers.append(header.0, header.1) }
    let request = Request(
      method: HTTPMethod(rawValue: operation.entry.method), target: try RequestTarget(Array(item.target.utf8)),
      headers: headers, body: Array(item.body.utf8))
    let found = CheckedRequest(request, PathParameters(), of: operation).deviations().map(\.description)
    #expect(found.count == item.expected.count, "\(found)")
    for text in item.expected { #expect(found.contains { $0.hasPrefix(text) }, "\(text) in \(found)") }
  }
}
