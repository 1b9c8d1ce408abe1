import CMicroHTTPD
import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// One request while it is received. Used only by the worker thread that serves its connection.
final class Exchange {
  /// The data for the report of the response, and its receiver.
  struct Report {
    let target: DeliveryReport
    /// The number of bytes of the body that the client receives if nothing fails.
    let contentBytes: Int
    /// Whether the client had ended at least its half of the connection before anything was sent.
    var clientMayBeGone = false

    init(_ target: DeliveryReport, contentBytes: Int) {
      (self.target, self.contentBytes) = (target, contentBytes)
    }

    /// What was sent, as far as that is known at the end.
    func transmission(_ hasArrived: Bool, reader: BodyReader?) -> Transmission {
      if hasArrived {
        let count = contentBytes > 0 ? contentBytes : reader?.sentBytes ?? 0
        return Transmission(.whole, hasHead: true, contentBytes: count)
      }
      guard let reader else {
        // A client that had disconnected received nothing. The library does not report how much of a long response was
        // sent.
        return clientMayBeGone ? .nothing(.aborted) : Transmission(.aborted, hasHead: true, contentBytes: nil)
      }
      return Transmission(.aborted, hasHead: reader.sentBytes != nil, contentBytes: reader.sentBytes ?? 0)
    }
  }

  /// The stages of a request.
  enum State {
    /// Its header section was not read yet.
    case arriving
    /// Its body is being received. With a problem, the request is refused once the body is complete.
    case receiving(refusal: Problem?)
    /// A task runs on another thread; the number identifies the connection in ``SuspendedConnections``.
    case working(SlowTask, waitID: UInt64)
    /// Its outcome is known, but not sent immediately.
    case delivering(Delivery)
    /// The response was passed on, and nothing waits.
    case responded
  }

  var state = State.arriving
  /// The target's bytes as they were sent, up to the first NUL.
  let target: [UInt8]
  /// Their start in libmicrohttpd's memory; valid only until the header section was read.
  let targetStart: UnsafePointer<CChar>?
  var method = HTTPMethod.get
  var headers = HeaderFields()
  var body: [UInt8] = []
  /// The number of received bytes of the body, kept or not.
  var receivedBytes = 0
  /// The largest number of them to keep.
  var maximumBodyBytes = 0
  /// Whether libmicrohttpd has an empty `Cookie` before the fields of the request.
  let hidesCookies: Bool
  /// Whether its connection is beyond the limit, so that the request is refused.
  var isSurplus = false
  /// Whether only the end of the connection shows the client the end of the response.
  var endsWithConnection: Bool { isOld && delivery?.streams == true }
  /// Whether it uses HTTP/1.0.
  var isOld = false
  /// The data for the report of the response; nil when no report is needed.
  var report: Report?

  /// Whether its header section was read.
  var isHeadRead: Bool {
    if case .arriving = state { false } else { true }
  }

  /// Whether its body is being received.
  var isReceiving: Bool {
    if case .receiving = state { true } else { false }
  }

  /// The outcome, if it is not sent immediately.
  var delivery: Delivery? {
    if case .delivering(let delivery) = state { delivery } else { nil }
  }

  init(target: [UInt8], at targetStart: UnsafePointer<CChar>?, hidesCookies: Bool) {
    (self.target, self.targetStart, self.hidesCookies) = (target, targetStart, hidesCookies)
  }
}
