/// Subscribing and unsubscribing (checklist rows 38 to 41).
extension Session {
  mutating func subscribe(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    let destination = try require("destination", frame)
    let id = version == .v1_0 ? frame.headers.header("id") ?? destination : try require("id", frame)
    if let other = subscriptions.subscription(id: id.value) {
      throw .duplicateSubscription(id.value, offset: id.offset, destination: other.destination)
    }
    guard DestinationPattern(destination.value) != nil else { throw .badPattern(destination) }
    guard subscriptions.count < limits.maximumSubscriptions else {
      throw .tooLarge(
        .tooManySubscriptions, offset: 0, maximum: limits.maximumSubscriptions, unit: "subscriptions")
    }
    let subscription = Subscription(
      number: subscriptions.nextNumber, id: id.value, destination: destination.value,
      acknowledgement: try acknowledgement(frame), headers: frame.headers)
    subscriptions.add(subscription, prefix: prefix(id.value))
    actions.append(.subscribe(subscription))
  }

  private func acknowledgement(_ frame: Frame) throws(Diagnosis) -> Subscription.Acknowledgement {
    guard let header = frame.headers.header("ack") else { return .auto }
    guard let mode = Subscription.Acknowledgement(rawValue: header.value) else { throw .unknownAckMode(header) }
    return mode
  }

  private func prefix(_ subscription: String) -> [UInt8] {
    var bytes: [UInt8] = []
    FrameSerializer.write(Header("subscription", subscription), for: version, into: &bytes)
    bytes.append(contentsOf: "message-id:\(id)-".utf8)
    return bytes
  }

  mutating func unsubscribe(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    let isByDestination = version == .v1_0 && frame.headers["id"] == nil
    let header = try require(isByDestination && frame.headers["destination"] != nil ? "destination" : "id", frame)
    let subscription =
      isByDestination
      ? subscriptions.subscription(destination: header.value) : subscriptions.subscription(id: header.value)
    guard let number = subscription?.number else {
      return warn(.unknownSubscription(header.value, offset: header.offset), &actions)
    }
    actions.append(.unsubscribe(number: number, release: subscriptions.remove(number)))
  }
}
