import HTTPCore
import STOMP

extension STOMPConnection {
  /// The connection's status for lists of sockets.
  var status: SessionStatus? {
    state.withLock { state in
      var status = SessionStatus("stomp")
      status.version = state.session.version?.text
      status.user = state.session.user
      if state.session.isConnected {
        let heartbeat = state.session.agreedHeartbeat
        (status.clientHeartbeat, status.serverHeartbeat) = (heartbeat.client, heartbeat.server)
      }
      status.subscriptions = state.session.subscriptionList.map {
        SessionStatus.Subscription(
          id: $0.id, destination: $0.destination, acknowledgement: $0.acknowledgement,
          unacknowledged: $0.unacknowledged)
      }
      return status
    }
  }
}
