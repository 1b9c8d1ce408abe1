import ServerTestSupport
import Testing

/// Finds out in which order the members of JSON objects were written, which decoders do not tell.
enum JSONKeyOrder {
  /// The keys of the first object whose keys are not sorted by their bytes; nil when all are.
  static func unsortedObject(in json: [UInt8]) -> [String]? {
    objects(in: json).first { keys in
      zip(keys, keys.dropFirst()).contains { !$0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// Whether there is no white space but inside of strings.
  static func isCompact(_ json: [UInt8]) -> Bool {
    let strings = /"(?:[^"\\]|\\.)*"/
    return !String(decoding: json, as: UTF8.self).replacing(strings, with: "").contains(where: \.isWhitespace)
  }

  /// The keys of every object, in the order of the text.
  static func objects(in json: [UInt8]) -> [[String]] {
    var finished: [[String]] = []
    var open: [[String]] = []
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "{"): open.append([])
      case UInt8(ascii: "}"): finished.append(open.popLast() ?? [])
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < json.count, json[index] != UInt8(ascii: "\"") {
          index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if index + 1 < json.count, json[index + 1] == UInt8(ascii: ":"), !open.isEmpty {
          open[open.count - 1].append(String(decoding: json[start..<index], as: UTF8.self))
        }
      default: break
      }
      index += 1
    }
    return finished
  }
}

@Suite("The members of an answer")
struct KeyOrderTests {
  @Test(
    "are sorted, without white space between them",
    arguments: [
      "/v1/lotes", "/v1/lotes?page=2", "/v1/productores", "/v1/bloques", "/v1/dashboard/stats",
      "/v1/lotes/lote_3", "/v1/productores/prod_1", "/v1/bloques/bloque_49",
    ])
  func sorted(path: String) throws {
    let server = try TestServer()
    let response = try server.send("GET", path, token: try server.signIn())
    #expect(response.status == 200)
    #expect(JSONKeyOrder.objects(in: response.body).contains { $0.count > 1 })
    #expect(JSONKeyOrder.unsortedObject(in: response.body) == nil)
    #expect(JSONKeyOrder.isCompact(response.body))
  }

  @Test("are sorted in answers to writes and to sign-in too")
  func sortedInWrites() throws {
    let server = try TestServer()
    let login = try server.send(
      "POST", "/v1/auth/login", body: #"{"password":"password123","email":"usuario@example.com"}"#)
    let token = try #require(login.json["token"] as? String)
    let refreshed = try server.refresh(try #require(login.json["refreshToken"] as? String))
    let created = try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote(of: "prod_1"))
    let changed = try server.send("PUT", "/v1/lotes/lote_165", token: token, body: AgroBridgeBody.lote)
    for response in [login, refreshed, created, changed] {
      #expect(response.json.count > 1)
      #expect(JSONKeyOrder.unsortedObject(in: response.body) == nil)
    }
  }

  @Test("would be found out of order by this suite")
  func scanner() {
    #expect(JSONKeyOrder.isCompact(Array(#"{"a b":"c \" d","e":[1,2]}"#.utf8)))
    #expect(!JSONKeyOrder.isCompact(Array(#"[{"a":1}, {"a":2}]"#.utf8)))
    #expect(JSONKeyOrder.unsortedObject(in: Array(#"[{"a":1,"b":{"d":"x\"","c":[]}}]"#.utf8)) == ["d", "c"])
    #expect(
      JSONKeyOrder.objects(in: Array(#"{"a":{"b":"{\"z\":"},"c":[{}]}"#.utf8)) == [["b"], [], ["a", "c"]])
  }
}
