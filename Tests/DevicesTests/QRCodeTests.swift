import Devices
import Testing

@Suite("QR codes")
struct QRCodeTests {
  @Test(
    "grow with their text",
    arguments: [("http://192.168.1.23:3000", 25), ("http://192.168.100.100:3000/_mock/connect", 29)])
  func sides(text: String, side: Int) throws {
    let code = try QRCode(text)
    #expect(code.side == side)
    #expect(code.framedSide == side + 8)
  }

  @Test("have the three finder patterns, and none in the last corner")
  func finders() throws {
    let code = try QRCode("http://10.0.0.7:3000/_mock/connect")
    let pattern = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    func corner(_ column: Int, _ row: Int) -> [String] {
      (0..<7).map { y in (0..<7).map { code.isDark(column: column + $0, row: row + y) ? "1" : "0" }.joined() }
    }
    let far = code.side - 7
    #expect(corner(0, 0) == pattern)
    #expect(corner(far, 0) == pattern)
    #expect(corner(0, far) == pattern)
    #expect(corner(far, far) != pattern)
  }

  @Test("are framed by four light modules")
  func quietZone() throws {
    let rows = try QRCode("http://10.0.0.7:3000").framedRows
    #expect(rows.count == rows[0].count)
    for (index, row) in rows.enumerated() {
      let isFrame = index < 4 || index >= rows.count - 4
      #expect(isFrame == !row.contains(true) || !isFrame)
      #expect(!row.prefix(4).contains(true))
      #expect(!row.suffix(4).contains(true))
    }
  }

  @Test("refuse a text that no code holds")
  func tooLong() throws {
    #expect(throws: QRCode.Failure.tooLong(bytes: 2954)) { try QRCode(String(repeating: "a", count: 2954)) }
    #expect(try QRCode(String(repeating: "a", count: 2953)).side == 177)
  }

  @Test("fill lines of one width in a terminal, in colours that no theme changes")
  func terminal() throws {
    let code = try QRCode("http://192.168.1.23:3000/_mock/connect")
    let lines = code.terminalText.split(separator: "\n")
    #expect(lines.count == (code.framedSide + 1) / 2)
    for line in lines {
      #expect(line.hasPrefix("\u{1B}[38;5;16;48;5;231m"))
      #expect(line.hasSuffix("\u{1B}[0m"))
      let cells = line.dropFirst("\u{1B}[38;5;16;48;5;231m".count).dropLast("\u{1B}[0m".count)
      #expect(cells.count == code.framedSide)
      #expect(cells.allSatisfy { " ▀▄█".contains($0) })
    }
  }
}
