import APIs
import HTTPCore
import Realtime
import World

/// Every route of the server, and to whom each path belongs.
package struct RouteTable: Sendable {
  /// A group of routes with its own way to say no: an API, or the server itself.
  struct Owner: Sendable {
    /// The API's short name, or `mock` for the server's own routes.
    let name: String
    let render: @Sendable (Problem) -> Response
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
    case methodNotAllowed(allowed: [HTTPMethod])
    case notFound
  }

  /// A router and what its routes stand for.
  struct Routes: Sendable {
    private var router = Router()
    private var targets: [Target] = []

    /// Every route, for suggestions.
    var all: [(method: HTTPMethod, pattern: PathPattern)] { router.routes }

    mutating func add(_ endpoint: Endpoint, owner: Owner) throws {
      try router.add(endpoint.method, endpoint.pattern)
      targets.append(Target(endpoint: endpoint, owner: owner))
    }

    func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
      switch router.match(method, segments) {
      case .route(let index, let parameters): .target(targets[index], parameters)
      case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
      case .notFound: .notFound
      }
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
    let baseSegments: [String]
    let host: String
    let routes: Routes
  }

  private let modules: [Module]
  private let shared: Routes
  private let server: Owner
  /// All routes, in the order of the registry.
  package let lines: [Line]

  /// A table of the modules' routes and the server's own.
  ///
  /// - Throws: ``Router/Clash`` when two routes answer the same requests.
  package init(modules: [any APIModule], own: [Endpoint]) throws {
    let server = Owner(name: "mock", render: ServerErrors.render)
    var shared = Routes()
    var lines: [Line] = []
    for endpoint in own {
      try shared.add(endpoint, owner: server)
      lines.append(Line(endpoint, owner: server))
    }
    self.modules = try modules.map { module in
      let owner = Owner(name: module.name, render: { module.render($0) })
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
        owner: owner, baseSegments: module.basePath.split(separator: "/").map(String.init),
        host: module.documentedHost, routes: routes)
    }
    (self.shared, self.server, self.lines) = (shared, server, lines)
  }

  /// Finds the endpoint: by the API's alias prefix (`/agrobridge/v1/…`), by its documented host name, else by
  /// the path alone (CONTRACT §1).
  func resolve(_ method: HTTPMethod, _ segments: [String], host: String?) -> Resolution {
    if let first = segments.first, let module = modules.first(where: { $0.owner.name == first }) {
      return resolve(method, Array(segments.dropFirst()), in: module)
    }
    if let host, let module = modules.first(where: { Self.isHost(host, $0.host) }) {
      return resolve(method, segments, in: module)
    }
    let match = shared.match(method, segments)
    if case .target(let target, _) = match {
      return Resolution(owner: target.owner, match: match, routes: shared)
    }
    return Resolution(owner: owner(of: segments), match: match, routes: shared)
  }

  /// Who answers for a path, route or not: the API with the longest base path before it.
  func owner(of segments: [String]) -> Owner {
    if let first = segments.first, let module = modules.first(where: { $0.owner.name == first }) {
      return module.owner
    }
    let covering = modules.filter { segments.starts(with: $0.baseSegments) }
    return covering.max { $0.baseSegments.count < $1.baseSegments.count }?.owner ?? server
  }

  private func resolve(_ method: HTTPMethod, _ segments: [String], in module: Module) -> Resolution {
    Resolution(
      owner: module.owner, match: module.routes.match(method, segments), routes: module.routes)
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
