import HTTPCore
import Locking
import Synchronization

/// A request and its response, as the journal keeps them.
package struct JournalExchange: Sendable {
  /// One difference between a request and its API's document.
  package struct Deviation: Sendable, Equatable {
    /// The location, such as `body/nombre`.
    package let location: String
    package let message: String

    /// Creates a deviation; very long texts are truncated.
    package init(location: String, message: String) {
      self.location = location.clipped(to: 200)
      self.message = message.clipped(to: 500)
    }
  }

  /// What was found out about a request until its response.
  package struct Details: Sendable {
    /// The API's short name, or `mock` for the server's own routes.
    package var api: String
    /// nil when no endpoint has the path.
    package var operationID: String?
    /// The account of the request's token.
    package var account: String?
    package var faults: [AppliedFault]
    /// Microseconds of real time from the request to its response; to the response's end where that came later.
    package var durationMicroseconds: Int64

    /// Creates details.
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

  /// The request, with a long body truncated.
  package let request: Request
  /// The size of the whole body in bytes, even if it is truncated.
  package let requestBytes: Int
  /// The path as the client sent it, with any prefix that was removed later, without the query.
  package let path: String
  package let details: Details
  /// What was sent; nil while the response is being sent.
  package let transmission: Transmission?
  /// How the response was to be sent; nil for immediately, completely and at full speed.
  package let delivery: ResponseDelivery?
  /// The response as far as its client received it, with a long body truncated; 101 without a body for a switch to
  /// WebSocket; nil when the client received none, or has not yet.
  package let response: Response?
  /// The size of the whole intended body in bytes, even if it was truncated; 0 for a stream.
  package let responseBytes: Int
  package let deviations: [Deviation]
  /// The id of the hold, while a fault holds the exchange.
  package let hold: String?
  /// How long faults held it, in microseconds of real time.
  package let heldMicroseconds: Int64

  /// The status that the client saw; nil for none.
  package var status: Int? { response?.status }

  /// Whether the body is a stream, which is not stored.
  package var isStreamed: Bool {
    if case .stream? = response?.content { true } else { false }
  }
}
