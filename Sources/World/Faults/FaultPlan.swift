import HTTPCore

/// The faults that may apply to one request, in the order in which they were added. A fault without effect is not
/// triggered: it is not counted, and its `times` remain for another request.
package struct FaultPlan: Sendable {
  /// One fault and its context for the request.
  struct Candidate: Sendable {
    let rule: FaultRule
    let context: FaultContext
  }

  private var candidates: [Candidate]
  /// The first candidate that may still be triggered: those before it had their turn.
  private var firstOpen = 0
  private var happened: Set<String> = []
  /// The faults whose change must leave the response as the document allows, by their ids.
  package private(set) var documented: [String] = []
  /// The faults whose change did not fit the response, by their ids, and why.
  package private(set) var failures: [(id: String, reason: String)] = []

  init(_ candidates: [Candidate]) { self.candidates = candidates }

  /// The triggered faults, in the order in which they were added, for the journal.
  package var applied: [AppliedFault] {
    candidates.map(\.rule).filter { happened.contains($0.id) }.map {
      AppliedFault(id: $0.id, type: type(of: $0.fault).name)
    }
  }

  /// Whether one of them changes a complete response only, so that the client's cached one is no substitute.
  package var needsBody: Bool { candidates.contains { $0.rule.fault.needsBody } }

  /// The first fault that holds the exchange in a phase, which counts as triggered; nil for none. Others keep their `times`.
  ///
  /// - Parameters:
  ///   - exchanges: Where room is reserved for the exchange.
  /// - Returns: The fault's id, how it holds, and the id of the held exchange.
  package mutating func hold(
    at phase: ExchangeHold.Phase, in exchanges: HeldExchanges
  ) -> (fault: String, hold: ExchangeHold, id: String)? {
    for candidate in candidates {
      guard let hold = candidate.rule.fault.hold, hold.phase == phase else { continue }
      guard let id = exchanges.reserve() else { return nil }
      if happens(candidate) { return (candidate.rule.id, hold, id) }
      exchanges.giveBack()
    }
    return nil
  }

  /// Adds the fault of a release: before a request is handled it comes first; before a response is sent only it is left.
  mutating func add(_ candidate: Candidate, at phase: ExchangeHold.Phase) {
    switch phase {
    case .request: candidates.insert(candidate, at: 0)
    case .response:
      (documented, failures, firstOpen) = ([], [], candidates.count)
      candidates.append(candidate)
    }
  }

  /// The response of the first fault that has one; nil to call the endpoint.
  ///
  /// - Parameters:
  ///   - isHandshake: Whether the endpoint would switch to WebSocket.
  /// - Throws: ``Problem``, to be rendered in the error shape of the request's own API.
  package mutating func respond(isHandshake: Bool = false) throws(Problem) -> Response? {
    for candidate in candidates[firstOpen...] {
      let (fault, context) = (candidate.rule.fault, candidate.context)
      do throws(Problem) {
        let response = isHandshake ? try fault.respondToHandshake(context) : try fault.respond(to: context)
        if let response, happens(candidate) { return response }
      } catch {
        if happens(candidate) { throw error }
      }
    }
    return nil
  }

  /// Lets every fault in turn change the response, whatever produced it. Called after all other changes.
  package mutating func change(_ response: inout Response) {
    for candidate in candidates[firstOpen...] {
      let (id, fault) = (candidate.rule.id, candidate.rule.fault)
      var changed = response
      do throws(Problem) {
        guard try fault.change(&changed, candidate.context), happens(candidate) else { continue }
        response = changed
        if fault.staysDocumented { documented.append(id) }
      } catch {
        guard happens(candidate) else { continue }
        let message = "the fault \"\(id)\" cannot change the response: \(error.message)"
        response = .json(["error": .string(message)], status: 500)
        failures.append((id, error.message))
      }
    }
  }

  /// Counts that a fault is triggered, once for a request.
  private mutating func happens(_ candidate: Candidate) -> Bool {
    if happened.contains(candidate.rule.id) { return true }
    guard candidate.rule.countApplication() else { return false }
    happened.insert(candidate.rule.id)
    return true
  }
}
