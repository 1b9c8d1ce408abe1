import STOMP

extension Row {
  private static func send(_ rest: String) -> String { "SEND\ndestination:/topic/a\n" + rest }

  private static let smallLimits: Limits = {
    var limits = Limits()
    limits.maximumBodyBytes = 10
    limits.maximumHeaderLineBytes = 30
    limits.maximumHeaders = 3
    return limits
  }()

  /// Checklist rows 1 to 20.
  static let framing: [Row] = linesAndSplits + headers + bodies

  private static let linesAndSplits: [Row] = [
    Row(
      1, "commands and header names are case-sensitive",
      [
        Conversation(nil, "connect\naccept-version:1.2\n\n\0", gives: ["ERROR mistyped-command", "close 1002"]),
        Conversation("Send\ndestination:/a\n\n\0", gives: ["ERROR mistyped-command", "close 1002"]),
        Conversation("SUBSCRIBE\nid:1\nDestination:/a\n\n\0", gives: ["ERROR missing-header", "close 1002"]),
      ]),
    Row(
      2, "STOMP behaves as CONNECT",
      [Conversation(nil, "STOMP\naccept-version:1.1,1.2\n\n\0", gives: ["CONNECTED 1.2 0,0"])]),
    Row(
      3, "1.2 ends a line with LF or CRLF, 1.0/1.1 with LF; CRLF is accepted from everyone",
      [
        Conversation(
          nil, "CONNECT\r\naccept-version:1.2\r\n\r\n\0SUBSCRIBE\r\nid:1\r\ndestination:/a\r\n\r\n\0",
          gives: ["CONNECTED 1.2 0,0", "subscribe 1 1 /a auto"]),
        Conversation(
          .v1_1, send("\r\nx\0"), send("k:v\r\n\r\ny\0"),
          gives: ["warn crlf-line-ends", "publish /topic/a x", "publish /topic/a y k=v"]),
        Conversation(
          .v1_0, "SEND\r\ndestination:/topic/a\r\n\r\nx\r\n\0",
          gives: ["warn crlf-line-ends", "publish /topic/a x␍⏎"]),
        Conversation(.v1_2, send("k:v\n\r\nx\0"), gives: ["publish /topic/a x k=v"]),
      ]),
    Row(
      4, "a lone CR in command or headers is an error",
      [
        Conversation("SEND\rdestination:/a\n\nx\0", gives: ["ERROR lone-cr", "close 1002"]),
        Conversation(send("a:b\rc:d\n\nx\0"), gives: ["ERROR lone-cr", "close 1002"]),
        Conversation(.v1_1, send("a:b\r\r\n\nx\0"), gives: ["ERROR lone-cr", "close 1002"]),
        Conversation(send("\na\rb\0"), gives: ["publish /topic/a a␍b"]),
      ]),
    Row(
      5, "EOLs between frames are ignored but count as liveness; stray NULs are ignored too",
      [
        Conversation(
          "\n\r\n\n\0\0\n" + send("\nx\0") + "\0\n\0\r\n", "\n", "\0", send("\ny\0"),
          gives: ["publish /topic/a x", "publish /topic/a y"]),
        Conversation(
          nil,
          [
            .text("CONNECT\naccept-version:1.2\nheart-beat:10000,0\n\n\0"), .wait(29_000), .text("\n"), .wait(29_000),
            .text("\r\n"), .wait(29_999), .wait(1),
          ], ["CONNECTED 1.2 10000,10000", "ERROR heart-beats-missing", "close 1002"]),
      ]),
    Row(
      6, "several frames in one message are all processed, in order",
      [
        Conversation(
          nil,
          "CONNECT\naccept-version:1.2\n\n\0SUBSCRIBE\nid:1\ndestination:/a\n\n\0" + send("\nx\0\n") + send("\ny\0"),
          gives: ["CONNECTED 1.2 0,0", "subscribe 1 1 /a auto", "publish /topic/a x", "publish /topic/a y"])
      ]),
    Row(
      7, "a frame may be split anywhere",
      [
        // Inside a UTF-8 sequence, text and binary mixed.
        Conversation(
          [
            .binary(Array("SEND\ndestination:/caf".utf8) + [0xC3]),
            .binary([0xA9] + Array("\n\n".utf8) + [0xE2, 0x82]),
            .binary([0xAC]), .text("!\0"),
          ], ["warn binary-opcode", "publish /café €!"]),
        // Between CR and LF, between body and NUL, and within a command.
        Conversation(
          "SE", "ND\r", "\ndestination:/a\r", "\n\r", "\nx", "\0", gives: ["publish /a x"]),
        Conversation(
          "SEND\ndestination:/a\ncontent-length:3\n\n", "a\0b", "\0", gives: ["publish /a a␀b"]),
        Conversation(
          "SUBSCRIBE\nid:", "1\ndestin", "ation:/a\n", "\n\0",
          gives: [
            "subscribe 1 1 /a auto"
          ]),
      ]),
  ]

