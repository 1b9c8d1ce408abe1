import ControlPlane
import HTTPCore
import JSON
import ServerTestSupport
import Store
import Synchronization
import World

/// The journal's endpoints over a world of their own, called without a socket.
final class JournalClient: Sendable {
  let world: World
  private let endpoints: [Endpoint]
  private let router: Router

  init(_ limits: JournalLimits = JournalLimits()) throws {
    var configuration = World.Configuration()
    configuration.journal = limits
    world = try World(
      id: "test", store: try Store(.ephemeral, schema: World.schema),
      clock: WorldClock(start: Timestamp(seconds: 1_700_000_000), monotonic: { 0 }), configuration: configuration)
    let resets = Counter()
    endpoints = JournalEndpoints.all(version: "9.9", reset: { _ in resets.add() })
    self.counter = resets
    var router = Router()
    for endpoint in endpoints { try router.add(endpoint.method, endpoint.pattern) }
    self.router = router
  }

  private let counter: Counter

  /// How often a world was reset.
  var resetCount: Int { counter.value }

  /// Calls an endpoint; a refusal comes out as its status with the message as its content.
  func call(
    _ method: String, _ target: String, headers: HeaderFields = [:], bytes: [UInt8] = []
  ) throws -> Response {
    let request = Request(
      method: HTTPMethod(rawValue: method), target: try RequestTarget(Array(target.utf8)), headers: headers, body: bytes
    )
    guard case .route(let index, let parameters) = router.match(request.method, request.target.segments) else {
      return Response(status: 404)
    }
    let call = Call(
      request: request, parameters: parameters, world: world, principal: nil, perform: { _ in Response(status: 500) })
    guard case .respond(let respond) = endpoints[index].action else { return Response(status: 500) }
    do {
      return try respond(call)
    } catch let problem as Problem {
      return Response(status: problem.kind.status, content: .bytes(Array(problem.message.utf8)))
    }
  }

  /// Calls an endpoint with a text as the content.
  func call(_ method: String, _ target: String, headers: HeaderFields = [:], _ body: String) throws -> Response {
    try call(method, target, headers: headers, bytes: Array(body.utf8))
  }

  /// Records an exchange.
  ///
  /// - Parameters:
  ///   - transmission: What went over the wire; nil when the answer just went out.
  ///   - awaitsAdditions: Whether deviations may be added when it is recorded.
  @discardableResult
  func record(
    _ method: String = "GET", _ target: String = "/v1/lotes", status: Int = 200, operationID: String? = "listLotes",
    headers: HeaderFields = [:], bytes: [UInt8] = [], answer: Response = Response(status: 200),
    deviations: [JournalExchange.Deviation] = [], transmission: Transmission? = nil,
    awaitsAdditions: Bool = false
  ) throws -> PendingExchange? {
    let request = Request(
      method: HTTPMethod(rawValue: method), target: try RequestTarget(Array(target.utf8)), headers: headers, body: bytes
    )
    let pending = world.journal.begin()
    if awaitsAdditions { pending?.awaitAdditions() }
    if !deviations.isEmpty { pending?.add(deviations) }
    var answer = answer
    answer.status = status
    // Whoever follows the journal has seen the entry when this returns.
    defer { world.journal.settleObservers() }
    let details = JournalExchange.Details(api: "agrobridge", operationID: operationID, durationMicroseconds: 1500)
    guard let transmission, let pending else {
      world.journal.finish(pending, request, details, answer)
      return pending
    }
    world.journal.begin(pending, request, path: request.target.rawPath, details, answer)
    world.journal.conclude(pending, PendingExchange.Conclusion(transmission, durationMicroseconds: 2500))
    return pending
  }

  /// Records a frame.
  func recordFrame(_ text: String) {
    defer { world.journal.settleObservers() }
    world.journal.frame(
      JournalFrame(
        socket: "1", api: "invernaderos", path: "/ws/greenhouse", direction: .sent, message: .text(Array(text.utf8))))
  }

  /// Every call that shows entries, each as one text.
  func renderings() throws -> [String] {
    let responses = try [
      call("GET", "/_mock/requests?kind=any&limit=10000"), call("GET", "/_mock/har"),
      call("GET", "/_mock/requests.har"),
      call("GET", "/__admin/requests"), call("POST", "/__admin/requests/find", "{}"),
      call("GET", "/__admin/requests/unmatched"), call("GET", "/_mock/requests/1"),
      call("POST", "/_mock/requests/verify", #"{"match":{"path":"/nowhere","method":"PUT"}}"#),
      call("GET", "/_mock/events", headers: ["Last-Event-ID": "0"], ""),
    ]
    return responses.map { String(decoding: $0.isDocument ? $0.document : $0.allBytes, as: UTF8.self) }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
  }
}

extension Response {
  /// The content, of a stream what is there by now.
  var allBytes: [UInt8] {
    guard case .stream(let stream) = content else { return content.bytes }
    guard case .bytes(let bytes) = stream.take(upTo: .max) else { return [] }
    return bytes
  }

  /// Whether the content is a stream that ends.
  var isDocument: Bool { stream?.isOneDocument ?? false }

  /// The content up to its end, as its client would take it; what is there by now when it does not end.
  var document: [UInt8] {
    guard let stream else { return content.bytes }
    var bytes: [UInt8] = []
    _ = holds(withinSeconds: 30) {
      while true {
        switch stream.take(upTo: 16 << 10) {
        case .bytes(let more): bytes += more
        case .nothingYet: return false
        case .end, .broken: return true
        }
      }
    }
    return bytes
  }

  /// The content as JSON.
  var json: JSONValue { (try? JSONParser.parse(isDocument ? document : allBytes)) ?? .null }

  /// The stream of an answer that has one.
  var stream: BodyStream? {
    if case .stream(let stream) = content { stream } else { nil }
  }
}
