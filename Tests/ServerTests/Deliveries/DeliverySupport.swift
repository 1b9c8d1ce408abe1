import Foundation
import HTTPCore
import Platform

/// How a connection ended for its client.
enum ConnectionEnd: Equatable {
  case closed
  case reset
  /// It did not; nothing came any more.
  case silence
}

extension BareSocket {
  /// Everything that comes until the connection ends, and how it does.
  func readToEnd() -> (bytes: [UInt8], end: ConnectionEnd) {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count == 0 { return (all, .closed) }
      if count < 0 { return (all, errno == ECONNRESET ? .reset : .silence) }
      all += bytes.prefix(count)
    }
  }

  /// Reads until as many bytes are there, or the connection has ended.
  func read(count: Int) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count, case .bytes(let piece) = read(atMost: count - all.count) { all += piece }
    return all
  }

  /// Reads until something stands there; everything when the connection ends before.
  func read(until text: String) -> String {
    var all: [UInt8] = []
    while all.firstRange(of: Array(text.utf8)) == nil, case .bytes(let piece) = read(atMost: 1) { all += piece }
    return String(decoding: all, as: UTF8.self)
  }
}

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
