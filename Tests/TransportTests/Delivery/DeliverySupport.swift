import HTTPCore

extension ResponseDelivery {
  /// At once, at full speed and whole, but for some changes.
  static func with(_ change: (inout ResponseDelivery) -> Void) -> ResponseDelivery {
    var delivery = ResponseDelivery()
    change(&delivery)
    return delivery
  }
}

extension Outcome {
  /// An answer that goes out in a certain way.
  static func answer(_ content: Response.Content, _ delivery: ResponseDelivery?, status: Int = 200) -> Outcome {
    var response = Response(status: status, headers: ["Content-Type": "text/plain"], content: content)
    response.delivery = delivery
    return .respond(response)
  }
}

/// Texts that differ at each place.
enum Pattern {
  static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 / 7) } }
}

/// A request on a connection that stays.
let plainRequest = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
