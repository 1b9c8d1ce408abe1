import Foundation
import STOMP
import Testing

/// Inputs that once led somewhere new or failed; `script/fuzz` makes more. The first byte says how a session begins,
/// the second is for the fuzzer, the rest is what the client sends.
@Suite("The corpus of the fuzzer")
struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Corpus")

  static let names: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    return (names ?? []).filter { $0.hasSuffix(".bin") }.sorted()
  }()

  private static let pieceLengths = [1, 2, 3, 7, 64]

  @Test("is there")
  func present() {
    #expect(Self.names.count > 50)
  }

  @Test("is read the same in pieces of any length", arguments: names)
  func parser(_ name: String) throws {
    let (version, payload) = try Self.input(name)
    let whole = Self.events([payload], version)
    for length in Self.pieceLengths {
      #expect(Self.events(Self.pieces(payload, length), version) == whole, "pieces of \(length)")
    }
  }

  @Test("makes a session send nothing malformed, and nothing after its end", arguments: names)
  func session(_ name: String) throws {
    let (version, payload) = try Self.input(name)
    for length in Self.pieceLengths + [max(1, payload.count)] {
      var client = Client()
      if let version { _ = client.send("CONNECT\naccept-version:\(version.text)\nheart-beat:10000,10000\n\n\0") }
      for piece in Self.pieces(payload, length) { _ = client.send(piece, isText: true) }
      for _ in 0..<5 { client.take(.wait(9000)) }
      client.take(.closed)
      #expect(!client.transcript.contains { $0.hasPrefix("malformed") })
      let end = client.transcript.firstIndex { $0.hasPrefix("close") }
      #expect(end.map { client.transcript[($0 + 1)...].isEmpty } ?? true)
      #expect(client.session.isOver && client.session.bufferedBytes == 0)
    }
  }

  private static func input(_ name: String) throws -> (version: ProtocolVersion?, payload: [UInt8]) {
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
    let version: ProtocolVersion? =
      switch (bytes.first ?? 0) & 3 {
      case 1: .v1_0
      case 2: .v1_1
      case 3: .v1_2
      default: nil
      }
    return (version, Array(bytes.dropFirst(2)))
  }

  private static func pieces(_ payload: [UInt8], _ length: Int) -> [[UInt8]] {
    stride(from: 0, to: payload.count, by: length).map { Array(payload[$0..<min($0 + length, payload.count)]) }
  }

  private static func events(_ pieces: [[UInt8]], _ version: ProtocolVersion?) -> [String] {
    var parser = FrameParser(version: version)
    var lines: [String] = []
    func drain() {
      while let event = parser.next() {
        switch event {
        case .frame(let received): lines.append("\(received)")
        case .failure(let diagnosis): lines.append("\(diagnosis.code) at \(diagnosis.offset)")
        }
      }
    }
    for piece in pieces {
      parser.append(piece, isText: true)
      drain()
    }
    parser.endOfMessage()
    drain()
    return lines
  }
}
