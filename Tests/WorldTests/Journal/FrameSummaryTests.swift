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
      ("o", "SockJS open"), ("h", "SockJS heart-beat"), (#"c[3000,"Go away!"]"#, "SockJS close 3000 Go away!"),
      (#"a["SEND\ndestination:/topic/x\n\n\u0000"]"#, "SEND /topic/x"), (#"["\n","\n"]"#, "heart-beat and 1 more"),
      (#"a["{\"type\":\"pong\"}"]"#, "pong"), (#"a["hi"]"#, "SockJS message"), ("a[]", nil), ("a[1]", nil),
      (#"a["a[\"a[]\"]"]"#, "SockJS message"), ("c[]", nil), ("c[3000]", nil), ("[", nil), ("[1,2]", nil),
      ("hello", nil), ("", nil), ("SENDER\n\n", nil), ("SEND", nil), (#"{"type":1}"#, nil),
    ] as [(String, String?)])
  func table(payload: String, summary: String?) {
    #expect(FrameSummary.text(Array(payload.utf8)) == summary)
  }
}
