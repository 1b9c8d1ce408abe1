import STOMP
import Testing

/// However bytes are cut, they mean the same (checklist row 7).
@Suite("Cutting frames into pieces")
struct SplitTests {
  /// What a parser is fed: a whole conversation each, also with a mistake at its end.
  static let inputs: [String] = [
    "CONNECT\naccept-version:1.2\n\n\0\nSUBSCRIBE\nid:1\ndestination:/topic/é\n\n\0\n\n",
    "SEND\r\ndestination:/a\r\ncontent-length:7\r\n\r\na\0é\r\n\n\0\r\n\0SEND\ndestination:/b\n\nü€😀\0",
    "SEND\ndestination:/a\nk\\c:\\n\\\\\\r\n\nx\0\0\n\0BEGIN\ntransaction:t\n\n\0ABORT\ntransaction:t\n\n\n\0",
    "SUBSCRIBE\nid:1\ndestination:/a\n\n\\u0000\n\0SEND\ndestination:/a\n\n\\u0000\0",
    "SEND\ndestination:/a\n\nx\0SEND\nbroken\n\nx\0", "\r\n\rSEND\n", "SEND\ndestination:a\rb\n\n\0",
    "SEND\na:\\x\n\n\0", "SEND\na:b\\\n\n\0", "SEND\ndestination:/a\n\0", "SEND\n:x\n\n\0", "[\"CONNECT\\n\"]",
    "{\"a\":1}",
    " CONNECT\n\n\0", "SEND\ncontent-length:2\n\nabc\0", "SEND\ncontent-length:99999999\n\n", "BEGIN\n\nbody\0",
    "ECHO\n\n\0",
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  ]

  @Test("means the same to the parser at every cut", arguments: inputs)
  func parser(_ input: String) {
    let bytes = Array(input.utf8)
    let whole = Self.events([bytes])
    #expect(!whole.isEmpty)
    #expect(Self.events(bytes.map { [$0] }) == whole, "byte by byte")
    for cut in bytes.indices {
      #expect(Self.events([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
  }

  /// What a parser reads, a line for each frame or failure. The text that a diagnosis shows may depend on how much
  /// had arrived; what is wrong and where may not.
  private static func events(_ pieces: [[UInt8]]) -> [String] {
    var parser = FrameParser(version: .v1_2)
    var lines: [String] = []
    for piece in pieces {
      parser.append(piece, isText: true)
      while let event = parser.next() {
        switch event {
        case .frame(let received): lines.append("\(received)")
        case .failure(let diagnosis): lines.append("\(diagnosis.code) at \(diagnosis.offset)")
        }
      }
    }
    return lines
  }

  /// Conversations in which each frame ends with NUL, so that they may be cut into WebSocket messages anywhere.
  static let conversations: [[String]] = [
    [
      "CONNECT\naccept-version:1.2\nheart-beat:0,10000\n\n\0",
      "SUBSCRIBE\nid:1\ndestination:/topic/é\nreceipt:r\n\n\0", "\n",
      "SEND\ndestination:/a\ncontent-length:5\n\na\0é\n\0", "UNSUBSCRIBE\nid:1\n\n\0", "DISCONNECT\nreceipt:d\n\n\0",
    ],
    [
      "STOMP\r\naccept-version:1.1\r\n\r\n\0\r\n", "BEGIN\r\ntransaction:t\r\n\r\n\0",
      "SEND\r\ndestination:/a\r\ntransaction:t\r\n\r\nü€😀\0", "COMMIT\r\ntransaction:t\r\nreceipt:c\r\n\r\n\0",
      "SEND\r\ndestination:/a\r\nreceipt:bad\r\nk:\\t\r\n\r\nx\0",
    ],
    ["CONNECT\n\n\0", "SUBSCRIBE\ndestination:/a\n\n\0", "ACK\nmessage-id:none\n\n\0"],
  ]

  /// The exception is CONTRACT W1: a cut behind the blank line of a frame without body ends it there, with a warning;
  /// its NUL is then ignored.
  @Test("means the same to a session at every cut into WebSocket messages", arguments: conversations)
  func session(_ conversation: [String]) {
    let whole = Self.transcript(conversation.map { Array($0.utf8) })
    let bytes = conversation.flatMap { Array($0.utf8) }
    #expect(whole.count >= 3)
    #expect(Self.transcript([bytes]) == whole, "all at once")
    #expect(Self.transcript(bytes.map { [$0] }) == whole, "byte by byte")
    for cut in bytes.indices {
      #expect(Self.transcript([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
  }

  private static func transcript(_ messages: [[UInt8]]) -> [String] {
    var client = Client()
    for message in messages { _ = client.send(message, isText: true) }
    return client.transcript.filter { $0 != "warn missing-nul" }
  }
}
