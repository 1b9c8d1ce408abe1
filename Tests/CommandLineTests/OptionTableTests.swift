import Foundation
import Options
import Testing

@testable import mock_api

@Suite("The table of options in the guide")
struct OptionTableTests {
  private static let guide = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../docs/configuration.md")
  private static let begin =
    "<!-- options: made from their declarations by Tests/CommandLineTests/OptionTableTests.swift -->\n"
  private static let end = "<!-- end of options -->\n"

  /// With `MOCK_API_WRITE_GUIDE=1` in its environment the test writes the table instead.
  @Test("is what the declarations say")
  func table() throws {
    var text = try String(contentsOf: Self.guide, encoding: .utf8)
    let begin = try #require(text.firstRange(of: Self.begin))
    let end = try #require(text.firstRange(of: Self.end))
    let place = begin.upperBound..<end.lowerBound
    let table = OptionTable.markdown(ServeOptions.all, defaults: ServeConfiguration())
    if ProcessInfo.processInfo.environment["MOCK_API_WRITE_GUIDE"] == "1" {
      text.replaceSubrange(place, with: table)
      try text.write(to: Self.guide, atomically: true, encoding: .utf8)
    } else {
      #expect(text[place] == table, "MOCK_API_WRITE_GUIDE=1 swift test --filter OptionTableTests writes it")
    }
  }
}
