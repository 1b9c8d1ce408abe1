import STOMP

extension Row {
  private static func subscribe(_ id: String, _ mode: String) -> Step {
    .text("SUBSCRIBE\nid:\(id)\ndestination:/queue/\(id)\nack:\(mode)\n\n\0")
  }

  private static func deliver(_ tags: UInt64..., to number: Int = 1) -> [Step] {
    tags.map { .deliver(.plain(""), to: number, tag: $0) }
  }

  private static func ack(_ id: String, _ more: String = "") -> Step { .text("ACK\nid:\(id)\n\(more)\n\0") }
  private static func nack(_ id: String, _ more: String = "") -> Step { .text("NACK\nid:\(id)\n\(more)\n\0") }

  /// A conversation of which only what follows the deliveries is compared.
  private static func after(
    _ version: ProtocolVersion, _ before: [Step], _ steps: [Step], _ expected: [String]
  ) -> Conversation {
    let opening = Conversation(version, before, []).run()
    return Conversation(version, before + steps, opening + expected)
  }

  private static func after(_ before: [Step], _ steps: [Step], _ expected: [String]) -> Conversation {
    after(.v1_2, before, steps, expected)
  }

  private static let unknown = ["ERROR unknown-ack-id", "unsubscribe 1 [11]", "close 1002"]

