import HTTPCore
import World

/// Finds the world that a request belongs to: by its header, else by the prefix of its path, else by a token that was
/// issued in it; else it is the default one.
struct WorldLocator: Sendable {
  /// The header that names a world.
  static let header = "X-Mock-World"
  /// The first segment of a path whose second one names a world.
  static let prefix = "_w"

  /// The largest body in bytes that is searched for a refresh token; requests that renew a session are small.
  private static let searchedBytes = 16 << 10

  let worlds: Worlds

  /// The world, and the request as that world sees it: without the prefix in its path.
  ///
  /// - Throws: ``Problem`` when there is no world of the name.
  func world(of request: inout Request) throws(Problem) -> World {
    let prefixed = try strip(&request)
    if let named = try namedByHeader(of: request) { return named }
    if let prefixed { return prefixed }
    guard worlds.hasOthers || worlds.node != nil else { return worlds.main }
    let token = request.bearerToken ?? (try? request.query()["token"])
    if let name = token.flatMap(TokenWorld.name) {
      if let world = worlds[name] { return world }
      // A token of another issuer may have a claim of that name, too.
      if NodeName(ofWorld: name) != nil { try requireOwn(name, by: "the token") }
    }
    return byRefreshToken(request) ?? worlds.main
  }

  /// The world that the header of a request names; nil without the header.
  ///
  /// - Throws: ``Problem`` when there is no world of the name.
  func namedByHeader(of request: Request) throws(Problem) -> World? {
    guard let name = request.headers[Self.header]?.trimmingBlanks(), !name.isEmpty else { return nil }
    return try named(name, by: "the header \(Self.header)")
  }

  private func strip(_ request: inout Request) throws(Problem) -> World? {
    guard Self.hasPrefix(request.target) else { return nil }
    let name = request.target.segments[1]
    request.basePath = "/\(Self.prefix)/\(name)"
    request.target = request.target.droppingSegments(2)
    return try named(name, by: "the path's beginning")
  }

  /// The target without the segments that name a world.
  static func withoutPrefix(_ target: RequestTarget) -> RequestTarget {
    hasPrefix(target) ? target.droppingSegments(2) : target
  }

  private static func hasPrefix(_ target: RequestTarget) -> Bool {
    target.segments.first == prefix && target.segments.count >= 2
  }

  private func named(_ name: String, by what: String) throws(Problem) -> World {
    if let world = worlds[name] { return world }
    try requireOwn(name, by: what)
    throw Problem(
      .malformedRequest,
      "\(what) names the world \"\(name.clipped(to: 64))\", which does not exist: it was never created, was"
        + " deleted, or nobody used it for long", field: "world", value: name)
  }

  /// - Throws: ``Problem`` when the server is one of several, and the world is not one of its own.
  private func requireOwn(_ name: String, by what: String) throws(Problem) {
    guard let explanation = worlds.explanationOfOtherNode(name) else { return }
    throw Problem(
      .malformedRequest, "\(what) names the world \"\(name.clipped(to: 64))\", which is not here: \(explanation)",
      field: "world", value: name)
  }

  /// The world that a refresh token in the body names.
  private func byRefreshToken(_ request: Request) -> World? {
    guard request.method == .post, (1...Self.searchedBytes).contains(request.body.count),
      let separator = TokenWorld.separator.asciiValue, let place = request.body.firstIndex(of: separator)
    else { return nil }
    let name = request.body[(place + 1)...].prefix(64).prefix { byte in
      Worlds.isName(String(UnicodeScalar(byte)))
    }
    return worlds[String(decoding: name, as: UTF8.self)]
  }
}
