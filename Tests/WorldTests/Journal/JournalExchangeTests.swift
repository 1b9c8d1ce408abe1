import HTTPCore
import Testing
import World

@Suite("An exchange in the journal")
struct JournalExchangeTests {
  private static let request: Request = {
    var request = Request(
      method: HTTPMethod(rawValue: "MKCOL"),
      target: RequestTarget(
        authority: "api.example:8080", rawPath: "/v1/%FF/lot%C3%A9", rawQuery: Array("q=%FF&r=a+b".utf8)),
      headers: ["Accept": "*/*", "accept": "", "X-Long": String(repeating: "ñ", count: 300), "X-NUL": "a\0b"],
      body: [0, 255, 10], remoteAddress: "fe80::1", isSecure: true)
    request.basePath = "/_w/a"
    return request
  }()

  /// What the journal has of an exchange.
  private func kept(
    _ request: Request, _ details: JournalExchange.Details, _ response: Response, path: String? = nil
  ) throws -> JournalExchange {
    let journal = JournalSample().journal
    let pending = try #require(journal.begin())
    #expect(journal.contents().entries.isEmpty)
    journal.finish(pending, request, path: path, details, response)
    return try #require(journal.contents().entries.first?.exchange)
  }

  @Test("has every part of the request as it came")
  func request() throws {
    let request = Self.request
    let kept = try kept(request, .init(api: "x"), Response(status: 204), path: "/_w/a/v1/%FF/lot%C3%A9")
    #expect(kept.path == "/_w/a/v1/%FF/lot%C3%A9")
    #expect(kept.request.method == request.method)
    #expect(kept.request.target.authority == "api.example:8080")
    #expect(kept.request.target.rawPath == "/v1/%FF/lot%C3%A9")
    #expect(kept.request.target.rawQuery == Array("q=%FF&r=a+b".utf8))
    #expect(kept.request.target.segments == ["v1", "loté"])
    #expect(kept.request.headers == request.headers)
    #expect(kept.request.body == [0, 255, 10])
    #expect(kept.requestBytes == 3)
    #expect(kept.request.remoteAddress == "fe80::1")
    #expect(kept.request.isSecure)
    #expect(kept.request.basePath == "/_w/a")
  }

  @Test("has every part of the answer, and what was found out")
  func answer() throws {
    var response = Response(
      status: 599, headers: ["Set-Cookie": "a", "set-cookie": "b", "": ""], content: .bytes(Array("ño".utf8)))
    response.date = "Thu, 01 Jan 1970 00:00:00 GMT"
    var delivery = ResponseDelivery()
    delivery.ending = .truncated(after: 1)
    response.delivery = delivery
    let details = JournalExchange.Details(
      api: "interspace", operationID: "op", account: "juan@example.com",
      faults: [AppliedFault(id: "fault-1", type: "delay")], durationMicroseconds: 1 << 40)
    let kept = try kept(Self.request, details, response)
    #expect(kept.path == Self.request.target.rawPath)
    #expect(kept.response?.status == 599)
    #expect(kept.response?.headers == response.headers)
    #expect(kept.response?.content.bytes == Array("ño".utf8))
    #expect(kept.responseBytes == 3)
    #expect(kept.response?.date == response.date)
    #expect(kept.delivery == delivery)
    #expect(kept.details.api == "interspace")
    #expect(kept.details.operationID == "op")
    #expect(kept.details.account == "juan@example.com")
    #expect(kept.details.faults == details.faults)
    #expect(kept.details.durationMicroseconds == 1 << 40)
  }

  private static let endings: [(Transmission, status: Int?, kept: Int)] = [
    (Transmission(.whole, hasHead: true, contentBytes: 1000), 200, 1000),
    (Transmission(.truncated, hasHead: true, contentBytes: 700), 200, 700),
    (Transmission(.aborted, hasHead: true, contentBytes: nil), 200, 1000),
    (.nothing(.aborted), nil, 0), (.nothing(.reset), nil, 0), (.nothing(.empty), nil, 0), (.nothing(.never), nil, 0),
  ]

  @Test("is under way without a number, and then has of the answer what went over the wire", arguments: endings)
  func pending(_ transmission: Transmission, status: Int?, kept: Int) throws {
    let journal = JournalSample().journal
    let pending = try #require(journal.begin())
    let content = Response.Content.bytes([UInt8](repeating: 65, count: 1000))
    journal.begin(pending, Self.request, path: "/a", .init(api: "x"), Response(status: 200, content: content))
    let waiting = try #require(journal.contents().pending.first)
    #expect(journal.contents().entries.isEmpty)
    #expect(waiting.sequence == 0)
    #expect(waiting.exchange?.transmission == nil)
    #expect(waiting.exchange?.response == nil)
    journal.conclude(pending, PendingExchange.Conclusion(transmission, durationMicroseconds: 77))
    #expect(journal.contents().pending.isEmpty)
    let entry = try #require(journal.contents().entries.first)
    let exchange = try #require(entry.exchange)
    #expect(entry.sequence == 1)
    #expect(exchange.transmission == transmission)
    #expect(exchange.status == status)
    #expect(exchange.response?.content.count ?? 0 == kept)
    #expect(exchange.responseBytes == 1000)
    #expect(exchange.details.durationMicroseconds == 77)
  }

  @Test("that is forgotten while its answer is on its way stays forgotten")
  func forgotten() throws {
    let journal = JournalSample().journal
    let pending = try #require(journal.begin())
    journal.begin(pending, Self.request, path: "/a", .init(api: "x"), Response(status: 200))
    journal.removeAll()
    journal.conclude(pending, PendingExchange.Conclusion(.nothing(.reset), durationMicroseconds: 1))
    #expect(journal.contents().entries.isEmpty)
    #expect(journal.contents().pending.isEmpty)
  }

  @Test("tells what was missing from what was empty")
  func missing() throws {
    let request = Request(method: .get, target: try RequestTarget(Array("/".utf8)))
    let kept = try kept(request, .init(api: ""), Response(status: 200))
    #expect(kept.request.target == request.target)
    #expect(kept.details.account == nil)
    #expect(kept.details.operationID == nil)
    #expect(kept.response?.date == nil)
    #expect(kept.delivery == nil)
    #expect(kept.request.headers.fields.isEmpty)
    let empty = try self.kept(request, .init(api: "", account: ""), Response(status: 200))
    #expect(empty.details.account == "")
  }

  @Test("has content of any length, packed or not", arguments: [0, 1, 127, 128, 511, 512, 513, 16_383, 16_384, 32_768])
  func lengths(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    var request = Self.request
    request.body = bytes
    for content in [Response.Content.bytes(bytes), .shared(BodyBuffer(bytes))] {
      let kept = try kept(request, .init(api: "x"), Response(status: 200, content: content))
      #expect(kept.request.body == bytes)
      #expect(kept.response?.content.bytes == bytes)
      #expect(kept.requestBytes == count)
      #expect(kept.responseBytes == count)
    }
  }
}
