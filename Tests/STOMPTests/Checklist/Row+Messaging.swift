import STOMP

extension Row {
  private static func subscribe(_ id: String, _ destination: String = "/topic/a", _ more: String = "") -> Step {
    .text("SUBSCRIBE\nid:\(id)\ndestination:\(destination)\n\(more)\n\0")
  }

  /// Checklist rows 33 to 41.
  static let messaging: [Row] = [
    Row(
      33, "SEND or SUBSCRIBE without destination is an error",
      [
        Conversation("SEND\n\nx\0", gives: ["ERROR missing-header", "close 1002"]),
        Conversation("SUBSCRIBE\nid:1\nreceipt:r\n\n\0", gives: ["ERROR missing-header receipt r", "close 1002"]),
        Conversation(.v1_0, "SUBSCRIBE\nid:1\n\n\0", gives: ["ERROR missing-header", "close 1002"]),
      ]),
    Row(
      34, "user headers pass through; the destination is unchanged",
      [
        Conversation(
          "SEND\nx-b:2\ndestination:/Topic/Ä b\nx-a: 1\nsubscription:evil\nmessage-id:evil\ncontent-type:a/b\n\nx\0",
          gives: ["publish /Topic/Ä b x (a/b) x-b=2 x-a= 1"]),
        Conversation(
          [subscribe("1"), .deliver(.plain("x", [("x-b", "2"), ("x-a", " 1")]), to: 1, tag: 0)],
          [
            "subscribe 1 1 /topic/a auto",
            "MESSAGE⏎destination:/topic/a⏎content-type:text/plain⏎subscription:1⏎message-id:s1-1⏎"
              + "x-b:2⏎x-a: 1⏎content-length:1⏎⏎x␀",
          ]),
      ]),
    Row(
      35, "MESSAGE has destination, unique message-id and subscription",
      [
        Conversation(
          [subscribe("1", "/topic/*"), .deliver(.plain("x"), to: 1, tag: 0), .deliver(.plain("x"), to: 1, tag: 0)],
          ["subscribe 1 1 /topic/* auto"]
            + [1, 2].map {
              "MESSAGE⏎destination:/topic/a⏎content-type:text/plain⏎subscription:1⏎message-id:s1-\($0)⏎"
                + "content-length:1⏎⏎x␀"
            })
      ]),
    Row(
      36, "in 1.2's client modes MESSAGE has ack; 1.0 and 1.1 acknowledge by message-id",
      zip(ProtocolVersion.allCases, ["", "", "ack:s1-1⏎"]).map { version, ack in
        Conversation(
          version, [subscribe("1", "/topic/a", "ack:client\n"), .deliver(.plain("x"), to: 1, tag: 7)],
          [
            "subscribe 1 1 /topic/a client",
            "MESSAGE⏎destination:/topic/a⏎content-type:text/plain⏎subscription:1⏎message-id:s1-1⏎\(ack)"
              + "content-length:1⏎⏎x␀",
          ])
      }),
    Row(
      37, "MESSAGE carries content-length and content-type",
      [
        Conversation(
          [
            subscribe("1"),
            .deliver(
              Message(
                destination: "/topic/a", headers: Headers(), contentType: "application/json; charset=utf-8",
                body: Array("{\"ä\":\0}".utf8)), to: 1, tag: 0),
            .deliver(
              Message(destination: "/topic/a", headers: Headers(), contentType: nil, body: [0xFF]), to: 1, tag: 0),
          ],
          [
            "subscribe 1 1 /topic/a auto",
            "MESSAGE⏎destination:/topic/a⏎content-type:application/json;charset=utf-8⏎subscription:1⏎message-id:s1-1⏎"
              + "content-length:8⏎⏎{\"ä\":␀}␀",
            "MESSAGE⏎destination:/topic/a⏎content-type:application/octet-stream⏎subscription:1⏎message-id:s1-2⏎"
              + "content-length:1⏎⏎\u{FFFD}␀ binary",
          ])
      ]),
    Row(
      38, "SUBSCRIBE needs an id from 1.1 on; it is optional in 1.0",
      [
        Conversation("SUBSCRIBE\ndestination:/a\n\n\0", gives: ["ERROR missing-header", "close 1002"]),
        Conversation(.v1_1, "SUBSCRIBE\ndestination:/a\n\n\0", gives: ["ERROR missing-header", "close 1002"]),
        Conversation(.v1_0, "SUBSCRIBE\ndestination:/a\n\n\0", gives: ["subscribe 1 /a /a auto"]),
      ]),
    Row(
      39, "a duplicate id is an error; two ids on one destination give two MESSAGEs",
      [
        Conversation(
          [subscribe("1"), subscribe("1", "/topic/b", "receipt:r\n")],
          ["subscribe 1 1 /topic/a auto", "ERROR duplicate-subscription receipt r", "unsubscribe 1 []", "close 1002"]),
        Conversation(
          [
            subscribe("1"), subscribe("2"), .deliver(.plain(""), to: 1, tag: 0), .deliver(.plain(""), to: 2, tag: 0),
          ],
          ["subscribe 1 1 /topic/a auto", "subscribe 2 2 /topic/a auto"]
            + [1, 2].map {
              "MESSAGE⏎destination:/topic/a⏎content-type:text/plain⏎subscription:\($0)⏎message-id:s1-\($0)⏎"
                + "content-length:0⏎⏎␀"
            }),
        Conversation(
          [subscribe("1"), .text("UNSUBSCRIBE\nid:1\n\n\0"), subscribe("1", "/topic/b")],
          ["subscribe 1 1 /topic/a auto", "unsubscribe 1 []", "subscribe 2 1 /topic/b auto"]),
      ]),
    Row(
      40, "ack defaults to auto; an unknown mode is an error",
      ["auto", "client", "client-individual"].map {
        Conversation([subscribe("1", "/q", "ack:\($0)\n")], ["subscribe 1 1 /q \($0)"])
      }
        + ["Client", " client", "", "individual"].map {
          Conversation(
            [subscribe("1", "/q", "ack:\($0)\n")],
            ($0.hasPrefix(" ") ? ["warn padded-value"] : []) + ["ERROR unknown-ack-mode", "close 1002"])
        } + [Conversation([subscribe("1")], ["subscribe 1 1 /topic/a auto"])]),
    Row(
      41, "UNSUBSCRIBE is by id, in 1.0 also by destination; nothing arrives after its receipt",
      [
        Conversation(
          [subscribe("1"), .text("UNSUBSCRIBE\nid:1\nreceipt:r\n\n\0"), .deliver(.plain("x"), to: 1, tag: 0)],
          ["subscribe 1 1 /topic/a auto", "unsubscribe 1 []", "RECEIPT r", "nothing delivered"]),
        Conversation(
          .v1_0,
          [
            .text("SUBSCRIBE\ndestination:/a\n\n\0"), .text("UNSUBSCRIBE\ndestination:/a\n\n\0"),
            .deliver(.plain("x"), to: 1, tag: 0),
          ], ["subscribe 1 /a /a auto", "unsubscribe 1 []", "nothing delivered"]),
        Conversation(
          .v1_1, "UNSUBSCRIBE\ndestination:/a\n\n\0", gives: ["ERROR missing-header", "close 1002"]),
        Conversation("UNSUBSCRIBE\nid:9\nreceipt:r\n\n\0", gives: ["warn unknown-subscription", "RECEIPT r"]),
      ]),
  ]
}
