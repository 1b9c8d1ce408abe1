import Dispatch
import HTTPCore
import OpenAPI
import Synchronization
import World

/// Publishes the messages of channels whose documents speak STOMP at the broker of a world.
final class STOMPRelay: Sendable {
  private let live: LiveAPI
  private let broker: any MessageBroker
  private let channels: [ChannelModel.Channel]
  /// Messages are queued under a lock after which the broker may not be asked.
  private let queue = DispatchQueue(label: "stomp channels")
  private let held = Mutex<[ChannelHub.Subscription]>([])

  /// The relay of an API in a world; nil where it has no such channels.
  init?(_ live: LiveAPI, _ world: World) {
    channels = live.stompChannels
    guard !channels.isEmpty else { return nil }
    (self.live, broker) = (live, world.broker)
  }

  /// Begins to listen to the channels.
  func begin(_ hub: ChannelHub) {
    let subscriptions = channels.map { channel in
      let template = LiveAPI.destination(of: channel)
      var interest = ChannelHub.Interest(live.identity(channel))
      interest.isObserver = true
      // Where nobody has subscribed, the clock sends nothing.
      interest.values = { [broker] in
        let wanted = broker.overview.subscriptions.compactMap { LiveAPI.parameters(of: $0.destination, by: template) }
        var seen: Set<[String: String]> = []
        return wanted.filter { seen.insert($0).inserted }
      }
      return hub.subscribe(interest) { [queue, broker, weak hub] message in
        let address = channel.address(with: message.parameters)
        let destination = address.hasPrefix("/") ? address : "/" + address
        guard !destination.contains("{") else { return }
        queue.async { [weak hub] in
          if broker.hasListeners(destination) { hub?.countSent(message.subject) }
          broker.publish(destination: destination, contentType: "application/json", body: message.bytes)
        }
      }
    }
    held.withLock { $0 = subscriptions }
  }
}
