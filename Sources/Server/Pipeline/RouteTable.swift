import APIs
import HTTPCore
import JSON
import Realtime
import World

/// Every route of the server, and to whom each path belongs.
package struct RouteTable: Sendable {
  /// A group of routes with its own way to say no: an API, or the server itself.
  struct Owner: Sendable {
    /// The API's short name, or `mock` for the server's own routes.
    let name: String
    let render: @Sendable (Problem, RefusalContext) -> Response
    /// Whether clients may write the question mark of a query as `%3F`.
    var hasClientsThatEncodeQueries = false
  }

  /// An endpoint and the API it is part of.
  struct Target: Sendable {
    let endpoint: Endpoint
    let owner: Owner
  }

  /// What a request's method, path and host lead to.
  struct Resolution {
    let owner: Owner
    let match: Match
    /// The routes among which a near miss is looked for.
    let routes: Routes
  }

  /// What a method and path lead to.
  enum Match {
    case target(Target, PathParameters)
    /// Several APIs have the path, and none of them recognises the request.
    case unclaimed([SharedPath.Refusal])
    /// Whose request it is could not be found out.
    case failed(any Error)
    case methodNotAllowed(allowed: [HTTPMethod])
    case notFound

    /// The endpoint, nil when there is none.
    var target: Target? {
      guard case .target(let target, _) = self else { return nil }
      return target
    }
  }

  /// A router and what its routes stand for.
  struct Routes: Sendable {
    private var router = Router()
    /// The endpoints of each of the router's routes: one, or several that share it.
    private var targets: [[Target]] = []

    /// Every route, for suggestions.
    var all: [(method: HTTPMethod, pattern: PathPattern)] { router.routes }

    /// Adds an endpoint; two of different owners may have the same path when both have a claim.
    ///
    /// - Throws: ``Router/Clash`` when another route answers the same requests.
    mutating func add(_ endpoint: Endpoint, owner: Owner) throws(Router.Clash) {
      let target = Target(endpoint: endpoint, owner: owner)
      do {
        try router.add(endpoint.method, endpoint.pattern)
        targets.append([target])
      } catch {
        let index = router.routes.firstIndex { $0.method == endpoint.method && $0.pattern == endpoint.pattern }
        guard let index, SharedPath.mayShare(target, with: targets[index]) else { throw error }
        targets[index].append(target)
      }
    }

    /// The endpoint of a request, which is asked for only when several share its path.
    func match(_ method: HTTPMethod, _ segments: [String], claimant: SharedPath.Claimant?) -> Match {
      switch router.match(method, segments) {
      case .route(let index, let parameters): SharedPath.match(targets[index], parameters, claimant)
      case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
      case .notFound: .notFound
      }
    }

    /// The owner of everything that answers a path under any of some methods; nil when there are several.
    func soleOwner(of segments: [String], allowing methods: [HTTPMethod]) -> Owner? {
      let owners = methods.flatMap { method -> [Owner] in
        guard case .route(let index, _) = router.match(method, segments) else { return [] }
        return targets[index].map(\.owner)
      }
      guard let first = owners.first, owners.allSatisfy({ $0.name == first.name }) else { return nil }
      return first
    }
  }

  /// One line of the table, for people and tools.
  package struct Line: Sendable, Codable, Equatable {
    package let method: String
    package let path: String
    package let api: String
    package let operationId: String
  }

  private struct Module: Sendable {
    let owner: Owner
    /// The paths it covers, in segments.
    let covered: [[String]]
    let host: String
    let routes: Routes
  }

  private let modules: [Module]
  private let shared: Routes
  private let server: Owner
  /// The routes of the server itself, which are there under the documented host names and alias prefixes too.
  private let own: Routes
  /// The first segments of paths that belong to the server, such as `_mock`.
  private let reserved: Set<String>
  /// All routes, in the order of the registry.
  package let lines: [Line]

  /// A table of the modules' routes and the server's own.
  ///
  /// - Throws: ``Router/Clash`` when two routes answer the same requests.
  package init(modules: [any APIModule], own: [Endpoint]) throws {
    let server = Owner(name: "mock", render: { problem, _ in ServerErrors.render(problem) })
    var shared = Routes()
    var ownRoutes = Routes()
    var lines: [Line] = []
    for endpoint in own {
      try shared.add(endpoint, owner: server)
      try ownRoutes.add(endpoint, owner: server)
      lines.append(Line(endpoint, owner: server))
    }
    self.modules = try modules.map { module in
      let owner = Owner(
        name: module.name, render: { module.render($0, $1) },
        hasClientsThatEncodeQueries: module.hasClientsThatEncodeQueries)
      var routes = Routes()
      let channels = module.channels.map { JSONChannels.endpoint($0, api: module.name) }
      let broker = module.messaging.map {
        STOMPEndpoints.all($0, api: module.name, server: "mock-api/\(Version.text)")
      }
      for endpoint in module.endpoints + channels + (broker ?? []) {
        try routes.add(endpoint, owner: owner)
        try shared.add(endpoint, owner: owner)
        lines.append(Line(endpoint, owner: owner))
      }
      return Module(
        owner: owner, covered: module.coveredPaths.map { $0.split(separator: "/").map(String.init) },
        host: module.documentedHost, routes: routes)
    }
    (self.shared, self.server, self.lines, self.own) = (shared, server, lines, ownRoutes)
    reserved = Set(own.compactMap { $0.pattern.segments.first?.literal } + ["_mock"])
  }

  /// Finds the endpoint: by the API's alias prefix (`/agrobridge/v1/…`), by its documented host name, else by
  /// the path alone (CONTRACT §1), and where APIs share it by what the request looks like (CONTRACT C1, C2).
  ///
  /// - Parameters:
  ///   - claimant: The request and its world; nil when the request could not be read, which then belongs to
  ///     whoever covers the path.
  func resolve(
    _ method: HTTPMethod, _ segments: [String], host: String?, claimant: SharedPath.Claimant?
  ) -> Resolution {
    if let first = segments.first, let module = modules.first(where: { $0.owner.name == first }) {
      return resolve(method, Array(segments.dropFirst()), in: module)
    }
    if let host, let module = modules.first(where: { Self.isHost(host, $0.host) }) {
      return resolve(method, segments, in: module)
    }
    let match = shared.match(method, segments, claimant: claimant)
    switch match {
    case .target(let target, _):
      return Resolution(owner: target.owner, match: match, routes: shared)
    case .methodNotAllowed(let allowed):
      let owner = shared.soleOwner(of: segments, allowing: allowed) ?? owner(of: segments)
      return Resolution(owner: owner, match: match, routes: shared)
    case .unclaimed, .failed, .notFound:
      return Resolution(owner: owner(of: segments), match: match, routes: shared)
    }
  }

  /// Finds the endpoint of a request. One that leads nowhere as it stands gets its query taken from where the documented
  /// client of its API puts it.
  func resolve(_ request: inout Request, world: World) -> Resolution {
    let resolution = resolve(
      request.method, request.target.segments, host: request.target.authority ?? request.headers["Host"],
      claimant: SharedPath.Claimant(request: request, world: world))
    guard case .notFound = resolution.match, resolution.owner.hasClientsThatEncodeQueries, request.method == .get,
      let target = request.target.withEncodedQueryTaken
    else { return resolution }
    var other = request
    other.target = target
    let meant = resolve(
      other.method, target.segments, host: target.authority ?? other.headers["Host"],
      claimant: SharedPath.Claimant(request: other, world: world))
    guard case .target = meant.match else { return resolution }
    request = other
    return meant
  }

  /// Whether a path belongs to the control plane, as it is or below an API's alias prefix.
  func isControl(_ segments: [String]) -> Bool {
    guard let first = segments.first else { return false }
    return Self.beginsControl(first)
      || (segments.count > 1 && Self.beginsControl(segments[1]) && modules.contains { $0.owner.name == first })
  }

  private static func beginsControl(_ segment: String) -> Bool { segment == "_mock" || segment == "__admin" }

  /// Who answers for a path, route or not: the API that covers it with the longest path.
  func owner(of segments: [String]) -> Owner {
    if let first = segments.first {
      if reserved.contains(first) || isControl(segments) { return server }
      if let module = modules.first(where: { $0.owner.name == first }) { return module.owner }
    }
    let covering = modules.compactMap { module in
      module.covered.filter { segments.starts(with: $0) }.map(\.count).max().map { (module.owner, $0) }
    }
    return covering.max { $0.1 < $1.1 }?.0 ?? server
  }

  private func resolve(_ method: HTTPMethod, _ segments: [String], in module: Module) -> Resolution {
    if let first = segments.first, Self.beginsControl(first) {
      return Resolution(owner: server, match: own.match(method, segments, claimant: nil), routes: own)
    }
    let match = module.routes.match(method, segments, claimant: nil)
    if case .notFound = match, case .target(let target, let parameters) = own.match(method, segments, claimant: nil) {
      return Resolution(owner: server, match: .target(target, parameters), routes: own)
    }
    return Resolution(owner: module.owner, match: match, routes: module.routes)
  }

  private static func isHost(_ header: String, _ documented: String) -> Bool {
    guard header.utf8.count >= documented.utf8.count, header.utf8.first != UInt8(ascii: "[") else { return false }
    return String(header.prefix { $0 != ":" }).isEqualIgnoringASCIICase(to: documented)
  }
}

