import HTTPCore
import JSON
import Locking
import World

/// Sends the messages of an API that come by the clock of a world, while somebody listens.
final class ChannelClock: Sendable {
  /// One message that comes at an interval.
  private final class Tick: Sendable {
    let channel: ChannelModel.Channel
    let message: ChannelModel.Message
    let interval: Int64
    /// The number of the last interval that was handled, and the elapsed time then; nil while nobody listens.
    let last = OrderedMutex<(number: Int64, elapsed: Int64)?>(.leaf, nil)

    init(_ channel: ChannelModel.Channel, _ message: ChannelModel.Message, interval: Int64) {
      (self.channel, self.message, self.interval) = (channel, message, interval)
    }
  }

  /// After a jump of the clock, this many messages are sent at once; earlier ones are left out.
  private static let backlog: Int64 = 200
  /// The combinations of values that clients may ask for at once.
  private static let maximumCombinations = 200

  private let live: LiveAPI
  private let hub: ChannelHub
  private let clock: WorldClock
  private let alarms: Alarms
  private let seed: UInt64
  private let ticks: [Tick]
  /// Its number in the hub; nil before it began.
  private let number = OrderedMutex<Int?>(.leaf, nil)

  init(_ live: LiveAPI, hub: ChannelHub, clock: WorldClock, alarms: Alarms, seed: UInt64) {
    (self.live, self.hub, self.clock, self.alarms, self.seed) = (live, hub, clock, alarms, seed)
    ticks = live.model.channels.flatMap { channel in
      channel.messages.compactMap { message in
        guard case .clock(let interval) = message.trigger else { return nil }
        return Tick(channel, message, interval: max(1_000_000, interval))
      }
    }
  }

  /// Begins as an owner of the hub, until another edition of the document takes its place.
  func begin(as owner: Int) {
    number.withLock { $0 = owner }
    start()
  }

  private var isReplaced: Bool { number.withLock(\.self).map { !hub.isOwner($0) } ?? true }

  /// Begins with the messages that somebody listens to now.
  func start() {
    for tick in ticks where !hub.interests(in: live.identity(tick.channel)).isEmpty {
      let instant = clock.instant
      let number = instant.now.nanoseconds / tick.interval
      let isNew = tick.last.withLock { last in
        guard last == nil else { return false }
        last = (number, instant.elapsed)
        return true
      }
      if isNew { wait(for: tick, after: number, from: instant) }
    }
  }

  /// Waits for the next whole interval of the time of day.
  private func wait(for tick: Tick, after number: Int64, from instant: WorldClock.Instant) {
    let left = (number &+ 1).saturatingMultiply(tick.interval).saturatingSubtract(instant.now.nanoseconds)
    alarms.set(tick, at: instant.elapsed.saturatingAdd(max(0, left))) { [self] in ring(tick) }
  }

  private func ring(_ tick: Tick) {
    let interests = isReplaced ? [] : hub.interests(in: live.identity(tick.channel))
    let instant = clock.instant
    let number = instant.now.nanoseconds / tick.interval
    let former = tick.last.withLock { last in
      defer { last = interests.isEmpty ? nil : (number, instant.elapsed) }
      return last
    }
    guard !interests.isEmpty, let former else { return }
    // After a jump back the messages go on from there, with those of the time that has passed since.
    let passed = instant.elapsed.saturatingSubtract(former.elapsed) / tick.interval
    let last = former.number > number ? number.saturatingSubtract(max(0, passed)) : former.number
    if number > last {
      for step in max(last + 1, number.saturatingSubtract(Self.backlog) + 1)...number {
        send(tick, step, at: Timestamp(nanoseconds: step.saturatingMultiply(tick.interval)), to: interests)
      }
    }
    wait(for: tick, after: number, from: instant)
  }

  private func send(_ tick: Tick, _ step: Int64, at time: Timestamp, to interests: [ChannelHub.Interest]) {
    var seen: Set<[String: String]> = []
    for interest in interests {
      // What is about the connection comes without a subscription.
      for values in (tick.message.isAboutConnection ? nil : interest.values?()) ?? [[:]] {
        let all = interest.parameters.merging(values) { first, _ in first }
        guard seen.count < Self.maximumCombinations, seen.insert(all).inserted else { continue }
        guard let payload = payload(tick, step, at: time, interest.parameters, values) else { continue }
        hub.publish(
          ChannelHub.Message(
            channel: live.identity(tick.channel), name: tick.message.name, payload: payload,
            parameters: interest.parameters.merging(values.filter { tick.channel.hasParameter($0.key) }) { first, _ in
              first
            }, cause: .clock))
      }
    }
  }

  /// The payload of a step: what it is about stays, and its values move from step to step.
  private func payload(
    _ tick: Tick, _ step: Int64, at time: Timestamp, _ parameters: [String: String], _ values: [String: String]
  ) -> JSONValue? {
    let subject = PayloadSubject(
      time: time, number: Int(clamping: step), parameters: parameters,
      address: tick.channel.address(with: parameters))
    var known = live.plan(tick.message, of: tick.channel, resource: nil).known(subject)
    let key = parameters.merging(values) { first, _ in first }.sorted { $0.key < $1.key }.map {
      "\($0.key)=\($0.value)"
    }
    let own = SplitMix64.seed(of: "\(tick.channel.name) \(tick.message.name) \(key.joined(separator: "&"))") &+ seed
    if let mark = live.mark(ofDataIn: tick.message) { known[mark.name] = .string(mark.value) }
    if let place = tick.message.payload { live.set(values, in: &known, at: place) }
    guard
      let base = live.payload(
        tick.message, known: known, seed: own, now: time, origin: "", isWhole: true, isFirst: key.isEmpty)
    else { return nil }
    let moved = Motion(seed: own, step: step, maker: live.api.maker, known: known).moved(base, at: tick.message.payload)
    return live.schema(of: tick.message)?.isValid(moved) ?? true ? moved : base
  }
}

extension ChannelModel.Channel {
  /// Whether the address has a parameter of a name.
  func hasParameter(_ name: String) -> Bool { document.parameters.contains { $0.name == name } }

  /// The address with values for its parameters.
  package func address(with parameters: [String: String]) -> String {
    parameters.reduce(document.address) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
