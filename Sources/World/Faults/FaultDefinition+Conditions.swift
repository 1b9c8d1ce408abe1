import HTTPCore

extension FaultDefinition {
  /// Refuses conditions that cannot be fulfilled.
  ///
  /// - Parameters:
  ///   - names: The known APIs and operations.
  ///   - world: The world that it is added to; nil for future worlds, whose accounts and sockets are unknown.
  /// - Throws: ``Problem`` of kind `validation` that names the nearest possible condition.
  package func requirePossible(_ names: RouteNames, in world: World? = nil) throws(Problem) {
    try names.require(api: match.api, operationID: match.operationID, method: match.method, .validation)
    let check = world?.check(.validation) ?? ConditionCheck(kind: .validation, seen: [])
    if let method = match.method { try check.require(method: method) }
    if let path = match.path {
      try check.require(path: path.description)
      if path.description.hasPrefix("/_w/") {
        let rest = path.description.dropFirst("/_w/".count).drop { $0 != "/" }
        let hint = "did you mean \"\(rest.isEmpty ? "/" : rest.description.clipped(to: 200))\"?"
        throw Problem(
          .validation, "a fault belongs to its world, and compares paths without /_w/ID; \(hint)", field: "path",
          value: path.description.clipped(to: 200))
      }
    }
    for (name, _) in match.headers { try check.require(header: name) }
    if let account = match.account { try world?.requireAccount(account, check, byLogin: true) }
    if let world, let selection = fault.channelMessages { try selection.requirePossible(world.channels.channels) }
    try requireScope(world)
  }

  private func requireScope(_ world: World?) throws(Problem) {
    let scope = type(of: fault).scope
    let name = type(of: fault).name
    if scope == .requests, match.socket != nil {
      throw Problem(
        .validation, "the fault \(name) happens to requests, and \"socket\" is about open sockets", field: "socket")
    }
    if scope == .sockets, !match.body.isEmpty {
      throw Problem(.validation, "the fault \(name) happens to sockets, whose handshake has no body", field: "body")
    }
    guard let socket = match.socket, let world, world.sockets[socket] == nil else { return }
    let open = world.sockets.all.map { "\($0.id)" }.joined(separator: ", ")
    let hint = open.isEmpty ? "none is open" : "open are \(open.clipped(to: 200))"
    throw Problem(.validation, "there is no open socket \(socket); \(hint)", field: "socket", value: "\(socket)")
  }
}
