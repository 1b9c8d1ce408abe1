import HTTPCore

/// Messages that say only that the other end is there.
enum HeartBeat {
  /// STOMP's line ends (STOMP 1.2, "Heart-beating"), bare or in SockJS's framing, and SockJS's own `h`.
  static func isOne(_ message: WebSocketMessage) -> Bool {
    let bytes = message.bytes
    guard bytes.count <= 16 else { return false }
    if bytes.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { return !bytes.isEmpty }
    return framed.contains(bytes)
  }

  private static let framed = [#"h"#, #"a["\n"]"#, #"["\n"]"#, #"a["\r\n"]"#, #"["\r\n"]"#].map { Array($0.utf8) }
}
