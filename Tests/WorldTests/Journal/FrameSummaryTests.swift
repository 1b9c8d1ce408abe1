import Testing
import World

@Suite("Summaries of frames")
struct FrameSummaryTests {
  @Test(
    "say what a frame is",
    arguments: [
      ("SEND\ndestination:/topic/x\n\nhello\u{0}", "SEND /topic/x"),
      ("\n\nSUBSCRIBE\r\nid:1\r\ndestination:/topic/**\r\n\r\n\u{0}", "SUBSCRIBE /topic/**"),
      ("MESSAGE\nsubscription:1\ndestination:/queue/a\n", "MESSAGE /queue/a"), ("ACK\nid:5\n\n\u{0}", "ACK 5"),
      ("CONNECT\n\n\u{0}", "CONNECT"), ("ERROR\nmessage:no\n\n\u{0}", "ERROR no"), ("\n", "heart-beat"),
      (#"{"type":"subscribe","channel":"wallets"}"#, "subscribe wallets"), (#"{"type":"ping"}"#, "ping"),
      ("hello", nil), ("", nil), ("SENDER\n\n", nil), ("SEND", nil), (#"{"type":1}"#, nil),
    ] as [(String, String?)])
  func table(payload: String, summary: String?) {
    #expect(FrameSummary.text(Array(payload.utf8)) == summary)
  }
}
