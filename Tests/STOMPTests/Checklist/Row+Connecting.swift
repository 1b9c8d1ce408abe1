import STOMP

extension Row {
  private static func connect(_ headers: String) -> String { "CONNECT\n\(headers)\n\0" }

  /// Checklist rows 21 to 32.
  static let connecting: [Row] = opening + heartbeats

  private static let opening: [Row] = [
    Row(
      21, "a frame before CONNECT is an error",
      [
        Conversation(nil, "SEND\ndestination:/a\n\nx\0", gives: ["ERROR frame-before-connect", "close 1002"]),
        Conversation(
          nil, "SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r\n\n\0",
          gives: ["ERROR frame-before-connect receipt r", "close 1002"]),
      ]),
    Row(
      22, "the highest common version is chosen; blanks and unknown versions are tolerated",
      [
        ("1.0,1.1,1.2", "1.2"), ("1.2,1.1,1.0", "1.2"), ("1.1,1.0", "1.1"), (" 1.0 , 1.1 ", "1.1"), ("1.1,2.0", "1.1"),
        ("1.3,1.2", "1.2"), ("1.0", "1.0"),
      ].map { Conversation(nil, connect("accept-version:\($0.0)\n"), gives: ["CONNECTED \($0.1) 0,0"]) }),
    Row(23, "no accept-version means 1.0", [Conversation(nil, connect("login:a\n"), gives: ["CONNECTED 1.0 0,0"])]),
    Row(
      24, "no common version is an error that lists ours",
      ["2.0", "1.3,1.4", "", "1,2"].map {
        Conversation(
          nil, connect("accept-version:\($0)\n"),
          gives: ["ERROR unsupported-version version 1.0,1.1,1.2", "close 1002"])
      }),
    Row(
      25, "CONNECTED carries the version",
      ProtocolVersion.allCases.map {
        Conversation(nil, connect("accept-version:\($0.text)\n"), gives: ["CONNECTED \($0.text) 0,0"])
      }),
    Row(
      26, "a missing host is accepted",
      [
        Conversation(nil, connect("accept-version:1.1\n"), gives: ["CONNECTED 1.1 0,0"]),
        Conversation(nil, connect("accept-version:1.2\nhost:/\n"), gives: ["CONNECTED 1.2 0,0"]),
      ]),
    Row(
      27, "a second CONNECT is an error",
      [
        Conversation(connect("accept-version:1.2\n"), gives: ["ERROR second-connect", "close 1002"]),
        Conversation("STOMP\n\n\0", gives: ["ERROR second-connect", "close 1002"]),
      ]),
    Row(
      28, "nothing precedes CONNECTED",
      [
        Conversation(
          nil,
          [
            .text("\n"), .text("\r\n\n"), .wait(60_000), .deliver(.plain("x"), to: 1, tag: 1),
            .text(connect("accept-version:1.2\n")),
          ], ["nothing delivered", "CONNECTED 1.2 0,0"])
      ]),
  ]

  private static let heartbeats: [Row] = [
    Row(
      29, "a missing heart-beat is 0,0; a malformed one is diagnosed and treated as 0,0",
      [
        Conversation(
          nil, [.text(connect("accept-version:1.2\n")), .wait(3_600_000)], ["CONNECTED 1.2 0,0"])
      ]
        + ["0:00:00.000000,0:00:00.000000", "10000", "", "1,2,3", "-1,0", "a,b", "1.5,2"].map {
          Conversation(
            nil, [.text(connect("accept-version:1.2\nheart-beat:\($0)\n")), .wait(3_600_000)],
            ["warn malformed-heart-beat", "CONNECTED 1.2 0,0"])
        }),
    Row(
      30, "client to server max(cx,sy), server to client max(sx,cy); none if either is 0",
      [
        // The client sends nothing, wants every 20 s: nothing for 10 s, then after 20 s.
        Conversation(
          nil,
          [.text(connect("accept-version:1.2\nheart-beat:0,20000\n")), .wait(10_000), .wait(9999), .wait(1)],
          ["CONNECTED 1.2 10000,10000", "heart-beat"]),
        // The client sends each 15 s and wants nothing: three times 15 s are tolerated.
        Conversation(
          nil, [.text(connect("accept-version:1.2\nheart-beat:15000,0\n")), .wait(44_999), .wait(1)],
          ["CONNECTED 1.2 10000,10000", "ERROR heart-beats-missing", "close 1002"]),
        // Shorter intervals than ours are not agreed to.
        Conversation(
          nil, [.text(connect("accept-version:1.2\nheart-beat:1,1\n")), .wait(5000), .wait(4999), .wait(1)],
          ["CONNECTED 1.2 10000,10000", "heart-beat"]),
        Conversation(
          nil, [.text(connect("accept-version:1.2\nheart-beat:0,0\n")), .wait(3_600_000)],
          ["CONNECTED 1.2 10000,10000"]),
        // Numbers beyond any clock.
        Conversation(
          nil,
          [
            .text(connect("accept-version:1.2\nheart-beat:99999999999999999999,99999999999999999999\n")), .wait(60_000),
          ],
          ["CONNECTED 1.2 10000,10000"]),
      ]),
    Row(
      31, "the server emits an EOL at least that often; any traffic counts",
      [
        Conversation(
          nil,
          [
            .text(connect("accept-version:1.2\nheart-beat:0,10000\n")), .wait(5000), .wait(5000), .wait(5000),
            .wait(5000),
          ], ["CONNECTED 1.2 10000,10000", "heart-beat", "heart-beat"]),
        Conversation(
          nil,
          [
            .text(connect("accept-version:1.2\nheart-beat:0,10000\n") + "SUBSCRIBE\nid:1\ndestination:/a\n\n\0"),
            .wait(5000), .text("BEGIN\ntransaction:t\nreceipt:r\n\n\0"), .wait(5000),
            .text("ABORT\ntransaction:t\nreceipt:r\n\n\0"), .wait(5000), .wait(4999), .wait(1),
          ],
          ["CONNECTED 1.2 10000,10000", "subscribe 1 1 /a auto", "RECEIPT r", "RECEIPT r", "heart-beat"]),
      ]),
    Row(
      32, "the server tolerates three times the agreed silence",
      [
        Conversation(
          nil,
          [
            .text(connect("accept-version:1.2\nheart-beat:10000,0\n")), .wait(29_999),
            .text("BEGIN\ntransaction:t\n\n\0"), .wait(29_999), .wait(1),
          ], ["CONNECTED 1.2 10000,10000", "ERROR heart-beats-missing", "close 1002"])
      ]),
  ]
}