  private static let headers: [Row] = [
    Row(
      8, "a header is split at the first colon; an empty value is legal, no colon or no name is not",
      [
        Conversation(.v1_0, send("a:b:c\nd:\n\nx\0"), gives: ["publish /topic/a x a=b:c d="]),
        Conversation(send("a:b:c\nd:\n\nx\0"), gives: ["publish /topic/a x a=b:c d="]),
        Conversation(send("nothing\n\nx\0"), gives: ["ERROR header-without-colon", "close 1002"]),
        Conversation(send(":value\n\nx\0"), gives: ["ERROR empty-header-name", "close 1002"]),
      ]),
    Row(
      9, "nothing is trimmed in 1.1 and 1.2; 1.0 is trimmed",
      [
        Conversation(send("a: b \n\nx\0"), gives: ["publish /topic/a x a= b "]),
        Conversation(.v1_1, send("a : b\n\nx\0"), gives: ["publish /topic/a x a = b"]),
        Conversation(
          "SEND\ndestination: /topic/a\n\nx\0", gives: ["warn padded-value", "publish  /topic/a x"]),
        Conversation(
          .v1_0, "SEND\ndestination: /topic/a\nk : v \n\nx\0", gives: ["publish /topic/a x k=v"]),
      ]),
    Row(
      10, "1.2 unescapes \\r \\n \\c \\\\, 1.1 all but \\r, 1.0 nothing",
      [
        Conversation(.v1_2, send("a\\cb:\\r\\n\\c\\\\n\n\nx\0"), gives: ["publish /topic/a x a:b=␍⏎:\\n"]),
        Conversation(.v1_1, send("a\\cb:\\n\\c\\\\\n\nx\0"), gives: ["publish /topic/a x a:b=⏎:\\"]),
        Conversation(.v1_1, send("a:\\r\n\nx\0"), gives: ["ERROR undefined-escape", "close 1002"]),
        Conversation(.v1_0, send("a:\\r\\n\\c\\q\\\n\nx\0"), gives: ["publish /topic/a x a=\\r\\n\\c\\q\\"]),
      ]),
    Row(
      11, "an undefined escape or a trailing backslash is fatal",
      [
        Conversation(send("a:C\\temp\n\nx\0"), gives: ["ERROR undefined-escape", "close 1002"]),
        Conversation(send("a\\:b\n\nx\0"), gives: ["ERROR trailing-backslash", "close 1002"]),
        Conversation(.v1_1, send("a:b\\\n\nx\0"), gives: ["ERROR trailing-backslash", "close 1002"]),
      ]),
    Row(
      12, "CONNECT is never unescaped",
      [
        Conversation(
          nil, "CONNECT\naccept-version:1.2\npasscode:a\\tb\\\n\n\0" + send("a:\\c\n\nx\0"),
          gives: ["CONNECTED 1.2 0,0", "publish /topic/a x a=:"])
      ]),
    Row(13, "output is escaped by the receiver's version", ProtocolVersion.allCases.map(escapedDelivery)),
    Row(
      14, "of repeated headers the first wins, content-length included",
      [
        Conversation(
          "SEND\ndestination:/a\ndestination:/b\ncontent-length:1\ncontent-length:9\nk:1\nk:2\n\nx\0",
          gives: ["publish /a x k=1"])
      ]),
  ]

