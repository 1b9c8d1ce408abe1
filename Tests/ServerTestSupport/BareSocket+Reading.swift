import Foundation
import Platform

/// How a connection ended for its client.
package enum ConnectionEnd: Equatable {
  case closed
  case reset
  /// It did not; nothing came any more.
  case silence
}

extension BareSocket {
  /// Everything that comes until the connection ends, and how it does.
  package func readToEnd() -> (bytes: [UInt8], end: ConnectionEnd) {
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
  package func read(count: Int) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count, case .bytes(let piece) = read(atMost: count - all.count) { all += piece }
    return all
  }

  /// Reads until something stands there; everything when the connection ends before.
  package func read(until text: String) -> String {
    var all: [UInt8] = []
    while all.firstRange(of: Array(text.utf8)) == nil, case .bytes(let piece) = read(atMost: 1) { all += piece }
    return String(decoding: all, as: UTF8.self)
  }
}
