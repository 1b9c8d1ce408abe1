import HTTPCore

/// One request while it comes in. Touched only by the worker thread that serves its connection.
final class Exchange {
  /// Who is told what became of the answer, and what is known about it.
  struct Report {
    let target: DeliveryReport
    /// The bytes of content that the client gets when nothing goes wrong.
    let contentBytes: Int
    /// Whether the client had ended its half, at least, before anything was sent.
    var clientMayBeGone = false

    init(_ target: DeliveryReport, contentBytes: Int) {
      (self.target, self.contentBytes) = (target, contentBytes)
    }

    /// What went over the wire, as far as that is known in the end.
    func transmission(_ hasArrived: Bool, reader: ContentReader?) -> Transmission {
      if hasArrived {
        let count = contentBytes > 0 ? contentBytes : reader?.sentBytes ?? 0
        return Transmission(.whole, hasHead: true, contentBytes: count)
      }
      guard let reader else {
        // To a client that was gone nothing went; how much of a long answer did, the library does not say.
        return clientMayBeGone ? .nothing(.aborted) : Transmission(.aborted, hasHead: true, contentBytes: nil)
      }
      return Transmission(.aborted, hasHead: reader.sentBytes != nil, contentBytes: reader.sentBytes ?? 0)
    }
  }

  /// The target's bytes, as they came.
  let target: [UInt8]
  var method = HTTPMethod.get
  var headers = HeaderFields()
  var body: [UInt8] = []
  /// Content bytes seen so far, kept or not.
  var receivedBytes = 0
  /// The most of them that are kept.
  var maximumBodyBytes = 0
  var isHeadRead = false
  /// Whether libmicrohttpd was given an empty `Cookie` before the fields of the request.
  let hidesCookies: Bool
  /// Whether there are more connections than there may be, so that the request is refused.
  var isSurplus = false
  /// Whether only the end of the connection tells where the answer ends.
  var endsWithConnection: Bool { isOld && delivery?.streams == true }
  /// Whether it is in HTTP/1.0.
  var isOld = false
  /// Whether an answer was decided on.
  var isAnswered = false
  /// Set when the request shall be refused once its content has come in.
  var refusal: Problem?
  /// What is worked on beside the threads that read, and its connection's pass in the waiting room meanwhile.
  var task: (task: SlowTask, pass: UInt64)?
  /// Its outcome, when that does not go out at once.
  var delivery: Delivery?
  /// Who is told what becomes of the answer; nil when nobody wants to know.
  var report: Report?
  /// The pass of its connection in the waiting room, once that is a WebSocket over TLS.
  var lentPass: UInt64?

  init(target: [UInt8], hidesCookies: Bool) {
    (self.target, self.hidesCookies) = (target, hidesCookies)
  }
}
