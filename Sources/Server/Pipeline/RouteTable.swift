import APISupport
import HTTPCore
import JSON
import LiveAPIs
import Realtime
import Store
import World

/// Every route of the server, and to whom each path belongs. A class, since each request takes it out of where it can be
/// replaced.
package final class RouteTable: Sendable {
  /// A group of routes with its own error shape: an API, or the server itself.
  final class Owner: Sendable {
    /// The API's short name, or `mock` for the server's own routes.
    let name: String
    let render: @Sendable (Problem, RefusalContext) -> Response
    /// Whether an account is there, by the id in its tokens.
    let hasAccount: @Sendable (String, Connection) throws -> Bool
    /// Whether clients may write the question mark of a query as `%3F`.
    let hasClientsThatEncodeQueries: Bool
    /// Whether the case of its paths does not matter.
    let ignoresCaseOfPaths: Bool
    /// Whether it is an API that the user brought along, to which any credentials are good.
    let isOwn: Bool

    init(
      name: String, hasClientsThatEncodeQueries: Bool = false, ignoresCaseOfPaths: Bool = false, isOwn: Bool = false,
      hasAccount: @escaping @Sendable (String, Connection) throws -> Bool = { _, _ in true },
      render: @escaping @Sendable (Problem, RefusalContext) -> Response
    ) {
      self.hasAccount = hasAccount
      (self.name, self.hasClientsThatEncodeQueries, self.render) = (name, hasClientsThatEncodeQueries, render)
      (self.ignoresCaseOfPaths, self.isOwn) = (ignoresCaseOfPaths, isOwn)
    }
  }

  /// An endpoint and the API it is part of.
  final class Target: Sendable {
    let endpoint: Endpoint
    let owner: Owner

    init(_ endpoint: Endpoint, owner: Owner) {
      (self.endpoint, self.owner) = (endpoint, owner)
    }
  }

  /// What a request's method, path and host lead to.
  struct Resolution {
    var owner: Owner
    var match: Match
    /// The routes that suggestions for an unknown route come from.
    let candidates: [(method: HTTPMethod, pattern: PathPattern)]
    /// Whether it is a call of the control plane, under whichever host name or alias prefix.
    var isControl = false

    /// Whether nothing is there.
    var isMissing: Bool {
      if case .notFound = match { true } else { false }
    }
  }

  /// What a method and path lead to.
  enum Match {
    case target(Target, PathParameters)
    /// Several APIs have the path; ``RouteTable/bestMatch(_:_:_:_:)`` decides whose request it is.
    case shared([Target], PathParameters)
    /// Several APIs have the path, and none of them recognises the request.
    case unmatched([Refusal])
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

  /// Why an API does not take a request to be its own.
  struct Refusal {
    let owner: Owner
    let problem: Problem
  }

  /// A router and what its routes stand for.
  struct Routes: Sendable {
    private var router = Router()
    /// The endpoints of each of the router's routes: one, or several that share it.
    private var targets: [[Target]] = []

    /// Every route, for suggestions.
    var all: [(method: HTTPMethod, pattern: PathPattern)] { router.routes }

    /// Adds an endpoint; two of different owners, or a socket and an operation, may have the same path when both have a
    /// match score.
    ///
    /// - Throws: ``Router/Clash`` when another route handles the same requests.
    mutating func add(_ endpoint: Endpoint, owner: Owner) throws(Router.Clash) {
      let target = Target(endpoint, owner: owner)
      do {
        try router.add(endpoint.method, endpoint.pattern)
        targets.append([target])
      } catch {
        let index = router.routes.firstIndex {
          $0.method == endpoint.method && $0.pattern.matchesLike(endpoint.pattern)
        }
        guard let index, Self.mayShare(target, with: targets[index]) else { throw error }
        targets[index].append(target)
      }
    }

    /// Whether an endpoint may join others on their path, and all have a match score: another API's with the same
    /// parameters (CONTRACT C1, C2), or a socket beside an operation, whose parameters count.
    private static func mayShare(_ target: Target, with others: [Target]) -> Bool {
      target.endpoint.matchScore != nil
        && others.allSatisfy { other in
          other.endpoint.matchScore != nil
            && (other.owner.name == target.owner.name
              ? target.endpoint.isSocket && !other.endpoint.isSocket
              : other.endpoint.pattern == target.endpoint.pattern)
        }
    }

    /// Whether another endpoint than this one gets its requests.
    func isResponding(_ endpoint: Endpoint) -> Bool {
      let segments = endpoint.pattern.segments.map { $0.literal ?? "\u{1}" }
      if case .notFound = router.match(endpoint.method, segments) { return false }
      return true
    }

    /// The endpoint of a method and path, or those that share the path.
    func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
      switch router.match(method, segments) {
      case .route(let index, let parameters):
        targets[index].count == 1
          ? .target(targets[index][0], parameters) : .shared(targets[index], parameters)
      case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
      case .notFound: .notFound
      }
    }

    /// The owner of all routes of a path with any of some methods; nil when there are several.
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

  /// A class, since each request looks at all of them.
  private final class Module: Sendable {
    let owner: Owner
    /// The paths it covers, in segments.
    let covered: [[String]]
    /// The host names of its service.
    let hosts: [String]
    let routes: Routes
    /// The segments that begin all its paths; clients that name it may leave them out. Empty for a built-in API.
    let prefix: [String]

    init(owner: Owner, covered: [[String]], hosts: [String], routes: Routes, prefix: [String]) {
      (self.owner, self.covered, self.hosts, self.routes, self.prefix) = (owner, covered, hosts, routes, prefix)
    }
  }

  private let modules: [Module]
  private let shared: Routes
  /// The routes of APIs that the user brought along, which win over all others.
  private let owned: Routes
  /// Routes that another API has at the same path, a sentence each: they are reached by the API's name or host.
  package let hidden: [String]
  private let server: Owner
  /// The routes of the server itself, which are there under the documented host names and alias prefixes too.
  private let own: Routes
  /// The first segments of paths that belong to the server, such as `_mock`.
  private let reserved: Set<String>
  /// All routes, in the order of the registry.
  package let lines: [Line]
  /// The methods of all routes.
  let methods: Set<HTTPMethod>
  /// The names of all APIs and their operations.
  var names: RouteNames { RouteNames(lines.map { ($0.api, $0.operationId, $0.method) } + sent) }
  /// The requests that APIs send themselves.
  private let sent: [RouteNames.Route]

  /// A table of the modules' routes and the server's own.
  ///
  /// - Throws: ``Router/Clash`` when two routes handle the same requests.
  package init(modules: [any APIModule], own: [Endpoint]) throws {
    let server = Owner(name: "mock") { problem, _ in ServerErrors.render(problem) }
    var (shared, owned, ownRoutes) = (Routes(), Routes(), Routes())
    var hidden = HiddenRoutes()
    var lines: [Line] = []
    for endpoint in own {
      try shared.add(endpoint, owner: server)
      try ownRoutes.add(endpoint, owner: server)
      lines.append(Line(endpoint, owner: server))
    }
    self.modules = try modules.map { module in
      let owner = Owner(
        name: module.name, hasClientsThatEncodeQueries: module.hasClientsThatEncodeQueries,
        ignoresCaseOfPaths: module.ignoresCaseOfPaths, isOwn: module.isOwn,
        hasAccount: { try module.hasAccount($0, $1) }
      ) { module.render($0, $1) }
      var routes = Routes()
      let channels = module.channels.map { AccountChannels.endpoint($0, api: module.name) }
      let broker = module.messaging.map {
        STOMPEndpoints.all($0, api: module.name, server: "mock-api/\(Version.text)")
      }
      for endpoint in module.endpoints + channels + (broker ?? []) {
        try routes.add(endpoint, owner: owner)
        lines.append(Line(endpoint, owner: owner))
        guard module.isOwn else {
          if owned.isResponding(endpoint) { hidden.note(owner.name) }
          try shared.add(endpoint, owner: owner)
          continue
        }
        if (try? owned.add(endpoint, owner: owner)) == nil { hidden.note(owner.name) }
      }
      return Module(
        owner: owner, covered: module.coveredPaths.map { $0.split(separator: "/").map(String.init) },
        hosts: [module.documentedHost] + module.furtherHosts, routes: routes,
        prefix: module.isOwn ? module.basePath.split(separator: "/").map(String.init) : [])
    }
    (self.shared, self.server, self.lines, self.own) = (shared, server, lines, ownRoutes)
    sent = modules.flatMap { module in module.sentOperations.map { (module.name, $0, "POST") } }
    methods = Set(lines.map { HTTPMethod(rawValue: $0.method) })
    (self.owned, self.hidden) = (owned, hidden.sentences)
    reserved = Set(own.compactMap { $0.pattern.segments.first?.literal } + ["_mock"])
  }

  // MARK: Locating

  /// Finds where a method, target and host lead: by the API's alias prefix (`/agrobridge/v1/…`), by its documented host
  /// name, else by the path alone (CONTRACT §1).
  func locate(_ method: HTTPMethod, _ target: RequestTarget, _ headers: HeaderFields) -> Resolution {
    let segments = target.segments
    if let module = module(named: segments.first) {
      let resolution = locate(method, Array(segments.dropFirst()), in: module)
      // A custom API may have a path that begins with its name.
      guard module.prefix.isEmpty || !resolution.isMissing else {
        return locate(method, module.prefix + segments.dropFirst(), in: module, else: owned(method, segments))
      }
      guard resolution.isMissing, let owned = owned(method, segments) else { return resolution }
      return owned
    }
    // An address is nobody's documented name.
    if let host = target.authority ?? headers["Host"], !HostNames.isAddress(host),
      let module = modules.first(where: { $0.hosts.contains { Self.isHost(host, $0) } })
    {
      return locate(method, segments, in: module)
    }
    if Self.isControl(segments) { return control(method, segments) }
    if let resolution = owned(method, segments) { return resolution }
    let match = shared.match(method, segments)
    let owner =
      switch match {
      case .target(let target, _): target.owner
      case .methodNotAllowed(let allowed): shared.soleOwner(of: segments, allowing: allowed) ?? owner(of: segments)
      case .shared, .unmatched, .failed, .notFound: owner(of: segments)
      }
    return Resolution(owner: owner, match: match, candidates: shared.all)
  }

  /// Where a path of an API that the user brought along leads; nil when it is none. What the server itself has at a path
  /// stays in reach of one that takes any path at all.
  private func owned(_ method: HTTPMethod, _ segments: [String]) -> Resolution? {
    guard !owned.all.isEmpty else { return nil }
    let match = owned.match(method, segments)
    switch match {
    case .notFound: return nil
    case .target(let target, _):
      if target.endpoint.pattern.segments.first?.literal == nil, case .target = own.match(method, segments) {
        return nil
      }
      return Resolution(owner: target.owner, match: match, candidates: owned.all)
    case .methodNotAllowed(let allowed):
      if case .target = own.match(method, segments) { return nil }
      return Resolution(
        owner: owned.soleOwner(of: segments, allowing: allowed) ?? owner(of: segments), match: match,
        candidates: owned.all)
    case .shared, .unmatched, .failed:
      return Resolution(owner: owner(of: segments), match: match, candidates: owned.all)
    }
  }

  private func locate(
    _ method: HTTPMethod, _ segments: [String], in module: Module, else other: Resolution?
  ) -> Resolution {
    let resolution = locate(method, segments, in: module)
    return resolution.isMissing ? other ?? resolution : resolution
  }

  private func locate(_ method: HTTPMethod, _ segments: [String], in module: Module) -> Resolution {
    if Self.isControl(segments) { return control(method, segments) }
    let match = module.routes.match(method, segments)
    if case .notFound = match, case .target(let target, let parameters) = own.match(method, segments) {
      return Resolution(owner: server, match: .target(target, parameters), candidates: own.all)
    }
    return Resolution(owner: module.owner, match: match, candidates: module.routes.all)
  }

  /// Where a path of the control plane leads. This is the one place that decides that a request is a call of it.
  private func control(_ method: HTTPMethod, _ segments: [String]) -> Resolution {
    Resolution(owner: server, match: own.match(method, segments), candidates: own.all, isControl: true)
  }

  /// Whether a path, without the alias prefix of an API, belongs to the control plane.
  private static func isControl(_ segments: [String]) -> Bool {
    segments.first == "_mock" || segments.first == "__admin"
  }

  private func module(named name: String?) -> Module? {
    guard let name else { return nil }
    return modules.first { $0.owner.name == name }
  }

  /// The owner of a path without an alias prefix, route or not: the API that covers it with the longest path.
  private func owner(of segments: [String]) -> Owner {
    if let first = segments.first, reserved.contains(first) { return server }
    let covering = modules.compactMap { module in
      module.covered.filter { segments.starts(with: $0) }.map(\.count).max().map { (module.owner, $0) }
    }
    return covering.max { $0.1 < $1.1 }?.0 ?? server
  }

  private static func isHost(_ header: String, _ documented: String) -> Bool {
    let (name, documented) = (header.utf8, documented.utf8)
    guard name.count >= documented.count else { return false }
    let end = name.index(name.startIndex, offsetBy: documented.count)
    return (end == name.endIndex || name[end] == UInt8(ascii: ":"))
      && name[..<end].elementsEqual(documented) { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  // MARK: Paths that APIs share

  /// Decides which of several APIs a request on their common path belongs to: the one whose match score is the highest
  /// (CONTRACT C1, C2). The claims may read the world's database.
  static func bestMatch(_ targets: [Target], _ parameters: PathParameters, _ request: Request, _ world: World) -> Match
  {
    var best: (target: Target, strength: Int)?
    var refusals: [Refusal] = []
    for target in targets {
      do {
        let strength = try target.endpoint.matchScore?(request, world) ?? 0
        if best.map({ strength > $0.strength }) ?? true { best = (target, strength) }
      } catch let problem as Problem {
        refusals.append(Refusal(owner: target.owner, problem: problem))
      } catch {
        return .failed(error)
      }
    }
    return best.map { .target($0.target, parameters) } ?? .unmatched(refusals)
  }

  /// One response that a client of any of the APIs can read: the members of all their bodies together; of a member that
  /// several have, the first one's.
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

extension RouteTable.Line {
  init(_ endpoint: Endpoint, owner: RouteTable.Owner) {
    self.init(
      method: endpoint.method.rawValue, path: endpoint.pattern.description, api: owner.name,
      operationId: endpoint.operationID)
  }
}

/// Counts the routes of APIs that another API hides.
private struct HiddenRoutes {
  private var counts: [String: Int] = [:]

  mutating func note(_ api: String) { counts[api, default: 0] += 1 }

  /// The refusals of each API.
  var sentences: [String] {
    counts.sorted { $0.key < $1.key }.map { api, count in
      "\(count) \(count == 1 ? "route" : "routes") of \(api) have the path of another API: they are below /\(api)"
    }
  }
}