extension RouteTable.Line {
  init(_ endpoint: Endpoint, owner: RouteTable.Owner) {
    self.init(
      method: endpoint.method.rawValue, path: endpoint.pattern.description, api: owner.name,
      operationId: endpoint.operationID)
  }
}

/// Which of several APIs a request belongs to when all of them have its path (CONTRACT C1, C2).
enum SharedPath {
  /// A request that is to be judged, and the world that may be asked about it.
  struct Claimant {
    let request: Request
    let world: World
  }

  /// Why a request is none of an API's.
  struct Refusal {
    let owner: RouteTable.Owner
    let problem: Problem
  }

  /// Whether an endpoint may join others on their path: another API's, and all have a claim.
  static func mayShare(_ target: RouteTable.Target, with others: [RouteTable.Target]) -> Bool {
    target.endpoint.claim != nil
      && others.allSatisfy { $0.endpoint.claim != nil && $0.owner.name != target.owner.name }
  }

  /// The endpoint whose claim is the highest; the first one of those without a claimant.
  static func match(
    _ targets: [RouteTable.Target], _ parameters: PathParameters, _ claimant: Claimant?
  ) -> RouteTable.Match {
    guard targets.count > 1 else { return targets.first.map { .target($0, parameters) } ?? .notFound }
    guard let claimant else { return .notFound }
    var best: (target: RouteTable.Target, strength: Int)?
    var refusals: [Refusal] = []
    for target in targets {
      do {
        let strength = try target.endpoint.claim?(claimant.request, claimant.world) ?? 0
        if best.map({ strength > $0.strength }) ?? true { best = (target, strength) }
      } catch let problem as Problem {
        refusals.append(Refusal(owner: target.owner, problem: problem))
      } catch {
        return .failed(error)
      }
    }
    return best.map { .target($0.target, parameters) } ?? .unclaimed(refusals)
  }

  /// One answer that a client of any of the APIs can read: the members of all their bodies together; of a member
  /// that several have, the first one's.
  static func union(_ refusals: [Refusal], _ context: RefusalContext) -> Response {
    var members = JSONObject()
    for refusal in refusals {
      let body = refusal.owner.render(refusal.problem, context).content.bytes
      for member in (try? JSONParser.parse(body))?.object?.members ?? [] where !members.contains(member.key) {
        members[member.key] = member.value
      }
    }
    return .json(.object(members), status: 400)
  }
}
