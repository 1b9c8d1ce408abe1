import HTTPCore
import Locking
import Synchronization

/// A request and its answer, as the journal keeps them.
package struct JournalExchange: Sendable {
  /// One difference between a request and its API's document.
  package struct Deviation: Sendable, Equatable {
    /// Where, such as `body/nombre`.
    package let location: String
    package let message: String

    /// A deviation from its parts, which are cut where they are very long.
    package init(location: String, message: String) {
      self.location = location.clipped(to: 200)
      self.message = message.clipped(to: 500)
    }
  }

  /// What was found out about a request until it was answered.
  package struct Details: Sendable {
    /// The API's short name, or `mock` for the server's own routes.
    package var api: String
    /// nil when no endpoint has the path.
    package var operationID: String?
    /// Whose token came with the request.
    package var account: String?
    package var faults: [AppliedFault]
    /// Microseconds of real time from the request to its answer; to the answer's end where that came later.
    package var durationMicroseconds: Int64

    /// Details from their parts.
    package init(
      api: String, operationID: String? = nil, account: String? = nil, faults: [AppliedFault] = [],
      durationMicroseconds: Int64 = 0
    ) {
      self.api = api
      self.operationID = operationID
      self.account = account
      self.faults = faults
      self.durationMicroseconds = durationMicroseconds
    }
  }

  /// The request, its body cut where it is long.
  package let request: Request
  /// The bytes of the whole body, also when it was cut.
  package let requestBytes: Int
  /// The path as the client sent it, with any prefix that was taken off later, without the query.
  package let path: String
  package let details: Details
  /// What went over the wire; nil while the answer is on its way.
  package let transmission: Transmission?
  /// How the answer was to go out; nil for at once, at full speed and whole.
  package let delivery: ResponseDelivery?
  /// The answer as far as its client got it, its content cut where it is long; 101 without content for a switch to
  /// WebSocket; nil when the client got none, or has not yet.
  package let response: Response?
  /// The bytes of the whole content that the answer was to have, also when it was cut or broke off; 0 for a stream.
  package let responseBytes: Int
  package let deviations: [Deviation]

  /// The status that the client saw; nil for none.
  package var status: Int? { response?.status }

  /// Whether the content is a stream, which is not kept.
  package var isStreamed: Bool {
    if case .stream? = response?.content { true } else { false }
  }
}
