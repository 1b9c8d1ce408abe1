/// The words of STOMP, and words that clients get wrong.
enum Dictionary {
  static let commands = [
    "CONNECT", "STOMP", "SEND", "SEND", "SUBSCRIBE", "SUBSCRIBE", "UNSUBSCRIBE", "ACK", "ACK", "NACK", "BEGIN",
    "COMMIT",
    "ABORT", "DISCONNECT",
  ]

  static let oddCommands = [
    "MESSAGE", "RECEIPT", "ERROR", "CONNECTED", "connect", "Send", "SENT", "PUBLISH", "", " SEND", "\tCONNECT", "SEND ",
    "GET / HTTP/1.1", "{\"a\":1}", "[\"CONNECT\\n", "[1]", "\u{FEFF}CONNECT", "CONNECT\\naccept-version:1.2\\n\\n",
  ]

  static let usualHeaders: [String: [String]] = [
    "CONNECT": ["accept-version", "heart-beat", "authorization"], "STOMP": ["accept-version", "host"],
    "SEND": ["destination"], "SUBSCRIBE": ["id", "destination", "ack"], "UNSUBSCRIBE": ["id"],
    "ACK": ["id", "message-id", "subscription"], "NACK": ["id", "message-id", "subscription"],
    "BEGIN": ["transaction"], "COMMIT": ["transaction"], "ABORT": ["transaction"], "DISCONNECT": ["receipt"],
  ]

  static let names = [
    "destination", "id", "ack", "receipt", "transaction", "content-length", "content-type", "message-id",
    "subscription",
    "selector", "accept-version", "heart-beat", "host", "authorization", "k", "k\\c", " k", "Destination", "",
    "priority", "persistent", "é",
  ]

  static let values: [String: [String]] = [
    "accept-version": ["1.0", "1.1", "1.2", "1.0,1.1,1.2", "1.1,1.2", " 1.1 , 9", "2.0", ""],
    "heart-beat": ["0,0", "10000,10000", "0,1", "1,0", "99999999999999999999,5", "0:00:00.0,1", "1"],
    "destination": ["/queue/a", "/topic/a", "/topic/*", "/topic/**", "/app/x", " /topic/a", "/t/\\c", "é"],
    "id": ["1", "2", "sub-0", "f-1", "f-2", "f-3", "f-4", "f-99", "1 "], "message-id": ["f-1", "f-2", "f-3", "f-4"],
    "subscription": ["1", "2", "sub-0"], "ack": ["auto", "client", "client", "client-individual", "Client"],
    "transaction": ["t", "u", "v"], "receipt": ["r", "r\\c1", "a b"],
    "content-length": ["0", "1", "2", "3", "5", "13", "40", "41", "-1", "x", "65536", "65537", "99999999999999999999"],
    "content-type": ["text/plain", "application/json; charset=utf-8"],
  ]

  static let oddValues = [
    "", " ", "v", "a:b", "\\n", "\\r\\c\\\\", "\\t", "\\", "a\rb", "€😀", "\u{0}", "0", "18446744073709551615",
    "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv",
  ]

  static let bodies = [
    "", "x", "ab", "{\"a\":1}", "é", "a\u{0}b", "line\nline\r\n", "\\u0000", "^@", "€😀 and more than eight bytes",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "SEND\ndestination:/a\n\nx",
  ]

  static let ends = [
    "\u{0}", "\u{0}", "\u{0}", "\u{0}", "\u{0}", "\u{0}\n", "\u{0}\r\n\n", "\u{0}\u{0}", "", "\\u0000", "^@", "\\0",
    "\n\\u0000\n",
    "\n\u{0}", "\r",
  ]

  static let bytes: [UInt8] = [
    0, 9, 10, 10, 13, 32, 34, 44, 48, 58, 91, 92, 99, 110, 114, 116, 123, 127, 128, 191, 195, 224, 237, 240, 255,
  ]
}
