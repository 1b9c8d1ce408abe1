import CMicroHTTPD
import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// One request while it comes in. Touched only by the worker thread that serves its connection.
final class Exchange {
  /// What is reported of the answer, and to whom.
  struct Report {
    let target: DeliveryReport
    /// The bytes of content that the client gets when nothing goes wrong.
    let contentBytes: Int
    /// Whether the client had ended its half, at least, before anything was sent.
    var clientMayBeGone = false

    init(_ target: DeliveryReport, contentBytes: Int) {
      (self.target, self.contentBytes) = (target, contentBytes)
    }

    /// What was sent, as far as that is known in the end.
    func transmission(_ hasArrived: Bool, reader: BodyReader?) -> Transmission {
      if hasArrived {
        let count = contentBytes > 0 ? contentBytes : reader?.sentBytes ?? 0
        return Transmission(.whole, hasHead: true, contentBytes: count)
      }
      guard let reader else {
        // A client that was gone got nothing. How much of a long answer was sent, the library does not say.
        return clientMayBeGone ? .nothing(.aborted) : Transmission(.aborted, hasHead: true, contentBytes: nil)
      }
      return Transmission(.aborted, hasHead: reader.sentBytes != nil, contentBytes: reader.sentBytes ?? 0)
    }
  }

  /// The target's bytes, as they came, up to the first NUL.
  let target: [UInt8]
  /// Where they began in libmicrohttpd's memory; only good until the head was read.
  let targetStart: UnsafePointer<CChar>?
  var method = HTTPMethod.get
  var headers = HeaderFields()
  var body: [UInt8] = []
  /// Bytes of content that have come so far, kept or not.
  var receivedBytes = 0
  /// How many of them are kept at most.
  var maximumBodyBytes = 0
  var isHeadRead = false
  /// Whether libmicrohttpd was given an empty `Cookie` before the fields of the request.
  let hidesCookies: Bool
  /// Whether its connection is beyond the limit, so that the request is refused.
  var isSurplus = false
  /// Whether the client knows the end of the answer only by the end of the connection.
  var endsWithConnection: Bool { isOld && delivery?.streams == true }
  /// Whether it is in HTTP/1.0.
  var isOld = false
  /// Whether an answer was decided on.
  var isAnswered = false
  /// Set when the request shall be refused once its content has come in.
  var refusal: Problem?
  /// The task that works on the request beside the threads that read sockets, and what names the connection among those
  /// that wait.
  var task: (task: SlowTask, waitID: UInt64)?
  /// The outcome, when it is not sent at once.
  var delivery: Delivery?
  /// What is reported of the answer; nil when nobody asked for a report.
  var report: Report?

  init(target: [UInt8], at targetStart: UnsafePointer<CChar>?, hidesCookies: Bool) {
    (self.target, self.targetStart, self.hidesCookies) = (target, targetStart, hidesCookies)
  }
}
