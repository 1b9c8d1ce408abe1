import Foundation
import ServerTestSupport
import Testing
import World

@Suite("A list")
struct PagingTests {
  @Test(
    "holds everything and no page numbers when no page is asked for",
    arguments: [
      ("lotes", 164), ("productores", 248), ("bloques", 260),
    ])
  func everything(name: String, count: Int) throws {
    let server = try TestServer()
    let response = try server.send("GET", "/v1/\(name)", token: try server.signIn())
    #expect(Set(response.json.keys) == [name, "total"])
    #expect(response.records(name).count == count)
    #expect(response.total == count)
  }

  @Test(
    "is cut into pages",
    arguments: [
      // query, first and last number, page, pages
      ("page=1", 1, 20, 1, 9), ("page=2", 21, 40, 2, 9), ("limit=20", 1, 20, 1, 9),
      ("page=9", 161, 164, 9, 9), ("page=1&limit=100", 1, 100, 1, 2), ("page=2&limit=100", 101, 164, 2, 2),
      ("page=3&limit=7", 15, 21, 3, 24), ("limit=1", 1, 1, 1, 164), ("page=2&limit=82", 83, 164, 2, 2),
    ])
  func pages(query: String, first: Int, last: Int, page: Int, pages: Int) throws {
    let server = try TestServer()
    let response = try server.send("GET", "/v1/lotes?\(query)", token: try server.signIn())
    #expect(response.status == 200)
    #expect(response.ids("lotes") == (first...last).map { "lote_\($0)" })
    #expect(response.total == 164)
    #expect(response.json["page"] as? Int == page)
    #expect(response.json["totalPages"] as? Int == pages)
  }

  @Test(
    "is empty beyond its last page, and still tells the total",
    arguments: ["page=10", "page=1000000&limit=100"])
  func beyondTheEnd(query: String) throws {
    let server = try TestServer()
    let response = try server.send("GET", "/v1/lotes?\(query)", token: try server.signIn())
    #expect(response.status == 200)
    #expect(response.text.contains(#""lotes":[]"#))
    #expect(response.total == 164)
  }

  @Test("put together from its pages is the whole list", arguments: ["lotes", "productores", "bloques"])
  func pagesAddUp(name: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let whole = try server.send("GET", "/v1/\(name)", token: token)
    let pages = try #require(
      try server.send("GET", "/v1/\(name)?limit=33", token: token).json["totalPages"] as? Int)
    let ids = try (1...pages).flatMap { page in
      try server.send("GET", "/v1/\(name)?page=\(page)&limit=33", token: token).ids(name)
    }
    #expect(!ids.isEmpty)
    #expect(ids == whole.ids(name))
  }

  @Test("counts pages of what the filter leaves")
  func pagesOfFilter() throws {
    let server = try TestServer()
    let response = try server.send(
      "GET", "/v1/lotes?estado=activo&limit=100&page=2", token: try server.signIn())
    #expect(response.total == 156)
    #expect(response.json["totalPages"] as? Int == 2)
    #expect(response.records("lotes").count == 56)
  }

  @Test(
    "refuses a page or limit that it cannot mean, and names it",
    arguments: [
      ("page", "0"), ("page", "-1"), ("page", "abc"), ("page", "1.5"), ("page", ""), ("page", "1000001"),
      ("page", "99999999999999999999"), ("page", "1%202"), ("limit", "0"), ("limit", "-5"), ("limit", "101"),
      ("limit", "1e1"), ("limit", "9223372036854775807"), ("limit", "%C3%BC"),
    ])
  func badValues(name: String, value: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    for list in ["lotes", "productores", "bloques"] {
      let response = try server.send("GET", "/v1/\(list)?\(name)=\(value)", token: token)
      #expect(response.status == 400)
      #expect(response.errorCode == "VALIDATION_ERROR")
      #expect(response.errorDetails["field"] == name)
      #expect(response.errorDetails["value"] == value.removingPercentEncoding)
      #expect((response.error["message"] as? String)?.contains("\"\(name)\"") == true)
    }
  }

  @Test(
    "is as long as the data set says",
    arguments: [
      (Dataset.minimal, [2, 0, 0]), (.empty, [0, 0, 0]), (.demo, [164, 248, 260]),
    ])
  func datasets(dataset: Dataset, counts: [Int]) throws {
    let server = try TestServer { $0.dataset = dataset }
    let token = try server.signIn()
    for (name, count) in zip(["lotes", "productores", "bloques"], counts) {
      let response = try server.send("GET", "/v1/\(name)", token: token)
      #expect(response.records(name).count == count)
      #expect(response.text.hasSuffix(#"],"total":\#(count)}"#))
      let page = try server.send("GET", "/v1/\(name)?page=1", token: token)
      #expect(page.json["totalPages"] as? Int == max(1, (count + 19) / 20))
    }
  }

  @Test(
    "and the dashboard agree in each data set",
    arguments: [(Dataset.minimal, [2, 0, 0]), (.empty, [0, 0, 0])])
  func dashboard(dataset: Dataset, counts: [Int]) throws {
    let server = try TestServer { $0.dataset = dataset }
    let stats = try server.send("GET", "/v1/dashboard/stats", token: try server.signIn()).json
    let names = ["lotesActivos", "totalProductores", "bloquesCertificados"]
    #expect(names.map { stats[$0] as? Int } == counts)
    #expect(stats["estadoConexion"] as? String == "online")
  }
}
