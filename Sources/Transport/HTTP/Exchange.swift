import HTTPCore

/// One request while it comes in. Touched only by the worker thread that serves its connection.
final class Exchange {
  /// The target's octets, as they came.
  let target: [UInt8]
  var method = HTTPMethod.get
  var headers = HeaderFields()
  var body: [UInt8] = []
  /// Content octets seen so far, kept or not.
  var receivedBytes = 0
  /// The most of them that are kept.
  var maximumBodyBytes = 0
  var isHeadRead = false
  /// Set when the request shall be refused once its content has come in.
  var refusal: Problem?
  /// Its outcome, when that does not go out at once.
  var delivery: Delivery?
  /// The pass of its connection in the waiting room, once that is a WebSocket over TLS.
  var lentPass: UInt64?

  init(target: [UInt8]) {
    self.target = target
  }
}
