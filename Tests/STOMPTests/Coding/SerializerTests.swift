import STOMP
import Testing

@Suite("Writing frames")
struct SerializerTests {
  private static let headers: [(String, String)] = [("a:b", "c:d\\e\nf\rg\0h")]

  @Test(
    "escapes by the receiver's version and never breaks a frame",
    arguments: [
      (ProtocolVersion.v1_2, "a\\cb:c\\cd\\\\e\\nf\\rg h"), (.v1_1, "a\\cb:c\\cd\\\\e\\nf g h"),
      (.v1_0, "a b:c:d\\e f g h"),
    ])
  func escapes(_ version: ProtocolVersion, _ line: String) {
    let frame = Frame(.receipt, Headers(Self.headers))
    #expect(FrameSerializer.serialize(frame, for: version) == Array("RECEIPT\n\(line)\n\n\0".utf8))
  }

  @Test("never escapes CONNECTED", arguments: ProtocolVersion.allCases)
  func connected(_ version: ProtocolVersion) {
    let frame = Frame(.connected, Headers([("server", "a:b\\c\nd")]))
    #expect(FrameSerializer.serialize(frame, for: version) == Array("CONNECTED\nserver:a:b\\c d\n\n\0".utf8))
  }

  @Test(
    "takes text for what it is",
    arguments: [
      ([], true), (Array("ascii and more than eight".utf8), true), (Array("ünïcödé €😀 text".utf8), true),
      ([0x80], false),
      ([0xC0, 0x80], false), ([0xC3], false), ([0xE0, 0x80, 0x80], false), ([0xED, 0xA0, 0x80], false),
      ([0xEF, 0xBF, 0xBF], true), ([0xF0, 0x80, 0x80, 0x80], false), ([0xF4, 0x8F, 0xBF, 0xBF], true),
      ([0xF4, 0x90, 0x80, 0x80], false), ([0xF5, 0x80, 0x80, 0x80], false), ([0xE2, 0x82], false),
      (Array(repeating: 0x61, count: 15) + [0xFF], false), ([0x00], true),
    ] as [([UInt8], Bool)])
  func text(_ body: [UInt8], _ isText: Bool) {
    #expect(Message(destination: "/a", headers: Headers(), contentType: nil, body: body).isText == isText)
  }
}
