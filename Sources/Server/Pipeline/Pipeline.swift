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
  let timer = TapTimer()
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
