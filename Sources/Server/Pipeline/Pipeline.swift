import Dispatch
import HTTPCore
import Logging
import Realtime
import Synchronization
import World

/// The way of every request: whose it is, who asks, whether it may pass, what its endpoint says, and how that
/// is dressed and logged. Each request takes it by a ``RequestCourse``.
package final class Pipeline: RequestHandler {
  /// What a pipeline is made of.
  package struct Parts: Sendable {
    package let table: RouteTable
    package let worlds: Worlds
    package var cors = CORSPolicy.any
    /// By which names the server may be called.
    package var hosts = HostNames(known: [])
    package var deprecation: Deprecation?
    /// Where each request is recorded; nil for nowhere.
    package var accessLog: AccessLog?
    /// What holds requests against the API documents; nil for nothing.
    package var contract: ContractGuard?
    package let logger: Logger

    /// The parts that there must be; the others are set one by one.
    package init(table: RouteTable, worlds: Worlds, logger: Logger) {
      (self.table, self.worlds, self.logger) = (table, worlds, logger)
    }
  }

  /// What every answer carries besides its content; it may change while the server runs.
  struct Dress: Sendable {
    let cors: CORSPolicy
    let deprecation: Deprecation?
  }

  let parts: Parts
  let timer = DispatchQueue(label: "mock-api.delayed-messages")
  let doors: Doors
  private let choice: WorldChoice
  private let currentDress: Mutex<Dress>

  /// A pipeline of its parts.
  package init(_ parts: Parts) {
    self.parts = parts
    doors = Doors(hosts: parts.hosts)
    choice = WorldChoice(worlds: parts.worlds)
    currentDress = Mutex(Dress(cors: parts.cors, deprecation: parts.deprecation))
  }

  /// What answers carry from now on.
  var dress: Dress {
    get { currentDress.withLock { $0 } }
    set { currentDress.withLock { $0 = newValue } }
  }

  package func begin(_ request: Request) -> Handling {
    let started = SystemTime.monotonicNanoseconds()
    var seen = request
    do {
      let world = try choice.world(of: &seen)
      world.activate()
      let plan = CoursePlan(
        pipeline: self, request: seen, world: world, startedAt: started, sentPath: request.target.rawPath)
      return plan.begin()
    } catch {
      return .done(
        .respond(refuse(error, method: seen.method, seen.target.segments, seen.target.rawPath, seen.headers)))
    }
  }

  package func refuse(
    _ problem: Problem, method: HTTPMethod, target: [UInt8], headers: HeaderFields
  ) -> Response {
    let (authority, path, _) = RequestTarget.parts(of: target)
    let segments = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    return refuse(
      problem, method: method, segments, String(decoding: path, as: UTF8.self), headers, authority: authority)
  }

  package func maximumBodyBytes(of method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Int? {
    guard let target = try? RequestTarget(target) else { return nil }
    let resolution = parts.table.resolve(
      method, WorldChoice.segmentsBehindPrefix(target), host: target.authority ?? headers["Host"], claimant: nil)
    return resolution.match.target?.endpoint.maximumBodyBytes
  }

  package func dateHeader() -> String { parts.worlds.main.dateHeader.text }

  /// A refusal of a request that no world gets to see.
  private func refuse(
    _ problem: Problem, method: HTTPMethod, _ segments: [String], _ path: String, _ headers: HeaderFields,
    authority: String? = nil
  ) -> Response {
    let owner = parts.table.resolve(method, segments, host: authority ?? headers["Host"], claimant: nil).owner
    let context = RefusalContext(path: path, now: parts.worlds.main.clock.now)
    let response = dressed(owner.render(problem, context), headers, dress)
    parts.accessLog?.record(
      AccessLog.Entry(
        method: method.rawValue, path: path, status: response.status, microseconds: 0, api: owner.name, account: nil))
    return response
  }

  /// Adds what every answer carries: the bearer challenge of a 401 (RFC 6750 §3, CONTRACT G9) and CORS.
  func dressed(_ response: Response, _ requestHeaders: HeaderFields, _ dress: Dress) -> Response {
    var response = response
    if response.status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
    dress.cors.apply(to: &response, for: requestHeaders)
    return response
  }
}

/// A request whose world is known, before anything is done with it: it says which thread goes on.
struct CoursePlan: Sendable {
  let pipeline: Pipeline
  let request: Request
  let world: World
  /// Real time in nanoseconds.
  let startedAt: Int64
  /// The path as the client sent it, with the prefix that names a world.
  let sentPath: String

  /// A larger body takes long to read, wherever it goes, in bytes.
  private static let largeBodyBytes = 64 << 10

  /// Goes all the way when that is quick, and leaves it for later when it may not be: what may take long, and while
  /// something of the kind may hold the world's database, whatever else is asked of that world.
  func begin() -> Handling {
    if request.body.count > Self.largeBodyBytes { return .later(undertaking(.slow(usesDatabase: true))) }
    guard world.slowCalls.isNone else {
      let found = pipeline.parts.table.resolve(
        request.method, request.target.segments, host: request.target.authority ?? request.headers["Host"],
        claimant: nil)
      return .later(undertaking(found.match.target?.endpoint.pace(of: request, in: world) ?? .quick))
    }
    let course = course()
    let pace = course.resolution.match.target?.endpoint.pace(of: request, in: world) ?? .quick
    guard case .slow = pace else { return .done(course.outcome()) }
    return .later(undertaking(pace, course))
  }

  private func course() -> RequestCourse {
    RequestCourse(pipeline, request, world, startedAt: startedAt, sentPath: sentPath)
  }

  /// The way as something to do later.
  ///
  /// - Parameters:
  ///   - begun: The way, when it was begun already.
  private func undertaking(_ pace: Endpoint.Pace, _ begun: RequestCourse? = nil) -> Undertaking {
    let refuse: @Sendable (Problem) -> Outcome = { (begun ?? course()).refused($0) }
    switch pace {
    case .quick:
      return Undertaking(.waiting, group: world.id, run: { (begun ?? course()).outcome() }, refuse: refuse)
    case .slow(let usesDatabase):
      let run: @Sendable () -> Outcome = {
        guard usesDatabase else { return (begun ?? course()).outcome() }
        return world.slowCalls.counting { (begun ?? course()).outcome() }
      }
      return Undertaking(.slow, group: world.id, run: run, refuse: refuse)
    }
  }
}

/// The refusals of paths that belong to no API.
enum ServerErrors {
  static func render(_ problem: Problem) -> Response {
    ErrorEnvelope.render(problem, code: code(for: problem.kind))
  }

  /// `unknownRoute` becomes `UNKNOWN_ROUTE`.
  private static func code(for kind: Problem.Kind) -> String {
    kind.rawValue.reduce(into: "") { text, character in
      if character.isUppercase { text.append("_") }
      text.append(contentsOf: character.uppercased())
    }
  }
}
