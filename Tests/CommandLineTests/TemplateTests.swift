import Server
import Settings
import Testing

@testable import mock_api

@Suite("The configuration file that init writes")
struct TemplateTests {
  @Test("sets every option to its default, once the # is taken away")
  func defaults() throws {
    let catalogue = try OptionCatalogue.make()
    let lines = SettingsTemplate.text(catalogue).split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    let file = try SettingsFile(
      Array(lines.joined(separator: "\n").utf8), path: "mock-api.yaml", known: catalogue.map(\.name),
      lists: OptionTraits.lists)
    #expect(file.entries.map(\.name) == catalogue.map(\.name))
    let plain = try ServeSettings(ServeOptions.parse([]), OptionSource(environment: [:]))
    var written = try ServeSettings(ServeOptions.parse([]), OptionSource(environment: [:], file: file))
    // These two have their defaults from the APIs, which document the same.
    #expect(written.server.walletInterval == 10_000_000_000)
    #expect(written.server.sensorInterval == 5_000_000_000)
    (written.server.walletInterval, written.server.sensorInterval) = (nil, nil)
    #expect("\(written.server)" == "\(plain.server)")
    #expect(written.logLevel == plain.logLevel)
    #expect(written.logFormat == plain.logFormat)
  }

  @Test("changes nothing as it is")
  func comments() throws {
    let catalogue = try OptionCatalogue.make()
    let text = SettingsTemplate.text(catalogue)
    let file = try SettingsFile(
      Array(text.utf8), path: "mock-api.yaml", known: catalogue.map(\.name), lists: OptionTraits.lists)
    #expect(file.entries.isEmpty)
  }
}
