/// Something a run brought to light, told once however often it happened.
package struct Finding: Sendable, Equatable {
  /// What is wrong, in the spelling of the option that names the kinds to fail on.
  package enum Kind: String, Sendable, CaseIterable {
    /// A request that no documented operation answers.
    case unknownRoute = "unknown-route"
    /// A request or an answer that is not as its operation is documented.
    case contractViolation = "contract-violation"
    /// An answer with a status code from 500.
    case serverError = "server-error"
    /// A fault that was set up and that no request met, so that the run did not test what it meant to.
    case unusedFault = "unused-fault"
    /// A run without a single request of the app's, which tests nothing.
    case noRequests = "no-requests"
    /// Something in which an answer falls short of its document without leaving it: a header that it need not have.
    case note = "note"
  }

  /// What is wrong.
  package let kind: Kind
  /// The name of the API; empty when no API is concerned.
  package let api: String
  /// The method and path of the operation or of the request, `POST /v1/lotes`.
  package let operation: String?
  /// The other operations with the same finding.
  package let otherOperations: [String]
  /// Where in the message it is, `body /nombe`; may be empty.
  package let location: String
  /// What is wrong there, for a person. It may repeat what a client sent, whatever characters that has.
  package let message: String
  /// How many times it happened; 0 for a fault that was not used.
  package let count: Int
  /// The number of the first request with it, from 1.
  package let firstRequest: Int?

  /// A finding as counted.
  package init(
    kind: Kind, api: String, operation: String?, otherOperations: [String] = [], location: String, message: String,
    count: Int, firstRequest: Int?
  ) {
    self.kind = kind
    self.api = api
    self.operation = operation
    self.otherOperations = otherOperations
    self.location = location
    self.message = message
    self.count = count
    self.firstRequest = firstRequest
  }
}

extension Finding.Kind {
  /// The kind in words, for one finding or for several: "contract violation", "contract violations".
  func words(for count: Int) -> String {
    let singular =
      switch self {
      case .unknownRoute: "unknown route"
      case .contractViolation: "contract violation"
      case .serverError: "server error"
      case .unusedFault: "unused fault"
      case .noRequests: "run without requests"
      case .note: "note"
      }
    if self == .noRequests, count != 1 { return "runs without requests" }
    return count == 1 ? singular : singular + "s"
  }
}

extension Finding {
  /// The operation and the place in it, as far as they are known: "POST /v1/lotes, body /nombe".
  var place: String {
    let others = otherOperations.isEmpty ? "" : " and \(otherOperations.count) more"
    return [(operation ?? "") + others, location].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// How often and since when, "3 times, first in request 12"; nil when neither is known.
  var occurrences: String? {
    switch (count, firstRequest) {
    case (...0, nil): nil
    case (...1, let request?): "request \(request)"
    case (1, nil): "once"
    case (_, nil): "\(count) times"
    case (_, let request?): "\(count) times, first in request \(request)"
    }
  }
}
