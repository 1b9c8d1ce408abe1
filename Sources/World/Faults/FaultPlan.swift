import HTTPCore

/// The faults that happen to one request, in the order in which they were added.
package struct FaultPlan: Sendable {
  /// One fault and what it is told.
  struct Application: Sendable {
    let rule: FaultRule
    let context: FaultContext
  }

  let applications: [Application]

  /// The faults, for the journal.
  package var applied: [AppliedFault] {
    applications.map { AppliedFault(id: $0.rule.id, type: type(of: $0.rule.fault).name) }
  }

  /// The answer of the first fault that gives one; nil to let the endpoint run.
  ///
  /// - Parameters:
  ///   - isHandshake: Whether the endpoint would switch to WebSocket.
  /// - Throws: ``Problem``, to be rendered in the error shape of the request's own API.
  package func answer(isHandshake: Bool = false) throws(Problem) -> Response? {
    for application in applications {
      let (fault, context) = (application.rule.fault, application.context)
      let answer = isHandshake ? try fault.answerHandshake(context) : try fault.answer(context)
      if let answer { return answer }
    }
    return nil
  }

  /// Lets every fault change the answer, whoever gave it. Called when nothing else changes it any more.
  package func change(_ response: inout Response) {
    for application in applications { application.rule.fault.change(&response, application.context) }
  }
}
