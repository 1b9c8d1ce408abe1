import Contract
import Dispatch
import HTTPCore
import Logging
import Synchronization
import World

/// Compares requests, and with `--check-answers on` responses, with the API documents.
package final class ContractGuard: Sendable {
  /// What happens when a request is not as its document says.
  package enum Mode: String, CaseIterable, Sendable {
    /// Nothing; no document is read.
    case off
    /// It is served as usual; what is wrong is reported in the log, once for each kind of thing.
    case warn
    /// It is refused with 400 in the API's own shape.
    case strict
  }

  private let modeCode: Atomic<UInt8>
  private let isCheckingResponses: Atomic<Bool>
  private let library: ContractLibrary
  private let logger: Logger
  /// Where requests are checked whose operation is not compiled yet: their responses do not wait for that.
  private let later = DispatchQueue(label: "mock-api.contract")
  private let waiting = Atomic(0)

  /// The most requests that wait for their operation to be compiled; those beyond are not checked.
  private static let maximumWaiting = 256

  init(_ mode: Mode, checksResponses: Bool, library: ContractLibrary, logger: Logger) {
    modeCode = Atomic(mode.code)
    isCheckingResponses = Atomic(checksResponses)
    self.library = library
    self.logger = logger
  }

  /// Checks in another way from now on.
  func change(to mode: Mode, checksResponses: Bool) {
    modeCode.store(mode.code, ordering: .relaxed)
    isCheckingResponses.store(checksResponses, ordering: .relaxed)
  }

  /// Returns when all requests are checked that were left for later.
  package func settle() { later.sync {} }

  /// Checks a request.
  ///
  /// - Parameters:
  ///   - number: The request's.
  /// - Returns: The checked request, for the endpoint; nil when it is not compared with its document, or later.
  /// - Throws: ``Problem`` of kind `malformedRequest` for one that is refused.
  func check(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters, number: Int
  ) throws(Problem) -> CheckedRequest? {
    let mode = Mode(code: modeCode.load(ordering: .relaxed))
    if mode == .off { return nil }
    // An API that is served from its document compiles the operation in any case.
    let mayWait = mode == .warn && !target.owner.isOwn
    if mayWait, library.ready(target.owner.name, target.endpoint.operationID) == nil {
      checkLater(context, target, parameters, number)
      return nil
    }
    guard let operation = operation(target) else { return nil }
    let checked = CheckedRequest(context.request, parameters, of: operation)
    let deviations = deviations(of: checked, context, target, number)
    if mode == .strict, !deviations.isEmpty { throw Self.refusal(deviations) }
    return checked
  }

  /// Checks a request beside the thread that handles it, which does not wait for the operation to be compiled.
  private func checkLater(
    _ context: RequestContext, _ target: RouteTable.Target, _ parameters: PathParameters, _ number: Int
  ) {
    guard waiting.add(1, ordering: .relaxed).oldValue < Self.maximumWaiting else {
      waiting.subtract(1, ordering: .relaxed)
      return
    }
    context.pending?.awaitAdditions()
    context.world.journal.beginCheck()
    later.async { [self] in
      let found = operation(target).map {
        deviations(of: CheckedRequest(context.request, parameters, of: $0), context, target, number)
      }
      context.world.journal.endCheck(hasFindings: found?.isEmpty == false)
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// The response, or a 500 that says where it differs from its document.
  func checked(_ response: Response, to context: RequestContext, _ target: RouteTable.Target) -> Response {
    guard isCheckingResponses.load(ordering: .relaxed), let operation = operation(target) else { return response }
    let check = ResponseCheck(operation, toleratesGaps: target.owner.isOwn)
    let deviations = check.deviations(response, hasContent: context.request.method != .head)
    guard !deviations.isEmpty else { return response }
    let text = deviations.map(\.description).joined(separator: "; ")
    logger.error(
      "a response deviates from its document", metadata: ["operation": "\(Self.name(target))", "because": "\(text)"])
    report(deviations, .serverError, target, context.world, context.number)
    return .json(["error": .string("\(Self.name(target)) left its document: \(text)")], status: 500)
  }

  /// A response that faults changed, or a 500 that says where it differs from its document: a test that prepares what the
  /// API never sends would prove nothing.
  ///
  /// - Parameters:
  ///   - faults: The ids of the faults, at least one.
  func changed(
    _ response: Response, by faults: [String], _ context: RequestContext, _ target: RouteTable.Target
  ) -> Response {
    guard let operation = operation(target) else { return response }
    let check = ResponseCheck(operation, toleratesGaps: target.owner.isOwn)
    let deviations = check.deviations(response, hasContent: context.request.method != .head)
    guard !deviations.isEmpty else { return response }
    let text = deviations.map(\.description).joined(separator: "; ")
    let names = faults.map { "\"\($0)\"" }.joined(separator: ", ")
    reportChange(deviations.map { ($0.location, $0.message) }, context, target)
    return .json(
      [
        "error": .string(
          "with the fault \(names), the response to \(Self.name(target)) is not as its document says: \(text); "
            + "the fault allows it with \"undocumented\": true")
      ], status: 500)
  }

  /// Reports faults whose change did not fit the response.
  func report(
    failures: [(id: String, reason: String)], _ context: RequestContext, _ target: RouteTable.Target
  ) {
    let reasons = failures.map { ("body", "cannot be changed by the fault \"\($0.id)\": \($0.reason)") }
    reportChange(reasons, context, target)
  }

  private func reportChange(
    _ reasons: [(location: String, message: String)], _ context: RequestContext, _ target: RouteTable.Target
  ) {
    context.pending?.add(reasons.map { JournalExchange.Deviation(location: $0.location, message: $0.message) })
    for reason in reasons {
      let finding = UsageLedger.Finding(
        kind: .contractViolation, api: target.owner.name, operation: Self.name(target), location: reason.location,
        message: reason.message)
      _ = context.world.usage.report(finding, request: context.number)
    }
  }

  /// How a request deviates from its document. Adds the deviations to the journal and to the findings of its world.
  private func deviations(
    of checked: CheckedRequest, _ context: RequestContext, _ target: RouteTable.Target, _ number: Int
  ) -> [Deviation] {
    let deviations = checked.deviations()
    if !deviations.isEmpty {
      context.pending?.add(deviations.map { JournalExchange.Deviation(location: $0.location, message: $0.message) })
      report(deviations, .contractViolation, target, context.world, number)
    }
    return deviations
  }

  private func operation(_ target: RouteTable.Target) -> DocumentedOperation? {
    do {
      return try library.operation(target.owner.name, target.endpoint.operationID)
    } catch {
      logger.error("an API document cannot be used", metadata: ["error": "\(error)"])
      return nil
    }
  }

  private func report(
    _ deviations: [Deviation], _ kind: UsageLedger.Finding.Kind, _ target: RouteTable.Target, _ world: World,
    _ number: Int?
  ) {
    let name = Self.name(target)
    for deviation in deviations {
      let finding = UsageLedger.Finding(
        kind: kind, api: target.owner.name, operation: name, location: deviation.location, message: deviation.message)
      if world.usage.report(finding, request: number), kind == .contractViolation {
        logger.warning("contract: \(name): \(deviation)")
      }
    }
  }

  private static func name(_ target: RouteTable.Target) -> String {
    "\(target.endpoint.method) \(target.endpoint.pattern)"
  }

  private static func refusal(_ deviations: [Deviation]) -> Problem {
    var details = [Problem.Detail("field", deviations[0].location)]
    for deviation in deviations where !details.contains(where: { $0.name == deviation.location }) {
      details.append(Problem.Detail(deviation.location, deviation.message))
    }
    return Problem(
      .malformedRequest, "the request leaves the documented contract: \(deviations[0])", details: details)
  }
}

extension ContractGuard.Mode {
  /// A number for each mode, so that requests read it without a lock.
  fileprivate var code: UInt8 {
    switch self {
    case .off: 0
    case .warn: 1
    case .strict: 2
    }
  }

  fileprivate init(code: UInt8) {
    switch code {
    case 0: self = .off
    case 1: self = .warn
    default: self = .strict
    }
  }
}
