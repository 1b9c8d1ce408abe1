import HTTPCore
import Synchronization
import World

/// What a socket gets of its channels. It begins with the handshake, since a client may act as soon as that is over; until the
/// socket is open, messages wait.
final class ChannelSubscriptions: Sendable {
  /// Sends a message to the client.
  typealias Sink = @Sendable (ChannelHub.Message) -> Void

  private enum State {
    case waiting([ChannelHub.Message])
    case open(Sink)
  }

  /// Messages that come before a socket is open; further ones are left out.
  private static let capacity = 1000

  /// What the client subscribed to by messages.
  let wanted = WantedMessages()
  let ending = ChannelEnding()
  private let state = Mutex(State.waiting([]))
  private let held = Mutex<[ChannelHub.Subscription]>([])

  /// Subscribes to the channels of a client, in the place of what it had.
  func listen(_ client: ChannelClient) {
    end()
    var added: [ChannelHub.Subscription] = []
    client.world.listen {
      for place in client.places { added.append(subscription(to: place, client)) }
    }
    held.withLock { $0 = added }
  }

  /// Ends the subscriptions.
  func end() {
    // Outside of the lock, since their end takes other locks.
    let ended = held.withLock { held in
      defer { held = [] }
      return held
    }
    withExtendedLifetime(ended) {}
  }

  private func subscription(to place: ChannelClient.Place, _ client: ChannelClient) -> ChannelHub.Subscription {
    var interest = client.interest(in: place)
    if place.channel.needsSubscription {
      let (name, wanted) = (place.channel.name, wanted)
      // What is about the connection itself comes without a subscription.
      let always = Set(place.channel.messages.filter(\.isAboutConnection).map(\.name))
      interest.accepts = { always.contains($0.name) || wanted.accept($0) }
      interest.values = { wanted.values(in: name) }
    }
    return client.world.channels.subscribe(interest) { [weak self] message in
      guard let self, !ending.isOver else { return }
      send(message)
    }
  }

  /// Sends a message, or keeps it until the socket is open.
  private func send(_ message: ChannelHub.Message) {
    state.withLock { state in
      switch state {
      case .open(let sink): sink(message)
      case .waiting(let messages):
        if messages.count < Self.capacity { state = .waiting(messages + [message]) }
      }
    }
  }

  /// Sends what waits, and from now on all messages at once.
  ///
  /// - Parameters:
  ///   - greet: Sends what comes before all others.
  func open(greet: () -> Void, _ sink: @escaping Sink) {
    // Messages that come meanwhile wait.
    greet()
    state.withLock { state in
      if case .waiting(let messages) = state {
        for message in messages { sink(message) }
      }
      state = .open(sink)
    }
  }
}
