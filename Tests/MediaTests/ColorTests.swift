import Media
import Testing

@Suite("A colour")
struct ColorTests {
  @Test(
    "is read from 3 or 6 hexadecimal digits",
    arguments: [
      ("92c952", 0x92, 0xC9, 0x52), ("92C952", 0x92, 0xC9, 0x52), ("000000", 0, 0, 0), ("FFFFFF", 255, 255, 255),
      ("fc0", 0xFF, 0xCC, 0), ("Abc", 0xAA, 0xBB, 0xCC), ("000", 0, 0, 0), ("012345", 0x01, 0x23, 0x45),
    ])
  func readable(hex: String, red: Int, green: Int, blue: Int) {
    #expect(Color(hex: hex)?.channels.map(Int.init) == [red, green, blue])
  }

  @Test(
    "is read from nothing else",
    arguments: [
      "", "f", "ff", "ffff", "fffff", "fffffff", "ffffffff", "#92c952", "0x92c9", "92c95g", "92c95 ", " 92c952", "red",
      "-12345", "+12345", "٩٢٣", "１２３", "é1", "e\u{301}1", "92c9é",
    ])
  func unreadable(hex: String) {
    #expect(Color(hex: hex) == nil)
  }

  @Test("blends from one end to the other")
  func blends() {
    let from = Color(0x102030)
    let to = Color(0xF0E0D0)
    #expect(from.mixed(with: to, 0) == from)
    #expect(from.mixed(with: to, 1) == to)
    #expect(from.mixed(with: to, 0.5) == Color(0x808080))
    #expect(from.mixed(with: to, -7) == from)
    #expect(from.mixed(with: to, 7) == to)
    #expect(from.ramp(to: to, count: 3) == [from, Color(0x808080), to])
  }
}
