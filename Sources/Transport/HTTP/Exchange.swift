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

  /// How far it has come.
  enum State {
    /// Its header section has not been read.
    case arriving
    /// Its content comes in. With a problem it is refused once all of that is there.
    case receiving(refusal: Problem?)
    /// A task works on it beside the threads that read sockets; the number names the connection among those that wait.
    case working(SlowTask, waitID: UInt64)
    /// Its outcome is known, and not sent at once.
    case delivering(Delivery)
    /// An answer was decided on, and nothing waits.
    case answered
  }

  var state = State.arriving
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
  /// Whether libmicrohttpd was given an empty `Cookie` before the fields of the request.
  let hidesCookies: Bool
  /// Whether its connection is beyond the limit, so that the request is refused.
  var isSurplus = false
  /// Whether the client knows the end of the answer only by the end of the connection.
  var endsWithConnection: Bool { isOld && delivery?.streams == true }
  /// Whether it is in HTTP/1.0.
  var isOld = false
  /// What is reported of the answer; nil when nobody asked for a report.
  var report: Report?

  /// Whether its header section was read.
  var isHeadRead: Bool {
    if case .arriving = state { false } else { true }
  }

  /// Whether its content still comes in.
  var isReceiving: Bool {
    if case .receiving = state { true } else { false }
  }

  /// The outcome, when it is not sent at once.
  var delivery: Delivery? {
    if case .delivering(let delivery) = state { delivery } else { nil }
  }

  init(target: [UInt8], at targetStart: UnsafePointer<CChar>?, hidesCookies: Bool) {
    (self.target, self.targetStart, self.hidesCookies) = (target, targetStart, hidesCookies)
  }
}
