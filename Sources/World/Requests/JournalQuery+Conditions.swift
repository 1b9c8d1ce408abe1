import HTTPCore

extension JournalQuery {
  /// Refuses conditions that no entry can fulfil.
  ///
  /// - Parameters:
  ///   - faultTypes: The known types of faults.
  /// - Throws: ``Problem`` of kind `invalidParameter` that names the nearest possible condition.
  package func requirePossible(in world: World, faultTypes: [String]) throws(Problem) {
    let kind = Problem.Kind.invalidParameter
    try requireKnown(world.names)
    try requireConsistent()
    try requireSpan()
    let isSimple = criteria.allSatisfy { if case .isFrame = $0 { true } else { false } }
    let check = isSimple ? ConditionCheck(kind: kind, seen: []) : world.check(kind)
    for criterion in criteria {
      switch criterion {
      case .method(let method): try check.require(method: method)
      case .path(let glob): try check.require(path: glob.description)
      case .header(let name, _): try check.require(header: name)
      case .account(let account): try world.requireAccount(account, check, byLogin: false)
      case .device(let id):
        guard world.journal.mayKnow(device: id) else {
          throw Problem(
            kind, "no device \"\(id)\" has called yet; GET /_mock/devices lists those that have", field: "device",
            value: id)
        }
      case .fault(let fault):
        try check.require(fault: fault, of: world.faults.history.map(\.id), types: faultTypes)
      case .remoteAddress(let address): try check.require(remoteAddress: address)
      default: continue
      }
    }
  }

  private func requireKnown(_ names: RouteNames) throws(Problem) {
    var (api, method): (String?, String?)
    for case .api(let name) in criteria { api = name }
    for case .method(let name) in criteria { method = name }
    try names.require(api: api, operationID: nil, .invalidParameter)
    for case .operationID(let id) in criteria {
      try names.require(api: api, operationID: id, method: method, .invalidParameter)
    }
  }

  /// Exchanges have no direction, and frames no method: a query for both can match neither.
  private func requireConsistent() throws(Problem) {
    var (ofFrames, ofExchanges): (String?, String?)
    for criterion in criteria {
      switch criterion {
      case .isFrame(true): ofFrames = ofFrames ?? "kind frame"
      case .isFrame(false): ofExchanges = ofExchanges ?? "kind exchange"
      case .socket: ofFrames = "socket"
      case .direction: ofFrames = "direction"
      case .method: ofExchanges = "method"
      case .operationID: ofExchanges = "operationId"
      case .remoteAddress: ofExchanges = "remoteAddress"
      case .header(_, let expected) where expected != .absent: ofExchanges = "header"
      case .query(_, let expected) where expected != .absent: ofExchanges = "query"
      default: continue
      }
    }
    guard let ofFrames, let ofExchanges else { return }
    throw Problem(
      .invalidParameter,
      "\(ofFrames) is asked of frames and \(ofExchanges) of exchanges, and no entry is both; leave one of them out",
      field: ofFrames == "kind frame" ? String(ofExchanges) : ofFrames)
  }

  /// Refuses a query in which a `since` is not before each `until`.
  private func requireSpan() throws(Problem) {
    for case .since(let since) in criteria {
      for case .until(let until) in criteria {
        let isEmpty =
          switch (since, until) {
          case (.time(let since), .time(let until)): since > until
          // `since` excludes its own entry, `until` includes it.
          case (.sequence(let since), .sequence(let until)): since >= until
          case (.time, .sequence), (.sequence, .time): false
          }
        guard isEmpty else { continue }
        throw Problem(
          .invalidParameter, "no entry is after \"since\" and before \"until\", which is earlier; swap them",
          field: "since")
      }
    }
  }
}
