import HTTPCore

/// A socket's handle as its session gets it: what it sends goes through the tap.
struct TappedHandle: WebSocketHandle {
  let tap: SocketTap

  var isCongested: Bool { tap.socket.isCongested }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) { tap.send(message, whenFull: policy) }

  func close(code: UInt16, reason: String) { tap.close(code: code, reason: reason) }

  func abort() { tap.abort() }

  func pauseReading(_ paused: Bool) { tap.socket.pauseReading(paused) }
}
