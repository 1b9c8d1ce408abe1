import OpenAPI
import World

// Deliveries and addresses of callbacks in snapshots, and in worlds that are created from another one.

extension WebhookSender {
  /// What a snapshot has of a sender.
  private struct Saved: Sendable {
    let callbacks: [CallbackAddress]
    /// Those that are being sent first, then those that wait for their turn, then those that wait for another attempt. A
    /// time is what is left of the pause, in nanoseconds.
    let deliveries: [(delivery: Delivery, left: Int64)]
  }

  /// How snapshots get and set what it keeps.
  var kept: TimedWork.Kept {
    TimedWork.Kept(
      save: { [weak self] in self?.saved ?? Saved(callbacks: [], deliveries: []) },
      restore: { [weak self] in self?.restore($0 as? Saved) })
  }

  private var saved: Saved {
    planNoted()
    let now = clock.elapsedNanoseconds
    return state.withLock { state in
      let lines = state.lines.sorted { $0.key < $1.key }.map(\.value)
      let current = lines.compactMap(\.current) + lines.flatMap(\.deliveries)
      return Saved(
        callbacks: state.callbacks,
        deliveries: current.map { ($0, 0) } + state.waiting.map { ($0, max(0, $0.due - now)) })
    }
  }

  /// Replaces all deliveries. Those that are being sent have no further attempt.
  private func restore(_ saved: Saved?) {
    let now = clock.elapsedNanoseconds
    let deliveries = (saved?.deliveries ?? []).compactMap { saved, left -> Delivery? in
      // The document may have changed since.
      guard let channel = channels.first(where: { $0.name == saved.channel.name }),
        let document = channel.messages.first(where: { $0.name == saved.document.name })?.document
      else { return nil }
      var delivery = saved
      (delivery.channel, delivery.document, delivery.due) = (channel, document, now.saturatingAdd(left))
      return delivery
    }
    state.withLock { state in
      state.edition += 1
      (state.messages, state.callbacks, state.waiting) = ([], saved?.callbacks ?? [], deliveries)
      // A thread that sends to an address continues with what comes for it now.
      state.lines = state.lines.filter(\.value.isRunning).mapValues { _ in Line(isRunning: true) }
    }
    wait()
  }
}