  /// Checklist rows 42 to 48.
  static let acknowledging: [Row] = [
    Row(
      42, "client is cumulative per subscription",
      [
        after(
          [subscribe("a", "client"), subscribe("b", "client")] + deliver(11, 12) + deliver(21, to: 2) + deliver(13),
          [ack("s1-2"), ack("s1-4"), ack("s1-3")], ["acknowledge [11, 12]", "acknowledge [13]", "acknowledge [21]"])
      ]),
    Row(
      43, "client-individual is not cumulative",
      [
        after(
          [subscribe("a", "client-individual")] + deliver(11, 12, 13), [ack("s1-2"), ack("s1-1"), ack("s1-3")],
          ["acknowledge [12]", "acknowledge [11]", "acknowledge [13]"])
      ]),
    Row(
      44, "NACK has the same scope; it is absent in 1.0",
      [
        after([subscribe("a", "client")] + deliver(11, 12, 13), [nack("s1-2")], ["reject [11, 12]"]),
        after([subscribe("a", "client-individual")] + deliver(11, 12), [nack("s1-2")], ["reject [12]"]),
        after(
          .v1_0, [subscribe("a", "client")] + deliver(11), [.text("NACK\nmessage-id:s1-1\n\n\0")],
          ["ERROR nack-unsupported", "unsubscribe 1 [11]", "close 1002"]),
      ]),
    Row(
      45, "keys: 1.2 id, 1.1 message-id and subscription, 1.0 message-id",
      [
        after([subscribe("a", "client")] + deliver(11), [ack("s1-1")], ["acknowledge [11]"]),
        after(
          .v1_1, [subscribe("a", "client")] + deliver(11), [.text("ACK\nmessage-id:s1-1\nsubscription:a\n\n\0")],
          ["acknowledge [11]"]),
        after(
          .v1_0, [subscribe("a", "client")] + deliver(11), [.text("ACK\nmessage-id:s1-1\n\n\0")], ["acknowledge [11]"]),
        after(
          [subscribe("a", "client")] + deliver(11), [.text("ACK\nmessage-id:s1-1\n\n\0")],
          ["ERROR missing-header", "unsubscribe 1 [11]", "close 1002"]),
        after(
          .v1_1, [subscribe("a", "client")] + deliver(11), [.text("ACK\nmessage-id:s1-1\n\n\0")],
          ["ERROR missing-header", "unsubscribe 1 [11]", "close 1002"]),
        after(
          .v1_1, [subscribe("a", "client")] + deliver(11), [.text("ACK\nmessage-id:s1-1\nsubscription:b\n\n\0")],
          unknown),
      ]),
    Row(
      46, "an unknown ack id is an error",
      ["s1-2", "s1-0", "s1-01", "s2-1", "", "s1-", "s1-99999999999999999999"].map {
        after([subscribe("a", "client")] + deliver(11), [ack($0)], unknown)
      } + [
        after(
          [subscribe("a", "client")] + deliver(11), [ack("s1-1"), ack("s1-1", "receipt:r\n")],
          ["acknowledge [11]", "ERROR unknown-ack-id receipt r", "unsubscribe 1 []", "close 1002"]),
        after(
          [subscribe("a", "auto")] + deliver(11), [ack("s1-1")],
          ["ERROR unknown-ack-id", "unsubscribe 1 []", "close 1002"]),
      ]),
    Row(
      47, "a duplicate BEGIN, an unknown COMMIT, ABORT or transaction is an error",
      [
        Conversation(
          "BEGIN\ntransaction:t\n\n\0", "BEGIN\ntransaction:t\n\n\0",
          gives: ["ERROR duplicate-transaction", "close 1002"]),
        Conversation("COMMIT\ntransaction:t\n\n\0", gives: ["ERROR unknown-transaction", "close 1002"]),
        Conversation("ABORT\ntransaction:t\n\n\0", gives: ["ERROR unknown-transaction", "close 1002"]),
        Conversation(
          "SEND\ndestination:/a\ntransaction:t\n\nx\0", gives: ["ERROR unknown-transaction", "close 1002"]),
        Conversation("BEGIN\n\n\0", gives: ["ERROR missing-header", "close 1002"]),
        after(
          [subscribe("a", "client")] + deliver(11), [ack("s1-1", "transaction:t\n")],
          ["ERROR unknown-transaction", "unsubscribe 1 [11]", "close 1002"]),
        Conversation(
          "BEGIN\ntransaction:t\n\n\0", "COMMIT\ntransaction:t\n\n\0", "COMMIT\ntransaction:t\n\n\0",
          gives: ["ERROR unknown-transaction", "close 1002"]),
      ]),
    Row(
      48, "SEND and ACK in a transaction apply atomically at COMMIT and vanish at ABORT",
      [
        after(
          [subscribe("a", "client-individual")] + deliver(11, 12),
          [
            .text("BEGIN\ntransaction:t\n\n\0"), .text("SEND\ndestination:/a\ntransaction:t\nreceipt:r\n\nx\0"),
            ack("s1-2", "transaction:t\n"), .text("SEND\ndestination:/b\ntransaction:t\n\ny\0"),
            nack("s1-1", "transaction:t\n"), .text("SEND\ndestination:/c\n\nz\0"),
            .text("COMMIT\ntransaction:t\nreceipt:c\n\n\0"),
          ],
          [
            "RECEIPT r", "publish /c z", "publish /a x", "acknowledge [12]", "publish /b y", "reject [11]", "RECEIPT c",
          ]),
        after(
          [subscribe("a", "client")] + deliver(11),
          [
            .text("BEGIN\ntransaction:t\n\n\0"), .text("SEND\ndestination:/a\ntransaction:t\n\nx\0"),
            ack("s1-1", "transaction:t\n"), .text("ABORT\ntransaction:t\nreceipt:r\n\n\0"), ack("s1-1"),
          ], ["RECEIPT r", "acknowledge [11]"]),
        // What is wrong is told when it comes, not at COMMIT.
        after(
          [subscribe("a", "client")] + deliver(11),
          [.text("BEGIN\ntransaction:t\n\n\0"), ack("s1-2", "transaction:t\n")], unknown),
        // A message that was acknowledged meanwhile is not acknowledged again.
        after(
          [subscribe("a", "client")] + deliver(11),
          [
            .text("BEGIN\ntransaction:t\n\n\0"), ack("s1-1", "transaction:t\n"), ack("s1-1"),
            .text("COMMIT\ntransaction:t\nreceipt:c\n\n\0"),
          ], ["acknowledge [11]", "RECEIPT c"]),
      ]),
  ]
}
