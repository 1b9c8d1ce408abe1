import Settings
import Testing
import Yams

@Suite("A configuration that is shown")
struct EffectiveSettingsTests {
  @Test(
    "can be read again, whatever the values are",
    arguments: [
      "4000", "off", "a b", "", "a: b", "#x", " x ", "null", "~", "[a]", "{a}", "\"q\\\"", "é\u{1F600}", "a\nb\tc", "*",
      "http://localhost:5173", "x:", "- a", "it's", "/tmp/a", "a,b", "%", "@", "\u{1B}[0m", "2027-01-31", "1e3",
    ])
  func roundTrip(value: String) throws {
    let text = EffectiveSettings([.init(name: "host", value: value, origin: "--host")]).yaml
    let file = try SettingsFile(Array(text.utf8), path: "x", known: ["host"], lists: [])
    #expect(file.entries.map(\.value) == [.text(value)])
    #expect(try Yams.compose(yaml: text)?.mapping?.values.first?.scalar?.string == value)
  }

  @Test("has the origins below each other")
  func layout() {
    let text = EffectiveSettings([
      .init(name: "port", value: "1", origin: "--port"), .init(name: "rate-limit", value: nil, origin: "default"),
    ]).yaml
    #expect(text == "port: 1      # --port\nrate-limit:  # default\n")
  }
}

@Suite("What an option's help says")
struct OptionDescriptionTests {
  @Test(
    "is taken apart",
    arguments: [
      ("Port. (default: 3000)", false, "Port.", "3000", nil),
      ("Time. (default: as documented)", false, "Time.", nil, "as documented"), ("Folder.", false, "Folder.", nil, nil),
      ("None at all.", true, "None at all.", "false", nil), ("A (b).", false, "A (b).", nil, nil),
    ] as [(String, Bool, String, String?, String?)])
  func parts(help: String, isFlag: Bool, summary: String, value: String?, note: String?) {
    let option = OptionDescription(name: "x", help: help, isFlag: isFlag)
    #expect(option.summary == summary)
    #expect(option.defaultValue == value)
    #expect(option.defaultNote == note)
  }
}