  private static func escapedDelivery(_ version: ProtocolVersion) -> Conversation {
    let message = Message.plain("x", to: "/a", [("k:1", "a:b\\c\nd\re")])
    let header =
      switch version {
      case .v1_2: "k\\c1:a\\cb\\\\c\\nd\\re"
      case .v1_1: "k\\c1:a\\cb\\\\c\\nd e"
      case .v1_0: "k 1:a:b\\c d e"
      }
    return Conversation(
      version, [.text("SUBSCRIBE\nid:1\ndestination:/a\n\n\0"), .deliver(message, to: 1, tag: 0)],
      [
        "subscribe 1 1 /a auto",
        "MESSAGE⏎destination:/a⏎content-type:text/plain⏎subscription:1⏎message-id:s1-1⏎\(header)⏎content-length:1⏎⏎x␀",
      ])
  }

  private static let bodies: [Row] = [
    Row(
      15, "content-length counts bytes and keeps embedded NULs; the next byte must be NUL",
      [
        Conversation(send("content-length:5\n\na\0é\0\0"), gives: ["publish /topic/a a␀é␀"]),
        Conversation(send("content-length:0\n\n\0"), gives: ["publish /topic/a "]),
        Conversation(send("content-length:2\n\nabc\0"), gives: ["ERROR wrong-content-length", "close 1002"]),
        Conversation(send("content-length:2\n\nab\n\0"), gives: ["ERROR wrong-content-length", "close 1002"]),
      ]),
    Row(
      16, "without content-length the body ends at the first NUL",
      [Conversation(send("\nab\n\n\0") + send("\nc\0"), gives: ["publish /topic/a ab⏎⏎", "publish /topic/a c"])]),
    Row(
      17, "a bad, negative or overflowing content-length is an error",
      ["x", "", "-1", "+1", "1.5", "0x1", " 1"].map {
        Conversation(send("content-length:\($0)\n\nx\0"), gives: ["ERROR bad-content-length", "close 1002"])
      } + [
        Conversation(
          send("content-length:99999999999999999999999\n\nx\0"), gives: ["ERROR body-too-large", "close 1002"]),
        Conversation(send("content-length:9223372036854775807\n\n"), gives: ["ERROR body-too-large", "close 1002"]),
        Conversation(send("content-length:00000000000000000000001\n\nx\0"), gives: ["publish /topic/a x"]),
      ]),
    Row(
      18, "a content-length over the limit is an error at once, before the body arrives",
      [
        Conversation(send("content-length:65537\n\n"), gives: ["ERROR body-too-large", "close 1002"]),
        Conversation(send("content-length:65536\n\n"), gives: []),
      ]),
    Row(
      19, "only SEND, MESSAGE and ERROR have bodies",
      [
        Conversation("SUBSCRIBE\nid:1\ndestination:/a\n\nbody\0", gives: ["ERROR body-not-allowed", "close 1002"]),
        Conversation(
          "SUBSCRIBE\nid:1\ndestination:/a\ncontent-length:4\n\nbody\0",
          gives: ["ERROR body-not-allowed", "close 1002"]),
        Conversation(
          "SUBSCRIBE\nid:1\ndestination:/a\ncontent-length:0\n\n\0", gives: ["subscribe 1 1 /a auto"]),
        Conversation("BEGIN\ntransaction:t\n\nx", gives: ["ERROR body-not-allowed", "close 1002"]),
      ]),
    Row(
      20, "limits on command, header line, header count and body",
      [
        Conversation(String(repeating: "A", count: 65), gives: ["ERROR command-too-long", "close 1002"]),
        Conversation(
          limits: smallLimits, send("k:\(String(repeating: "v", count: 29))"),
          gives: ["ERROR header-too-long", "close 1002"]),
        Conversation(
          limits: smallLimits, send("k:\(String(repeating: "v", count: 28))\r\n\nx\0"),
          gives: ["publish /topic/a x k=\(String(repeating: "v", count: 28))"]),
        Conversation(
          limits: smallLimits, send("a:1\nb:2\nc:3\n\nx\0"), gives: ["ERROR too-many-headers", "close 1002"]),
        Conversation(limits: smallLimits, send("\n01234567890"), gives: ["ERROR body-too-large", "close 1002"]),
        Conversation(limits: smallLimits, send("\n0123456789\0"), gives: ["publish /topic/a 0123456789"]),
        Conversation([.oversized(100)], ["ERROR message-too-large", "close 1002"]),
        Conversation(
          send(String(repeating: "k:\(String(repeating: "v", count: 8000))\n", count: 10)),
          gives: ["ERROR headers-too-large", "close 1002"]),
      ]),
  ]
}
