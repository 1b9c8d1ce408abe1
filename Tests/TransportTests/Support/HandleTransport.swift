import HTTPCore
import Synchronization
import Transport

/// A transport whose sessions leave their handles, and what happens to them, with the test.
final class HandleTransport {
  let transport: TestTransport
  private let record: SessionRecord

  init(sockets: WebSocketLimits? = nil) throws {
    let record = SessionRecord()
    self.record = record
    transport = try TestTransport(sockets: sockets) { request in
      do throws(Problem) {
        let accept = try WebSocketHandshake.accept(request)
        return .upgrade(
          WebSocketUpgrade(headers: ["Sec-WebSocket-Accept": accept]) { RecordingSession(record) })
      } catch {
        return .respond(Response(status: error.kind.status))
      }
    }
  }

  var port: Int { transport.port }

  /// The handles of all sockets that were opened.
  var handles: [any WebSocketHandle] { record.handles.withLock { $0 } }

  /// Messages that sessions were told were dropped.
  var droppedCount: Int { record.dropped.withLock { $0 } }

  /// How often a session was told that its reader has caught up.
  var caughtUpCount: Int { record.caughtUp.withLock { $0 } }

  /// Sessions that were told that their socket is gone.
  var closedCount: Int { record.closed.withLock { $0 } }
}

private final class SessionRecord: Sendable {
  let handles = Mutex<[any WebSocketHandle]>([])
  let dropped = Mutex(0)
  let caughtUp = Mutex(0)
  let closed = Mutex(0)
}

private final class RecordingSession: WebSocketSession {
  private let record: SessionRecord

  init(_ record: SessionRecord) {
    self.record = record
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle): record.handles.withLock { $0.append(handle) }
    case .dropped(let count): record.dropped.withLock { $0 += count }
    case .caughtUp: record.caughtUp.withLock { $0 += 1 }
    case .closed: record.closed.withLock { $0 += 1 }
    case .message, .oversized: break
    }
    return []
  }
}
