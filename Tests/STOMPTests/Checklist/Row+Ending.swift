import STOMP

extension Row {
  private static let begin = "BEGIN\ntransaction:t\n\n\0SEND\ndestination:/a\ntransaction:t\n\nx\0"

  /// Checklist rows 49 to 54.
  static let ending: [Row] = [
    Row(
      49, "DISCONNECT or loss of the socket aborts open transactions",
      [
        Conversation(begin, "DISCONNECT\nreceipt:r\n\n\0", gives: ["RECEIPT r", "close 1000"]),
        Conversation([.text(begin), .closed, .text("COMMIT\ntransaction:t\n\n\0")], []),
      ]),
    Row(
      50, "RECEIPT follows the processing of any frame with receipt",
      [
        Conversation(
          "SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r1\n\n\0", "SEND\ndestination:/a\nreceipt:r2\n\nx\0",
          "BEGIN\ntransaction:t\nreceipt:r3\n\n\0", "COMMIT\ntransaction:t\nreceipt:r4\n\n\0",
          "BEGIN\ntransaction:t\nreceipt:r5\n\n\0", "ABORT\ntransaction:t\nreceipt:r6\n\n\0",
          "UNSUBSCRIBE\nid:1\nreceipt:disconnect/safe\n\n\0",
          gives: [
            "subscribe 1 1 /a auto", "RECEIPT r1", "publish /a x", "RECEIPT r2", "RECEIPT r3", "RECEIPT r4",
            "RECEIPT r5", "RECEIPT r6", "unsubscribe 1 []", "RECEIPT disconnect/safe",
          ]),
        Conversation(
          [
            .text("SUBSCRIBE\nid:1\ndestination:/a\nack:client\n\n\0"), .deliver(.plain(""), to: 1, tag: 5),
            .text("ACK\nid:s1-1\nreceipt:a\\cb\n\n\0"),
          ],
          [
            "subscribe 1 1 /a client",
            "MESSAGE⏎destination:/topic/a⏎content-type:text/plain⏎subscription:1⏎message-id:s1-1⏎ack:s1-1⏎"
              + "content-length:0⏎⏎␀", "acknowledge [5]", "RECEIPT a\\cb",
          ]),
      ]),
    Row(
      51, "DISCONNECT with receipt: RECEIPT, then close; later frames are ignored",
      [
        Conversation(
          "DISCONNECT\nreceipt:77\n\n\0SEND\ndestination:/a\n\nx\0", "SEND\ndestination:/a\n\nx\0",
          gives: ["RECEIPT 77", "close 1000"]),
        Conversation(
          [.text("DISCONNECT\n\n\0"), .wait(60_000), .text("nonsense\n\0"), .oversized(1), .closed], ["close 1000"]),
      ]),
    Row(
      52, "ERROR has message, and receipt-id when there was one; then close",
      [
        Conversation(
          "SEND\nreceipt:r9\n\nx\0SEND\ndestination:/a\n\nx\0", "SEND\ndestination:/a\n\nx\0",
          gives: ["ERROR missing-header receipt r9", "close 1002"]),
        Conversation(
          "SEND\nreceipt:early\nbroken\n\nx\0", gives: ["ERROR header-without-colon receipt early", "close 1002"]),
      ]),
    Row(
      53, "an unknown command is an error",
      ["HELLO\n\n\0", "GREETINGS\n\n\0", "PING", "\u{FEFF}CONNECT\n\n\0"].map {
        Conversation([.text($0), .wait(2000)], ["ERROR unknown-command", "close 1002"])
      }),
    Row(
      54, "unacknowledged messages are given back for redelivery",
      ["UNSUBSCRIBE\nid:1\n\n\0", "DISCONNECT\n\n\0"].map { end in
        Conversation(
          [
            .text("SUBSCRIBE\nid:1\ndestination:/queue/a\nack:client\n\n\0"), .deliver(.plain(""), to: 1, tag: 5),
            .deliver(.plain(""), to: 1, tag: 6), .deliver(.plain(""), to: 1, tag: 7), .text("ACK\nid:s1-1\n\n\0"),
            .text(end), .closed,
          ],
          ["subscribe 1 1 /queue/a client"]
            + [1, 2, 3].map {
              "MESSAGE⏎destination:/topic/a⏎content-type:text/plain⏎subscription:1⏎message-id:s1-\($0)⏎ack:s1-\($0)⏎"
                + "content-length:0⏎⏎␀"
            } + ["acknowledge [5]", "unsubscribe 1 [6, 7]"] + (end.hasPrefix("D") ? ["close 1000"] : []))
      } + [
        Conversation(
          [
            .text("SUBSCRIBE\nid:1\ndestination:/queue/a\nack:client\n\n\0"), .deliver(.plain(""), to: 1, tag: 5),
            .closed, .closed,
          ],
          [
            "subscribe 1 1 /queue/a client",
            "MESSAGE⏎destination:/topic/a⏎content-type:text/plain⏎subscription:1⏎message-id:s1-1⏎ack:s1-1⏎"
              + "content-length:0⏎⏎␀", "unsubscribe 1 [5]",
          ])
      ]),
  ]
}
