import Options
import Server
import Testing

@testable import mock_api

@Suite("The configuration file that init writes")
struct TemplateTests {
  private static let options = ServeOptions.all.filter { !$0.traits.contains(.notInFile) }
  private static let text = ConfigurationTemplate.text(ServeOptions.all, defaults: ServeConfiguration())

  private static func file(_ text: String) throws -> ConfigurationFile {
    try ConfigurationFile(Array(text.utf8), path: "mock-api.yaml", known: options.map(\.name), lists: [])
  }

  @Test("sets every option to its default, once the # is taken away")
  func defaults() throws {
    let lines = Self.text.split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    let file = try Self.file(lines.joined(separator: "\n"))
    #expect(file.entries.map(\.name) == Self.options.map(\.name))
    let written = try ServeConfiguration([:], OptionSource(environment: [:], file: file))
    let plain = ServeConfiguration()
    for option in Self.options {
      #expect(option.text(in: written) == option.text(in: plain), "\(option.name)")
    }
  }

  @Test("changes nothing as it is")
  func comments() throws {
    #expect(try Self.file(Self.text).entries.isEmpty)
  }
}
