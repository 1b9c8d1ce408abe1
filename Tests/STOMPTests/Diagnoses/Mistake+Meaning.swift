import STOMP

extension Mistake {
  private static func connect(_ headers: String) -> [Step] { [.text("CONNECT\n\(headers)\n\n\0")] }

  /// Mistakes in what frames mean.
  static let meaning: [Mistake] = [
    Mistake(
      .notConnected, nil, [.text("SUBSCRIBE\nid:1\ndestination:/a\n\n\0")], at: 0, found: "SUBSCRIBE",
      expected: "CONNECT or STOMP", cause: "wait for CONNECTED"),
    Mistake(
      .alreadyConnected, "CONNECT\naccept-version:1.2\n\n\0", at: 0, found: "a second CONNECT",
      expected: "one CONNECT for each WebSocket", cause: "open a new WebSocket"),
    Mistake(
      .unsupportedVersion, nil, connect("host:a\naccept-version:2.0"), at: 15, found: "accept-version \"2.0\"",
      expected: "one of 1.0,1.1,1.2", cause: "write accept-version:1.2"),
    Mistake(
      .malformedHeartbeat, nil, connect("accept-version:1.2\nheart-beat:0:00:00.000000,0:00:10.000000"), at: 27,
      found: "\"0:00:00.000000,0:00:10.000000\"",
      expected: "two whole numbers of milliseconds, such as 10000,10000", cause: "a duration was formatted",
      isAccepted: true),
    Mistake(
      .silence, nil, connect("heart-beat:10000,0") + [.wait(30_000)], at: 0, found: "nothing for 30000 ms",
      expected: "a line feed or a frame in that time", cause: "heart-beat:0,0"),
    Mistake(
      .missingHeader, "SUBSCRIBE\ndestination:/a\nack:auto\n\n\0", at: 0,
      found: "SUBSCRIBE with the headers destination, ack", expected: "a header id",
      cause: "add a line id:… to SUBSCRIBE"),
    Mistake(
      .missingHeader, "SEND\n\nx\0", at: 0, found: "SEND with no headers", expected: "a header destination",
      cause: "before the empty line"),
    Mistake(
      .missingHeader, "SEND\nk:v\nDestination:/a\n\nx\0", at: 9, found: "SEND with the headers k, Destination",
      expected: "a header destination", cause: "write destination instead of Destination"),
    Mistake(
      .missingHeader, "UNSUBSCRIBE\n\n\0", at: 0, found: "UNSUBSCRIBE with no headers", expected: "a header id",
      cause: "add a line id:… to UNSUBSCRIBE"),
    Mistake(
      .missingHeader, "BEGIN\n\n\0", at: 0, found: "BEGIN with no headers", expected: "a header transaction",
      cause: "add a line transaction:… to BEGIN"),
    Mistake(
      .missingHeader, .v1_1, [.text("ACK\nsubscription:1\n\n\0")], at: 0, found: "ACK with the headers subscription",
      expected: "a header message-id", cause: "add a line message-id:… to ACK"),
    Mistake(
      .missingHeader, .v1_1, [.text("NACK\nmessage-id:1\n\n\0")], at: 0, found: "NACK with the headers message-id",
      expected: "a header subscription", cause: "add a line subscription:… to NACK"),
    Mistake(
      .paddedValue, "SUBSCRIBE\nid:1\ndestination: /topic/x\n\n\0", at: 15,
      found: "destination with the value \" /topic/x\"", expected: "\"/topic/x\"", cause: "write destination:/topic/x",
      isAccepted: true),
    Mistake(
      .paddedValue, .v1_1, [.text("SUBSCRIBE\nid:1 \ndestination:/a\n\n\0")], at: 10, found: "id with the value \"1 \"",
      expected: "\"1\"", cause: "nothing is trimmed", isAccepted: true),
    Mistake(
      .paddedName, "SEND\ndestination:/a\nreceipt :x\n\n\0", at: 20, found: "a header \"receipt \"",
      expected: "\"receipt\"", cause: "write receipt:…", isAccepted: true),
    Mistake(
      .duplicateSubscription,
      "SUBSCRIBE\nid:1\ndestination:/a\n\n\0SUBSCRIBE\ndestination:/b\nid:1\n\n\0", at: 25, found: "id \"1\"",
      expected: "an id that no open subscription has", cause: "the subscription to /a"),
    Mistake(
      .unknownSubscription, "UNSUBSCRIBE\nid:7\n\n\0", at: 12, found: "\"7\"",
      expected: "the id of an open subscription", cause: "SUBSCRIBE had another id", isAccepted: true),
    Mistake(
      .unknownAckMode, "SUBSCRIBE\nid:1\ndestination:/a\nack:manual\n\n\0", at: 30, found: "\"manual\"",
      expected: "auto, client or client-individual", cause: "without the header the mode is auto"),
    Mistake(
      .duplicateTransaction, "BEGIN\ntransaction:t\n\n\0BEGIN\ntransaction:t\n\n\0", at: 6, found: "transaction \"t\"",
      expected: "a name that no open transaction has", cause: "send COMMIT or ABORT first"),
    Mistake(
      .unknownTransaction, "COMMIT\ntransaction:t\n\n\0", at: 7, found: "transaction \"t\"",
      expected: "the name of an open transaction", cause: "send BEGIN first"),
    Mistake(
      .unknownTransaction, "SEND\ndestination:/a\ntransaction:t\n\n\0", at: 20, found: "transaction \"t\"",
      expected: "the name of an open transaction", cause: "send BEGIN first"),
  ]

  private static let delivered: [Step] = [
    .text("SUBSCRIBE\nid:1\ndestination:/a\nack:client\n\n\0"), .deliver(.plain("x"), to: 1, tag: 1),
  ]

  /// Mistakes in acknowledging.
  static let acknowledging: [Mistake] = [
    Mistake(
      .unknownAckID, .v1_2, delivered + [.text("ACK\nid:1\n\n\0")], at: 4, found: "id \"1\"",
      expected: "the ack header of a MESSAGE that is not yet acknowledged",
      cause: "in STOMP 1.2 copy the ack header of a MESSAGE into id"),
    Mistake(
      .unknownAckID, .v1_1, delivered + [.text("NACK\nsubscription:1\nmessage-id:s1-2\n\n\0")], at: 20,
      found: "message-id \"s1-2\"", expected: "the message-id of a MESSAGE that is not yet acknowledged",
      cause: "has the mode auto"),
    Mistake(
      .missingHeader, .v1_2, delivered + [.text("ACK\nmessage-id:s1-1\n\n\0")], at: 0,
      found: "ACK with the headers message-id", expected: "a header id", cause: "add a line id:… to ACK"),
    Mistake(
      .nackUnsupported, .v1_0, delivered + [.text("NACK\nmessage-id:s1-1\n\n\0")], at: 0,
      found: "NACK in a session of STOMP 1.0", expected: "ACK, or accept-version:1.1,1.2 in CONNECT",
      cause: "without accept-version the session speaks 1.0"),
  ]
}
